// Keeps gRPC's threads from napping.

#ifndef TAQUIN_SERVER_KEEP_AWAKE_H_
#define TAQUIN_SERVER_KEEP_AWAKE_H_

#include <memory>
#include <thread>

#include "grpcpp/grpcpp.h"
#include "server/mutex.h"

namespace taquin::server {

// After a second without events the threads behind the callback API sleep for
// up to 100 ms at a time, and a call that comes then waits. While an object of
// this class lives, a call over the in-process channel every 400 ms keeps them
// at it; that costs well under a thousandth of a core.
class KeepAwake {
 public:
  explicit KeepAwake(std::shared_ptr<grpc::Channel> channel);
  ~KeepAwake();

  KeepAwake(const KeepAwake&) = delete;
  KeepAwake& operator=(const KeepAwake&) = delete;

 private:
  void Run(const std::shared_ptr<grpc::Channel>& channel);

  Mutex mutex_;
  Condition stop_changed_;
  bool stop_ ABSL_GUARDED_BY(mutex_) = false;
  std::jthread thread_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_KEEP_AWAKE_H_
