#include "client/commands/load.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "absl/strings/str_format.h"
#include "client/commands/choice.h"
#include "client/interrupt.h"
#include "client/load/load_caller.h"
#include "client/notation/source_text.h"
#include "client/rpc_error.h"
#include "client/terminal/progress_reporter.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

constexpr int kDefaultLanes = 8;
// Of an open loop, unless -c says it: more than a server's queue holds.
constexpr int kDefaultMostInFlight = 10'000;
constexpr int kMostInFlight = 100'000;
constexpr absl::Duration kDefaultDuration = absl::Seconds(10);

std::string DescribeProgress(const LoadProgress& progress) {
  const double seconds = std::max(absl::ToDoubleSeconds(progress.elapsed), 1e-9);
  return absl::StrFormat(
      "%s  %s answers, %s/s  %d in flight  %s failed  p99 %s", FormatElapsed(progress.elapsed),
      FormatExact(progress.finished - progress.failed),
      FormatCount(static_cast<double>(progress.finished) / seconds), progress.in_flight,
      FormatExact(progress.failed), FormatElapsed(progress.p99));
}

}  // namespace

CLI::App* LoadCommand::Register(CLI::App& app) {
  CLI::App* load = app.add_subcommand("load", "Ask a server as many callers would, and time it");
  boards_.Register(*load, BoardOptions::Boards::kSeveral);
  draw_.Register(*load);
  load->add_option("--boards", drawn_boards_, "Random boards to draw, where no BOARD is given")
      ->check(CLI::Validator(CLI::Range(1, 1'000'000)).description("1 to 1000000"))
      ->capture_default_str()
      ->type_name("N")
      ->group("Random boards");
  search_.Register(*load);
  const std::string group = "Load";
  load->add_option("--rpc", rpc_, "What to call")
      ->check(Choice(LoadRpcNames()))
      ->capture_default_str()
      ->type_name("NAME")
      ->group(group);
  load->add_option("-c,--concurrency", concurrency_,
                   "Requests in flight [8]; with --rps, the most at once [10000]")
      ->check(CLI::Validator(CLI::Range(1, kMostInFlight)).description("1 to 100000"))
      ->type_name("N")
      ->group(group);
  load->add_option("--rps", rate_, "Send so many requests a second, whatever becomes of them")
      ->check(CLI::Validator(CLI::Range(1e-3, 1e6)).description("0.001 to 1000000"))
      ->type_name("RATE")
      ->group(group);
  load->add_option("--duration", duration_, "Send requests for so long [10s, if no -n is given]")
      ->check(CheckDuration)
      ->type_name("TIME")
      ->group(group);
  load->add_option("-n,--requests", count_, "Send so many requests, as in 5000, 1M")
      ->check(CheckCount)
      ->type_name("N")
      ->group(group);
  load->add_option("--ramp", ramp_, "Take so long to reach the whole load")
      ->check(CheckDuration)
      ->type_name("TIME")
      ->group(group);
  load->add_option("--connections", connections_,
                   "Connections to spread them over; SolveBatch is one call on each")
      ->check(CLI::Validator(CLI::Range(1, 1000)).description("1 to 1000"))
      ->capture_default_str()
      ->type_name("N")
      ->group(group);
  load->add_option("--fail-if", fail_if_,
                   "Exit with 1 if this holds, as in 'p99>50ms', 'queue.mean>=2ms', 'errors>1%', "
                   "'rps<1000'; may be repeated")
      ->type_name("CONDITION")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false)  // What follows is a board.
      ->group(group);
  load->add_flag("--csv", csv_, "Print comma-separated values")->group("Answer");
  load->footer(
      "Latency counts from when a request was due, so a server that stalls cannot hide it.\n"
      "Examples:\n"
      "  taquin load --shape 3x3 -c 16 --duration 2s\n"
      "  taquin load boards.txt --rps 200 -n 400 --fail-if 'p99>50ms' --fail-if 'errors>0'\n"
      "Options of all commands: taquin --help");
  return load;
}

