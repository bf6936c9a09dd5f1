// Where the messages of taquin.v1 and the types of the solver and the server
// meet; nothing else knows both.
//
// Functions that read a request add to `faults` everything that is wrong with
// it, fields named as in the proto, and return a value exactly if they add
// nothing. They accept any message whatever.

#ifndef TAQUIN_SERVER_WIRE_H_
#define TAQUIN_SERVER_WIRE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/board_check.h"
#include "server/generate_task.h"
#include "server/mailbox.h"
#include "server/path_check.h"
#include "server/server_limits.h"
#include "server/solve_task.h"
#include "solver/board.h"
#include "solver/path.h"
#include "solver/solve_options.h"
#include "solver/solve_result.h"
#include "solver/table_registry.h"
#include "taquin/v1/solve.pb.h"
#include "taquin/v1/solver_service.pb.h"

namespace taquin::server {

inline constexpr int kMaxIdBytes = 128;
inline constexpr int kMaxPathLength = 1'000'000;

struct VerifyTask {
  Problem problem;
  Path path;
};

std::optional<SolveTask> TaskFromWire(const v1::SolveRequest& request, const ServerLimits& limits,
                                      std::vector<Fault>& faults);
std::optional<Problem> ProblemFromWire(const v1::CheckRequest& request, std::vector<Fault>& faults);
std::optional<VerifyTask> VerifyTaskFromWire(const v1::VerifyRequest& request,
                                             std::vector<Fault>& faults);

// `fresh_seed` is for a request that names none.
std::optional<GenerateTask> GenerateTaskFromWire(const v1::GenerateRequest& request,
                                                 std::int64_t fresh_seed,
                                                 std::vector<Fault>& faults);

// Into `wire`, a message without content.
void ResultToWire(const Completion& completion, const SolveTask& task, v1::SolveResult* wire);
v1::SolveResponse EventToWire(const Event& event, const SolveTask& task);
v1::CheckResponse CheckToWire(const BoardCheck& check, const Problem& problem);
v1::VerifyResponse VerifyToWire(const PathCheck& check, const VerifyTask& task);
v1::GenerateResponse GenerateToWire(const GenerateTask& task, const std::vector<Board>& boards);
v1::GetCapabilitiesResponse CapabilitiesToWire(const ServerLimits& limits,
                                               const std::vector<TableInfo>& tables,
                                               std::string_view version);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_WIRE_H_
