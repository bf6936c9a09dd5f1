#include "client/local_server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace taquin::client {
namespace {

// Time to build its tables; after it, something is wrong.
constexpr absl::Duration kStartTimeout = absl::Seconds(60);

// Time to stop when asked to.
constexpr int kStopMilliseconds = 2000;

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

// What the two processes below need, made before they are: after a fork only
// calls that are safe in a signal handler may be made.
struct Plan {
  std::string directory;
  std::string socket;
  std::string log;
  std::string program;
  std::string address;
  int log_descriptor = -1;
  int keeper_end = -1;    // Of the pair of sockets between client and keeper.
  sigset_t signals = {};  // As they were before the client held them back.
};

[[noreturn]] void ExecuteServer(const Plan& plan, pid_t keeper) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != keeper) _exit(1);
  sigprocmask(SIG_SETMASK, &plan.signals, nullptr);
  execlp(plan.program.c_str(), "taquind", "--listen", plan.address.c_str(),
         static_cast<char*>(nullptr));
  constexpr char kMessage[] = "no taquind beside this program or on the PATH\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1);
  _exit(127);
}

// Waits until one of them has something to tell, its end included.
void WaitForEither(int first, int second, int milliseconds) {
  pollfd waits[] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
  while (poll(waits, 2, milliseconds) < 0 && errno == EINTR) {
  }
}

// The process between the client and the server. However the client ends, by
// Ctrl-C, a kill or a crash, its end of the sockets closes; then the server is
// stopped and the directory removed. It holds nothing of the client's open and
// is not in its group, so Ctrl-C does not reach it.
[[noreturn]] void KeepServer(const Plan& plan) {
  setpgid(0, 0);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(plan.log_descriptor, STDOUT_FILENO);
  dup2(plan.log_descriptor, STDERR_FILENO);
  constexpr int kClient = STDERR_FILENO + 1;
  dup2(plan.keeper_end, kClient);
  close_range(kClient + 1, UINT_MAX, 0);
  fcntl(kClient, F_SETFD, FD_CLOEXEC);

  const pid_t keeper = getpid();
  const pid_t server = fork();
  if (server == 0) ExecuteServer(plan, keeper);
  if (server > 0) {
    const int process = static_cast<int>(syscall(SYS_pidfd_open, server, 0));
    WaitForEither(process, kClient, -1);
    if (waitpid(server, nullptr, WNOHANG) == 0) {
      kill(server, SIGTERM);
      WaitForEither(process, process, kStopMilliseconds);
      kill(server, SIGKILL);
      waitpid(server, nullptr, 0);
    }
  }
  // Tells a client that still is there that the server has ended, and leaves it
  // the log until it goes.
  shutdown(kClient, SHUT_WR);
  char byte = 0;
  while (read(kClient, &byte, 1) < 0 && errno == EINTR) {
  }
  unlink(plan.socket.c_str());
  unlink(plan.log.c_str());
  rmdir(plan.directory.c_str());
  _exit(0);
}

// Holds back the signals that end a process, so that they find a directory with
// a keeper or none.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) sigaddset(&ending, signal);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_ = {};
};

}  // namespace

absl::Status LocalServer::StartKeeper() {
  std::error_code error;
  std::filesystem::path base = std::filesystem::temp_directory_path(error);
  if (error) base = "/tmp";
  Plan plan;
  plan.program = FindServer();
  plan.directory = (base / "taquin-XXXXXX").string();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return absl::UnavailableError("cannot make sockets for --local: " +
                                  std::string(std::strerror(errno)));
  }
  keeper_ = ends[0];
  plan.keeper_end = ends[1];

  const HeldSignals held;
  plan.signals = held.before();
  if (mkdtemp(plan.directory.data()) == nullptr) {
    close(plan.keeper_end);
    return absl::UnavailableError("cannot make a directory for --local: " +
                                  std::string(std::strerror(errno)));
  }
  directory_ = plan.directory;
  plan.socket = directory_ + "/socket";
  plan.log = directory_ + "/log";
  plan.address = address();
  plan.log_descriptor = open(plan.log.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  pid_ = fork();
  if (pid_ == 0) KeepServer(plan);
  close(plan.log_descriptor);
  close(plan.keeper_end);
  if (pid_ > 0) return absl::OkStatus();
  std::filesystem::remove_all(directory_, error);
  return absl::UnavailableError("cannot start a process for --local");
}

absl::StatusOr<std::unique_ptr<LocalServer>> LocalServer::Start() {
  std::unique_ptr<LocalServer> server(new LocalServer());
  if (absl::Status status = server->StartKeeper(); !status.ok()) return status;
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

bool LocalServer::HasEnded() const {
  char byte = 0;
  return recv(keeper_, &byte, 1, MSG_DONTWAIT) == 0;
}

std::string LocalServer::Log() const {
  std::ifstream in(directory_ + "/log");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

LocalServer::~LocalServer() {
  if (keeper_ >= 0) close(keeper_);
  if (pid_ <= 0) return;
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace taquin::client
