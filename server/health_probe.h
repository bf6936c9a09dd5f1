// Asks a server for its health, by the standard grpc.health.v1.

#ifndef TAQUIN_SERVER_HEALTH_PROBE_H_
#define TAQUIN_SERVER_HEALTH_PROBE_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "grpcpp/grpcpp.h"
#include "server/clock.h"
#include "server/health_target.h"

namespace taquin::server {

// A channel to the target, which need not be there yet. Fails with what is wrong
// with its files.
absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectForHealth(const HealthTarget& target);

// OK if the server as a whole is serving. Unavailable if it is not, or if it
// does not say so within `timeout`. Blocks.
absl::Status ProbeHealth(const std::shared_ptr<grpc::Channel>& channel, Duration timeout);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_HEALTH_PROBE_H_
