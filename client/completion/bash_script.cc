#include <string>
#include <vector>

#include "client/completion/scripts.h"

namespace taquin::client {
namespace {

using Kind = ValueWords::Kind;

std::vector<std::string> NamesOf(const std::vector<OptionWords>& options) {
  std::vector<std::string> names;
  for (const OptionWords& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// The words that a value can begin with, as commands that set COMPREPLY.
std::string Offer(const ValueWords& value) {
  const std::string words = "-W " + QuoteForShell(JoinWords(value.choices));
  switch (value.kind) {
    case Kind::kNone:
    case Kind::kOther:
      return "COMPREPLY=()";
    case Kind::kChoice:
      return "COMPREPLY=($(compgen " + words + " -- \"$current\"))";
    case Kind::kList:
      return "COMPREPLY=($(compgen -P \"${current%\"${current##*,}\"}\" " + words +
             " -- \"${current##*,}\"))";
    case Kind::kFile:
      return "COMPREPLY=($(compgen " + (value.choices.empty() ? "" : words + " ") +
             "-f -- \"$current\"))";
    case Kind::kDirectory:
      return "COMPREPLY=($(compgen -d -- \"$current\"))";
  }
  return "";
}

// The lines of a case statement for the values of each option.
std::string ValueCases(const std::vector<OptionWords>& options) {
  std::string cases;
  for (const OptionWords& option : options) {
    if (option.value.kind == Kind::kNone) continue;
    cases += "    ";
    for (const std::string& name : option.names) {
      cases.append(name == option.names.front() ? "" : "|").append(name);
    }
    cases += ") " + Offer(option.value) + "; return ;;\n";
  }
  return cases;
}

}  // namespace

std::string BashScript(const ProgramWords& program) {
  std::vector<std::string> commands;
  std::string patterns;
  for (const CommandWords& command : program.commands) {
    patterns.append(patterns.empty() ? "" : "|").append(command.name);
    commands.push_back(command.name);
  }
  const std::string common = JoinWords(NamesOf(program.options));
  std::string script =
      "_taquin() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= "
      "word\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case $word in " +
      patterns +
      ") command=$word; break ;; esac\n"
      "  done\n"
      "  case $previous in\n" +
      ValueCases(program.options) +
      "  esac\n"
      "  case $command in\n";
  for (const CommandWords& command : program.commands) {
    script += "  " + command.name + ")\n";
    const std::string cases = ValueCases(command.options);
    if (!cases.empty()) script += "    case $previous in\n" + cases + "    esac\n";
    script += "    if [[ $current == -* ]]; then\n      COMPREPLY=($(compgen -W '" +
              JoinWords(NamesOf(command.options)) + " " + common +
              "' -- \"$current\"))\n    else\n      " + Offer(command.argument) + "\n    fi ;;\n";
  }
  script += "  *) COMPREPLY=($(compgen -W '" + JoinWords(commands) + " " + common +
            "' -- \"$current\")) ;;\n"
            "  esac\n"
            "}\n"
            "complete -o filenames -F _taquin taquin\n";
  return script;
}

}  // namespace taquin::client
