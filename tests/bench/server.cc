// The server's figures beside their targets.
//
// usage: bench_server [--json FILE] [--only PART] [--whole-memory]
//
//   --only PART      fairness, admission, cost, streams or memory; may be repeated
//   --whole-memory   fill the default budget, half of the machine's memory, and
//                    not four gibibytes of it

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "echo.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/grpcpp.h"
#include "server/server_options.h"
#include "tests/bench/figures.h"
#include "tests/bench/load.h"
#include "tests/bench/served_process.h"

namespace taquin {
namespace {

using std::chrono_literals::operator""ms;
using Clock = std::chrono::steady_clock;

constexpr double kMillion = 1e6;
constexpr unsigned kSeed = 20261130;
constexpr std::int64_t kMostMemory = std::int64_t{4} << 30;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The times of SolveOnce calls, one after another, `pause` apart.
std::vector<double> TimeCalls(v1::SolverService::Stub& stub,
                              const std::vector<v1::SolveRequest>& requests, int count,
                              std::chrono::milliseconds pause = 0ms) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    if (pause > 0ms) std::this_thread::sleep_for(pause);
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    const Clock::time_point start = Clock::now();
    if (stub.SolveOnce(&context, requests[static_cast<std::size_t>(i) % requests.size()], &response)
            .ok()) {
      times.push_back(MillisecondsSince(start));
    }
  }
  return times;
}

// Streams that search until this goes.
class OpenStreams {
 public:
  OpenStreams(v1::SolverService::Stub& stub, const std::vector<v1::SolveRequest>& requests) {
    for (const v1::SolveRequest& request : requests) {
      contexts_.push_back(std::make_unique<grpc::ClientContext>());
      readers_.push_back(stub.Solve(contexts_.back().get(), request));
    }
  }

  ~OpenStreams() {
    for (const auto& context : contexts_) context->TryCancel();
    for (const auto& reader : readers_) {
      v1::SolveResponse response;
      while (reader->Read(&response)) {
      }
      reader->Finish();
    }
  }

  OpenStreams(const OpenStreams&) = delete;
  OpenStreams& operator=(const OpenStreams&) = delete;

  // Reads each to its end; the last results.
  std::vector<v1::SolveResult> Results() {
    std::vector<v1::SolveResult> results;
    for (const auto& reader : readers_) {
      v1::SolveResponse response;
      v1::SolveResponse last;
      while (reader->Read(&response)) last.Swap(&response);
      results.push_back(last.result());
    }
    return results;
  }

 private:
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts_;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::SolveResponse>>> readers_;
};

void AddFairness(FigureSheet& sheet, const ServedProcess& served) {
  constexpr int kCalls = 3000;
  constexpr int kLongSearches = 8;
  const auto stub = v1::SolverService::NewStub(Connect(served.address()));
  const std::vector<v1::SolveRequest> boards = RandomBoards(3, 3, 500, kSeed);
  TimeCalls(*stub, boards, 500);
  const std::vector<double> idle = TimeCalls(*stub, boards, kCalls);
  const auto other = v1::SolverService::NewStub(Connect(served.address()));
  std::vector<double> busy;
  {
    const OpenStreams streams(*other, std::vector(kLongSearches, LongRequest()));
    std::this_thread::sleep_for(500ms);
    busy = TimeCalls(*stub, boards, kCalls);
  }
  const double idle_p99 = Percentile(idle, 0.99);
  const double busy_p99 = Percentile(busy, 0.99);
  sheet.Add({"SolveOnce, idle, p50", Percentile(idle, 0.5), "ms", {}, {}, ""});
  sheet.Add({"SolveOnce, idle, p99", idle_p99, "ms", {}, {}, ""});
  sheet.Add({"SolveOnce, every worker searching, p50", Percentile(busy, 0.5), "ms", {}, {}, ""});
  sheet.Add({"SolveOnce, every worker searching, p99", busy_p99, "ms", {}, {}, ""});
  sheet.Add({"fairness: p99 busy / p99 idle", busy_p99 / idle_p99, "x", 3, Better::kLower,
             absl::StrCat(kLongSearches, " searches of 5 x 5 by another caller")});
}

