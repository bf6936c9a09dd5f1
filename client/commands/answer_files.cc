#include "client/commands/answer_files.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "client/commands/common_options.h"
#include "client/notation/moves.h"
#include "client/pages/solve_page.h"
#include "client/pictures/gif_picture.h"
#include "client/pictures/svg_picture.h"

namespace taquin::client {
void AnswerFiles::Register(CLI::App& app) {
  const auto add = [&app](const std::string& name, std::string& file, const std::string& what) {
    app.add_option(name, file, what)->check(CheckFileName)->type_name("FILE")->group("Answer");
  };
  add("--html", page_, "Also write a page that replays the path and plots the search");
  add("--svg", svg_, "Also write a picture that plays the path in a browser");
  add("--gif", gif_, "Also write a picture that plays the path anywhere");
}

absl::Status AnswerFiles::Open() {
  std::string faults;
  for (const auto& [one, other] : {std::pair(&page_, &svg_), {&page_, &gif_}, {&svg_, &gif_}}) {
    if (one->empty() || *one != *other) continue;
    faults.append(faults.empty() ? "" : "\n").append(*one);
    faults.append(" is named for two of --html, --svg and --gif; give each a file of its own");
  }
  if (!faults.empty()) return absl::InvalidArgumentError(faults);
  const auto open = [&faults](const std::string& name, std::unique_ptr<OutputFile>& file) {
    if (name.empty()) return;
    auto opened = OutputFile::Open(name);
    if (opened.ok()) {
      file = *std::move(opened);
    } else {
      faults.append(faults.empty() ? "" : "\n").append(std::string(opened.status().message()));
    }
  };
  open(page_, page_file_);
  open(svg_, svg_file_);
  open(gif_, gif_file_);
  return faults.empty() ? absl::OkStatus() : absl::InvalidArgumentError(faults);
}

absl::Status AnswerFiles::Write(const v1::Board& start, const std::string& goal_name,
                                const v1::SolveResult& result, const SearchHistory& history) {
  absl::Status status;
  const Moves moves = MovesOf(result);
  if (page_file_ != nullptr) {
    status.Update(page_file_->Write(MakeSolvePage(start, goal_name, result, history)));
  }
  if (svg_file_ != nullptr) {
    status.Update(svg_file_->Write(MakeSvgPicture(start, result.goal(), moves)));
  }
  if (gif_file_ != nullptr) {
    const auto gif = MakeGifPicture(start, result.goal(), moves);
    status.Update(gif.ok() ? gif_file_->Write(*gif) : gif.status());
  }
  return status;
}

}  // namespace taquin::client
