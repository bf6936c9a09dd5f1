#include "client/pages/solve_page.h"

#include <nlohmann/json.hpp>

#include "client/names.h"
#include "client/notation/moves.h"
#include "client/pages/embedded.h"
#include "client/pages/page.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

using Json = nlohmann::ordered_json;

Json TilesOf(const v1::Board& board) {
  Json tiles = Json::array();
  for (const int tile : board.tiles()) tiles.push_back(tile);
  return tiles;
}

Json SamplesOf(const SearchHistory& history) {
  Json samples = Json::array();
  for (const SearchHistory::Sample& sample : history.samples()) {
    Json best;
    if (sample.best_length) best = *sample.best_length;
    samples.push_back({{"seconds", absl::ToDoubleSeconds(sample.elapsed)},
                       {"lowerBound", sample.lower_bound},
                       {"bestLength", best}});
  }
  return samples;
}

}  // namespace

std::string MakeSolvePage(const v1::Board& start, const std::string& goal_name,
                          const v1::SolveResult& result, const SearchHistory& history) {
  const v1::SearchStats& stats = result.stats();
  Json data;
  data["rows"] = start.rows();
  data["columns"] = start.columns();
  data["start"] = TilesOf(start);
  data["goal"] = TilesOf(result.goal());
  data["goalName"] = goal_name;
  data["outcome"] = NameOf(result.outcome());
  data["detail"] = result.detail();
  data["limit"] = result.limit() == v1::LIMIT_UNSPECIFIED ? "" : NameOf(result.limit());
  data["lowerBound"] = result.lower_bound();
  data["moves"] = FormatMoves(MoveNotation::kBlankLetters, start, MovesOf(result));
  data["algorithm"] = NameOf(result.algorithm());
  data["heuristic"] = NameOf(result.heuristic());
  data["table"] = stats.table();
  data["threads"] = stats.threads();
  data["expanded"] = stats.expanded_count();
  data["generated"] = stats.generated_count();
  data["reopened"] = stats.reopened_count();
  data["peakMemoryBytes"] = stats.peak_memory_bytes();
  data["seconds"] = absl::ToDoubleSeconds(FromProto(stats.elapsed()));
  data["history"] = SamplesOf(history);
  return FillPage(kSolveHtml, data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace taquin::client
