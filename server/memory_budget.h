// Shares memory out among searches that grow.

#ifndef TAQUIN_SERVER_MEMORY_BUDGET_H_
#define TAQUIN_SERVER_MEMORY_BUDGET_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "solver/memory_allowance.h"

namespace taquin::server {

// A search may grow as long as it holds no more than is left free. So one alone
// gets half of the budget, each of n that are greedy gets an n+1-th of it, and
// there is always as much free for a newcomer. A search that does not grow is
// left alone, whatever the others do.
//
// Source: A. Choudhury and E. Hahne, "Dynamic queue length thresholds for
// shared-memory packet switches" (1998).
//
// Thread-safe.
class MemoryBudget {
 public:
  // `total_bytes` above 0.
  explicit MemoryBudget(std::int64_t total_bytes) : total_bytes_(total_bytes) {}

  // Counts `bytes` more for a search that holds `held_bytes`, if that stays
  // within its share; otherwise counts nothing.
  bool Take(std::int64_t held_bytes, std::int64_t bytes) {
    std::int64_t used = used_bytes_;
    do {
      if (held_bytes + bytes > total_bytes_ - used - bytes) return false;
    } while (!used_bytes_.compare_exchange_weak(used, used + bytes));
    return true;
  }

  // A search that held `held_bytes` holds `bytes` now. False if it has grown
  // beyond its share. The change is counted in any case.
  bool Change(std::int64_t held_bytes, std::int64_t bytes) {
    const std::int64_t used = used_bytes_ += bytes - held_bytes;
    return bytes <= held_bytes || bytes <= total_bytes_ - used;
  }

  std::int64_t used_bytes() const { return used_bytes_; }

 private:
  const std::int64_t total_bytes_;
  std::atomic<std::int64_t> used_bytes_ = 0;
};

// What one search holds of a budget. Most searches ask before they allocate; what
// the others hold is stated between their slices. Thread-safe.
class MemoryAccount final : public MemoryAllowance {
 public:
  explicit MemoryAccount(std::shared_ptr<MemoryBudget> budget) : budget_(std::move(budget)) {}

  // Gives back what is held.
  ~MemoryAccount() override { Settle(0); }

  bool Take(std::int64_t bytes) override {
    if (!budget_->Take(held_bytes_, bytes)) return false;
    held_bytes_ += bytes;
    return true;
  }

  void Release(std::int64_t bytes) override {
    held_bytes_ -= bytes;
    budget_->Change(bytes, 0);
  }

  // The search holds `bytes`. False if that is more than was counted, and beyond
  // its share. It is counted in any case.
  bool Settle(std::int64_t bytes) { return budget_->Change(held_bytes_.exchange(bytes), bytes); }

 private:
  const std::shared_ptr<MemoryBudget> budget_;
  std::atomic<std::int64_t> held_bytes_ = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_MEMORY_BUDGET_H_
