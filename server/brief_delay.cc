#include "server/brief_delay.h"

#include <chrono>
#include <utility>

namespace taquin::server {
namespace {

using std::chrono_literals::operator""us;

// The system adds some fifty microseconds of its own.
constexpr auto kDelay = 50us;

}  // namespace

BriefDelay::BriefDelay() : thread_([this] { Work(); }) {}

BriefDelay::~BriefDelay() {
  MutexLock lock(mutex_);
  stop_ = true;
  changed_.NotifyAll();
}

void BriefDelay::Run(std::function<void()> task) {
  MutexLock lock(mutex_);
  tasks_.push_back(std::move(task));
  // With more than one the thread is on its way.
  if (tasks_.size() == 1) changed_.NotifyOne();
}

void BriefDelay::Work() {
  std::vector<std::function<void()>> due;
  MutexLock lock(mutex_);
  while (!stop_ || !tasks_.empty()) {
    if (tasks_.empty()) {
      changed_.Wait(mutex_);
      continue;
    }
    mutex_.Unlock();
    std::this_thread::sleep_for(kDelay);
    mutex_.Lock();
    due.swap(tasks_);
    mutex_.Unlock();
    for (const auto& task : due) task();
    due.clear();
    mutex_.Lock();
  }
}

}  // namespace taquin::server
