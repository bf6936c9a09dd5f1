#include "server/command_line.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/setting.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class CommandLineTest : public testing::Test {
 protected:
  Command Parse(const std::vector<std::string>& arguments) {
    return ParseCommandLine(arguments, [this](const std::string& name) {
      const auto found = environment_.find(name);
      return found == environment_.end() ? std::nullopt : std::optional<std::string>(found->second);
    });
  }

  ServerOptions Options(const std::vector<std::string>& arguments) {
    const Command command = Parse(arguments);
    const auto* serve = std::get_if<ServeCommand>(&command);
    if (serve == nullptr) {
      ADD_FAILURE() << std::get<PrintCommand>(command).text;
      return {};
    }
    return serve->options;
  }

  // What is complained about.
  std::string Complaint(const std::vector<std::string>& arguments) {
    const Command command = Parse(arguments);
    const auto* print = std::get_if<PrintCommand>(&command);
    if (print == nullptr) return "nothing";
    EXPECT_EQ(print->exit_code, 2);
    return print->text;
  }

  std::string WriteFile(const std::string& text) {
    // The cases run at once.
    const std::string path =
        absl::StrCat(testing::TempDir(), "taquind_command_line_test_", getpid(), ".toml");
    std::ofstream(path) << text;
    return path;
  }

  std::map<std::string, std::string> environment_;
};

TEST_F(CommandLineTest, PlaintextOffLoopbackHasToBeAskedFor) {
  for (const char* address : {"0.0.0.0:1", "[::]:1", "192.0.2.7:1", "solver.example:1"}) {
    EXPECT_THAT(Complaint({"--listen", address}),
                AllOf(HasSubstr(address), HasSubstr("insecure-listen")));
    EXPECT_EQ(Options({"--insecure-listen", address}).insecure_listen.size(), 1U);
    EXPECT_EQ(
        Options({"--listen", address, "--tls-certificate", "c", "--tls-key", "k"}).listen.size(),
        1U);
  }
  EXPECT_EQ(Options({"--listen", "127.0.0.1:1", "--listen", "unix:/x"}).listen.size(), 2U);
}

TEST_F(CommandLineTest, FilesOfTlsBelongTogether) {
  EXPECT_THAT(Complaint({"--tls-key", "k"}), HasSubstr("tls-certificate"));
  EXPECT_THAT(Complaint({"--tls-certificate", "c"}), HasSubstr("tls-key"));
  EXPECT_THAT(Complaint({"--tls-client-ca", "a"}), HasSubstr("tls-certificate"));
}

TEST_F(CommandLineTest, NothingGivenMeansTheDefaults) {
  const ServerOptions options = Options({});
  EXPECT_EQ(options.port, 50051);
  EXPECT_TRUE(options.listen.empty());
  EXPECT_EQ(options.drain_timeout, 20s);
}

TEST_F(CommandLineTest, FlagsComeBeforeTheEnvironmentAndThatBeforeTheFile) {
  const std::string file = WriteFile("port = 1\nworkers = 1\nmax-active = 1\n");
  EXPECT_EQ(Options({"--config", file}).port, 1);
  environment_ = {{"TAQUIN_PORT", "2"}, {"TAQUIN_WORKERS", "2"}, {"TAQUIN_CONFIG", file}};
  const ServerOptions options = Options({"--port", "3"});
  EXPECT_EQ(options.port, 3);
  EXPECT_EQ(options.workers, 2);
  EXPECT_EQ(options.max_active, 1);
}

TEST_F(CommandLineTest, ReadsEveryKindOfValue) {
  const ServerOptions options =
      Options({"--insecure-listen", "0.0.0.0:1", "--insecure-listen", "[::]:2", "--memory", "4GiB",
               "--max-message", "2097152", "--max-time=1h30m", "--drain-delay", "250ms",
               "--port-file", "p"});
  EXPECT_THAT(options.insecure_listen, ElementsAre("0.0.0.0:1", "[::]:2"));
  EXPECT_EQ(options.memory_bytes, std::int64_t{4} << 30);
  EXPECT_EQ(options.max_message_bytes, 2 << 20);
  EXPECT_EQ(options.max_time, 90min);
  EXPECT_EQ(options.drain_delay, 250ms);
  EXPECT_EQ(options.port_file, "p");
}

