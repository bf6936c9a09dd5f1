#include "tests/end_to_end/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <system_error>

namespace taquin::end_to_end {
namespace {

[[noreturn]] void Die(const char* what) {
  std::perror(what);
  std::abort();
}

// An unnamed file with the content, so that no writer has to wait for a reader.
int OpenInput(const std::string& content) {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) Die("tmpfile");
  std::fwrite(content.data(), 1, content.size(), file);
  std::fflush(file);
  const int descriptor = dup(fileno(file));
  std::fclose(file);
  lseek(descriptor, 0, SEEK_SET);
  return descriptor;
}

[[noreturn]] void Execute(const std::vector<std::string>& arguments,
                          const ProcessOptions& options) {
  for (const auto& [name, value] : options.environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  Die(pointers[0]);
}

// Reads once; closes the descriptor at its end.
void ReadFrom(int& descriptor, std::string& text) {
  std::array<char, 4096> buffer;
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    // A pseudo-terminal ends with an error once nobody has its other side open.
    close(descriptor);
    descriptor = -1;
  }
}

}  // namespace

Process::Process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  if (options.terminal_columns > 0) {
    winsize size = {};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(options.terminal_columns);
    pid_ = forkpty(&out_descriptor_, nullptr, nullptr, &size);
    if (pid_ < 0) Die("forkpty");
    if (pid_ == 0) Execute(arguments, options);
    return;
  }
  const int input = OpenInput(options.standard_input);
  int out[2];
  int err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) Die("pipe2");
  pid_ = fork();
  if (pid_ < 0) Die("fork");
  if (pid_ == 0) {
    int output = out[1];
    if (!options.output_file.empty()) output = open(options.output_file.c_str(), O_WRONLY);
    if (output < 0) Die("open");
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    Execute(arguments, options);
  }
  close(input);
  close(out[1]);
  close(err[1]);
  out_descriptor_ = out[0];
  err_descriptor_ = err[0];
}

Process::~Process() {
  if (!ended_) {
    kill(pid_, SIGKILL);
    Wait();
  }
  if (out_descriptor_ >= 0) close(out_descriptor_);
  if (err_descriptor_ >= 0) close(err_descriptor_);
}

bool Process::ReadSome() {
  std::array<pollfd, 2> descriptors = {
      {{out_descriptor_, POLLIN, 0}, {err_descriptor_, POLLIN, 0}}};
  if (out_descriptor_ < 0 && err_descriptor_ < 0) return false;
  constexpr int kMomentMilliseconds = 50;
  if (poll(descriptors.data(), descriptors.size(), kMomentMilliseconds) > 0) {
    if (descriptors[0].revents != 0) ReadFrom(out_descriptor_, out_);
    if (descriptors[1].revents != 0) ReadFrom(err_descriptor_, err_);
  }
  return true;
}

bool Process::WaitForOutput(const std::string& text, std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (out_.find(text) == std::string::npos && err_.find(text) == std::string::npos) {
    if (!ReadSome() || std::chrono::steady_clock::now() > deadline) return false;
  }
  return true;
}

bool Process::WaitForOutputAfter(std::size_t begin, const std::string& text,
                                 std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (out_.find(text, begin) == std::string::npos) {
    if (!ReadSome() || std::chrono::steady_clock::now() > deadline) return false;
  }
  return true;
}

bool Process::WaitForMatch(const std::string& pattern, std::chrono::seconds limit) {
  const std::regex regex(pattern);
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!std::regex_search(out_, regex)) {
    if (!ReadSome() || std::chrono::steady_clock::now() > deadline) return false;
  }
  return true;
}

int Process::Wait(std::chrono::seconds limit) {
  if (ended_) return exit_code_;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  bool killed = false;
  int status = 0;
  while (true) {
    const bool open = ReadSome();
    const pid_t reaped = waitpid(pid_, &status, open ? WNOHANG : 0);
    if (reaped == pid_) break;
    if (!killed && std::chrono::steady_clock::now() > deadline) {
      kill(pid_, SIGKILL);
      killed = true;
    }
  }
  // What was written before the end may still be on its way.
  while (out_descriptor_ >= 0 || err_descriptor_ >= 0) {
    const std::size_t before = out_.size() + err_.size();
    if (!ReadSome() || out_.size() + err_.size() == before) break;
  }
  ended_ = true;
  exit_code_ = killed ? -1000 : WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return exit_code_;
}

void Process::Type(const std::string& keys) const {
  if (write(out_descriptor_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size())) {
    Die("write");
  }
}

void Process::Signal(int signal) const { kill(pid_, signal); }

int Process::ThreadCount() const {
  const std::filesystem::path tasks = "/proc/" + std::to_string(pid_) + "/task";
  std::error_code error;
  const std::filesystem::directory_iterator threads(tasks, error);
  return error ? 0 : static_cast<int>(std::distance(begin(threads), end(threads)));
}

std::int64_t Process::ResidentBytes() const {
  std::ifstream in("/proc/" + std::to_string(pid_) + "/statm");
  std::int64_t pages = 0;
  std::int64_t resident = 0;
  in >> pages >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

Finished RunProgram(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  Process process(arguments, options);
  const int exit_code = process.Wait();
  return {exit_code, process.out(), process.err()};
}

}  // namespace taquin::end_to_end
