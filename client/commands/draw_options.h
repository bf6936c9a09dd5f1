// Which random boards to draw: the options of every command that has them drawn.

#ifndef TAQUIN_CLIENT_COMMANDS_DRAW_OPTIONS_H_
#define TAQUIN_CLIENT_COMMANDS_DRAW_OPTIONS_H_

#include <CLI/App.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/commands/board_options.h"
#include "client/solver_client.h"
#include "taquin/v1/solver_service.pb.h"

namespace taquin::client {

class DrawOptions {
 public:
  // Adds --shape, --seed and the options of difficulty. This object must live as
  // long as `app` is parsed.
  void Register(CLI::App& app);

  bool has_seed() const { return seed_.has_value(); }

  // The request for the first board of the sequence, for the goal of --goal.
  // Errors: INVALID_ARGUMENT for a goal that cannot be read.
  absl::StatusOr<v1::GenerateRequest> MakeRequest(const BoardOptions& goal) const;

  // The difficulty in words: "random", "of length 20", "by a walk of 30".
  std::string Describe() const;

 private:
  std::string shape_;
  std::optional<std::int64_t> seed_;
  bool uniform_ = false;
  std::optional<int> walk_;
  std::optional<int> length_;
};

// Has `count` boards drawn, in as many calls as it takes, and gives each
// response to `sink`. The sequence is one, whatever the number of calls.
absl::Status DrawBoards(SolverClient& client, v1::GenerateRequest request, std::int64_t count,
                        const std::function<void(const v1::GenerateResponse&)>& sink);

// "3x4" as rows and columns; false for other text.
bool ParseShape(const std::string& text, int& rows, int& columns);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_DRAW_OPTIONS_H_
