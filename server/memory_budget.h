// Shares memory out among searches that grow.

#ifndef TAQUIN_SERVER_MEMORY_BUDGET_H_
#define TAQUIN_SERVER_MEMORY_BUDGET_H_

#include <cstdint>

namespace taquin::server {

// A search may grow as long as it holds no more than is left free. So one alone
// gets half of the budget, each of n that are greedy gets an n+1-th of it, and
// there is always as much free for a newcomer. A search that does not grow is
// left alone, whatever the others do.
//
// Source: A. Choudhury and E. Hahne, "Dynamic queue length thresholds for
// shared-memory packet switches" (1998).
//
// Thread-compatible.
class MemoryBudget {
 public:
  // `total_bytes` above 0.
  explicit MemoryBudget(std::int64_t total_bytes) : total_bytes_(total_bytes) {}

  // A search that held `held_bytes` holds `bytes` now. False if it has grown
  // beyond its share and must end. The change is counted in any case.
  bool Change(std::int64_t held_bytes, std::int64_t bytes) {
    used_bytes_ += bytes - held_bytes;
    return bytes <= held_bytes || bytes <= total_bytes_ - used_bytes_;
  }

  std::int64_t used_bytes() const { return used_bytes_; }

 private:
  const std::int64_t total_bytes_;
  std::int64_t used_bytes_ = 0;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_MEMORY_BUDGET_H_
