// The solver's figures beside their targets.
//
// usage: bench_solver [--json FILE]

#include <iostream>
#include <string_view>

#include "tests/bench/figures.h"
#include "tests/bench/table_figures.h"

int main(int argc, char** argv) {
  const char* json = nullptr;
  if (argc == 3 && std::string_view(argv[1]) == "--json") {
    json = argv[2];
  } else if (argc != 1) {
    std::cerr << "usage: bench_solver [--json FILE]\n";
    return 2;
  }
  taquin::FigureSheet sheet;
  taquin::AddFifteenPuzzleFigures(sheet);
  taquin::AddTwentyFourPuzzleFigures(sheet);
  if (json != nullptr && !sheet.WriteJson(json)) {
    std::cerr << "bench_solver: cannot write " << json << "\n";
    return 2;
  }
  return 0;
}
