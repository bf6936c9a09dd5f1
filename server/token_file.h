// The file of bearer tokens.

#ifndef TAQUIN_SERVER_TOKEN_FILE_H_
#define TAQUIN_SERVER_TOKEN_FILE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "server/caller_quota.h"
#include "server/rpc.h"

namespace taquin::server {

inline constexpr std::size_t kMostTokens = 10'000;

using Sha256Digest = std::array<std::uint8_t, 32>;

// The token itself is kept nowhere.
struct Token {
  std::string name;     // Of the caller who has it.
  Sha256Digest digest;  // Of the token.
  CallerQuota quota;
  RpcSet permitted = RpcSet::All();  // That may be called with it.
};

Sha256Digest Sha256(std::string_view text);

// Understands a token file: a line for each token, with a name, the SHA-256 of
// the token in hexadecimal, and any of max-active=N, max-queued=N, rate=N
// (requests a second) and rpcs=NAME,NAME... (those that it permits; all without
// it); blanks between them, comments after '#', empty lines ignored. A name may
// have several tokens, so that they can be changed one after another; each then
// has the same quota, but may permit other rpcs.
//
// INVALID_ARGUMENT names the line of everything that is wrong. Accepts any
// bytes.
absl::StatusOr<std::vector<Token>> ParseTokens(std::string_view text);

// Reads such a file. Errors name it.
absl::StatusOr<std::vector<Token>> ReadTokenFile(const std::string& path);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_TOKEN_FILE_H_
