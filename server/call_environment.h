// What every call needs of the server, and what is known of it on arrival.

#ifndef TAQUIN_SERVER_CALL_ENVIRONMENT_H_
#define TAQUIN_SERVER_CALL_ENVIRONMENT_H_

#include <memory>

#include "grpcpp/grpcpp.h"
#include "server/clock.h"
#include "server/open_calls.h"
#include "server/rpc.h"
#include "server/rpc_record.h"
#include "server/scheduler.h"
#include "server/session_factory.h"
#include "server/telemetry.h"

namespace taquin::server {

// The members outlive every call.
struct CallEnvironment {
  Scheduler& scheduler;
  const SessionFactory& sessions;
  const Clock& clock;
  Telemetry& telemetry;
  OpenCalls open_calls;
};

// A call that has come in.
struct Arrival {
  Call call;
  std::unique_ptr<RpcRecord> record;  // Never null.
};

// Begins the record of a call, reads its deadline and its metadata, and has its
// x-request-id returned in the trailing metadata.
Arrival Arrive(CallEnvironment& environment, Rpc rpc, grpc::CallbackServerContext& context);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_CALL_ENVIRONMENT_H_
