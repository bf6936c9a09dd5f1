#include "client/commands/batch.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "client/batch_output.h"
#include "client/batch_run.h"
#include "client/commands/board_sources.h"
#include "client/interrupt.h"
#include "client/terminal/progress_reporter.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

// Between two looks at how far it is.
constexpr absl::Duration kProgressInterval = absl::Milliseconds(100);

// `share` of the input is done, `share_before` of it before this run had anything
// to do: what an earlier run has answered.
std::string DescribeRun(std::int64_t done, absl::Duration elapsed, std::optional<double> share,
                        double share_before) {
  const double seconds = std::max(absl::ToDoubleSeconds(elapsed), 1e-9);
  std::string text =
      absl::StrFormat("%s boards, %s/s, %s", FormatExact(done),
                      FormatCount(static_cast<double>(done) / seconds), FormatElapsed(elapsed));
  if (share && *share > 0) {
    constexpr int kBarWidth = 20;
    const int filled = static_cast<int>(std::lround(*share * kBarWidth));
    text = "[" + std::string(static_cast<std::size_t>(filled), '=') +
           std::string(static_cast<std::size_t>(kBarWidth - filled), ' ') + "] " + text;
    // Nothing is known of the time that the first boards take.
    if (*share > share_before) {
      text += ", " + FormatElapsed(elapsed * ((1 - *share) / (*share - share_before))) + " to go";
    }
  }
  return text;
}

}  // namespace

CLI::App* BatchCommand::Register(CLI::App& app) {
  CLI::App* batch =
      app.add_subcommand("batch", "Solve many boards; a line of JSON or CSV for each");
  boards_.Register(*batch, BoardOptions::Boards::kSeveral);
  search_.Register(*batch);
  batch->add_option("-c,--concurrency", concurrency_, "Boards that the server has at a time")
      ->check(CLI::Validator(CLI::Range(1, 512)).description("1 to 512"))
      ->capture_default_str()
      ->type_name("N")
      ->group("Answer");
  batch->add_flag("--as-ready", as_ready_, "Print answers as they come, not in the boards' order")
      ->group("Answer");
  batch->add_flag("--csv", csv_, "Print comma-separated values")->group("Answer");
  batch
      ->add_option("--resume", resume_,
                   "Append to FILE, and leave out the boards that it answers already")
      ->type_name("FILE")
      ->group("Answer");
  batch->footer(
      "An answer's id is its board's name, or its number in the input. The exit code is that of\n"
      "the gravest answer, with --resume of those in FILE too.\n"
      "Examples:\n"
      "  taquin batch boards.txt > answers.json\n"
      "  taquin batch korf100.txt --format korf --csv --resume answers.csv\n"
      "Options of all commands: taquin --help");
  return batch;
}

ExitCode BatchCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  auto sources = BoardSources::Open(boards_);
  if (!sources.ok()) return fail(sources.status());
  EarlierAnswers earlier;
  std::ofstream file;
  if (!resume_.empty()) {
    auto read = ReadEarlierAnswers(resume_, csv_);
    if (!read.ok()) return fail(read.status());
    earlier = *std::move(read);
    file.open(resume_, std::ios::app);
    if (!file) return fail(absl::InvalidArgumentError("cannot write " + resume_));
  }
  std::ostream& out = resume_.empty() ? console.out() : file;
  const auto client = common.Connect(search_.MaxTime());
  if (!client.ok()) return fail(client.status());
  if (csv_ && !earlier.begun) out << CsvHeader() << "\n";

  BatchSummary summary;
  std::int64_t number = 0;
  std::int64_t taken = 0;
  double share_answered = 0;
  const auto next = [&]() -> std::optional<BatchItem> {
    while (auto board = (*sources)->Next()) {
      ++number;
      BatchItem item;
      item.id = board->ok() && !(*board)->id.empty() ? (*board)->id : std::to_string(number);
      if (const auto answer = earlier.outcomes.find(item.id); answer != earlier.outcomes.end()) {
        summary.CountAnsweredBefore(answer->second);
        share_answered = (*sources)->ShareTaken().value_or(0);
        continue;
      }
      ++taken;
      item.status = board->status();
      if (item.status.ok()) {
        search_.Fill(item.request);
        item.request.set_id(item.id);
        *item.request.mutable_start() = std::move((*board)->board);
        auto goal = boards_.ReadGoal(item.request.start());
        item.status = goal.status();
        if (goal.ok()) *item.request.mutable_goal() = *std::move(goal);
      }
      return item;
    }
    return std::nullopt;
  };
  const absl::Time start = absl::Now();
  absl::Time shown = start;
  ProgressReporter reporter(console, When::kAuto);
  const auto print = [&](const BatchAnswer& answer) {
    summary.Count(answer);
    out << (csv_ ? AnswerToCsv(answer) : AnswerToJson(answer)) << std::endl;
    if (const absl::Time now = absl::Now(); now - shown >= kProgressInterval) {
      shown = now;
      // What was taken and is not answered is yet to be done.
      auto share = (*sources)->ShareTaken();
      if (share) {
        *share = share_answered + (*share - share_answered) * static_cast<double>(summary.total()) /
                                      static_cast<double>(taken);
      }
      reporter.ShowPhase(DescribeRun(summary.total(), now - start, share, share_answered));
    }
  };
  BatchRun run(**client, next, print, {concurrency_, as_ready_});
  absl::Status status;
  {
    const InterruptGuard guard([&run] { run.Stop(); });
    status = run.Run();
  }
  reporter.Clear();
  if (!console.quiet) {
    const absl::Duration elapsed = absl::Now() - start;
    console.err() << (console.json ? summary.ToJson(elapsed) : summary.ToText(elapsed))
                  << std::endl;
  }
  if (!resume_.empty() && !file.good()) {
    return fail(absl::InternalError("cannot write " + resume_));
  }
  if (status.ok()) return summary.exit_code();
  // What was printed stays good.
  const std::string advice =
      resume_.empty() ? "the answers above are whole; with them in FILE, --resume FILE goes on"
                      : "the same command goes on from here";
  console.PrintError(
      absl::Status(status.code(), absl::StrFormat("%s\n%s", status.message(), advice)));
  return ExitCodeOf(status);
}

}  // namespace taquin::client
