#include "tests/end_to_end/installation.h"

#include <signal.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace taquin::end_to_end {
namespace {

std::string MakeDirectory() {
  std::string path = (std::filesystem::temp_directory_path() / "taquin-test-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) {
    std::perror("mkdtemp");
    std::abort();
  }
  return path;
}

}  // namespace

RunningServer::RunningServer(const std::vector<std::string>& flags, int port)
    : directory_(MakeDirectory()) {
  const std::string port_file = directory_ + "/port";
  std::vector<std::string> command = {TAQUIN_TEST_TAQUIND, "--port", std::to_string(port),
                                      "--port-file", port_file};
  command.insert(command.end(), flags.begin(), flags.end());
  process_ = std::make_unique<Process>(command);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (port_.empty()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::ifstream in(port_file);
    std::string text;
    // The newline shows that the number is whole.
    if (std::getline(in, text) && !in.eof()) port_ = text;
    if (std::chrono::steady_clock::now() > deadline) {
      std::fprintf(stderr, "the server did not get ready\n%s", process_->err().c_str());
      std::abort();
    }
  }
}

RunningServer::~RunningServer() {
  process_->Signal(SIGKILL);
  process_->Wait();
  std::filesystem::remove_all(directory_);
}

std::vector<std::string> TaquinCommand(const std::string& address,
                                       std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), TAQUIN_TEST_TAQUIN);
  arguments.insert(arguments.end(), {"--server", address});
  return arguments;
}

Finished RunTaquin(const std::string& address, std::vector<std::string> arguments,
                   const ProcessOptions& options) {
  return RunProgram(TaquinCommand(address, std::move(arguments)), options);
}

}  // namespace taquin::end_to_end
