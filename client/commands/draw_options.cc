#include "client/commands/draw_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"

namespace taquin::client {
namespace {

constexpr int kDefaultSide = 4;

// Within what every server draws at once, whatever the size of the boards, and
// soon done.
constexpr std::int64_t kBoardsACall = 500;

bool ParseSide(const std::string& text, int& side) {
  return !text.empty() && text.size() <= 4 &&
         text.find_first_not_of("0123456789") == std::string::npos && absl::SimpleAtoi(text, &side);
}

}  // namespace

bool ParseShape(const std::string& text, int& rows, int& columns) {
  const std::size_t cross = text.find_first_of("xX");
  return cross != std::string::npos && ParseSide(text.substr(0, cross), rows) &&
         ParseSide(text.substr(cross + 1), columns);
}

void DrawOptions::Register(CLI::App& app) {
  const std::string group = "Random boards";
  app.add_option("--shape", shape_, "Rows and columns [4x4, or the goal board's]")
      ->check(CLI::Validator(
          [](const std::string& text) -> std::string {
            int rows = 0;
            int columns = 0;
            return ParseShape(text, rows, columns)
                       ? ""
                       : "'" + text + "' is no shape; write ROWSxCOLUMNS, as in 3x4";
          },
          ""))
      ->type_name("RxC")
      ->group(group);
  app.add_option("--seed", seed_, "Draw the boards that this number names [a fresh one]")
      ->type_name("N")
      ->group(group);
  app.add_flag("--uniform", uniform_,
               "Every board that can be solved is equally likely (the default)")
      ->group(group);
  app.add_option("--walk", walk_, "Walk N random moves from the goal, none taken back")
      ->type_name("N")
      ->group(group);
  app.add_option("--length", length_, "Boards whose shortest path has exactly N moves")
      ->type_name("N")
      ->group(group);
}

absl::StatusOr<v1::GenerateRequest> DrawOptions::MakeRequest(
    const BoardOptions& goal_options) const {
  v1::GenerateRequest request;
  int rows = 0;
  int columns = 0;
  const bool has_shape = ParseShape(shape_, rows, columns);
  v1::Board shape;
  shape.set_rows(has_shape ? rows : kDefaultSide);
  shape.set_columns(has_shape ? columns : kDefaultSide);
  auto goal = goal_options.ReadGoal(shape);
  if (!goal.ok()) return goal.status();
  *request.mutable_goal() = *std::move(goal);
  if (has_shape || !request.goal().has_board()) {
    request.set_rows(shape.rows());
    request.set_columns(shape.columns());
  }
  if (seed_) request.set_seed(*seed_);
  if (walk_) request.set_walk_length(*walk_);
  if (length_) request.set_optimal_length(*length_);
  return request;
}

std::string DrawOptions::Describe() const {
  if (length_) return "of length " + std::to_string(*length_);
  if (walk_) return "by a walk of " + std::to_string(*walk_);
  return "random";
}

absl::Status DrawBoards(SolverClient& client, v1::GenerateRequest request, std::int64_t count,
                        const std::function<void(const v1::GenerateResponse&)>& sink) {
  while (request.first_index() < count) {
    request.set_count(static_cast<int>(std::min(kBoardsACall, count - request.first_index())));
    const auto response = client.Generate(request);
    if (!response.ok()) return response.status();
    if (response->boards_size() != request.count()) {
      return absl::InternalError("the server at " + client.server() + " drew " +
                                 std::to_string(response->boards_size()) + " boards, not " +
                                 std::to_string(request.count()));
    }
    sink(*response);
    request.set_seed(response->seed());
    request.set_first_index(request.first_index() + response->boards_size());
  }
  return absl::OkStatus();
}

}  // namespace taquin::client
