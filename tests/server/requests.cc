#include "tests/server/requests.h"

#include <algorithm>

namespace taquin::server {

v1::SolveRequest RequestFor(int rows, int columns, const std::vector<int>& tiles) {
  v1::SolveRequest request;
  request.mutable_start()->set_rows(rows);
  request.mutable_start()->set_columns(columns);
  request.mutable_start()->mutable_tiles()->Assign(tiles.begin(), tiles.end());
  return request;
}

v1::SolveRequest EasyRequest() { return RequestFor(3, 3, {2, 3, 4, 1, 5, 0, 7, 6, 8}); }

v1::SolveRequest EndlessRequest() {
  // The first of Korf's and Felner's instances, whose goal has the blank first.
  v1::SolveRequest request = RequestFor(5, 5, {14, 5, 9, 2,  18, 8, 23, 19, 12, 17, 15, 0, 10,
                                               20, 4, 6, 11, 21, 1, 7,  24, 3,  16, 22, 13});
  request.mutable_goal()->set_layout(v1::GOAL_LAYOUT_BLANK_FIRST);
  request.set_algorithm(v1::ALGORITHM_IDA_STAR);
  request.set_heuristic(v1::HEURISTIC_MANHATTAN);
  return request;
}

int StreamOutcome::count(v1::SolveResponse::EventCase kind) const {
  return static_cast<int>(
      std::count_if(events.begin(), events.end(),
                    [kind](const v1::SolveResponse& event) { return event.event_case() == kind; }));
}

StreamOutcome ReadToEnd(v1::SolverService::Stub& stub, grpc::ClientContext& context,
                        const v1::SolveRequest& request) {
  StreamOutcome outcome;
  const auto reader = stub.Solve(&context, request);
  v1::SolveResponse response;
  while (reader->Read(&response)) outcome.events.push_back(response);
  outcome.status = reader->Finish();
  return outcome;
}

}  // namespace taquin::server
