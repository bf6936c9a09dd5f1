#include "client/commands/solve.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/commands/solve_report.h"
#include "client/interrupt.h"
#include "client/json.h"
#include "client/notation/moves.h"
#include "client/terminal/path_player.h"
#include "client/terminal/progress_reporter.h"
#include "client/terminal/quantity.h"
#include "client/terminal/raw_terminal.h"

namespace taquin::client {
namespace {

// How often progress is asked for: for eyes, and for logs.
constexpr absl::Duration kLiveInterval = absl::Milliseconds(100);
constexpr absl::Duration kLogInterval = absl::Seconds(1);

MoveNotation NotationOf(const std::string& name) {
  for (const MoveNotationName& entry : kMoveNotationNames) {
    if (entry.name == name) return entry.notation;
  }
  return MoveNotation::kBlankLetters;
}

std::vector<std::string> NotationNames() {
  std::vector<std::string> names;
  for (const MoveNotationName& entry : kMoveNotationNames) names.emplace_back(entry.name);
  return names;
}

// What is known of a search that never came to its end.
class PartialResult {
 public:
  explicit PartialResult(const v1::SolveRequest& request) {
    result_.set_outcome(v1::OUTCOME_NOT_FOUND);
    result_.set_algorithm(request.algorithm());
    result_.set_heuristic(request.heuristic());
    result_.set_id(request.id());
    if (request.goal().has_board()) *result_.mutable_goal() = request.goal().board();
  }

  void OnEvent(const v1::SolveResponse& event) {
    if (event.has_improved()) {
      const v1::Improved& improved = event.improved();
      result_.set_outcome(v1::OUTCOME_FEASIBLE);
      result_.set_length(improved.length());
      *result_.mutable_moves() = improved.moves();
      RaiseLowerBound(improved.lower_bound());
      *result_.mutable_stats()->mutable_elapsed() = improved.elapsed();
    } else if (event.has_progress()) {
      const v1::Progress& progress = event.progress();
      RaiseLowerBound(progress.lower_bound());
      v1::SearchStats& stats = *result_.mutable_stats();
      *stats.mutable_elapsed() = progress.elapsed();
      stats.set_expanded_count(progress.expanded_count());
      stats.set_generated_count(progress.generated_count());
      stats.set_reopened_count(progress.reopened_count());
      stats.set_peak_memory_bytes(std::max(stats.peak_memory_bytes(), progress.memory_bytes()));
    }
  }

  bool has_path() const { return result_.has_length(); }

  v1::SolveResult Take(const std::string& detail) {
    result_.set_detail(detail);
    return std::move(result_);
  }

 private:
  void RaiseLowerBound(int bound) {
    result_.set_lower_bound(std::max(result_.lower_bound(), bound));
  }

  v1::SolveResult result_;
};

// Asks for what a search of our own making cannot know: the goal's board, and
// which goals can be reached.
std::optional<v1::CheckResponse> AskCheck(const v1::Board& start, const v1::Goal& goal,
                                          SolverClient& client) {
  v1::CheckRequest request;
  *request.mutable_start() = start;
  *request.mutable_goal() = goal;
  auto response = client.Check(request);
  if (!response.ok()) return std::nullopt;
  return *std::move(response);
}

}  // namespace

CLI::App* SolveCommand::Register(CLI::App& app) {
  CLI::App* solve =
      app.add_subcommand("solve", "Find a path, and prove it shortest if there is time");
  boards_.Register(*solve, BoardOptions::Boards::kSeveralAsExercises);
  search_.Register(*solve);
  solve->add_option("--progress", progress_, "Show progress on standard error; auto: on a terminal")
      ->check(Choice({"auto", "always", "never"}))
      ->capture_default_str()
      ->type_name("WHEN")
      ->group("Answer");
  solve->add_option("--notation", notation_, "How the path is written")
      ->check(Choice(NotationNames()))
      ->capture_default_str()
      ->type_name("NAME")
      ->group("Answer");
  solve->add_flag("--steps", steps_, "Also print the board after every move")->group("Answer");
  solve->add_flag("--animate", animate_, "Then play the path on the terminal: space, arrows, + - q")
      ->group("Answer");
  files_.Register(*solve);
  solve->footer(
      "Examples:\n"
      "  taquin solve '2 3 4 1 5 x 7 6 8'\n"
      "  taquin solve FE169B4C0A73D852 --algorithm anytime --max-time 10s --html path.html\n"
      "Options of all commands: taquin --help");
  return solve;
}

absl::Status SolveCommand::Prepare(CommonOptions& common) {
  auto boards = boards_.ReadInputBoards();
  if (!boards.ok()) return boards.status();
  inputs_ = *std::move(boards);
  for (const InputBoard& input : inputs_) {
    auto goal = boards_.ReadGoal(input.board);
    if (!goal.ok()) return goal.status();
    goals_.push_back(*std::move(goal));
  }
  if (files_.wanted() && inputs_.size() != 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("a page or a picture shows one board, and here are %d", inputs_.size()));
  }
  if (absl::Status status = files_.Open(); !status.ok()) return status;
  auto connected = common.Connect(search_.MaxTime());
  if (!connected.ok()) return connected.status();
  client_ = *std::move(connected);
  return absl::OkStatus();
}

