#include "server/token_file.h"

#include <openssl/sha.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace taquin::server {
namespace {

constexpr std::size_t kMostNameBytes = 64;
constexpr std::size_t kMostFaults = 20;
constexpr std::size_t kMostFileBytes = std::size_t{4} << 20;
constexpr double kMostRequestsPerSecond = 1e6;
constexpr int kMostSearches = 1'000'000;

bool IsName(absl::string_view text) {
  return !text.empty() && text.size() <= kMostNameBytes &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '-' || c == '_' || c == '.' || c == '@';
         });
}

std::optional<Sha256Digest> DigestOf(absl::string_view hexadecimal) {
  Sha256Digest digest;
  if (hexadecimal.size() != 2 * digest.size() ||
      !std::all_of(hexadecimal.begin(), hexadecimal.end(), absl::ascii_isxdigit)) {
    return std::nullopt;
  }
  const std::string bytes = absl::HexStringToBytes(hexadecimal);
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

// What is wrong with a list of rpcs; empty if nothing is.
std::string ReadRpcs(absl::string_view list, RpcSet& permitted) {
  permitted = RpcSet();
  // Nothing at all has no pieces, not an empty one.
  const std::vector<std::string> names = absl::StrSplit(std::string(list), ',');
  for (const std::string& name : names) {
    const std::optional<Rpc> rpc = RpcOfName(name);
    if (!rpc.has_value()) {
      return absl::StrCat(
          "rpcs is a list of ",
          absl::StrJoin(kRpcs, ", ",
                        [](std::string* out, Rpc known) { out->append(RpcName(known)); }),
          ", as in rpcs=Solve,SolveOnce");
    }
    permitted.Add(*rpc);
  }
  return "";
}

// What is wrong with one "name=value"; empty if nothing is.
std::string ReadSetting(absl::string_view word, Token& token) {
  CallerQuota& quota = token.quota;
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(word, absl::MaxSplits('=', 1));
  if (parts.first == "max-active" || parts.first == "max-queued") {
    const int least = parts.first == "max-active" ? 1 : 0;
    int number = 0;
    if (!absl::SimpleAtoi(parts.second, &number) || number < least || number > kMostSearches) {
      return absl::StrCat(parts.first, " is a whole number from ", least, " to ", kMostSearches);
    }
    (least == 1 ? quota.max_active : quota.max_queued) = number;
    return "";
  }
  if (parts.first == "rate") {
    double number = 0;
    if (!absl::SimpleAtod(parts.second, &number) || !(number > 0) ||
        number > kMostRequestsPerSecond) {
      return "rate is a number of requests a second, above 0 and at most 1000000";
    }
    quota.requests_per_second = number;
    return "";
  }
  if (parts.first == "rpcs") return ReadRpcs(parts.second, token.permitted);
  return "what follows is max-active=N, max-queued=N, rate=N or rpcs=NAME,NAME...";
}

// What is wrong with a line; empty if nothing is.
std::vector<std::string> ReadLine(absl::string_view line, Token& token) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
  if (words.size() < 2) {
    return {"a line is a name, the SHA-256 of the token, and what bounds its use"};
  }
  std::vector<std::string> faults;
  if (!IsName(words[0])) {
    faults.push_back("a name is 1 to 64 letters, digits and any of - _ . @");
  }
  token.name = std::string(words[0]);
  if (const auto digest = DigestOf(words[1])) {
    token.digest = *digest;
  } else {
    faults.push_back("the SHA-256 of a token is 64 hexadecimal digits");
  }
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (std::string fault = ReadSetting(words[i], token); !fault.empty()) {
      faults.push_back(std::move(fault));
    }
  }
  return faults;
}

}  // namespace

Sha256Digest Sha256(std::string_view text) {
  Sha256Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  return digest;
}

absl::StatusOr<std::vector<Token>> ParseTokens(std::string_view text) {
  std::vector<Token> tokens;
  std::map<std::string, CallerQuota> quotas;
  std::vector<std::string> faults;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    if (faults.size() >= kMostFaults) break;
    Token token;
    std::vector<std::string> found = ReadLine(line, token);
    if (found.empty() && tokens.size() == kMostTokens) {
      found.push_back(absl::StrCat("a file has at most ", kMostTokens, " tokens"));
    }
    if (found.empty() && quotas.try_emplace(token.name, token.quota).first->second != token.quota) {
      found.push_back(absl::StrCat("the tokens of ", token.name, " have different quotas"));
    }
    if (found.empty()) {
      tokens.push_back(std::move(token));
      continue;
    }
    for (const std::string& fault : found) {
      faults.push_back(absl::StrCat("line ", number, ": ", fault));
    }
  }
  if (!faults.empty()) return absl::InvalidArgumentError(absl::StrJoin(faults, "; "));
  return tokens;
}

absl::StatusOr<std::vector<Token>> ReadTokenFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  if (!in || in.bad()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": cannot be read"));
  }
  if (text.size() > kMostFileBytes) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": is larger than 4 MiB"));
  }
  absl::StatusOr<std::vector<Token>> tokens = ParseTokens(text);
  if (!tokens.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", tokens.status().message()));
  }
  return tokens;
}

}  // namespace taquin::server
