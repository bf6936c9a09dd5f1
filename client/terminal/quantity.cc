#include "client/terminal/quantity.h"

#include <array>
#include <cmath>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace taquin::client {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array<Unit, 12> kByteUnits = {{{"", 1},
                                              {"b", 1},
                                              {"k", 1e3},
                                              {"kb", 1e3},
                                              {"kib", 1024},
                                              {"m", 1e6},
                                              {"mb", 1e6},
                                              {"mib", 1048576.0},
                                              {"g", 1e9},
                                              {"gb", 1e9},
                                              {"gib", 1073741824.0},
                                              {"tib", 1099511627776.0}}};

constexpr std::array<Unit, 4> kCountUnits = {{{"", 1}, {"k", 1e3}, {"m", 1e6}, {"g", 1e9}}};

template <std::size_t kSize>
std::optional<std::int64_t> ParseWithUnit(std::string_view text,
                                          const std::array<Unit, kSize>& units) {
  const std::size_t number_end = std::min(text.find_first_not_of("0123456789.eE+-"), text.size());
  double number = 0;
  if (!absl::SimpleAtod(absl::string_view(text.data(), number_end), &number)) return std::nullopt;
  std::string unit;
  for (const char c : text.substr(number_end)) {
    if (c != ' ') unit += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  for (const Unit& known : units) {
    if (unit != known.name) continue;
    const double value = std::floor(number * known.factor);
    // The largest double below 2^63.
    if (!(value >= 1 && value <= 9223372036854774784.0)) return std::nullopt;
    return static_cast<std::int64_t>(value);
  }
  return std::nullopt;
}

std::string FormatScaled(double value, std::string_view unit) {
  constexpr std::array<std::string_view, 5> kPrefixes = {"", "k", "M", "G", "T"};
  std::size_t power = 0;
  while (value >= 999.5 && power + 1 < kPrefixes.size()) {
    value /= 1000;
    ++power;
  }
  const bool is_whole = power == 0 && value == std::floor(value);
  std::string number = is_whole        ? absl::StrFormat("%.0f", value)
                       : value < 9.995 ? absl::StrFormat("%.2f", value)
                       : value < 99.95 ? absl::StrFormat("%.1f", value)
                                       : absl::StrFormat("%.0f", value);
  if (power > 0 || !unit.empty()) number += ' ';
  return number.append(kPrefixes[power]).append(unit);
}

}  // namespace

std::optional<absl::Duration> ParseDuration(std::string_view text) {
  const absl::string_view view(text.data(), text.size());
  double seconds = 0;
  absl::Duration duration;
  if (absl::SimpleAtod(view, &seconds)) {
    duration = absl::Seconds(seconds);
  } else if (!absl::ParseDuration(view, &duration)) {
    return std::nullopt;
  }
  // Protobuf's durations reach 10,000 years.
  constexpr absl::Duration kLongest = absl::Hours(87'660'000);
  if (duration <= absl::ZeroDuration() || duration > kLongest) return std::nullopt;
  return duration;
}

std::optional<std::int64_t> ParseBytes(std::string_view text) {
  return ParseWithUnit(text, kByteUnits);
}

std::optional<std::int64_t> ParseCount(std::string_view text) {
  return ParseWithUnit(text, kCountUnits);
}

std::string FormatCount(double count) { return FormatScaled(count, ""); }

std::string FormatBytes(double bytes) { return FormatScaled(bytes, "B"); }

std::string FormatElapsed(absl::Duration duration) {
  const double seconds = absl::ToDoubleSeconds(duration);
  if (seconds < 0.0995) return absl::StrFormat("%.3g ms", seconds * 1e3);
  if (seconds < 59.95) return absl::StrFormat("%.1f s", seconds);
  const auto whole = static_cast<std::int64_t>(std::lround(seconds));
  if (whole < 3600) return absl::StrFormat("%d min %d s", whole / 60, whole % 60);
  return absl::StrFormat("%d h %d min", whole / 3600, whole % 3600 / 60);
}

std::string FormatExact(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t place = digits.size(); place > first + 3;) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

absl::Duration FromProto(const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) + absl::Nanoseconds(duration.nanos());
}

void ToProto(absl::Duration duration, google::protobuf::Duration* proto) {
  const std::int64_t seconds = absl::IDivDuration(duration, absl::Seconds(1), &duration);
  proto->set_seconds(seconds);
  proto->set_nanos(static_cast<std::int32_t>(absl::ToInt64Nanoseconds(duration)));
}

}  // namespace taquin::client
