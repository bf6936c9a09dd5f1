#include "server/table_maker.h"

#include <sys/resource.h>

#include <chrono>

#include "server/clock.h"

namespace taquin::server {
namespace {

using std::chrono_literals::operator""ms;

constexpr int kNiceness = 15;
constexpr Duration kWhileOthersWork = 1ms;
constexpr Duration kWhileIdle = 20ms;

}  // namespace

TableMaker::TableMaker(TableRegistry& tables, int threads) : tables_(tables) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

TableMaker::~TableMaker() {
  MutexLock lock(mutex_);
  stop_ = true;
  stop_changed_.NotifyAll();
}

void TableMaker::Run() {
  // On Linux, of this thread alone. Without it tables are merely made sooner.
  static_cast<void>(setpriority(PRIO_PROCESS, 0, kNiceness));
  MutexLock lock(mutex_);
  while (!stop_) {
    mutex_.Unlock();
    const TableRegistry::WorkState state = tables_.Work();
    mutex_.Lock();
    if (state == TableRegistry::WorkState::kWorking) continue;
    const TimePoint next =
        SteadyClock().Now() +
        (state == TableRegistry::WorkState::kWaiting ? kWhileOthersWork : kWhileIdle);
    while (!stop_ && stop_changed_.WaitUntil(mutex_, next)) {
    }
  }
}

}  // namespace taquin::server
