#include "client/commands/status.h"

#include <CLI/CLI.hpp>

#include "absl/strings/str_format.h"
#include "client/json.h"
#include "client/names.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

void Print(Console& console, const std::string& server,
           const v1::GetCapabilitiesResponse& response) {
  std::ostream& out = console.out();
  const v1::ServerLimits& limits = response.limits();
  out << console.Paint(Style::kGreen, "serving") << " at " << server << ", version "
      << response.version() << "\n";
  if (console.quiet) return;
  out << absl::StrFormat("%d workers; %d searches at once, %d waiting\n", response.worker_threads(),
                         limits.max_active_searches(), limits.max_queue_size());
  out << console.Fit(absl::StrFormat(
      "one search: %s, %s, %d threads; all together %s; boards up to %dx%d\n",
      FormatElapsed(FromProto(limits.max_time())),
      FormatBytes(static_cast<double>(limits.max_memory_bytes())), limits.max_threads(),
      FormatBytes(static_cast<double>(limits.total_memory_bytes())), limits.max_side(),
      limits.max_side()));
  out << "\nalgorithms\n";
  for (const auto& algorithm : response.algorithms()) {
    std::string heuristics;
    for (const int heuristic : algorithm.heuristics()) {
      heuristics +=
          (heuristics.empty() ? "with " : ", ") + NameOf(static_cast<v1::Heuristic>(heuristic));
    }
    out << console.Fit(absl::StrFormat("  %-14s%-10s%s\n", NameOf(algorithm.algorithm()),
                                       algorithm.optimal() ? "optimal" : "", heuristics));
  }
  if (response.tables().empty()) return;
  out << "\ntables\n";
  for (const auto& table : response.tables()) {
    out << absl::StrFormat("  %s for %dx%d, %s, %s\n", table.name(), table.rows(), table.columns(),
                           FormatBytes(static_cast<double>(table.memory_bytes())),
                           table.ready() ? "ready" : "being built");
  }
}

}  // namespace

CLI::App* StatusCommand::Register(CLI::App& app) {
  CLI::App* status = app.add_subcommand("status", "Tell what the server offers, and its limits");
  status->footer(
      "Examples:\n"
      "  taquin status\n"
      "  taquin status --server solver.example:50051 --json\n"
      "Options of all commands: taquin --help");
  return status;
}

ExitCode StatusCommand::Run(CommonOptions& common, Console& console) {
  const auto client = common.Connect();
  absl::Status status = client.status();
  if (status.ok()) {
    const auto response = (*client)->GetCapabilities();
    if (response.ok()) {
      if (console.json) {
        console.out() << ToJson(*response) << std::endl;
      } else {
        Print(console, (*client)->server(), *response);
      }
      return ExitCode::kSuccess;
    }
    status = response.status();
  }
  console.PrintError(status);
  return ExitCodeOf(status);
}

}  // namespace taquin::client
