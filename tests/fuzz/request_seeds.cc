// What requests are made of.

#include <string>
#include <vector>

#include "taquin/v1/solver_service.pb.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {
namespace {

void SetBoard(v1::Board* board, const std::vector<int>& tiles) {
  board->set_rows(3);
  board->set_columns(3);
  for (const int tile : tiles) board->add_tiles(tile);
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
  v1::GenerateRequest generate;
  generate.set_rows(3);
  generate.set_columns(4);
  generate.set_count(5);
  generate.set_seed(-1);
  generate.set_first_index(7);
  generate.set_optimal_length(20);
  seeds.push_back(generate.SerializeAsString());
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
