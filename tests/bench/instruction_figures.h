// Instructions for each node, counted by callgrind: a figure that no other load
// on the machine changes.

#ifndef TAQUIN_TESTS_BENCH_INSTRUCTION_FIGURES_H_
#define TAQUIN_TESTS_BENCH_INSTRUCTION_FIGURES_H_

#include <cstdint>
#include <optional>
#include <string>

#include "tests/bench/figures.h"

namespace taquin {

// A fixed piece of work, done `times` times. Returns the nodes generated; none
// if there is no work of the name.
std::optional<std::int64_t> GenerateNodes(const std::string& work, int times);

// Runs `program` under valgrind, once with `--generate WORK 1` and once with
// `--generate WORK 2`, which makes it print what GenerateNodes() returns: the
// difference leaves out what comes before and after. Some minutes.
void AddInstructionFigures(FigureSheet& sheet, const std::string& program);

}  // namespace taquin

#endif  // TAQUIN_TESTS_BENCH_INSTRUCTION_FIGURES_H_
