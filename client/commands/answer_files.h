// The files that a search's answer is also written to: a page, and pictures.

#ifndef TAQUIN_CLIENT_COMMANDS_ANSWER_FILES_H_
#define TAQUIN_CLIENT_COMMANDS_ANSWER_FILES_H_

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "client/output_file.h"
#include "client/search_history.h"
#include "taquin/v1/solve.pb.h"

namespace taquin::client {

// Not thread-safe.
class AnswerFiles {
 public:
  // Adds --html, --svg and --gif. This object must live as long as `app` is
  // parsed.
  void Register(CLI::App& app);

  // Whether any was asked for.
  bool wanted() const { return !page_.empty() || !svg_.empty() || !gif_.empty(); }

  // Opens what was asked for, so that no search is made in vain. Errors:
  // INVALID_ARGUMENT, naming every file that cannot be written.
  absl::Status Open();

  // Writes what Open opened; call it once. `goal_name` is empty for a goal
  // without a name. Errors: INTERNAL for the first file that could not be
  // written whole.
  absl::Status Write(const v1::Board& start, const std::string& goal_name,
                     const v1::SolveResult& result, const SearchHistory& history);

 private:
  std::string page_;
  std::string svg_;
  std::string gif_;
  // Null where not wanted.
  std::unique_ptr<OutputFile> page_file_;
  std::unique_ptr<OutputFile> svg_file_;
  std::unique_ptr<OutputFile> gif_file_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_ANSWER_FILES_H_
