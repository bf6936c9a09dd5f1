// Ctrl-C, once to stop with what there is, twice to stop at once.

#ifndef TAQUIN_CLIENT_INTERRUPT_H_
#define TAQUIN_CLIENT_INTERRUPT_H_

#include <functional>
#include <thread>

namespace taquin::client {

// While it lives, the first SIGINT or SIGTERM calls `on_interrupt` on a thread
// of its own; the second ends the process with status 130. At most one may
// live at a time.
class InterruptGuard {
 public:
  explicit InterruptGuard(std::function<void()> on_interrupt);
  // Restores the handlers that were there before.
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  int pipe_[2] = {-1, -1};
  std::thread thread_;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_INTERRUPT_H_