// A server with room for eight searches and as many that wait, and callers who
// want more.
void AddAdmission(FigureSheet& sheet, const ServedProcess& served) {
  constexpr int kCalls = 1000;
  constexpr int kWithDeadline = 8;
  constexpr int kActive = 8;
  const auto stub = v1::SolverService::NewStub(Connect(served.address()));
  const OpenStreams running(*stub, std::vector(kActive, LongRequest()));
  std::this_thread::sleep_for(200ms);
  // These fill the queue until their deadlines pass.
  std::vector<std::thread> waiting;
  std::atomic<int> unsearched = 0;
  for (int i = 0; i < kWithDeadline; ++i) {
    waiting.emplace_back([&stub, &unsearched] {
      grpc::ClientContext context;
      context.set_deadline(std::chrono::system_clock::now() + 6000ms);
      v1::SolveOnceResponse response;
      if (stub->SolveOnce(&context, LongRequest(), &response).ok() &&
          response.result().limit() == v1::LIMIT_TIME &&
          response.result().stats().expanded_count() <= 1) {
        ++unsearched;
      }
    });
  }
  std::this_thread::sleep_for(200ms);
  const auto other = v1::SolverService::NewStub(Connect(served.address()));
  std::vector<double> times;
  for (int i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + 1000ms);
    v1::SolveOnceResponse response;
    const Clock::time_point start = Clock::now();
    const grpc::Status status = other->SolveOnce(&context, LongRequest(), &response);
    google::rpc::Status details;
    if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED &&
        details.ParseFromString(status.error_details()) && details.details_size() == 1 &&
        details.details(0).Is<google::rpc::RetryInfo>()) {
      times.push_back(MillisecondsSince(start));
    }
  }
  for (std::thread& thread : waiting) thread.join();
  sheet.Add({"a full queue refuses with RetryInfo", static_cast<double>(times.size()), "calls",
             kCalls, Better::kHigher,
             absl::StrCat("p50 ", Percentile(times, 0.5), " ms, p99 ", Percentile(times, 0.99),
                          " ms, while every worker searches")});
  sheet.Add({"deadlines that pass in the queue, no search begun", static_cast<double>(unsearched),
             "calls", kWithDeadline, Better::kHigher, ""});
}

void AddSparse(FigureSheet& sheet, const ServedProcess& served) {
  constexpr int kCalls = 25;
  const auto stub = v1::SolverService::NewStub(Connect(served.address()));
  const std::vector<double> times =
      TimeCalls(*stub, RandomBoards(3, 3, kCalls, kSeed), kCalls, 1200ms);
  sheet.Add({"SolveOnce, one each 1.2 s, slowest", Percentile(times, 1), "ms", 5, Better::kLower,
             absl::StrCat(kCalls, " calls")});
}

// Lanes that call one unary rpc each.
template <class Request, class Response>
class Lanes {
 public:
  using Begin = std::function<void(grpc::ClientContext*, const Request*, Response*,
                                   std::function<void(grpc::Status)>)>;

  Lanes(int count, std::vector<Request> requests, Begin begin)
      : requests_(std::move(requests)), begin_(std::move(begin)) {
    for (int i = 0; i < count; ++i) lanes_.push_back(std::make_unique<Lane>());
  }

  void operator()(int index, std::function<void(bool)> done) {
    Lane& lane = *lanes_[static_cast<std::size_t>(index)];
    lane.context.emplace();
    lane.response.Clear();
    const Request& request =
        requests_[(static_cast<std::size_t>(index) + lane.calls++ * lanes_.size()) %
                  requests_.size()];
    begin_(&*lane.context, &request, &lane.response,
           [done = std::move(done)](const grpc::Status& status) { done(status.ok()); });
  }

 private:
  struct Lane {
    std::optional<grpc::ClientContext> context;
    Response response;
    std::size_t calls = 0;
  };

  const std::vector<Request> requests_;
  const Begin begin_;
  std::vector<std::unique_ptr<Lane>> lanes_;
};

