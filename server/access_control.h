// Who may call, and how often.

#ifndef TAQUIN_SERVER_ACCESS_CONTROL_H_
#define TAQUIN_SERVER_ACCESS_CONTROL_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "server/caller_quota.h"
#include "server/clock.h"
#include "server/mutex.h"
#include "server/request_rate.h"
#include "server/rpc.h"
#include "server/token_file.h"

namespace taquin::server {

// What a call says of its sender.
struct Credentials {
  std::string peer;                               // As gRPC writes it.
  std::string certificate_name;                   // Of a verified certificate; empty: none.
  std::optional<std::string_view> authorization;  // The metadata of that name.
};

// Why a call is refused.
struct Denial {
  enum class Reason { kNoToken, kUnknownToken, kRpc, kRate };

  Reason reason;
  std::string message;
  Duration retry_after{};  // For kRate.
};

// A caller by name, and what they may use. The name is the token's, else the
// certificate's, else the address's (CallerFromPeer).
struct KnownCaller {
  std::string name;
  CallerQuota quota;
  RpcSet permitted = RpcSet::All();
};

// Thread-safe.
class AccessControl {
 public:
  // `requests_per_second` is for callers whose quota names none; 0: no bound.
  // Until SetTokens(), calls need no token.
  AccessControl(double requests_per_second, const Clock& clock)
      : requests_per_second_(requests_per_second), clock_(clock) {}

  // From here on calls need one of these. Calls that have begun go on.
  void SetTokens(std::vector<Token> tokens);

  // Finds out who calls. Sets `caller` unless it returns a denial; then too as
  // far as it is known. O(tokens), in constant time for what a token holds.
  std::optional<Denial> Identify(const Credentials& credentials, KnownCaller& caller) const;

  // Nothing, or that the caller may not call this rpc.
  std::optional<Denial> CheckPermitted(const KnownCaller& caller, Rpc rpc) const;

  // Counts a request of the caller, or says that it is one too many.
  std::optional<Denial> TakeRequest(const KnownCaller& caller);

  // Requests that TakeRequest() has denied, from the start.
  std::int64_t over_rate_count() const { return over_rate_count_.load(std::memory_order_relaxed); }

 private:
  const double requests_per_second_;
  const Clock& clock_;
  RequestRate rate_;
  std::atomic<std::int64_t> over_rate_count_ = 0;

  mutable Mutex mutex_;
  std::shared_ptr<const std::vector<Token>> tokens_ ABSL_GUARDED_BY(mutex_);  // Null: not needed.
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_ACCESS_CONTROL_H_
