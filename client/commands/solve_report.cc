#include "client/commands/solve_report.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/notation/path_replay.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// Boards wider than this together go below each other.
constexpr std::size_t kMaxWidth = 76;

std::string CountMoves(int count) {
  return absl::StrFormat("%d move%s", count, count == 1 ? "" : "s");
}

void PrintBoard(Console& console, const std::string& title, const v1::Board& board) {
  console.out() << console.Paint(Style::kDim, title) << "\n";
  for (const std::string& line : FormatBoardGrid(board)) console.out() << line << "\n";
}

std::string DescribeOutcome(Console& console, const SolveReport& report) {
  const v1::SolveResult& result = report.result;
  switch (result.outcome()) {
    case v1::OUTCOME_OPTIMAL:
      if (result.length() == 0) return console.Paint(Style::kGreen, "already solved: 0 moves");
      return console.Paint(Style::kGreen, "optimal: " + CountMoves(result.length()));
    case v1::OUTCOME_FEASIBLE: {
      const double gap = result.length() == 0
                             ? 0
                             : 100.0 * (result.length() - result.lower_bound()) / result.length();
      return console.Paint(Style::kYellow, "feasible: " + CountMoves(result.length())) +
             absl::StrFormat(", at least %d needed (gap %.1f%%)", result.lower_bound(), gap);
    }
    case v1::OUTCOME_UNSOLVABLE:
      return console.Paint(Style::kRed, "unsolvable") + " for the goal " +
             (report.goal_name.empty() ? FormatBoardLine(result.goal()) : report.goal_name);
    case v1::OUTCOME_NOT_FOUND:
      return console.Paint(Style::kRed, "not found") +
             absl::StrFormat(": at least %s needed", CountMoves(result.lower_bound()));
    default:
      return "outcome " + NameOf(result.outcome());
  }
}

void PrintOutcome(Console& console, const SolveReport& report) {
  const v1::SolveResult& result = report.result;
  std::ostream& out = console.out();
  out << DescribeOutcome(console, report) << "\n";
  if (result.limit() != v1::LIMIT_UNSPECIFIED) {
    out << "stopped by the limit on " << NameOf(result.limit()) << "\n";
  }
  if (!result.detail().empty()) out << console.Fit(result.detail()) << "\n";
  if (report.check) {
    out << "it can reach " << ListLayouts(report.check->reachable_layouts()) << "\n";
  }
}

std::string_view LabelOf(MoveNotation notation) {
  switch (notation) {
    case MoveNotation::kBlankLetters:
    case MoveNotation::kWords:
    case MoveNotation::kRunLength:
      return "blank moves: ";
    case MoveNotation::kTileLetters:
      return "tile moves: ";
    case MoveNotation::kTileNumbers:
      return "tiles moved: ";
    case MoveNotation::kBoards:
      return "boards:\n";
  }
  return "";
}

void PrintSteps(Console& console, const v1::Board& start, const Moves& moves) {
  PathReplay replay(start);
  std::size_t number = 0;
  for (const v1::Direction move : moves) {
    const int tile = replay.Move(move).value_or(0);
    std::string title = absl::StrFormat("\n%d/%d  blank ", ++number, moves.size());
    for (const char c : DirectionWord(move)) title += static_cast<char>(c - 'A' + 'a');
    PrintBoard(console, title + absl::StrFormat(" (tile %d)", tile), replay.board());
  }
}

void PrintCost(Console& console, const v1::SolveResult& result) {
  const v1::SearchStats& stats = result.stats();
  std::string line = NameOf(result.algorithm());
  if (result.heuristic() != v1::HEURISTIC_ZERO && result.heuristic() != v1::HEURISTIC_UNSPECIFIED) {
    line += " with " + NameOf(result.heuristic());
  }
  if (!stats.table().empty()) line += " (" + stats.table() + ")";
  line += ": " + FormatExact(stats.expanded_count()) + " expanded, " +
          FormatExact(stats.generated_count()) + " generated";
  if (stats.reopened_count() > 0) line += ", " + FormatExact(stats.reopened_count()) + " reopened";
  line += ", " + FormatBytes(static_cast<double>(stats.peak_memory_bytes())) + ", " +
          FormatElapsed(FromProto(stats.elapsed()));
  if (stats.threads() > 1) line += absl::StrFormat(" on %d threads", stats.threads());
  console.out() << console.Paint(Style::kDim, line) << "\n";
  if (console.verbose) {
    console.out() << console.Paint(Style::kDim, "waited in the queue: " +
                                                    FormatElapsed(FromProto(stats.queue_time())))
                  << "\n";
  }
}

}  // namespace

