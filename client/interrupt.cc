#include "client/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "client/exit_code.h"
#include "client/terminal/raw_terminal.h"

namespace taquin::client {
namespace {

// A handler may only touch what is async-signal-safe: it counts, and writes a
// byte for the thread to read.
volatile sig_atomic_t interrupts = 0;
int wake_descriptor = -1;
struct sigaction previous_interrupt;
struct sigaction previous_termination;

void OnSignal(int) {
  const int saved_errno = errno;
  interrupts = interrupts + 1;
  if (interrupts > 1) {
    GiveTerminalBack();
    _exit(static_cast<int>(ExitCode::kInterrupted));
  }
  const char byte = 'i';
  // The pipe never fills: one byte is all that is ever written here.
  [[maybe_unused]] const ssize_t written = write(wake_descriptor, &byte, 1);
  errno = saved_errno;
}

}  // namespace

InterruptGuard::InterruptGuard(std::function<void()> on_interrupt) {
  if (pipe2(pipe_, O_CLOEXEC) != 0) return;  // Then a signal ends the process as usual.
  interrupts = 0;
  wake_descriptor = pipe_[1];
  thread_ = std::thread([read_end = pipe_[0], callback = std::move(on_interrupt)] {
    char byte = 0;
    while (read(read_end, &byte, 1) < 0 && errno == EINTR) {
    }
    if (byte == 'i') callback();
  });
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &previous_interrupt);
  sigaction(SIGTERM, &action, &previous_termination);
}

InterruptGuard::~InterruptGuard() {
  if (pipe_[0] < 0) return;
  sigaction(SIGINT, &previous_interrupt, nullptr);
  sigaction(SIGTERM, &previous_termination, nullptr);
  const char byte = 'q';
  while (write(pipe_[1], &byte, 1) < 0 && errno == EINTR) {
  }
  thread_.join();
  close(pipe_[0]);
  close(pipe_[1]);
}

}  // namespace taquin::client