ExitCode SolveCommand::Run(CommonOptions& common, Console& console) {
  if (const absl::Status status = Prepare(common); !status.ok()) {
    console.PrintError(status);
    return ExitCodeOf(status);
  }
  Cancellation cancellation;
  const InterruptGuard guard([&cancellation] { cancellation.Cancel(); });
  ExitCode worst = ExitCode::kSuccess;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (i > 0 && !console.json && !console.quiet && !boards_.AnswerFormat()) console.out() << "\n";
    const ExitCode code = SolveBoard(inputs_[i], goals_[i], cancellation, console);
    worst = Graver(worst, code);
    if (code == ExitCode::kUnreachable || code == ExitCode::kInterrupted) break;
  }
  return worst;
}

ExitCode SolveCommand::SolveBoard(const InputBoard& board, const v1::Goal& goal,
                                  Cancellation& cancellation, Console& console) {
  v1::SolveRequest request;
  *request.mutable_start() = board.board;
  *request.mutable_goal() = goal;
  request.set_id(board.id);
  search_.Fill(request);
  ToProto(console.err_is_terminal ? kLiveInterval : kLogInterval,
          request.mutable_progress_interval());

  PartialResult partial(request);
  SearchHistory history;
  ProgressReporter reporter(console, WhenOf(progress_),
                            {search_.MaxTime(), request.limits().expansions()});
  reporter.ShowPhase("asking " + client_->server());
  auto result = client_->Solve(
      request,
      [&](const v1::SolveResponse& event) {
        partial.OnEvent(event);
        history.OnEvent(event);
        reporter.OnEvent(event);
      },
      &cancellation);
  reporter.Clear();
  if (result.ok()) {
    history.OnResult(*result);
    ExitCode code = Graver(ExitCodeOf(*result), Answer(board, *result, history, console));
    if (animate_) code = Graver(code, Animate(board, *result, cancellation, console));
    return code;
  }
  const ExitCode code = ExitCodeOf(result.status());
  const bool interrupted = code == ExitCode::kInterrupted;
  if (interrupted || partial.has_path()) {
    v1::SolveResult best = partial.Take(interrupted ? "interrupted" : "the call failed");
    if (!best.has_goal()) {
      if (const auto check = AskCheck(board.board, goal, *client_))
        *best.mutable_goal() = check->goal();
    }
    Answer(board, best, history, console);
  }
  if (!interrupted) console.PrintError(result.status());
  return code;
}

ExitCode SolveCommand::Answer(const InputBoard& board, const v1::SolveResult& result,
                              const SearchHistory& history, Console& console) {
  Print(board, result, console);
  const absl::Status status = files_.Write(board.board, boards_.GoalName(), result, history);
  if (!status.ok()) console.PrintError(status);
  return ExitCodeOf(status);
}

ExitCode SolveCommand::Animate(const InputBoard& board, const v1::SolveResult& result,
                               const Cancellation& cancellation, Console& console) const {
  if (!result.has_length() || result.length() == 0) return ExitCode::kSuccess;
  const auto terminal = RawTerminal::Take();
  if (!terminal.ok()) {
    console.err() << "taquin: nothing is played: " << terminal.status().message()
                  << "; --steps prints every board\n";
    return ExitCode::kSuccess;
  }
  console.out() << std::endl;
  const PlayEnd end = PlayPath(PathPlayer(board.board, result.goal(), MovesOf(result)), **terminal,
                               console, [&cancellation] { return cancellation.cancelled(); });
  return end == PlayEnd::kInterrupted ? ExitCode::kInterrupted : ExitCode::kSuccess;
}

void SolveCommand::Print(const InputBoard& board, const v1::SolveResult& result,
                         Console& console) const {
  if (console.json) {
    console.out() << ToJson(result) << std::endl;
    return;
  }
  SolveReport report;
  report.start = board.board;
  report.goal_name = boards_.GoalName();
  report.result = result;
  report.notation = NotationOf(notation_);
  report.steps = steps_;
  const auto format = boards_.AnswerFormat();
  if (format || console.quiet) {
    PrintBareAnswer(console, report,
                    format == "count"           ? BareAnswer::kCount
                    : format == "lower-letters" ? BareAnswer::kLowerCasePath
                                                : BareAnswer::kPath);
  } else {
    if (result.outcome() == v1::OUTCOME_UNSOLVABLE) {
      v1::Goal goal;
      *goal.mutable_board() = result.goal();
      report.check = AskCheck(board.board, goal, *client_);
    }
    PrintReport(console, report);
  }
  console.out().flush();
}

}  // namespace taquin::client
