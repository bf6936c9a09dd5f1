// The program's commands and options as a shell that completes command lines sees
// them.

#ifndef TAQUIN_CLIENT_COMPLETION_PROGRAM_WORDS_H_
#define TAQUIN_CLIENT_COMPLETION_PROGRAM_WORDS_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace taquin::client {

// What can stand for a value.
struct ValueWords {
  enum class Kind {
    kNone,       // The option takes no value, the command no argument.
    kChoice,     // One of `choices`.
    kList,       // Some of `choices` with commas between.
    kFile,       // A file, or one of `choices`.
    kDirectory,  // A directory.
    kOther,      // What nobody can guess.
  };
  Kind kind = Kind::kNone;
  std::string name;  // "FILE", "N".
  std::vector<std::string> choices;
};

struct OptionWords {
  std::vector<std::string> names;  // With their hyphens; the long one last.
  std::string description;
  ValueWords value;
  bool is_repeatable = false;
};

struct CommandWords {
  std::string name;
  std::string description;
  std::vector<OptionWords> options;
  // Of its last positional argument.
  ValueWords argument;
};

struct ProgramWords {
  std::string name;
  std::vector<OptionWords> options;  // Of all commands.
  std::vector<CommandWords> commands;
};

ProgramWords WordsOf(const CLI::App& app);

// The parts with blanks between.
std::string JoinWords(const std::vector<std::string>& words);

// Text inside single quotes, as bash, zsh and fish all read it.
std::string QuoteForShell(const std::string& text);

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_COMPLETION_PROGRAM_WORDS_H_
