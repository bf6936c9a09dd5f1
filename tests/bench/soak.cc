// Mixed load for as long as wanted: searches of all sizes, batches, cancels, bad
// requests, callers that come and go. Prints throughput, latency and resident
// memory over time, and fails if the server grows or anything goes wrong.
//
// usage: bench_soak [--minutes N] [--json FILE]

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "grpcpp/grpcpp.h"
#include "tests/bench/figures.h"
#include "tests/bench/load.h"
#include "tests/bench/served_process.h"

namespace taquin {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using Clock = std::chrono::steady_clock;

constexpr unsigned kSeed = 20261130;
constexpr int kCallers = 8;

// Beyond this, a process that should be level has grown.
constexpr double kMostGrowthBytes = 16e6;

// What happened since it was last asked.
struct Tally {
  std::int64_t calls = 0;
  std::int64_t wrong = 0;            // Answers that should have been others.
  std::vector<double> milliseconds;  // Of small SolveOnce calls.
  std::string example;               // Of what was wrong.
};

// Adds up what the callers see. Thread-safe.
class Ledger {
 public:
  void Call(bool right, const std::string& what) {
    const std::lock_guard lock(mutex_);
    ++tally_.calls;
    if (right) return;
    ++tally_.wrong;
    tally_.example = what;
  }

  void Time(double milliseconds) {
    const std::lock_guard lock(mutex_);
    tally_.milliseconds.push_back(milliseconds);
  }

  Tally Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(tally_, {});
  }

 private:
  std::mutex mutex_;
  Tally tally_;
};

// One caller, who connects anew every so many calls.
class Caller {
 public:
  Caller(std::string address, unsigned seed, Ledger& ledger)
      : address_(std::move(address)),
        ledger_(ledger),
        random_(seed),
        small_(RandomBoards(3, 3, 200, seed)),
        large_(RandomBoards(4, 4, 200, seed)) {}

  void Run(const std::atomic<bool>& stop) {
    while (!stop) {
      stub_ = v1::SolverService::NewStub(Connect(address_));
      for (int i = 0; i < 200 && !stop; ++i) Step();
    }
  }

 private:
  void Step() {
    const auto kind = random_() % 100;
    if (kind < 60) return Small();
    if (kind < 75) return Limited();
    if (kind < 85) return Cancelled();
    if (kind < 95) return Bad();
    Batch();
  }

  const v1::SolveRequest& Any(const std::vector<v1::SolveRequest>& requests) {
    return requests[random_() % requests.size()];
  }

