// The figures that a benchmark program prints and writes.

#ifndef TAQUIN_TESTS_BENCH_FIGURES_H_
#define TAQUIN_TESTS_BENCH_FIGURES_H_

#include <optional>
#include <string>
#include <vector>

namespace taquin {

enum class Better { kLower, kHigher };

struct Figure {
  std::string name;
  double value = 0;
  std::string unit;
  std::optional<double> target;  // Unset: the figure is for information.
  Better better = Better::kLower;
  std::string note;

  std::optional<bool> met() const;
};

// Prints each figure when it is added, as a row of a table.
class FigureSheet {
 public:
  void Add(const Figure& figure);

  // Whether every figure that has a target meets it.
  bool all_met() const;

  // An array of {"name", "value", "unit", "target", "met", "note"}. False if the
  // file cannot be written.
  bool WriteJson(const std::string& path) const;

 private:
  std::vector<Figure> figures_;
};

}  // namespace taquin

#endif  // TAQUIN_TESTS_BENCH_FIGURES_H_
