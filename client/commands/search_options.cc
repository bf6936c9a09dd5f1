#include "client/commands/search_options.h"

#include <CLI/CLI.hpp>

#include "client/commands/choice.h"
#include "client/commands/common_options.h"
#include "client/names.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
void SearchOptions::Register(CLI::App& app, bool with_choice) {
  const std::string search = "Search";
  if (with_choice) {
    app.add_option("--algorithm", algorithm_, "How to search")
        ->check(ChoiceOf<v1::Algorithm>())
        ->type_name("NAME")
        ->group(search);
    app.add_option("--heuristic", heuristic_, "What to be guided by; bfs, dfs and iddfs use none")
        ->check(ChoiceOf<v1::Heuristic>())
        ->type_name("NAME")
        ->group(search);
  }
  app.add_option("--weight", weight_, "For astar: w in f = g + w*h; above 1 quicker and longer")
      ->type_name("W")
      ->group(search);
  app.add_option("--beam-width", beam_width_, "For beam: states kept in each layer")
      ->type_name("N")
      ->group(search);
  app.add_option("--beam-ranking", beam_ranking_, "For beam: what a layer is ranked by")
      ->check(ChoiceOf<v1::BeamRanking>())
      ->type_name("NAME")
      ->group(search);
  app.add_option("--target-gap", gap_,
                 "Stop once the path is proved within this fraction of the shortest, 0 to 1")
      ->type_name("GAP")
      ->group(search);
  app.add_option("--max-time", max_time_, "Longest search, as in 10, 500ms, 2m")
      ->check(CheckDuration)
      ->type_name("TIME")
      ->group(search);
  app.add_option("--max-expanded", max_expanded_, "Most nodes to expand, as in 5000, 10M")
      ->check(CheckCount)
      ->type_name("N")
      ->group(search);
  app.add_option("--max-memory", max_memory_, "Most memory for the search, as in 512MB, 2GiB")
      ->check(CheckBytes)
      ->type_name("SIZE")
      ->group(search);
  app.add_option("--max-length", max_length_, "Longest path to accept, in moves")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N")
      ->group(search);
  app.add_option("--threads", threads_, "Worker threads of the server for this search")
      ->check(CLI::Validator(CLI::NonNegativeNumber).description(""))
      ->type_name("N")
      ->group(search);
}

absl::Duration SearchOptions::MaxTime() const {
  return ParseDuration(max_time_).value_or(absl::ZeroDuration());
}

void SearchOptions::Fill(v1::SolveRequest& request) const {
  if (const auto algorithm = ValueOf<v1::Algorithm>(algorithm_)) request.set_algorithm(*algorithm);
  if (const auto heuristic = ValueOf<v1::Heuristic>(heuristic_)) request.set_heuristic(*heuristic);
  if (weight_) request.set_heuristic_weight(*weight_);
  if (beam_width_) request.set_beam_width(*beam_width_);
  if (const auto ranking = ValueOf<v1::BeamRanking>(beam_ranking_)) {
    request.set_beam_ranking(*ranking);
  }
  if (gap_) request.set_target_gap(*gap_);
  if (threads_) request.set_threads(*threads_);
  v1::SearchLimits limits;
  if (const auto time = ParseDuration(max_time_)) ToProto(*time, limits.mutable_time());
  if (const auto count = ParseCount(max_expanded_)) limits.set_expansions(*count);
  if (const auto bytes = ParseBytes(max_memory_)) limits.set_memory_bytes(*bytes);
  if (max_length_) limits.set_length(*max_length_);
  if (limits.ByteSizeLong() > 0 || limits.has_length()) *request.mutable_limits() = limits;
}

}  // namespace taquin::client