absl::StatusOr<std::vector<FailCondition>> LoadCommand::ReadConditions() const {
  std::vector<FailCondition> conditions;
  std::string text_of_faults;
  std::vector<Violation> violations;
  for (const std::string& text : fail_if_) {
    std::vector<TextFault> faults;
    if (auto condition = ParseFailCondition(text, faults)) {
      conditions.push_back(*std::move(condition));
      continue;
    }
    const absl::Status status =
        FaultStatus("--fail-if", LocateFaults(SourceText(text), std::move(faults)));
    text_of_faults += std::string(status.message());
    for (Violation& violation : DetailsOf(status).violations) {
      violations.push_back(std::move(violation));
    }
  }
  if (!violations.empty()) return InvalidInput(text_of_faults, violations);
  return conditions;
}

LoadOptions LoadCommand::MakeOptions() const {
  LoadOptions options;
  options.rate = rate_;
  options.in_flight = concurrency_.value_or(rate_ ? kDefaultMostInFlight : kDefaultLanes);
  options.ramp = ParseDuration(ramp_).value_or(absl::ZeroDuration());
  options.duration = ParseDuration(duration_);
  options.count = ParseCount(count_);
  if (!options.duration && !options.count) options.duration = kDefaultDuration;
  return options;
}

absl::StatusOr<std::vector<v1::SolveRequest>> LoadCommand::MakeRequests(
    SolverClient& client, LoadDescription& description) const {
  std::vector<v1::SolveRequest> requests;
  const auto add = [&](const v1::Board& board, const v1::Goal& goal) {
    v1::SolveRequest& request = requests.emplace_back();
    search_.Fill(request);
    *request.mutable_start() = board;
    *request.mutable_goal() = goal;
  };
  if (boards_.names_boards()) {
    const auto boards = boards_.ReadInputBoards();
    if (!boards.ok()) return boards.status();
    for (const InputBoard& board : *boards) {
      const auto goal = boards_.ReadGoal(board.board);
      if (!goal.ok()) return goal.status();
      add(board.board, *goal);
    }
    description.boards = absl::StrFormat("%d board%s of the command line", requests.size(),
                                         requests.size() == 1 ? "" : "s");
  } else {
    const auto draw = draw_.MakeRequest(boards_);
    if (!draw.ok()) return draw.status();
    absl::Status drawn =
        DrawBoards(client, *draw, drawn_boards_, [&](const v1::GenerateResponse& response) {
          for (const v1::Board& board : response.boards()) add(board, draw->goal());
          description.boards = absl::StrFormat("%d boards of %dx%d, %s, seed %d", requests.size(),
                                               response.goal().rows(), response.goal().columns(),
                                               draw_.Describe(), response.seed());
        });
    if (!drawn.ok()) return drawn;
  }
  description.board_count = static_cast<std::int64_t>(requests.size());
  return requests;
}

ExitCode LoadCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  const auto conditions = ReadConditions();
  if (!conditions.ok()) return fail(conditions.status());
  const LoadOptions options = MakeOptions();
  std::vector<std::unique_ptr<SolverClient>> clients;
  std::vector<std::unique_ptr<LoadCaller>> callers;
  for (int i = 0; i < connections_; ++i) {
    auto client = common.Connect(search_.MaxTime(), false);
    if (!client.ok()) return fail(client.status());
    clients.push_back(*std::move(client));
    callers.push_back(MakeLoadCaller(LoadRpcOf(rpc_), *clients.back()));
  }
  LoadDescription description{.rpc = rpc_,
                              .server = clients.front()->server(),
                              .boards = {},
                              .rate = options.rate,
                              .in_flight = options.in_flight,
                              .connections = connections_,
                              .ramp = options.ramp};
  const auto requests = MakeRequests(*clients.front(), description);
  if (!requests.ok()) return fail(requests.status());

  LoadRun run(callers, *requests, options);
  ProgressReporter reporter(console, When::kAuto);
  absl::Status status;
  {
    const InterruptGuard guard([&run] { run.Stop(); });
    status = run.Run([&reporter](const LoadProgress& progress) {
      reporter.ShowPhase(DescribeProgress(progress));
    });
  }
  reporter.Clear();
  const LoadReport& report = run.report();
  console.out() << (csv_           ? LoadToCsv(description, report, *conditions)
                    : console.json ? LoadToJson(description, report, *conditions)
                                   : LoadToText(description, report, *conditions))
                << std::flush;
  if (status.ok() && report.succeeded() == 0) status = report.commonest_failure();
  if (!status.ok()) return fail(status);
  for (const FailCondition& condition : *conditions) {
    if (Fails(condition, report)) return ExitCode::kNegative;
  }
  return ExitCode::kSuccess;
}

}  // namespace taquin::client
