// Requests for tests, and what comes back.

#ifndef TAQUIN_TESTS_SERVER_REQUESTS_H_
#define TAQUIN_TESTS_SERVER_REQUESTS_H_

#include <vector>

#include "grpcpp/grpcpp.h"
#include "taquin/v1/solver_service.grpc.pb.h"

namespace taquin::server {

v1::SolveRequest RequestFor(int rows, int columns, const std::vector<int>& tiles);

// 2 3 4 / 1 5 0 / 7 6 8: solved in 19 moves.
v1::SolveRequest EasyRequest();

// A 5 x 5 board that IDA* with the Manhattan distance works on for years.
v1::SolveRequest EndlessRequest();

// All events of a Solve call, and how it ended.
struct StreamOutcome {
  std::vector<v1::SolveResponse> events;
  grpc::Status status;

  int count(v1::SolveResponse::EventCase kind) const;
  // Of the last event, which is a result.
  const v1::SolveResult& result() const { return events.back().result(); }
};

StreamOutcome ReadToEnd(v1::SolverService::Stub& stub, grpc::ClientContext& context,
                        const v1::SolveRequest& request);

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_REQUESTS_H_
