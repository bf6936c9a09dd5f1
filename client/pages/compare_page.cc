#include "client/pages/compare_page.h"

#include <nlohmann/json.hpp>

#include "client/names.h"
#include "client/notation/board_writer.h"
#include "client/pages/embedded.h"
#include "client/pages/page.h"
#include "client/terminal/quantity.h"

namespace taquin::client {
namespace {

using Json = nlohmann::ordered_json;

Json SearchToJson(const ComparedSearch& search) {
  Json json = {
      {"board", search.board},
      {"algorithm", NameOf(search.algorithm)},
      {"heuristic", search.heuristic == v1::HEURISTIC_UNSPECIFIED ? "" : NameOf(search.heuristic)},
      {"outcome", OutcomeOf(search)},
      {"limit", ""}};
  for (const char* name :
       {"length", "expanded", "generated", "reopened", "memoryBytes", "branching", "seconds"}) {
    json[name] = nullptr;
  }
  if (!search.result.ok()) return json;
  const v1::SolveResult& result = *search.result;
  const v1::SearchStats& stats = result.stats();
  json["algorithm"] = NameOf(result.algorithm());
  json["heuristic"] = NameOf(result.heuristic());
  if (result.limit() != v1::LIMIT_UNSPECIFIED) json["limit"] = NameOf(result.limit());
  if (result.has_length()) json["length"] = result.length();
  json["expanded"] = stats.expanded_count();
  json["generated"] = stats.generated_count();
  json["reopened"] = stats.reopened_count();
  json["memoryBytes"] = stats.peak_memory_bytes();
  if (const auto branching = BranchingOf(search)) json["branching"] = *branching;
  json["seconds"] = absl::ToDoubleSeconds(FromProto(stats.elapsed()));
  return json;
}

}  // namespace

std::string MakeComparePage(const std::vector<v1::Board>& boards,
                            const std::vector<ComparedSearch>& searches) {
  Json data = {{"boards", Json::array()}, {"searches", Json::array()}};
  for (const v1::Board& board : boards) data["boards"].push_back(FormatBoardLine(board));
  for (const ComparedSearch& search : searches) data["searches"].push_back(SearchToJson(search));
  return FillPage(kCompareHtml, data.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace taquin::client