void AddCost(FigureSheet& sheet, const ServedProcess& served) {
  constexpr int kInFlight = 64;
  constexpr int kRounds = 5;
  constexpr auto kRound = 2000ms;
  constexpr std::int64_t kBatchBoards = 100'000;
  const auto stub = v1::SolverService::NewStub(Connect(served.address()));
  const auto echo_stub = bench::EchoService::NewStub(Connect(served.echo_address()));
  const std::vector<v1::SolveRequest> boards = RandomBoards(3, 3, 1000, kSeed);
  Lanes<bench::EchoRequest, bench::EchoResponse> echo(
      kInFlight, {{}}, [&](auto* context, auto* request, auto* response, auto done) {
        echo_stub->async()->Echo(context, request, response, std::move(done));
      });
  Lanes<v1::SolveRequest, v1::SolveOnceResponse> solve(
      kInFlight, boards, [&](auto* context, auto* request, auto* response, auto done) {
        stub->async()->SolveOnce(context, request, response, std::move(done));
      });
  CallsPerSecond(kInFlight, 500ms, std::ref(echo));
  CallsPerSecond(kInFlight, 500ms, std::ref(solve));
  std::vector<double> echo_rates;
  std::vector<double> solve_rates;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    echo_rates.push_back(CallsPerSecond(kInFlight, kRound, std::ref(echo)));
    solve_rates.push_back(CallsPerSecond(kInFlight, kRound, std::ref(solve)));
    ratios.push_back(solve_rates.back() / echo_rates.back());
  }
  std::vector<double> resident;
  const BatchFigures batch =
      RunBatch(*stub, boards, kBatchBoards, [&served, &resident](std::int64_t) {
        resident.push_back(static_cast<double>(served.ResidentBytes()) / kMillion);
      });
  const std::string note = absl::StrCat(kInFlight, " calls at once; median of ", kRounds);
  const double once = Percentile(solve_rates, 0.5);
  sheet.Add({"an empty unary rpc", Percentile(echo_rates, 0.5), "calls/s", {}, {}, note});
  sheet.Add({"SolveOnce, 3 x 3", once, "calls/s", {}, {}, note});
  sheet.Add({"cost of the wire: SolveOnce / empty rpc", Percentile(ratios, 0.5), "x", 0.85,
             Better::kHigher, note});
  const double boards_per_second = static_cast<double>(batch.results) / batch.seconds;
  sheet.Add({"SolveBatch, 3 x 3",
             boards_per_second,
             "boards/s",
             {},
             {},
             absl::StrCat(batch.results, " boards, all optimal, through one call")});
  sheet.Add({"SolveBatch / SolveOnce", boards_per_second / once, "x", 4, Better::kHigher, ""});
  sheet.Add({"SolveBatch, boards answered", static_cast<double>(batch.results), "boards",
             static_cast<double>(kBatchBoards), Better::kHigher, ""});
  sheet.Add({"SolveBatch, growth from a tenth to the end", resident.back() - resident[1], "MB", 1,
             Better::kLower, absl::StrCat("resident at its end: ", resident.back(), " MB")});
}

void AddStreams(FigureSheet& sheet, const ServedProcess& served) {
  constexpr int kStreams = 1000;
  constexpr int kIdleStreams = 5000;
  constexpr int kLeavers = 100;
  const auto channel = Connect(served.address());
  const auto stub = v1::SolverService::NewStub(channel);
  std::vector<v1::SolveRequest> requests = RandomBoards(3, 3, kStreams, kSeed + 1);
  std::vector<int> lengths;
  for (v1::SolveRequest& request : requests) {
    grpc::ClientContext context;
    v1::SolveOnceResponse response;
    stub->SolveOnce(&context, request, &response);
    lengths.push_back(response.result().length());
    request.set_algorithm(v1::ALGORITHM_A_STAR);
    request.set_heuristic(v1::HEURISTIC_HAMMING);
    request.mutable_progress_interval()->set_nanos(50'000'000);
  }
  const Clock::time_point start = Clock::now();
  int right = 0;
  {
    OpenStreams streams(*stub, requests);
    const std::vector<v1::SolveResult> results = streams.Results();
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].outcome() == v1::OUTCOME_OPTIMAL && results[i].length() == lengths[i]) ++right;
    }
  }
  sheet.Add({"streams at once, with the right result", static_cast<double>(right), "streams",
             kStreams, Better::kHigher,
             absl::StrCat("A* with progress, ", MillisecondsSince(start) / 1e3, " s in all")});

  {
    const OpenStreams streams(*stub, std::vector(kLeavers, LongRequest()));
    std::this_thread::sleep_for(500ms);
  }
  std::this_thread::sleep_for(500ms);
  const double cancelled = served.Metric("taquin_searches_cancelled_total");
  sheet.Add({"a search goes on after its caller left, mean",
             1e3 * served.Metric("taquin_cancelled_seconds_total") / cancelled, "ms", 10,
             Better::kLower, absl::StrCat(cancelled, " callers left")});
  sheet.Add({"a search goes on after its caller left, longest",
             1e3 * served.Metric("taquin_cancelled_longest_seconds"), "ms", 10, Better::kLower,
             absl::StrCat(cancelled, " callers left")});

  const double before = static_cast<double>(served.ResidentBytes());
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReaderWriter<v1::SolveRequest, v1::SolveBatchResponse>>>
      idle;
  for (int i = 0; i < kIdleStreams; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    idle.push_back(stub->SolveBatch(contexts.back().get()));
  }
  grpc::ClientContext context;
  v1::GetCapabilitiesResponse capabilities;
  stub->GetCapabilities(&context, {}, &capabilities);
  std::this_thread::sleep_for(1000ms);
  const double each = (static_cast<double>(served.ResidentBytes()) - before) / kIdleStreams;
  sheet.Add({"memory of an idle open stream", each / 1024, "KiB", 30, Better::kLower,
             absl::StrCat(kIdleStreams, " SolveBatch calls on one connection")});
  for (const auto& idle_context : contexts) idle_context->TryCancel();
  for (const auto& stream : idle) stream->Finish();
}

