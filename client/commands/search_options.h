// How to search: the options of every command that does.

#ifndef TAQUIN_CLIENT_COMMANDS_SEARCH_OPTIONS_H_
#define TAQUIN_CLIENT_COMMANDS_SEARCH_OPTIONS_H_

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

class SearchOptions {
 public:
  // Adds the options of limits and threads, and, if `with_choice`, those that
  // choose one algorithm and heuristic. This object must live as long as `app`
  // is parsed.
  void Register(CLI::App& app, bool with_choice = true);

  // Sets everything in the request but its boards. Options that were not given
  // stay unset: the server's defaults.
  void Fill(v1::SolveRequest& request) const;

  // The value of --max-time, or zero.
  absl::Duration MaxTime() const;

 private:
  std::string algorithm_;
  std::string heuristic_;
  std::optional<double> weight_;
  std::optional<int> beam_width_;
  std::string beam_ranking_;
  std::optional<double> gap_;
  std::string max_time_;
  std::string max_expanded_;
  std::string max_memory_;
  std::optional<int> max_length_;
  std::optional<int> threads_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_SEARCH_OPTIONS_H_
