// Requests of any bytes: what the server finds in order, the solver takes, and
// searches within the server's memory.

#include <cstdint>
#include <vector>

#include "server/server_limits.h"
#include "server/wire.h"
#include "solver/search_factory.h"
#include "solver/table_registry.h"
#include "taquin/v1/solver_service.pb.h"
#include "tests/fuzz/fuzzer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::fuzz::Require;
  namespace server = taquin::server;
  const server::ServerLimits limits = {.max_memory_bytes = 1 << 20,
                                       .total_memory_bytes = 1 << 20,
                                       .max_queue_size = 1,
                                       .max_active_searches = 1,
                                       .makes_pattern_tables = false};
  taquin::v1::SolveRequest request;
  // A part that was understood before the bytes went wrong is a message too.
  static_cast<void>(request.ParseFromArray(data, static_cast<int>(size)));
  std::vector<taquin::Fault> faults;
  const auto task = server::TaskFromWire(request, limits, faults);
  if (!task.has_value()) return 0;
  static const taquin::TableRegistry tables;
  const auto search = taquin::CreateSearch(task->problem, task->options, tables);
  Require(search.ok(), "what the server accepts, the solver takes");
  (*search)->Advance(10);
  (*search)->Stop(taquin::Limit::kTime);
  Require((*search)->result().peak_memory_bytes <= limits.max_memory_bytes,
          "a search keeps to the server's memory");
  return 0;
}