std::string GoalTitle(const std::string& name) {
  return name.empty() ? "goal" : "goal (" + name + ")";
}

void PrintBoards(Console& console, const std::string& left_title, const v1::Board& left,
                 const std::string& right_title, const v1::Board& right) {
  if (right.tiles_size() == 0) {
    PrintBoard(console, left_title, left);
    return;
  }
  const std::vector<std::string> left_lines = FormatBoardGrid(left);
  const std::vector<std::string> right_lines = FormatBoardGrid(right);
  const std::size_t left_width = std::max(left_lines[0].size(), left_title.size()) + 4;
  if (left_width + right_lines[0].size() > kMaxWidth || left_lines.size() != right_lines.size()) {
    PrintBoard(console, left_title, left);
    PrintBoard(console, right_title, right);
    return;
  }
  const auto print = [&](const std::string& a, const std::string& b, bool dim) {
    const std::string text = a + std::string(left_width - a.size(), ' ') + b;
    console.out() << (dim ? console.Paint(Style::kDim, text) : text) << "\n";
  };
  print(left_title, right_title, true);
  for (std::size_t i = 0; i < left_lines.size(); ++i) print(left_lines[i], right_lines[i], false);
}

void PrintReport(Console& console, const SolveReport& report) {
  PrintBoards(console, "board", report.start, GoalTitle(report.goal_name), report.result.goal());
  console.out() << "\n";
  PrintOutcome(console, report);
  if (report.result.has_length() && report.result.length() > 0) {
    const Moves moves = MovesOf(report.result);
    console.out() << LabelOf(report.notation)
                  << console.Paint(Style::kBold, FormatMoves(report.notation, report.start, moves))
                  << "\n";
    if (report.steps) {
      PrintSteps(console, report.start, moves);
      console.out() << "\n";
    }
  }
  if (report.result.outcome() != v1::OUTCOME_UNSOLVABLE) PrintCost(console, report.result);
}

void PrintBareAnswer(Console& console, const SolveReport& report, BareAnswer answer) {
  const v1::SolveResult& result = report.result;
  if (result.outcome() == v1::OUTCOME_UNSOLVABLE) {
    console.out() << "unsolvable\n";
  } else if (!result.has_length()) {
    console.out() << "not found\n";
  } else if (answer == BareAnswer::kCount) {
    console.out() << result.length() << "\n";
  } else {
    std::string path = FormatMoves(report.notation, report.start, MovesOf(result));
    if (answer == BareAnswer::kLowerCasePath) absl::AsciiStrToLower(&path);
    console.out() << path << "\n";
  }
}

std::string ListLayouts(const google::protobuf::RepeatedField<int>& layouts) {
  if (layouts.empty()) return "none of the named layouts";
  std::string list;
  for (const int layout : layouts) {
    list += (list.empty() ? "" : ", ") + NameOf(static_cast<v1::GoalLayout>(layout));
  }
  return list;
}

ExitCode ExitCodeOf(const v1::SolveResult& result) {
  switch (result.outcome()) {
    case v1::OUTCOME_OPTIMAL:
    case v1::OUTCOME_FEASIBLE:
      return ExitCode::kSuccess;
    case v1::OUTCOME_UNSOLVABLE:
      return ExitCode::kNegative;
    case v1::OUTCOME_NOT_FOUND:
      return ExitCode::kNotFound;
    default:
      return ExitCode::kInternal;
  }
}

}  // namespace taquin::client
