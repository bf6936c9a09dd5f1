#include "client/manual_page.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "client/commands/choice.h"
#include "client/exit_code.h"
#include "client/version.h"

namespace taquin::client {
namespace {

// Text that stands for itself in roff.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        // What people copy must be the minus of ASCII.
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      default:
        escaped += c;
    }
  }
  // A point at the start of a line would be a request.
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string Bold(std::string_view text) { return "\\fB" + Escape(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Escape(text) + "\\fR"; }

std::string FirstLower(std::string text) {
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string WithoutPoint(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// The parts of a footer: what it says, and its examples.
struct Footer {
  std::vector<std::string> notes;
  std::vector<std::string> examples;
};

Footer SplitFooter(const std::string& text) {
  Footer footer;
  std::istringstream lines(text);
  bool in_examples = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "Examples:") {
      in_examples = true;
    } else if (in_examples && line.starts_with("  ")) {
      footer.examples.push_back(line.substr(2));
    } else if (line.starts_with("Options of all commands")) {
      in_examples = false;  // Of no use where those have a page.
    } else {
      in_examples = false;
      footer.notes.push_back(line);
    }
  }
  return footer;
}

std::string OptionTag(const CLI::Option& option) {
  std::string tag;
  for (const std::string& name : option.get_snames()) {
    tag += (tag.empty() ? "" : ", ") + Bold("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    tag += (tag.empty() ? "" : ", ") + Bold("--" + name);
  }
  if (tag.empty()) tag = Italic(option.get_name(true));
  const std::string type = TypeAndBounds(option).first;
  if (option.get_items_expected_max() > 0 && option.nonpositional() && !type.empty()) {
    tag += " " + Italic(type);
  }
  return tag;
}

std::string DescribeOption(const CLI::Option& option) {
  std::string text = Escape(option.get_description());
  const auto add = [&text](const std::string& sentence) {
    if (!text.ends_with('.')) text += '.';
    text += "\n" + sentence;
  };
  if (const std::string bounds = TypeAndBounds(option).second; !bounds.empty()) {
    add("From " + Escape(bounds) + ".");
  }
  if (const std::vector<std::string> choices = ChoicesOf(option); !choices.empty()) {
    std::string list;
    for (const std::string& choice : choices) {
      list += (list.empty() ? "" : ", ") + Bold(choice);
    }
    add("One of " + list + ".");
  }
  if (!option.get_default_str().empty()) add("Default: " + Bold(option.get_default_str()) + ".");
  if (!option.get_envname().empty()) add("Environment: " + Bold(option.get_envname()) + ".");
  return text.ends_with('.') ? text : text + '.';
}

// The options of an application, a section for each of their groups, in the
// order in which they were added.
std::string OptionSections(const CLI::App& app) {
  std::vector<std::string> groups;
  for (const CLI::Option* option : app.get_options()) {
    const std::string& group = option->get_group();
    if (!group.empty() && std::find(groups.begin(), groups.end(), group) == groups.end()) {
      groups.push_back(group);
    }
  }
  // What every program has comes last.
  std::stable_partition(groups.begin(), groups.end(),
                        [](const std::string& group) { return group != "Options"; });
  std::string text;
  for (const std::string& group : groups) {
    std::string entries;
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_group() != group) continue;
      entries += ".TP\n" + OptionTag(*option) + "\n" + DescribeOption(*option) + "\n";
    }
    if (groups.size() > 1) {
      // That they are options is the section's title.
      text += ".SS \"" + Escape(group == "Options" ? "General" : group) + "\"\n";
    }
    text += entries;
  }
  return text.empty() ? "" : ".SH OPTIONS\n" + text;
}

std::string ExitSection() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitCode code : kExitCodes) {
    text += ".TP\n" + Bold(std::to_string(static_cast<int>(code))) + "\n" +
            Escape(MeaningOf(code)) + ".\n";
  }
  return text;
}

std::string ExampleSection(const std::vector<std::string>& examples) {
  if (examples.empty()) return "";
  std::string text = ".SH EXAMPLES\n.EX\n";
  for (const std::string& example : examples) text += Escape(example) + "\n";
  return text + ".EE\n";
}

std::string Paragraph(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += Escape(line) + "\n";
  return text.empty() ? "" : ".PP\n" + text;
}

std::string Heading(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return ".TH \"" + Escape(name) + "\" \"1\" \"" + std::string(kVersionDate) + "\" \"taquin " +
         Escape(kVersion) + "\" \"Taquin\"\n.nh\n.ad l\n";
}

std::string SeeAlso(const CLI::App& program, const CLI::App* command) {
  std::vector<std::string> names;
  if (command != nullptr) names.push_back(program.get_name());
  for (const CLI::App* other : program.get_subcommands({})) {
    if (other != command) names.push_back(program.get_name() + "-" + other->get_name());
  }
  std::string text = ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += ".BR " + Escape(names[i]) + " (1)" + (i + 1 < names.size() ? ",\n" : "\n");
  }
  return text;
}

}  // namespace

std::string ManualPage(const CLI::App& program) {
  const Footer footer = SplitFooter(program.get_footer());
  std::string page = Heading(program.get_name());
  page += ".SH NAME\n" + Escape(program.get_name()) + " \\- " +
          Escape(FirstLower(WithoutPoint(program.get_description()))) + "\n";
  page += ".SH SYNOPSIS\n" + Bold(program.get_name()) + " [" + Italic("OPTION") + "...] " +
          Italic("COMMAND") + " [" + Italic("ARGUMENT") + "...]\n";
  page += ".SH DESCRIPTION\n" + Escape(program.get_description()) + "\n" + Paragraph(footer.notes);
  page += ".SH COMMANDS\n";
  for (const CLI::App* command : program.get_subcommands({})) {
    page += ".TP\n" + Bold(command->get_name()) + "\n" + Escape(command->get_description()) +
            ".\nSee\n.BR " + Escape(program.get_name() + "-" + command->get_name()) + " (1).\n";
  }
  page += OptionSections(program);
  page += ExitSection();
  page += ExampleSection(footer.examples);
  return page + SeeAlso(program, nullptr);
}

std::string ManualPage(const CLI::App& program, const CLI::App& command) {
  const Footer footer = SplitFooter(command.get_footer());
  const std::string name = program.get_name() + "-" + command.get_name();
  std::string page = Heading(name);
  page += ".SH NAME\n" + Escape(name) + " \\- " +
          Escape(FirstLower(WithoutPoint(command.get_description()))) + "\n";
  page += ".SH SYNOPSIS\n" + Bold(program.get_name() + " " + command.get_name()) + " [" +
          Italic("OPTION") + "...]";
  for (const CLI::Option* option : command.get_options()) {
    if (option->nonpositional()) continue;
    const std::string argument = Italic(option->get_name(true));
    const std::string dots = option->get_expected_max() > 1 ? "..." : "";
    page += option->get_required() ? " " + argument + dots : " [" + argument + dots + "]";
  }
  page += "\n.SH DESCRIPTION\n" + Escape(WithoutPoint(command.get_description())) + ".\n" +
          Paragraph(footer.notes);
  page += ".PP\nThe options of all commands, such as those of the connection, are in\n.BR " +
          Escape(program.get_name()) + " (1).\n";
  page += OptionSections(command);
  page += ExitSection();
  page += ExampleSection(footer.examples);
  return page + SeeAlso(program, &command);
}

}  // namespace taquin::client
