#include "client/commands/generate.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "client/commands/choice.h"
#include "client/json.h"
#include "client/notation/board_writer.h"

namespace taquin::client {
namespace {

// More than anybody reads.
constexpr std::int64_t kMostBoards = 1'000'000'000;

}  // namespace

CLI::App* GenerateCommand::Register(CLI::App& app) {
  CLI::App* generate = app.add_subcommand("generate", "Draw random boards that can be solved");
  draw_.Register(*generate);
  goal_.RegisterGoal(*generate);
  generate->add_option("-n,--count", count_, "Boards to draw")
      ->check(CLI::Validator(CLI::Range(std::int64_t{1}, kMostBoards)).description("from 1"))
      ->capture_default_str()
      ->type_name("N")
      ->group("Answer");
  generate->add_option("--notation", notation_, "How to write a board")
      ->check(Choice(BoardNotationNames()))
      ->capture_default_str()
      ->type_name("NAME")
      ->group("Answer");
  generate->footer(
      "The same seed draws the same boards on every machine. Where none is given, the one that\n"
      "was drawn by is told on standard error.\n"
      "Examples:\n"
      "  taquin generate -n 5 --shape 3x3 --length 20\n"
      "  taquin generate -n 100 --shape 3x3 --seed 7 | taquin batch - --csv\n"
      "Options of all commands: taquin --help");
  return generate;
}

ExitCode GenerateCommand::Run(CommonOptions& common, Console& console) {
  const auto fail = [&console](const absl::Status& status) {
    console.PrintError(status);
    return ExitCodeOf(status);
  };
  auto request = draw_.MakeRequest(goal_);
  if (!request.ok()) return fail(request.status());
  const BoardNotation notation = BoardNotationOf(notation_).value_or(BoardNotation::kSlashes);
  const v1::Board& goal = request->goal().board();
  const int rows = request->rows() == 0 ? goal.rows() : request->rows();
  const int columns = request->columns() == 0 ? goal.columns() : request->columns();
  if (!CanWrite(notation, rows * columns)) {
    return fail(absl::InvalidArgumentError("--notation " + notation_ + " has no room for " +
                                           std::to_string(rows * columns) +
                                           " cells: write 'slashes'"));
  }
  const auto client = common.Connect();
  if (!client.ok()) return fail(client.status());
  int number = 0;
  const auto print = [&](const v1::GenerateResponse& response) {
    if (number == 0 && !draw_.has_seed() && !console.json && !console.quiet) {
      console.err() << "seed " << response.seed() << std::endl;
    }
    if (console.json) console.out() << ToJson(response) << "\n";
    for (const v1::Board& board : response.boards()) {
      ++number;
      if (console.json) continue;
      if (number > 1 && TakesLines(notation)) console.out() << "\n";
      console.out() << FormatBoard(notation, board, number) << "\n";
    }
    console.out().flush();
  };
  const absl::Status status = DrawBoards(**client, *std::move(request), count_, print);
  return status.ok() ? ExitCode::kSuccess : fail(status);
}

}  // namespace taquin::client
