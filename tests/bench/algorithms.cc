// The tables of docs/algorithms.md: every algorithm with every heuristic on an
// easy, a middling and a hardest 3 x 3 board.
//
// usage: bench_algorithms [--json FILE] [--write PAGE]
//
// --write replaces what stands between the page's two table markers.

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/support/algorithm_table.h"
#include "tests/support/boards.h"

namespace taquin {
namespace {

constexpr std::string_view kBegin = "<!-- tables: begin -->\n";
constexpr std::string_view kEnd = "<!-- tables: end -->\n";

// Of the processor, so that other programs do not count.
double MillisecondsOf(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  work();
  return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// One figure in the form that `./run bench` collects.
std::string JsonFigure(const std::string& name, double value, const std::string& unit) {
  return absl::StrFormat(
      R"({"name": "%s", "value": %.12g, "unit": "%s", "target": null, "met": null, "note": ""})",
      name, value, unit);
}

[[noreturn]] void Fail(const std::string& what) {
  std::cerr << "bench_algorithms: " << what << "\n";
  std::exit(2);
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) Fail("cannot write " + path);
}

void ReplaceTables(const std::string& path, const std::string& tables) {
  std::ifstream in(path, std::ios::binary);
  std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    Fail(path + " lacks the markers of the tables");
  }
  const std::size_t first = begin + kBegin.size();
  WriteFile(path, page.replace(first, end - first, tables));
}

int Run(const std::vector<std::string>& arguments) {
  std::string json_file;
  std::string page;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    if (i + 1 == arguments.size()) Fail(arguments[i] + " wants a file");
    if (arguments[i] == "--json") {
      json_file = arguments[i + 1];
    } else if (arguments[i] == "--write") {
      page = arguments[i + 1];
    } else {
      Fail("does not know " + arguments[i] + "; usage: [--json FILE] [--write PAGE]");
    }
  }

  std::string tables;
  std::vector<std::string> figures;
  for (const TableBoard& board : TableBoards()) {
    const std::vector<TableRow> rows = MeasureTable(board.problem, MillisecondsOf);
    int optimum = std::numeric_limits<int>::max();
    for (const TableRow& row : rows) {
      optimum = std::min(optimum, row.length.value_or(optimum));
      const std::string name =
          absl::StrCat(board.name, "/", row.algorithm, "/", row.heuristic, "/");
      if (row.length.has_value()) {
        figures.push_back(JsonFigure(name + "length", *row.length, "moves"));
      }
      figures.push_back(JsonFigure(name + "expanded", static_cast<double>(row.expanded), "nodes"));
      figures.push_back(
          JsonFigure(name + "generated", static_cast<double>(row.generated), "nodes"));
      figures.push_back(
          JsonFigure(name + "peak_nodes", static_cast<double>(row.peak_nodes), "nodes"));
      figures.push_back(JsonFigure(name + "time", row.milliseconds, "ms"));
    }
    absl::StrAppend(&tables, "\n### ", board.name, ": ", board.problem.start.ToString(), ", ",
                    optimum, " moves\n\n", ToMarkdown(rows));
  }
  tables += "\n";
  std::cout << tables;
  if (!page.empty()) ReplaceTables(page, tables);
  if (!json_file.empty()) {
    std::string json = "[";
    for (std::size_t i = 0; i < figures.size(); ++i) {
      absl::StrAppend(&json, i == 0 ? "\n  " : ",\n  ", figures[i]);
    }
    WriteFile(json_file, json + "\n]\n");
  }
  return 0;
}

}  // namespace
}  // namespace taquin

int main(int argc, char** argv) { return taquin::Run({argv + 1, argv + argc}); }
