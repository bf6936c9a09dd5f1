#include <string>
#include <vector>

#include "client/completion/scripts.h"

namespace taquin::client {
namespace {

using Kind = ValueWords::Kind;

// The arguments of `complete` that offer a value.
std::string Offer(const ValueWords& value) {
  const std::string choices = QuoteForShell(JoinWords(value.choices));
  switch (value.kind) {
    case Kind::kNone:
      return "";
    case Kind::kChoice:
      return " -x -a " + choices;
    case Kind::kList:
      return " -x -a " + QuoteForShell("(__fish_append , " + JoinWords(value.choices) + ")");
    case Kind::kFile:
      return value.choices.empty() ? " -r -F" : " -r -F -a " + choices;
    case Kind::kDirectory:
      return " -x -a '(__fish_complete_directories)'";
    case Kind::kOther:
      return " -x";
  }
  return "";
}

std::string Line(const std::string& condition, const OptionWords& option) {
  std::string line = "complete -c taquin";
  if (!condition.empty()) line += " -n " + QuoteForShell(condition);
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return line + Offer(option.value) + " -d " + QuoteForShell(option.description) + "\n";
}

}  // namespace

std::string FishScript(const ProgramWords& program) {
  std::vector<std::string> names;
  for (const CommandWords& command : program.commands) names.push_back(command.name);
  // fish's own functions for this take the value of an option for a command.
  std::string script =
      "function __taquin_command\n"
      "  for word in (commandline -opc)\n"
      "    if contains -- $word " +
      JoinWords(names) +
      "\n"
      "      echo $word\n"
      "      return\n"
      "    end\n"
      "  end\n"
      "  echo none\n"
      "end\n";
  for (const OptionWords& option : program.options) script += Line("", option);
  for (const CommandWords& command : program.commands) {
    script += "complete -c taquin -f -n 'test (__taquin_command) = none' -a " + command.name +
              " -d " + QuoteForShell(command.description) + "\n";
    const std::string condition = "test (__taquin_command) = " + command.name;
    for (const OptionWords& option : command.options) script += Line(condition, option);
    if (command.argument.kind == Kind::kFile) continue;  // What fish offers by itself.
    script += "complete -c taquin -f -n " + QuoteForShell(condition);
    if (command.argument.kind == Kind::kChoice) {
      script += " -a " + QuoteForShell(JoinWords(command.argument.choices));
    }
    script += "\n";
  }
  return script;
}

}  // namespace taquin::client
