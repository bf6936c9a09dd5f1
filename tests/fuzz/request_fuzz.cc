// Requests of any bytes: what the server reads from the wire is either in
// order or has faults with a field each, and what is in order starts a search.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/server_limits.h"
#include "server/wire.h"
#include "solver/search_factory.h"
#include "solver/table_registry.h"
#include "taquin/v1/solver_service.pb.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {
namespace {

void SetBoard(v1::Board* board, const std::vector<int>& tiles) {
  board->set_rows(3);
  board->set_columns(3);
  for (const int tile : tiles) board->add_tiles(tile);
}

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

std::vector<std::string> Seeds() {
  v1::SolveRequest solve;
  SetBoard(solve.mutable_start(), {2, 3, 4, 1, 5, 0, 7, 6, 8});
  std::vector<std::string> seeds = {solve.SerializeAsString()};
  SetBoard(solve.mutable_goal()->mutable_board(), {0, 1, 2, 3, 4, 5, 6, 7, 8});
  solve.set_id("name");
  solve.set_algorithm(v1::ALGORITHM_A_STAR);
  solve.set_heuristic(v1::HEURISTIC_MANHATTAN);
  solve.set_heuristic_weight(1.5);
  solve.set_threads(1);
  solve.mutable_limits()->mutable_time()->set_seconds(3);
  solve.mutable_limits()->set_expansions(100);
  solve.mutable_limits()->set_length(40);
  solve.mutable_progress_interval()->set_nanos(20'000'000);
  seeds.push_back(solve.SerializeAsString());
  v1::VerifyRequest verify;
  SetBoard(verify.mutable_start(), {1, 2, 3, 4, 5, 6, 7, 0, 8});
  verify.add_moves(v1::DIRECTION_RIGHT);
  seeds.push_back(verify.SerializeAsString());
  return seeds;
}

std::vector<std::string> Pieces() {
  return {std::string("\x08\x03", 2),
          std::string("\x10\x03", 2),
          std::string("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11),
          std::string("\x1a\x04\x01\x02\x03\x00", 6),
          std::string("\x20\x7f", 2),
          std::string("\x28\x63", 2),
          std::string("\x31\0\0\0\0\0\0\xf8\x7f", 9),
          std::string("\x12\x02\x08\x02", 4)};
}

}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::Fault;
  namespace fuzz = taquin::fuzz;
  namespace server = taquin::server;
  namespace v1 = taquin::v1;
  const server::ServerLimits limits = {.max_memory_bytes = 1 << 20,
                                       .total_memory_bytes = 1 << 20,
                                       .max_queue_size = 1,
                                       .max_active_searches = 1,
                                       .makes_pattern_tables = false};

  std::vector<Fault> faults;
  const auto task =
      server::TaskFromWire(fuzz::Parsed<v1::SolveRequest>(data, size), limits, faults);
  fuzz::RequireEither(task, faults);
  if (task.has_value()) {
    static const taquin::TableRegistry tables;
    const auto search = taquin::CreateSearch(task->problem, task->options, tables);
    fuzz::Require(search.ok(), "what the server accepts, the solver takes");
    (*search)->Advance(10);
    (*search)->Stop(taquin::Limit::kTime);
    fuzz::Require((*search)->result().peak_memory_bytes <= limits.max_memory_bytes,
                  "a search keeps to the server's memory");
  }
  faults.clear();
  fuzz::RequireEither(server::ProblemFromWire(fuzz::Parsed<v1::CheckRequest>(data, size), faults),
                      faults);
  faults.clear();
  fuzz::RequireEither(
      server::VerifyTaskFromWire(fuzz::Parsed<v1::VerifyRequest>(data, size), faults), faults);
  return 0;
}
