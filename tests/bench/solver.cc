// The solver's figures beside their targets.
//
// usage: bench_solver [--json FILE] [PART...]
//
// A part is searches, fifteen or twenty-four; all of them without one.

#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "tests/bench/figures.h"
#include "tests/bench/search_figures.h"
#include "tests/bench/table_figures.h"

namespace {

struct Part {
  const char* name;
  void (*add)(taquin::FigureSheet&);
};

constexpr Part kParts[] = {{"searches", taquin::AddSearchFigures},
                           {"fifteen", taquin::AddFifteenPuzzleFigures},
                           {"twenty-four", taquin::AddTwentyFourPuzzleFigures}};

int UsageError() {
  std::cerr << "usage: bench_solver [--json FILE] [searches|fifteen|twenty-four]...\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  std::string json;
  std::set<std::string> chosen;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--json") {
      if (++i == arguments.size()) return UsageError();
      json = arguments[i];
      continue;
    }
    bool known = false;
    for (const Part& part : kParts) known = known || arguments[i] == part.name;
    if (!known) return UsageError();
    chosen.insert(arguments[i]);
  }
  taquin::FigureSheet sheet;
  for (const Part& part : kParts) {
    if (chosen.empty() || chosen.count(part.name) > 0) part.add(sheet);
  }
  if (!json.empty() && !sheet.WriteJson(json)) {
    std::cerr << "bench_solver: cannot write " << json << "\n";
    return 2;
  }
  return 0;
}
