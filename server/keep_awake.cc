#include "server/keep_awake.h"

#include <chrono>
#include <utility>

#include "server/health_probe.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr Duration kInterval = 400ms;

}  // namespace

KeepAwake::KeepAwake(std::shared_ptr<grpc::Channel> channel)
    : thread_([this, its_channel = std::move(channel)] { Run(its_channel); }) {}

KeepAwake::~KeepAwake() {
  MutexLock lock(mutex_);
  stop_ = true;
  stop_changed_.NotifyAll();
}

void KeepAwake::Run(const std::shared_ptr<grpc::Channel>& channel) {
  MutexLock lock(mutex_);
  while (!stop_) {
    mutex_.Unlock();
    // What it answers does not matter.
    ProbeHealth(channel, 1s).IgnoreError();
    mutex_.Lock();
    const TimePoint next = SteadyClock().Now() + kInterval;
    while (!stop_ && stop_changed_.WaitUntil(mutex_, next)) {
    }
  }
}

}  // namespace taquin::server
