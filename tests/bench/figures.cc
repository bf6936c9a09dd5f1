#include "tests/bench/figures.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace taquin {
namespace {

std::string Quoted(const std::string& text) {
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"", "\\\""}}), "\"");
}

}  // namespace

std::optional<bool> Figure::met() const {
  if (!target.has_value()) return std::nullopt;
  return better == Better::kLower ? value <= *target : value >= *target;
}

void FigureSheet::Add(const Figure& figure) {
  const char* const sign = figure.better == Better::kLower ? "<=" : ">=";
  const std::string target =
      figure.target.has_value()
          ? absl::StrFormat("%s %g %s", sign, *figure.target, *figure.met() ? "met" : "MISSED")
          : "";
  absl::PrintF("%-52s %12.6g %-14s %-22s %s\n", figure.name, figure.value, figure.unit, target,
               figure.note);
  std::fflush(stdout);
  figures_.push_back(figure);
}

bool FigureSheet::all_met() const {
  return std::all_of(figures_.begin(), figures_.end(),
                     [](const Figure& figure) { return figure.met().value_or(true); });
}

bool FigureSheet::WriteJson(const std::string& path) const {
  std::ofstream out(path);
  const char* separator = "[\n";
  for (const Figure& figure : figures_) {
    const std::optional<bool> met = figure.met();
    out << separator
        << absl::StrFormat(
               R"(  {"name": %s, "value": %.12g, "unit": %s, "target": %s, "met": %s, "note": %s})",
               Quoted(figure.name), figure.value, Quoted(figure.unit),
               met.has_value() ? absl::StrFormat("%.12g", *figure.target) : "null",
               !met.has_value() ? "null" : (*met ? "true" : "false"), Quoted(figure.note));
    separator = ",\n";
  }
  out << (figures_.empty() ? "[" : "") << "\n]\n";
  return out.flush().good();
}

}  // namespace taquin
