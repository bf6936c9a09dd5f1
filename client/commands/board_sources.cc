#include "client/commands/board_sources.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <system_error>
#include <utility>

namespace taquin::client {

absl::StatusOr<std::unique_ptr<BoardSources>> BoardSources::Open(const BoardOptions& options) {
  auto arguments = options.Arguments();
  if (!arguments.ok()) return arguments.status();
  auto sources = std::make_unique<BoardSources>();
  sources->options_ = options.MakeReadOptions();
  for (const std::string& argument : *arguments) {
    Source& source = sources->sources_.emplace_back();
    std::error_code error;
    if (argument == "-") {
      source.name = "standard input";
    } else if (std::filesystem::is_regular_file(argument, error)) {
      source.name = argument;
      source.owned = std::make_unique<std::ifstream>(argument, std::ios::binary);
      if (!*source.owned) return absl::InvalidArgumentError("cannot open " + argument);
      source.size = static_cast<std::int64_t>(std::filesystem::file_size(argument, error));
    } else {
      auto input = LoadInput(argument, "board");
      if (!input.ok()) return input.status();
      source.name = input->name;
      source.size = static_cast<std::int64_t>(input->text.size());
      source.owned = std::make_unique<std::istringstream>(std::move(input->text));
    }
  }
  return sources;
}

std::optional<absl::StatusOr<ReadBoard>> BoardSources::Next() {
  while (current_ < sources_.size()) {
    const Source& source = sources_[current_];
    if (!stream_) stream_.emplace(source.owned ? *source.owned : std::cin, source.name, options_);
    if (auto next = stream_->Next()) return next;
    bytes_before_ += std::max<std::int64_t>(source.size, 0);
    stream_.reset();
    ++current_;
  }
  return std::nullopt;
}

std::optional<double> BoardSources::ShareTaken() const {
  std::int64_t total = 0;
  for (const Source& source : sources_) {
    if (source.size < 0) return std::nullopt;
    total += source.size;
  }
  if (total == 0) return std::nullopt;
  const std::int64_t read = bytes_before_ + (stream_ ? stream_->bytes_taken() : 0);
  return std::min(1.0, static_cast<double>(read) / static_cast<double>(total));
}

}  // namespace taquin::client
