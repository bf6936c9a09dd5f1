#include "client/local_server.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace taquin::client {
namespace {

// Time to build its tables; after it, something is wrong.
constexpr absl::Duration kStartTimeout = absl::Seconds(60);

// Time to stop when asked to.
constexpr absl::Duration kStopTimeout = absl::Seconds(2);

constexpr absl::Duration kPollInterval = absl::Milliseconds(5);

// The taquind beside this program's file; its bare name, for the PATH, if
// there is none.
std::string FindServer() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const std::filesystem::path beside = self.parent_path() / "taquind";
    if (access(beside.c_str(), X_OK) == 0) return beside.string();
  }
  return "taquind";
}

// In the child of a fork: only calls that are safe there.
[[noreturn]] void Execute(const char* program, const char* listen, int log, pid_t parent) {
  // Ctrl-C is for the client, which then stops the server.
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execlp(program, "taquind", "--listen", listen, static_cast<char*>(nullptr));
  constexpr char kMessage[] = "no taquind beside this program or on the PATH\n";
  [[maybe_unused]] const ssize_t written = write(log, kMessage, sizeof(kMessage) - 1);
  _exit(127);
}

}  // namespace

absl::StatusOr<std::unique_ptr<LocalServer>> LocalServer::Start() {
  std::error_code error;
  std::filesystem::path base = std::filesystem::temp_directory_path(error);
  if (error) base = "/tmp";
  std::string directory = (base / "taquin-XXXXXX").string();
  if (mkdtemp(directory.data()) == nullptr) {
    return absl::UnavailableError("cannot make a directory for --local: " +
                                  std::string(std::strerror(errno)));
  }
  std::unique_ptr<LocalServer> server(new LocalServer());
  server->directory_ = directory;
  const std::string program = FindServer();
  const std::string address = server->address();
  const int log = open((directory + "/log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const pid_t parent = getpid();
  server->pid_ = fork();
  if (server->pid_ == 0) Execute(program.c_str(), address.c_str(), log, parent);
  close(log);
  if (server->pid_ < 0) return absl::UnavailableError("cannot start a process for --local");
  for (const absl::Time deadline = absl::Now() + kStartTimeout; !server->Accepts();) {
    if (server->HasEnded() || absl::Now() > deadline) {
      return absl::UnavailableError("the server of --local did not start: " + server->Log());
    }
    absl::SleepFor(kPollInterval);
  }
  return server;
}

bool LocalServer::Accepts() const {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = directory_ + "/socket";
  if (path.size() >= sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  const bool accepted =
      connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  close(descriptor);
  return accepted;
}

bool LocalServer::HasEnded() {
  if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
  return pid_ < 0;
}

std::string LocalServer::Log() const {
  std::ifstream in(directory_ + "/log");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

LocalServer::~LocalServer() {
  if (pid_ > 0) {
    kill(pid_, SIGTERM);
    for (const absl::Time deadline = absl::Now() + kStopTimeout; !HasEnded();) {
      if (absl::Now() > deadline) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        break;
      }
      absl::SleepFor(kPollInterval);
    }
  }
  std::error_code error;
  std::filesystem::remove_all(directory_, error);
}

}  // namespace taquin::client
