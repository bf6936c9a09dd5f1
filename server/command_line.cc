#include "server/command_line.h"

#include <map>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "server/setting.h"
#include "server/version.h"
#include "solver/pattern_database/partition.h"

namespace taquin::server {
namespace {

constexpr int kUsage = 2;
constexpr char kDescription[] = "taquind: solves sliding-tile puzzles as a gRPC service.";
constexpr char kFooter[] =
    "Every setting can also be given in the environment, as in TAQUIN_DRAIN_TIMEOUT=5s, and in a\n"
    "file, as in drain-timeout = \"5s\". Flags come before the environment, and that before the "
    "file.";

PrintCommand Faulty(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) absl::StrAppend(&text, "taquind: ", fault, "\n");
  return {absl::StrCat(text, "Try 'taquind --help'.\n"), kUsage};
}

// The flags of `taquind healthcheck`, each with the variable that stands in for it.
struct HealthcheckFlags {
  std::string timeout = "2s";
  HealthTarget target{.address = "localhost:50051",
                      .authority = {},
                      .certificate = {},
                      .key = {},
                      .server_name = {}};

  void AddTo(CLI::App& command, const Environment& environment) {
    const auto add = [&](const char* name, std::string& value, const char* type,
                         const std::string& help) {
      const std::string variable = absl::StrCat(
          "TAQUIN_HEALTHCHECK_", absl::AsciiStrToUpper(absl::StrReplaceAll(name, {{"-", "_"}})));
      value = environment(variable).value_or(value);
      command.add_option(absl::StrCat("--", name), value, absl::StrCat(help, " (", variable, ")"))
          ->capture_default_str()
          ->type_name(type);
    };
    add("address", target.address, "ADDRESS", "Address of the server");
    add("timeout", timeout, "DURATION", "How long to wait");
    add("cacert", target.authority, "FILE",
        "Who signed the server's certificate, PEM; the server then has to speak TLS");
    add("cert", target.certificate, "FILE", "Certificate for a server that wants one, PEM");
    add("key", target.key, "FILE", "Its private key, PEM");
    add("server-name", target.server_name, "NAME",
        "Name that the server's certificate is for, where it is not the address's host");
  }
};

Command HealthCommand(const HealthcheckFlags& flags) {
  std::vector<std::string> faults;
  absl::Duration timeout;
  if (!absl::ParseDuration(flags.timeout, &timeout) || timeout <= absl::ZeroDuration()) {
    faults.push_back(
        absl::StrCat("--timeout is '", flags.timeout, "'; it is a duration, as in 2s"));
  }
  const HealthTarget& target = flags.target;
  if (target.certificate.empty() != target.key.empty()) {
    faults.push_back("--cert and --key belong together; give both or neither");
  }
  if (!target.server_name.empty() && target.authority.empty() && target.certificate.empty()) {
    faults.push_back("--server-name is for TLS; give --cacert too");
  }
  if (!faults.empty()) return Faulty(faults);
  return HealthcheckCommand{.target = target, .timeout = absl::ToChronoNanoseconds(timeout)};
}

Command BuildCommand(const std::string& shape, const std::string& tier,
                     const std::string& table_dir) {
  BuildTablesCommand command;
  std::vector<std::string> faults;
  const std::vector<std::string> sides = absl::StrSplit(shape, 'x');
  if (sides.size() != 2 || !absl::SimpleAtoi(sides[0], &command.shape.rows) ||
      !absl::SimpleAtoi(sides[1], &command.shape.columns) || command.shape.rows < 1 ||
      command.shape.rows > kMaxSide || command.shape.columns < 1 ||
      command.shape.columns > kMaxSide) {
    faults.push_back(absl::StrCat("--shape is '", shape, "'; it is two numbers from 1 to ",
                                  kMaxSide, ", as in 4x4"));
  }
  if (!TableTierOfName(tier).has_value()) {
    faults.push_back(absl::StrCat("--tier is '", tier, "'; it is startup, default or large"));
  }
  if (!faults.empty()) return Faulty(faults);
  command.options.tables = tier;
  command.options.table_dir = table_dir;
  return command;
}

}  // namespace

Command ParseCommandLine(const std::vector<std::string>& arguments,
                         const Environment& environment) {
  CLI::App app(kDescription, "taquind");
  app.footer(kFooter);
  app.set_version_flag("--version", absl::StrCat("taquind ", std::string(kVersion)));
  std::string config;
  bool print_config = false;
  app.add_option("--config", config, "Read settings from this file (TAQUIN_CONFIG)")
      ->type_name("FILE");
  app.add_flag("--print-config", print_config, "Print the settings in force, as a file, and exit");
  std::map<std::string, std::vector<std::string>> flags;
  for (const Setting& setting : Settings()) {
    app.add_option(absl::StrCat("--", setting.name), flags[setting.name], setting.help)
        ->type_name(setting.value)
        ->expected(1)
        ->multi_option_policy(setting.repeatable ? CLI::MultiOptionPolicy::TakeAll
                                                 : CLI::MultiOptionPolicy::Throw);
  }
  HealthcheckFlags healthcheck;
  CLI::App* const check = app.add_subcommand(
      "healthcheck", "Ask a running server whether it serves; exit with 0 if it does, else 1");
  healthcheck.AddTo(*check, environment);

  std::string shape = "4x4";
  std::string tier = "large";
  std::string table_dir;
  CLI::App* const build = app.add_subcommand(
      "build-tables", "Make the pattern tables of a shape ahead of time, and keep them in files");
  build->add_option("--shape", shape, "Rows and columns of the boards")
      ->capture_default_str()
      ->type_name("ROWSxCOLUMNS");
  build->add_option("--tier", tier, "Largest tables to make: startup, default or large")
      ->capture_default_str()
      ->type_name("TIER");
  build->add_option("--table-dir", table_dir, "Where to keep them; default: the user's cache")
      ->type_name("DIRECTORY");

  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return PrintCommand{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return PrintCommand{absl::StrCat(version.what(), "\n")};
  } catch (const CLI::ParseError& error) {
    return Faulty({error.what()});
  }
  if (check->parsed()) return HealthCommand(healthcheck);

  if (build->parsed()) return BuildCommand(shape, tier, table_dir);

  std::vector<std::string> faults;
  if (config.empty()) config = environment("TAQUIN_CONFIG").value_or("");
  GivenByName from_flags;
  for (const auto& [name, values] : flags) {
    if (!values.empty()) from_flags[name] = {absl::StrCat("--", name), values};
  }
  const ServerOptions options =
      CombineSettings({config.empty() ? GivenByName() : SettingsFromFile(config, faults),
                       SettingsFromEnvironment(environment), std::move(from_flags)},
                      faults);
  if (faults.empty()) faults = CheckOptions(options);
  if (!faults.empty()) return Faulty(faults);
  if (print_config) return PrintCommand{ConfigurationText(options)};
  return ServeCommand{options};
}

}  // namespace taquin::server