void AddMemory(FigureSheet& sheet, const ServedProcess& served) {
  constexpr int kSearches = 200;
  const auto stub = v1::SolverService::NewStub(Connect(served.address()));
  std::vector<v1::SolveRequest> requests = RandomBoards(4, 4, kSearches, kSeed);
  for (v1::SolveRequest& request : requests) {
    request.set_algorithm(v1::ALGORITHM_A_STAR);
    request.set_heuristic(v1::HEURISTIC_MANHATTAN);
  }
  OpenStreams streams(*stub, requests);
  const auto other = v1::SolverService::NewStub(Connect(served.address()));
  std::vector<v1::SolveResult> results;
  std::atomic<bool> done = false;
  std::thread reader([&] {
    results = streams.Results();
    done = true;
  });
  double peak = 0;
  int calls = 0;
  int answered = 0;
  double slowest = 0;
  while (!done) {
    grpc::ClientContext context;
    v1::GetCapabilitiesResponse response;
    const Clock::time_point start = Clock::now();
    ++calls;
    if (other->GetCapabilities(&context, {}, &response).ok()) ++answered;
    slowest = std::max(slowest, MillisecondsSince(start));
    peak = std::max(peak, static_cast<double>(served.ResidentBytes()));
    std::this_thread::sleep_for(20ms);
  }
  reader.join();
  int ended = 0;
  int memory_limits = 0;
  for (const v1::SolveResult& result : results) {
    if (result.outcome() != v1::OUTCOME_UNSPECIFIED) ++ended;
    if (result.limit() == v1::LIMIT_MEMORY) ++memory_limits;
  }
  const double budget = served.Metric("taquin_search_memory_limit_bytes");
  sheet.Add({"200 A* of 4 x 4: peak resident / budget", peak / budget, "x", 1.2, Better::kLower,
             absl::StrCat(peak / kMillion, " MB of ", budget / kMillion, " MB")});
  sheet.Add({"200 A* of 4 x 4: searches answered", static_cast<double>(ended), "searches",
             kSearches, Better::kHigher, absl::StrCat(memory_limits, " at their share of memory")});
  sheet.Add({"200 A* of 4 x 4: GetCapabilities answered", static_cast<double>(answered), "calls",
             static_cast<double>(calls), Better::kHigher,
             absl::StrCat("slowest ", slowest, " ms")});
}

struct Wanted {
  std::string json;
  std::set<std::string> parts;  // Empty: all.
  bool whole_memory = false;

  bool Has(const std::string& part) const { return parts.empty() || parts.contains(part); }
};

int Run(const Wanted& wanted) {
  // Servers are forked before this process has used gRPC.
  server::ServerOptions options;
  options.tables = "none";  // Nothing is built beside what is measured.
  const ServedProcess served(options);
  server::ServerOptions narrow = options;
  narrow.max_active = 8;
  narrow.max_queued = 8;
  const ServedProcess for_admission(narrow);
  // The budget is half of the machine's memory by default; this leaves the rest
  // of the machine in peace.
  options.memory_bytes = server::ResolveOptions(options).memory_bytes;
  if (!wanted.whole_memory) options.memory_bytes = std::min(options.memory_bytes, kMostMemory);
  const ServedProcess for_memory(options);
  FigureSheet sheet;
  if (wanted.Has("fairness")) {
    AddFairness(sheet, served);
    AddSparse(sheet, served);
  }
  if (wanted.Has("admission")) AddAdmission(sheet, for_admission);
  if (wanted.Has("cost")) AddCost(sheet, served);
  if (wanted.Has("streams")) AddStreams(sheet, served);
  if (wanted.Has("memory")) AddMemory(sheet, for_memory);
  if (wanted.json.empty() || sheet.WriteJson(wanted.json)) return 0;
  std::cerr << "bench_server: cannot write " << wanted.json << '\n';
  return 2;
}

std::optional<Wanted> Parse(const std::vector<std::string>& arguments) {
  const std::set<std::string> known = {"fairness", "admission", "cost", "streams", "memory"};
  Wanted wanted;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool has_value = i + 1 < arguments.size();
    if (arguments[i] == "--whole-memory") {
      wanted.whole_memory = true;
    } else if (arguments[i] == "--json" && has_value) {
      wanted.json = arguments[++i];
    } else if (arguments[i] == "--only" && has_value && known.contains(arguments[i + 1])) {
      wanted.parts.insert(arguments[++i]);
    } else {
      return std::nullopt;
    }
  }
  return wanted;
}

}  // namespace
}  // namespace taquin

int main(int argc, char** argv) {
  const auto wanted = taquin::Parse(std::vector<std::string>(argv + 1, argv + argc));
  if (wanted.has_value()) return taquin::Run(*wanted);
  std::cerr << "usage: bench_server [--json FILE] [--whole-memory]\n"
               "         [--only fairness|admission|cost|streams|memory]...\n";
  return 2;
}
