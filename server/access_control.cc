#include "server/access_control.h"

#include <openssl/crypto.h>

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/caller.h"

namespace taquin::server {
namespace {

// Empty if the metadata is no bearer token (RFC 6750).
std::string_view BearerToken(std::optional<std::string_view> authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (!authorization.has_value() || authorization->size() <= kScheme.size()) return {};
  const std::string_view scheme = authorization->substr(0, kScheme.size());
  if (!absl::EqualsIgnoreCase(absl::string_view(scheme.data(), scheme.size()),
                              absl::string_view(kScheme.data(), kScheme.size()))) {
    return {};
  }
  return authorization->substr(kScheme.size());
}

}  // namespace

void AccessControl::SetTokens(std::vector<Token> tokens) {
  auto shared = std::make_shared<const std::vector<Token>>(std::move(tokens));
  MutexLock lock(mutex_);
  tokens_.swap(shared);
}

std::optional<Denial> AccessControl::Identify(const Credentials& credentials,
                                              KnownCaller& caller) const {
  caller.name = credentials.certificate_name.empty()
                    ? CallerFromPeer(credentials.peer)
                    : absl::StrCat("certificate:", credentials.certificate_name);
  std::shared_ptr<const std::vector<Token>> tokens;
  {
    MutexLock lock(mutex_);
    tokens = tokens_;
  }
  if (tokens == nullptr) return std::nullopt;
  const std::string_view presented = BearerToken(credentials.authorization);
  if (presented.empty()) {
    return Denial{Denial::Reason::kNoToken,
                  "this server wants a token, as in 'authorization: Bearer TOKEN'",
                  {}};
  }
  const Sha256Digest digest = Sha256(presented);
  // Every token is looked at, so that the time tells nothing of where one fits.
  const Token* found = nullptr;
  for (const Token& token : *tokens) {
    if (CRYPTO_memcmp(token.digest.data(), digest.data(), digest.size()) == 0) found = &token;
  }
  if (found == nullptr) {
    return Denial{Denial::Reason::kUnknownToken, "this server does not know the token", {}};
  }
  caller.name = absl::StrCat("token:", found->name);
  caller.quota = found->quota;
  caller.permitted = found->permitted;
  return std::nullopt;
}

std::optional<Denial> AccessControl::CheckPermitted(const KnownCaller& caller, Rpc rpc) const {
  if (caller.permitted.Has(rpc)) return std::nullopt;
  std::string permitted;
  for (const Rpc other : kRpcs) {
    if (!caller.permitted.Has(other)) continue;
    permitted.append(permitted.empty() ? "" : ", ").append(RpcName(other));
  }
  return Denial{Denial::Reason::kRpc,
                absl::StrCat("this token does not permit ", std::string(RpcName(rpc)),
                             "; it permits ", permitted),
                {}};
}

std::optional<Denial> AccessControl::TakeRequest(const KnownCaller& caller) {
  const double rate = caller.quota.requests_per_second.value_or(requests_per_second_);
  if (rate == 0) return std::nullopt;
  const std::optional<Duration> wait = rate_.Take(caller.name, rate, clock_.Now());
  if (!wait.has_value()) return std::nullopt;
  over_rate_count_.fetch_add(1, std::memory_order_relaxed);
  return Denial{Denial::Reason::kRate,
                absl::StrCat("more than ", rate, " requests a second of this caller"), *wait};
}

}  // namespace taquin::server
