// Numbers with units, as people write and read them.

#ifndef TAQUIN_CLIENT_TERMINAL_QUANTITY_H_
#define TAQUIN_CLIENT_TERMINAL_QUANTITY_H_

#include <google/protobuf/duration.pb.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/time/time.h"

namespace taquin::client {

// "10", "10s", "1.5m", "500ms", "1h30m"; a bare number is seconds. Nothing for
// other text, for 0 and for less.
std::optional<absl::Duration> ParseDuration(std::string_view text);

// "4096", "512MB", "1.5GiB"; kB, MB, GB are powers of 1000 and KiB, MiB, GiB
// of 1024. Nothing for other text, for less than 1 and more than fits.
std::optional<std::int64_t> ParseBytes(std::string_view text);

// "1000000", "1e6", "2.5M", "10k". Nothing as above.
std::optional<std::int64_t> ParseCount(std::string_view text);

// "950", "81.2", "12.3 k", "4.56 M": three significant digits, of whole numbers below
// 1000 all.
std::string FormatCount(double count);

// "950 B", "12.3 kB", "4.56 MB".
std::string FormatBytes(double bytes);

// "0.8 ms", "12.3 s", "2 min 5 s", "1 h 2 min".
std::string FormatElapsed(absl::Duration duration);

// 1234567 as "1,234,567".
std::string FormatExact(std::int64_t number);

absl::Duration FromProto(const google::protobuf::Duration& duration);
void ToProto(absl::Duration duration, google::protobuf::Duration* proto);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_TERMINAL_QUANTITY_H_
