// The statuses that calls fail with, with the standard details that programs
// read. They travel in the trailer grpc-status-details-bin.

#ifndef TAQUIN_SERVER_RPC_STATUS_H_
#define TAQUIN_SERVER_RPC_STATUS_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"
#include "server/access_control.h"
#include "server/clock.h"
#include "server/scheduler.h"
#include "solver/board.h"

namespace taquin::server {

// INVALID_ARGUMENT with google.rpc.BadRequest in its details. Long lists are
// cut, so that the status fits into the headers that clients accept.
grpc::Status StatusFromFaults(const std::vector<Fault>& faults);

// UNAVAILABLE while draining, else RESOURCE_EXHAUSTED; with google.rpc.RetryInfo.
grpc::Status StatusFromRejection(const Rejection& rejection);

// UNAUTHENTICATED, PERMISSION_DENIED, or RESOURCE_EXHAUSTED with
// google.rpc.RetryInfo.
grpc::Status StatusFromDenial(const Denial& denial);

// The same code and message.
grpc::Status StatusFromAbsl(const absl::Status& status);

// The status that every call meets while the server drains.
grpc::Status DrainingStatus();

// What a call ends with, for our own records, once its caller has left:
// DEADLINE_EXCEEDED if that is why, else CANCELLED. A caller's transport gives
// up a little before the deadline that we know, which it has rounded: the
// last twentieth of the time counts as the deadline.
grpc::Status StatusOfLeaving(TimePoint arrival, std::optional<TimePoint> deadline, TimePoint now);

// The status as a message, for where it is the answer to one of many.
google::rpc::Status StatusToWire(const grpc::Status& status);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_RPC_STATUS_H_