TEST_F(CommandLineTest, ListsComeFromTheEnvironmentAndTheFileToo) {
  environment_ = {{"TAQUIN_LISTEN", "127.0.0.1:1,127.0.0.1:2"}};
  EXPECT_THAT(Options({}).listen, ElementsAre("127.0.0.1:1", "127.0.0.1:2"));
  environment_.clear();
  const std::string file = WriteFile("listen = [\"127.0.0.1:3\", \"127.0.0.1:4\"]\n");
  EXPECT_THAT(Options({"--config", file}).listen, ElementsAre("127.0.0.1:3", "127.0.0.1:4"));
}

TEST_F(CommandLineTest, EverythingThatIsWrongIsToldAtOnceAndWhereItStands) {
  environment_ = {{"TAQUIN_WORKERS", "many"}};
  const std::string file = WriteFile("max-time = \"soon\"\nmax-tiem = \"1s\"\n");
  EXPECT_THAT(Complaint({"--port", "99999", "--memory", "-3", "--config", file}),
              AllOf(HasSubstr("--port is '99999'"), HasSubstr("--memory is '-3'"),
                    HasSubstr("TAQUIN_WORKERS is 'many'"), HasSubstr("max-time is 'soon'"),
                    HasSubstr("max-tiem is not a setting")));
}

TEST_F(CommandLineTest, AFileIsReadAsTomlHasIt) {
  const std::string file = WriteFile(
      "# where it listens\n"
      "listen = [\n  \"127.0.0.1:3\",  # first\n  '127.0.0.1:4',\n]\n"
      "port-file = \"/run/a#b \\\"c\\\"\"\n"
      "workers = 3\n");
  const ServerOptions options = Options({"--config", file});
  EXPECT_THAT(options.listen, ElementsAre("127.0.0.1:3", "127.0.0.1:4"));
  EXPECT_EQ(options.port_file, "/run/a#b \"c\"");
  EXPECT_EQ(options.workers, 3);
  const Command printed = Parse({"--config", file, "--print-config"});
  const std::string again = WriteFile(std::get<PrintCommand>(printed).text);
  EXPECT_EQ(Options({"--config", again}).port_file, "/run/a#b \"c\"");
}

TEST_F(CommandLineTest, OtherLettersStandInStringsAndCommentsAlone) {
  EXPECT_EQ(
      Options({"--config", WriteFile("# \u00fc\nport-file = '/run/\u00e9'  # \u00e9\n")}).port_file,
      "/run/\u00e9");
  EXPECT_EQ(Options({"--config", WriteFile("port-file = \"/run/\\\"\u00e9\"\n")}).port_file,
            "/run/\"\u00e9");
  for (const char* text : {"port = 1\n\u00e9 = 1\n", "port = 1\nport-file = 'a' \u00e9\n",
                           "port = 1\nlisten = ['a', \u0442]\n"}) {
    EXPECT_THAT(Complaint({"--config", WriteFile(text)}), HasSubstr(".toml:2:"));
  }
}

TEST_F(CommandLineTest, FaultsOfAFileNameItsLine) {
  EXPECT_THAT(Complaint({"--config", WriteFile("workers = 1\nport = = 2\n")}),
              HasSubstr(".toml:2:"));
  EXPECT_THAT(Complaint({"--config", WriteFile("workers = 1\nworkers = 2\n")}),
              HasSubstr(".toml:2:"));
  EXPECT_THAT(Complaint({"--config", WriteFile("\n[server]\nport = 2\n")}),
              AllOf(HasSubstr(".toml:2:2: server is not a setting")));
  EXPECT_THAT(
      Complaint({"--config", WriteFile("port = [1, 2]\nlisten = {a = 1}\n")}),
      AllOf(HasSubstr(".toml:1:1: port has 2 values"), HasSubstr(".toml:2:1: listen is no value")));
  EXPECT_THAT(Complaint({"--config", WriteFile(std::string(2 << 20, '\n'))}),
              HasSubstr("larger than 1 MiB"));
  EXPECT_THAT(Complaint({"--config", testing::TempDir()}), HasSubstr("cannot be read"));
}

