// Callers of the service, as many as wanted, from one process.

#ifndef TAQUIN_TESTS_BENCH_LOAD_H_
#define TAQUIN_TESTS_BENCH_LOAD_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin {

// A connection of its own, and so a caller of its own on loopback.
std::shared_ptr<grpc::Channel> Connect(const std::string& address);

// `count` random boards that can be solved, the same for the same seed.
std::vector<v1::SolveRequest> RandomBoards(int rows, int columns, int count, unsigned seed);

// A 5 x 5 board on which IDA* works for years.
v1::SolveRequest LongRequest();

// One call after another in each of `in_flight` lanes for `length`; calls a
// second. `call` begins one on a lane and has `done` called at its end.
using BeginCall = std::function<void(int lane, std::function<void(bool ok)> done)>;
double CallsPerSecond(int in_flight, std::chrono::milliseconds length, const BeginCall& call);

// What a batch did.
struct BatchFigures {
  std::int64_t answers = 0;
  std::int64_t results = 0;  // Of them, optimal ones.
  double seconds = 0;
  bool ok = false;
};

// All requests, repeated in turn up to `count`, through one SolveBatch call.
// `at` is called with the answers so far, now and then.
BatchFigures RunBatch(v1::SolverService::Stub& stub, const std::vector<v1::SolveRequest>& requests,
                      std::int64_t count, const std::function<void(std::int64_t)>& at);

// Of unsorted values; `share` from 0 to 1.
double Percentile(std::vector<double> values, double share);

}  // namespace taquin

#endif  // TAQUIN_TESTS_BENCH_LOAD_H_
