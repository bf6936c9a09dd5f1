// How fast the searches expand with a heuristic that needs no tables.

#ifndef TAQUIN_TESTS_BENCH_SEARCH_FIGURES_H_
#define TAQUIN_TESTS_BENCH_SEARCH_FIGURES_H_

#include "tests/bench/figures.h"

namespace taquin {

// A* and IDA* with Manhattan distance on 3 x 3 and 4 x 4, one thread. Under a
// minute.
void AddSearchFigures(FigureSheet& sheet);

}  // namespace taquin

#endif  // TAQUIN_TESTS_BENCH_SEARCH_FIGURES_H_
