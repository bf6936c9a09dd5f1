// The result of a search as text.

#ifndef TAQUIN_CLIENT_COMMANDS_SOLVE_REPORT_H_
#define TAQUIN_CLIENT_COMMANDS_SOLVE_REPORT_H_

#include <optional>
#include <string>

#include "client/exit_code.h"
#include "client/notation/moves.h"
#include "client/terminal/console.h"
#include "taquin/v1/solve.pb.h"
#include "taquin/v1/solver_service.pb.h"

namespace taquin::client {

// What to print of a result.
struct SolveReport {
  v1::Board start;
  // The goal's name; empty if it has none.
  std::string goal_name;
  v1::SolveResult result;
  // What Check says of an unsolvable board, if it was asked.
  std::optional<v1::CheckResponse> check;
  MoveNotation notation = MoveNotation::kBlankLetters;
  // Also print the board after every move.
  bool steps = false;
};

// What stands over a goal; `name` may be empty.
std::string GoalTitle(const std::string& name);

// Two boards beside each other under their titles, or one above the other
// where they are wide. `right` may be empty (no tiles).
void PrintBoards(Console& console, const std::string& left_title, const v1::Board& left,
                 const std::string& right_title, const v1::Board& right);

// The whole report: boards, outcome, path, cost.
void PrintReport(Console& console, const SolveReport& report);

// What a bare answer is: the path, the same in lower case, or its length.
enum class BareAnswer { kPath, kLowerCasePath, kCount };

// The bare answer in a line; "unsolvable" or "not found" where there is none.
void PrintBareAnswer(Console& console, const SolveReport& report, BareAnswer answer);

// "blank-last, spiral" for the layouts of a list; "none of the named layouts"
// if it is empty.
std::string ListLayouts(const google::protobuf::RepeatedField<int>& layouts);

ExitCode ExitCodeOf(const v1::SolveResult& result);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_SOLVE_REPORT_H_
