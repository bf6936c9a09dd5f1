// Options that cannot be meant together: each does away with the other, or does
// nothing beside it.

#ifndef TAQUIN_CLIENT_COMMANDS_CONTRADICTIONS_H_
#define TAQUIN_CLIENT_COMMANDS_CONTRADICTIONS_H_

#include <CLI/App.hpp>
#include <span>
#include <string_view>

#include "absl/status/status.h"

namespace taquin::client {

// Two options as they are written: a name, or "NAME=VALUE" if that value is meant.
struct Contradiction {
  std::string_view command;  // Empty: all.
  std::string_view one;
  std::string_view other;
  std::string_view advice;
};

// All of them.
std::span<const Contradiction> Contradictions();

// Checks what was parsed for `command`, a subcommand of `app`. Errors:
// INVALID_ARGUMENT that names every two options of the command line that
// contradict each other, and every one that lacks what it speaks of, each with
// what would be right.
//
// Where one of two was written on the command line and the other was not, the one
// that was written counts: the other is set back to its default.
absl::Status SettleContradictions(CLI::App& app, CLI::App& command);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMMANDS_CONTRADICTIONS_H_
