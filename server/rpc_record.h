// One rpc as the metrics and the log see it.

#ifndef TAQUIN_SERVER_RPC_RECORD_H_
#define TAQUIN_SERVER_RPC_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>

#include "server/clock.h"
#include "server/mailbox.h"
#include "server/request_identity.h"
#include "server/rpc.h"
#include "server/telemetry.h"

namespace taquin::server {

// Where an rpc comes from.
struct RpcOrigin {
  RequestIdentity identity;
  std::string peer;    // As gRPC writes it.
  std::string caller;  // Whose share of the server it uses.
};

// From the rpc's arrival to its end. Thread-compatible.
class RpcRecord {
 public:
  // Counts the rpc as started. `telemetry` outlives the record.
  RpcRecord(Telemetry& telemetry, Rpc rpc, RpcOrigin origin, TimePoint arrival);

  RpcRecord(const RpcRecord&) = delete;
  RpcRecord& operator=(const RpcRecord&) = delete;

  // A search of the rpc has ended. Of a batch, only how many did is logged.
  void SearchEnded(const Completion& completion);

  // An answer of a batch that is an error.
  void RequestRefused() { ++refused_; }

  // See Metrics::EventsLost().
  void EventsLost(std::int64_t progress_reports, std::int64_t paths);

  // The rpc has ended with this code, as gRPC numbers them, and message. Counts
  // it and writes its line. Called once.
  void End(int code, const std::string& message, TimePoint now);

 private:
  // What of a search is logged.
  struct Search {
    Algorithm algorithm;
    Heuristic heuristic;
    Outcome outcome;
    std::optional<Limit> limit;
    std::optional<std::size_t> length;
    std::int64_t expanded;
    Duration elapsed;
    Duration queue_time;
  };

  Telemetry& telemetry_;
  const Rpc rpc_;
  const RpcOrigin origin_;
  const TimePoint arrival_;
  std::int64_t searches_ = 0;
  std::int64_t refused_ = 0;
  std::optional<Search> last_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_RPC_RECORD_H_
