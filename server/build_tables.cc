#include "server/build_tables.h"

#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/clock.h"
#include "server/table_maker.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""ms;

constexpr Duration kBetweenLooks = 20ms;
constexpr int kPercentStep = 10;

// One line for each change that is worth one.
class ProgressPrinter {
 public:
  explicit ProgressPrinter(std::ostream& out) : out_(out) {}

  void Print(const TableInfo& info) {
    std::string line;
    if (info.state == TableState::kBuilding) {
      const int percent = static_cast<int>(std::floor(info.progress * 100));
      line = absl::StrCat("building, ", percent / kPercentStep * kPercentStep, " %");
    } else if (info.state == TableState::kReady) {
      line = absl::StrCat("ready, ", info.bytes, " bytes, ", info.detail);
    } else if (info.state == TableState::kFailed) {
      line = absl::StrCat("failed: ", info.detail);
    }
    std::string& last = last_[info.name];
    if (line.empty() || line == last) return;
    out_ << info.name << ": " << line << std::endl;
    last = std::move(line);
  }

 private:
  std::ostream& out_;
  std::map<std::string, std::string> last_;
};

bool IsSettled(const TableInfo& info) {
  return info.state != TableState::kQueued && info.state != TableState::kBuilding;
}

}  // namespace

absl::Status BuildTables(Shape shape, const TableRegistryOptions& options, int threads,
                         std::ostream& out) {
  TableRegistry tables(options);
  if (absl::Status status = tables.Want(shape, /*goal_blank=*/0); !status.ok()) return status;
  ProgressPrinter printer(out);
  {
    const TableMaker maker(tables, threads);
    for (bool settled = false; !settled;) {
      std::this_thread::sleep_for(kBetweenLooks);
      settled = true;
      for (const TableInfo& info : tables.List()) {
        settled = settled && IsSettled(info);
        printer.Print(info);
      }
    }
    // The maker's end waits for files that are being written.
  }
  for (const TableInfo& info : tables.List()) {
    printer.Print(info);
    if (info.state == TableState::kFailed || absl::StrContains(info.detail, "not kept")) {
      return absl::ResourceExhaustedError(absl::StrCat(info.name, ": ", info.detail));
    }
  }
  return absl::OkStatus();
}

}  // namespace taquin::server