TEST_F(CommandLineTest, SettingsThatContradictEachOtherAreRefused) {
  EXPECT_THAT(Complaint({"--memory", "1GiB", "--max-memory", "2GiB"}), HasSubstr("max-memory"));
  EXPECT_THAT(Complaint({"--workers", "2", "--max-threads", "3"}), HasSubstr("max-threads"));
  EXPECT_THAT(Complaint({"--listen", "127.0.0.1:1", "--port", "2"}), HasSubstr("listen"));
}

TEST_F(CommandLineTest, UnknownAndRepeatedFlagsAreRefused) {
  EXPECT_THAT(Complaint({"--prot", "1"}), HasSubstr("--prot"));
  EXPECT_THAT(Complaint({"--port", "1", "--port", "2"}), HasSubstr("--port"));
  EXPECT_THAT(Complaint({"--config", "/no/such/file"}), HasSubstr("/no/such/file"));
}

TEST_F(CommandLineTest, WhatPrintConfigPrintsIsAFileThatMeansTheSame) {
  const Command printed = Parse({"--port", "7", "--max-time", "90s", "--memory", "3MiB",
                                 "--max-memory", "1MiB", "--print-config"});
  const auto& print = std::get<PrintCommand>(printed);
  EXPECT_EQ(print.exit_code, 0);
  const std::string file = WriteFile(print.text);
  const Command again = Parse({"--config", file, "--print-config"});
  EXPECT_EQ(std::get<PrintCommand>(again).text, print.text);
  EXPECT_THAT(print.text, HasSubstr("max-time = \"1m30s\""));
}

TEST_F(CommandLineTest, HelpNamesEverySettingAndVersionTheVersion) {
  const Command help = Parse({"--help"});
  for (const Setting& setting : Settings()) {
    EXPECT_THAT(std::get<PrintCommand>(help).text, HasSubstr("--" + setting.name));
  }
  EXPECT_EQ(std::get<PrintCommand>(help).exit_code, 0);
  EXPECT_THAT(std::get<PrintCommand>(Parse({"--version"})).text, HasSubstr("taquind "));
}

TEST_F(CommandLineTest, Healthcheck) {
  const Command command = Parse({"healthcheck", "--address", "localhost:1", "--timeout", "3s"});
  EXPECT_EQ(std::get<HealthcheckCommand>(command).target.address, "localhost:1");
  EXPECT_EQ(std::get<HealthcheckCommand>(command).target.authority, "");
  EXPECT_EQ(std::get<HealthcheckCommand>(command).timeout, 3s);
}

TEST_F(CommandLineTest, HealthcheckOverTlsByFlagsAndEnvironment) {
  environment_ = {{"TAQUIN_HEALTHCHECK_ADDRESS", "localhost:2"},
                  {"TAQUIN_HEALTHCHECK_CACERT", "from-environment"},
                  {"TAQUIN_HEALTHCHECK_SERVER_NAME", "solver.example"}};
  const Command command = Parse({"healthcheck", "--cacert", "a", "--cert", "c", "--key", "k"});
  const HealthTarget& target = std::get<HealthcheckCommand>(command).target;
  EXPECT_EQ(target.address, "localhost:2");
  EXPECT_EQ(target.authority, "a") << "flags come first";
  EXPECT_EQ(target.certificate, "c");
  EXPECT_EQ(target.key, "k");
  EXPECT_EQ(target.server_name, "solver.example");
}

TEST_F(CommandLineTest, FaultsOfAHealthcheckAreToldAtOnce) {
  EXPECT_THAT(Complaint({"healthcheck", "--timeout", "never", "--cert", "c"}),
              AllOf(HasSubstr("'never'"), HasSubstr("--cert and --key belong together")));
  EXPECT_THAT(Complaint({"healthcheck", "--key", "k"}), HasSubstr("belong together"));
  EXPECT_THAT(Complaint({"healthcheck", "--server-name", "n"}), HasSubstr("--cacert"));
}

TEST(SettingTest, EveryValueThatIsPrintedIsAccepted) {
  for (const Setting& setting : Settings()) {
    const std::vector<std::string> values = setting.get(ServerOptions());
    ServerOptions options;
    EXPECT_EQ(setting.set(values, options), "") << setting.name;
    EXPECT_EQ(setting.get(options), values) << setting.name;
    EXPECT_THAT(setting.help, Not(testing::IsEmpty()));
  }
}

}  // namespace
}  // namespace taquin::server