  void Small() {
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    const Clock::time_point start = Clock::now();
    const grpc::Status status = stub_->SolveOnce(&context, Any(small_), &response);
    ledger_.Time(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    ledger_.Call(status.ok() && response.result().outcome() == v1::OUTCOME_OPTIMAL,
                 absl::StrCat("SolveOnce: ", status.error_message()));
  }

  void Limited() {
    v1::SolveRequest request = Any(large_);
    constexpr std::array kAlgorithms = {v1::ALGORITHM_A_STAR, v1::ALGORITHM_IDA_STAR,
                                        v1::ALGORITHM_BIDIRECTIONAL, v1::ALGORITHM_GREEDY,
                                        v1::ALGORITHM_BEAM};
    request.set_algorithm(kAlgorithms[random_() % kAlgorithms.size()]);
    request.mutable_limits()->set_expansions(20'000);
    request.mutable_progress_interval()->set_nanos(10'000'000);
    grpc::ClientContext context;
    const auto reader = stub_->Solve(&context, request);
    v1::SolveResponse response;
    while (reader->Read(&response)) {
    }
    const grpc::Status status = reader->Finish();
    ledger_.Call(status.ok() && response.has_result(),
                 absl::StrCat("Solve: ", status.error_message()));
  }

  void Cancelled() {
    grpc::ClientContext context;
    const auto reader = stub_->Solve(&context, LongRequest());
    std::this_thread::sleep_for(std::chrono::milliseconds(random_() % 20));
    context.TryCancel();
    ledger_.Call(reader->Finish().error_code() == grpc::StatusCode::CANCELLED, "a cancelled Solve");
  }

  void Bad() {
    v1::SolveRequest request = Any(small_);
    request.mutable_start()->set_tiles(0, 77);
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    ledger_.Call(stub_->SolveOnce(&context, request, &response).error_code() ==
                     grpc::StatusCode::INVALID_ARGUMENT,
                 "a bad request");
  }

  void Batch() {
    constexpr std::int64_t kBoards = 100;
    const BatchFigures figures = RunBatch(*stub_, small_, kBoards, [](std::int64_t) {});
    ledger_.Call(figures.ok && figures.results == kBoards, "a batch");
  }

  const std::string address_;
  Ledger& ledger_;
  std::mt19937 random_;
  const std::vector<v1::SolveRequest> small_;
  const std::vector<v1::SolveRequest> large_;
  std::unique_ptr<v1::SolverService::Stub> stub_;
};

double Mean(const std::vector<double>& values, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) sum += values[i];
  return sum / static_cast<double>(to - from);
}

int Run(double minutes, const char* json) {
  constexpr int kLooks = 20;
  server::ServerOptions options;
  options.tables = "none";
  const ServedProcess served(options);
  const double descriptors = served.Metric("process_open_fds");
  Ledger ledger;
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kCallers; ++i) {
    threads.emplace_back([&ledger, &stop, address = served.address(), i] {
      Caller(address, kSeed + i, ledger).Run(stop);
    });
  }
  const auto between = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double, std::ratio<60>>(minutes / kLooks));
  std::vector<double> resident;
  std::int64_t calls = 0;
  std::int64_t wrong = 0;
  std::vector<double> all_times;
  absl::PrintF("%10s %12s %10s %10s %12s %8s\n", "seconds", "calls/s", "p50 ms", "p99 ms",
               "resident MB", "wrong");
  const Clock::time_point start = Clock::now();
  for (int look = 1; look <= kLooks; ++look) {
    std::this_thread::sleep_until(start + look * between);
    const Tally tally = ledger.Take();
    resident.push_back(static_cast<double>(served.ResidentBytes()));
    calls += tally.calls;
    wrong += tally.wrong;
    all_times.insert(all_times.end(), tally.milliseconds.begin(), tally.milliseconds.end());
    absl::PrintF("%10.0f %12.0f %10.2f %10.2f %12.1f %8d\n",
                 std::chrono::duration<double>(Clock::now() - start).count(),
                 static_cast<double>(tally.calls) / std::chrono::duration<double>(between).count(),
                 Percentile(tally.milliseconds, 0.5), Percentile(tally.milliseconds, 0.99),
                 resident.back() / 1e6, tally.wrong);
    if (!tally.example.empty()) absl::PrintF("  wrong: %s\n", tally.example);
    std::fflush(stdout);
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  std::this_thread::sleep_for(1s);

  FigureSheet sheet;
  const std::size_t quarter = resident.size() / 4;
  const double growth =
      Mean(resident, 3 * quarter, 4 * quarter) - Mean(resident, quarter, 2 * quarter);
  sheet.Add({"soak, calls",
             static_cast<double>(calls),
             "calls",
             {},
             {},
             absl::StrCat(minutes, " minutes, ", kCallers, " callers")});
  sheet.Add({"soak, small SolveOnce, p99", Percentile(all_times, 0.99), "ms", {}, {}, ""});
  sheet.Add({"soak, wrong answers", static_cast<double>(wrong), "calls", 0, Better::kLower, ""});
  sheet.Add({"soak, growth from the second to the last quarter", growth / 1e6, "MB",
             kMostGrowthBytes / 1e6, Better::kLower,
             absl::StrCat("resident at the end: ", resident.back() / 1e6, " MB")});
  sheet.Add({"soak, searches left", served.Metric("taquin_searches_active"), "searches", 0,
             Better::kLower, ""});
  sheet.Add({"soak, memory of searches left", served.Metric("taquin_search_memory_bytes"), "bytes",
             0, Better::kLower, ""});
  sheet.Add({"soak, descriptors left", served.Metric("process_open_fds") - descriptors, "files", 0,
             Better::kLower, ""});
  if (json != nullptr && !sheet.WriteJson(json)) return 2;
  return sheet.all_met() ? 0 : 1;
}

}  // namespace
}  // namespace taquin

int main(int argc, char** argv) {
  double minutes = 1;
  const char* json = nullptr;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (i + 1 < argc && flag == "--json") {
      json = argv[i + 1];
    } else if (i + 1 == argc || flag != "--minutes" || !absl::SimpleAtod(argv[i + 1], &minutes) ||
               !(minutes > 0)) {
      std::cerr << "usage: bench_soak [--minutes N] [--json FILE]\n";
      return 2;
    }
  }
  return taquin::Run(minutes, json);
}
