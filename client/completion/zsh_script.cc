#include <string>

#include "client/completion/scripts.h"

namespace taquin::client {
namespace {

using Kind = ValueWords::Kind;

// A description stands between brackets.
std::string Description(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// What _arguments is to do for a value.
std::string Action(const ValueWords& value) {
  const std::string choices = JoinWords(value.choices);
  switch (value.kind) {
    case Kind::kNone:
    case Kind::kOther:
      return " ";
    case Kind::kChoice:
      return "(" + choices + ")";
    case Kind::kList:
      return "_values -s , " + value.name + " " + choices;
    case Kind::kFile:
      return choices.empty() ? "_files" : "{ compadd -- " + choices + "; _files }";
    case Kind::kDirectory:
      return "_files -/";
  }
  return "";
}

// The lines of an option for _arguments, one for each of its names.
std::string Lines(const OptionWords& option) {
  std::string lines;
  for (const std::string& name : option.names) {
    std::string line;
    if (option.is_repeatable) {
      line = "*";
    } else if (option.names.size() > 1) {
      line = "(" + JoinWords(option.names) + ")";
    }
    line += name;
    const bool takes_value = option.value.kind != Kind::kNone;
    // A value may also stand in the option's own word.
    if (takes_value) line += name.starts_with("--") ? "=" : "+";
    line += "[" + Description(option.description) + "]";
    if (takes_value) line += ":" + option.value.name + ":" + Action(option.value);
    lines += "    " + QuoteForShell(line) + "\n";
  }
  return lines;
}

}  // namespace

std::string ZshScript(const ProgramWords& program) {
  std::string script =
      "#compdef taquin\n"
      "_taquin() {\n"
      "  local curcontext=$curcontext state state_descr line\n"
      "  typeset -A opt_args\n"
      "  local -a common commands options\n"
      "  common=(\n";
  for (const OptionWords& option : program.options) script += Lines(option);
  script += "  )\n  commands=(\n";
  for (const CommandWords& command : program.commands) {
    script += "    " + QuoteForShell(command.name + ":" + command.description) + "\n";
  }
  script +=
      "  )\n"
      "  _arguments -C $common '1:command:->command' '*::argument:->argument' && return\n"
      "  if [[ $state == command ]]; then\n"
      "    _describe -t commands 'taquin command' commands\n"
      "    return\n"
      "  fi\n"
      "  case $words[1] in\n";
  for (const CommandWords& command : program.commands) {
    script += "  " + command.name + ") options=(\n";
    for (const OptionWords& option : command.options) script += Lines(option);
    if (command.argument.kind != Kind::kNone) {
      const std::string line = "*:" + command.argument.name + ":" + Action(command.argument);
      script += "    " + QuoteForShell(line) + "\n";
    }
    script += "  ) ;;\n";
  }
  return script +
         "  esac\n"
         "  _arguments $common $options\n"
         "}\n"
         "if [[ $funcstack[1] == _taquin ]]; then\n"
         "  _taquin \"$@\"\n"
         "else\n"
         "  compdef _taquin taquin\n"
         "fi\n";
}

}  // namespace taquin::client
