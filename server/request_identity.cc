#include "server/request_identity.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>

#include "absl/strings/str_cat.h"

namespace taquin::server {
namespace {

constexpr std::size_t kMostIdBytes = 128;

// version-trace-span-flags.
constexpr std::size_t kTraceStart = 3;
constexpr std::size_t kTraceDigits = 32;
constexpr std::size_t kSpanStart = 36;
constexpr std::size_t kSpanDigits = 16;
constexpr std::size_t kTraceparentBytes = 55;

bool IsHexadecimal(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsZero(std::string_view text) { return text.find_first_not_of('0') == std::string_view::npos; }

bool IsUsable(std::string_view id) {
  return !id.empty() && id.size() <= kMostIdBytes &&
         std::all_of(id.begin(), id.end(), [](char c) { return c > ' ' && c <= '~'; });
}

std::string RandomId() {
  thread_local std::mt19937_64 random{(std::uint64_t{std::random_device()()} << 32) |
                                      std::random_device()()};
  return absl::StrCat(absl::Hex(std::uint64_t{random()}, absl::kZeroPad16));
}

}  // namespace

RequestIdentity IdentifyRequest(std::optional<std::string_view> request_id,
                                std::optional<std::string_view> traceparent) {
  RequestIdentity identity;
  identity.request_id =
      request_id.has_value() && IsUsable(*request_id) ? std::string(*request_id) : RandomId();
  if (!traceparent.has_value() || traceparent->size() < kTraceparentBytes) return identity;
  const std::string_view version = traceparent->substr(0, 2);
  const std::string_view trace = traceparent->substr(kTraceStart, kTraceDigits);
  const std::string_view span = traceparent->substr(kSpanStart, kSpanDigits);
  const std::string_view flags = traceparent->substr(kTraceparentBytes - 2, 2);
  // Later versions may be longer, after another dash.
  const bool right_length = traceparent->size() == kTraceparentBytes ||
                            (version != "00" && (*traceparent)[kTraceparentBytes] == '-');
  const bool right_dashes = (*traceparent)[kTraceStart - 1] == '-' &&
                            (*traceparent)[kSpanStart - 1] == '-' &&
                            (*traceparent)[kTraceparentBytes - 3] == '-';
  if (!right_length || !right_dashes || version == "ff" || !IsHexadecimal(version) ||
      !IsHexadecimal(trace) || !IsHexadecimal(span) || !IsHexadecimal(flags) || IsZero(trace) ||
      IsZero(span)) {
    return identity;
  }
  identity.trace_id = std::string(trace);
  identity.span_id = std::string(span);
  return identity;
}

}  // namespace taquin::server
