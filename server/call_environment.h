// What every call needs of the server, and what is known of it on arrival.

#ifndef TAQUIN_SERVER_CALL_ENVIRONMENT_H_
#define TAQUIN_SERVER_CALL_ENVIRONMENT_H_

#include <memory>
#include <optional>

#include "grpcpp/grpcpp.h"
#include "server/access_control.h"
#include "server/brief_delay.h"
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
  AccessControl& access;
  Telemetry& telemetry;
  OpenCalls open_calls;
  BriefDelay brief_delay;
};

// A call that has come in.
struct Arrival {
  Call call;
  KnownCaller caller;
  std::optional<grpc::Status> refusal;  // What the call has to end with, if so.
  std::unique_ptr<RpcRecord> record;    // Never null.
};

// Begins the record of a call, finds out who calls and whether they may, and has
// the x-request-id returned in the trailing metadata. What SolveBatch reads is
// counted as requests one by one, not here.
Arrival Arrive(CallEnvironment& environment, Rpc rpc, grpc::CallbackServerContext& context);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_CALL_ENVIRONMENT_H_
