#include "server/fair_queue.h"

#include <algorithm>

namespace taquin::server {

void FairQueue::Join(Item& item, const std::string& name, int slots, Duration served) {
  if (callers_.size() >= sweep_at_) ForgetCallers();
  Caller& caller = callers_[name];
  if (caller.items++ == 0) {
    caller.served = std::max(caller.served, callers_now_ - head_start_);
    caller.order = next_order_++;
  }
  ready_.erase(&caller);  // Its place there changes with what it was served.
  caller.served += served;
  item.caller = &caller;
  item.served = caller.searches_now - head_start_ + served;
  item.order = next_order_++;
  item.free_slots = slots;
  caller.ready.insert(&item);
  ready_.insert(&caller);
}

void FairQueue::Leave(Item& item) {
  if (item.caller == nullptr) return;
  Caller& caller = *item.caller;
  if (item.free_slots > 0) {
    caller.ready.erase(&item);
    if (caller.ready.empty()) ready_.erase(&caller);
  }
  --caller.items;
  item.caller = nullptr;
}

FairQueue::Item* FairQueue::Take(Duration estimate) {
  if (ready_.empty()) return nullptr;
  Caller& caller = **ready_.begin();
  Item& item = **caller.ready.begin();
  callers_now_ = std::max(callers_now_, caller.served);
  caller.searches_now = std::max(caller.searches_now, item.served);
  Charge(item, estimate);
  if (--item.free_slots == 0) {
    caller.ready.erase(&item);
    if (caller.ready.empty()) ready_.erase(&caller);
  }
  return &item;
}

void FairQueue::GiveBack(Item& item, Duration correction) {
  if (item.caller == nullptr) return;
  Charge(item, correction);
  if (item.free_slots++ == 0) {
    if (item.caller->ready.empty()) ready_.insert(item.caller);
    item.caller->ready.insert(&item);
  }
}

void FairQueue::Charge(Item& item, Duration served) {
  Caller& caller = *item.caller;
  const bool caller_was_ready = ready_.erase(&caller) > 0;
  const bool item_was_ready = caller.ready.erase(&item) > 0;
  caller.served += served;
  item.served += served;
  if (item_was_ready) caller.ready.insert(&item);
  if (caller_was_ready) ready_.insert(&caller);
}

void FairQueue::ForgetCallers() {
  // One that has used less than its head start since has nothing to remember.
  std::erase_if(callers_, [this](const auto& entry) {
    return entry.second.items == 0 && entry.second.served <= callers_now_ - head_start_;
  });
  if (callers_.size() > kMostDormantCallers) {
    std::erase_if(callers_, [](const auto& entry) { return entry.second.items == 0; });
  }
  sweep_at_ = std::max(kMostDormantCallers, 2 * callers_.size());
}

}  // namespace taquin::server
