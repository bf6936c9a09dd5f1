#include "tests/bench/load.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <numeric>
#include <random>
#include <utility>

namespace taquin {
namespace {

using Clock = std::chrono::steady_clock;

double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Even for boards that can be brought to the goal with the blank last.
bool IsSolvable(const std::vector<int>& tiles, int rows, int columns) {
  int inversions = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    for (std::size_t j = i + 1; j < tiles.size(); ++j) {
      if (tiles[j] != 0 && tiles[i] > tiles[j]) ++inversions;
    }
  }
  const auto blank = static_cast<int>(std::find(tiles.begin(), tiles.end(), 0) - tiles.begin());
  const int rows_below = rows - 1 - blank / columns;
  return columns % 2 == 1 ? inversions % 2 == 0 : (inversions + rows_below) % 2 == 0;
}

// Writes as fast as it may and reads as fast as it can.
class BatchCaller final : public grpc::ClientBidiReactor<v1::SolveRequest, v1::SolveBatchResponse> {
 public:
  BatchCaller(v1::SolverService::Stub& stub, const std::vector<v1::SolveRequest>& requests,
              std::int64_t count, const std::function<void(std::int64_t)>& at)
      : requests_(requests), count_(count), at_(at) {
    stub.async()->SolveBatch(&context_, this);
    WriteNext();
    StartRead(&answer_);
    StartCall();
  }

  void OnWriteDone(bool ok) override {
    if (ok) WriteNext();
  }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    ++figures_.answers;
    if (answer_.result().outcome() == v1::OUTCOME_OPTIMAL) ++figures_.results;
    if (figures_.answers % kBetweenLooks == 0) at_(figures_.answers);
    StartRead(&answer_);
  }

  void OnDone(const grpc::Status& status) override {
    const std::lock_guard lock(mutex_);
    figures_.ok = status.ok();
    done_ = true;
    changed_.notify_all();
  }

  BatchFigures Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return done_; });
    return figures_;
  }

 private:
  static constexpr std::int64_t kBetweenLooks = 5000;

  void WriteNext() {
    if (written_ == count_) return StartWritesDone();
    const auto index = static_cast<std::size_t>(written_) % requests_.size();
    // More follows at once, so the transport need not send each by itself.
    grpc::WriteOptions options;
    if (++written_ < count_ && written_ % 16 != 0) options.set_buffer_hint();
    StartWrite(&requests_[index], options);
  }

  const std::vector<v1::SolveRequest>& requests_;
  const std::int64_t count_;
  const std::function<void(std::int64_t)>& at_;
  grpc::ClientContext context_;
  v1::SolveBatchResponse answer_;
  std::int64_t written_ = 0;
  BatchFigures figures_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;
};

}  // namespace

std::shared_ptr<grpc::Channel> Connect(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

std::vector<v1::SolveRequest> RandomBoards(int rows, int columns, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<v1::SolveRequest> requests;
  std::vector<int> tiles(static_cast<std::size_t>(rows * columns));
  std::iota(tiles.begin(), tiles.end(), 0);
  while (static_cast<int>(requests.size()) < count) {
    std::shuffle(tiles.begin(), tiles.end(), random);
    if (!IsSolvable(tiles, rows, columns)) continue;
    v1::SolveRequest& request = requests.emplace_back();
    request.mutable_start()->set_rows(rows);
    request.mutable_start()->set_columns(columns);
    request.mutable_start()->mutable_tiles()->Assign(tiles.begin(), tiles.end());
    request.set_id(std::to_string(requests.size()));
  }
  return requests;
}

v1::SolveRequest LongRequest() {
  v1::SolveRequest request;
  // The first of Korf's and Felner's instances, whose goal has the blank first.
  constexpr int kTiles[] = {14, 5, 9, 2,  18, 8, 23, 19, 12, 17, 15, 0, 10,
                            20, 4, 6, 11, 21, 1, 7,  24, 3,  16, 22, 13};
  request.mutable_start()->set_rows(5);
  request.mutable_start()->set_columns(5);
  request.mutable_start()->mutable_tiles()->Assign(std::begin(kTiles), std::end(kTiles));
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_BLANK_FIRST);
  request.set_algorithm(v1::ALGORITHM_IDA_STAR);
  request.set_heuristic(v1::HEURISTIC_MANHATTAN);
  return request;
}

double CallsPerSecond(int in_flight, std::chrono::milliseconds length, const BeginCall& call) {
  std::mutex mutex;
  std::condition_variable changed;
  int lanes = in_flight;
  std::int64_t calls = 0;
  std::atomic<bool> stop = false;
  const Clock::time_point start = Clock::now();
  std::function<void(int)> begin = [&](int lane) {
    call(lane, [&, lane](bool ok) {
      {
        const std::lock_guard lock(mutex);
        if (ok) ++calls;
        if (stop) {
          --lanes;
          changed.notify_all();
          return;
        }
      }
      begin(lane);
    });
  };
  for (int lane = 0; lane < in_flight; ++lane) begin(lane);
  std::unique_lock lock(mutex);
  changed.wait_for(lock, length, [] { return false; });
  stop = true;
  const double rate = static_cast<double>(calls) / Since(start);
  changed.wait(lock, [&lanes] { return lanes == 0; });
  return rate;
}

BatchFigures RunBatch(v1::SolverService::Stub& stub, const std::vector<v1::SolveRequest>& requests,
                      std::int64_t count, const std::function<void(std::int64_t)>& at) {
  const Clock::time_point start = Clock::now();
  BatchCaller caller(stub, requests, count, at);
  BatchFigures figures = caller.Wait();
  figures.seconds = Since(start);
  return figures;
}

double Percentile(std::vector<double> values, double share) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

}  // namespace taquin
