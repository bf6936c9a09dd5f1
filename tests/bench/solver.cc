// The solver's figures beside their targets.
//
// usage: bench_solver [--json FILE] [PART...]
//
// A part is searches, fifteen, twenty-four or instructions; all of them without
// one. The last runs this program again, with --generate WORK TIMES.

#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "tests/bench/figures.h"
#include "tests/bench/instruction_figures.h"
#include "tests/bench/search_figures.h"
#include "tests/bench/table_figures.h"

namespace {

void AddInstructions(taquin::FigureSheet& sheet) {
  taquin::AddInstructionFigures(sheet, std::filesystem::read_symlink("/proc/self/exe").string());
}

struct Part {
  const char* name;
  void (*add)(taquin::FigureSheet&);
};

constexpr Part kParts[] = {{"searches", taquin::AddSearchFigures},
                           {"fifteen", taquin::AddFifteenPuzzleFigures},
                           {"twenty-four", taquin::AddTwentyFourPuzzleFigures},
                           {"instructions", AddInstructions}};

int UsageError() {
  std::cerr << "usage: bench_solver [--json FILE] [searches|fifteen|twenty-four|instructions]...\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 3 && arguments[0] == "--generate") {
    const auto nodes = taquin::GenerateNodes(arguments[1], arguments[2] == "2" ? 2 : 1);
    if (!nodes.has_value()) return UsageError();
    std::cout << "nodes : " << *nodes << "\n";
    return 0;
  }
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
