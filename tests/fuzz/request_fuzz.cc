// Requests of any bytes: what the server reads from the wire is either in
// order or has faults with a field each.

#include <cstdint>
#include <optional>
#include <vector>

#include "server/server_limits.h"
#include "server/wire.h"
#include "taquin/v1/solver_service.pb.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {
namespace {

template <class Request>
Request Parsed(const std::uint8_t* data, std::size_t size) {
  Request request;
  // A part that was understood before the bytes went wrong is a message too.
  static_cast<void>(request.ParseFromArray(data, static_cast<int>(size)));
  return request;
}

template <class Value>
void RequireEither(const std::optional<Value>& value, const std::vector<Fault>& faults) {
  Require(value.has_value() == faults.empty(), "a value exactly where nothing is wrong");
  for (const Fault& fault : faults) {
    Require(!fault.field.empty() && !fault.description.empty(), "a fault says what and where");
    Require(fault.description.size() < 4000, "a message is short");
  }
}

}  // namespace
}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::Fault;
  namespace fuzz = taquin::fuzz;
  namespace server = taquin::server;
  namespace v1 = taquin::v1;
  const server::ServerLimits limits = {.max_memory_bytes = 1 << 20,
                                       .total_memory_bytes = 1 << 20,
                                       .max_threads = 2,
                                       .max_queue_size = 1,
                                       .max_active_searches = 1};

  std::vector<Fault> faults;
  const auto task =
      server::TaskFromWire(fuzz::Parsed<v1::SolveRequest>(data, size), limits, faults);
  fuzz::RequireEither(task, faults);
  if (task.has_value()) {
    fuzz::Require(task->options.threads >= 1 && task->options.threads <= limits.max_threads,
                  "threads are within the server's");
    fuzz::Require(task->options.limits.memory_bytes <= limits.max_memory_bytes,
                  "memory is within the server's");
    fuzz::Require(task->id.size() <= server::kMaxIdBytes, "an id is short");
  }
  faults.clear();
  fuzz::RequireEither(server::ProblemFromWire(fuzz::Parsed<v1::CheckRequest>(data, size), faults),
                      faults);
  faults.clear();
  fuzz::RequireEither(
      server::VerifyTaskFromWire(fuzz::Parsed<v1::VerifyRequest>(data, size), faults), faults);
  faults.clear();
  fuzz::RequireEither(
      server::GenerateTaskFromWire(fuzz::Parsed<v1::GenerateRequest>(data, size), 1, faults),
      faults);
  return 0;
}
