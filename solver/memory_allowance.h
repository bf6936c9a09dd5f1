// Who decides, while a search runs, what more memory it may take.

#ifndef TAQUIN_SOLVER_MEMORY_ALLOWANCE_H_
#define TAQUIN_SOLVER_MEMORY_ALLOWANCE_H_

#include <cstdint>

namespace taquin {

// A search asks before each allocation of its own structures, beside keeping to
// SearchLimits::memory_bytes. Where it is refused it does as at that limit: most
// searches end with Limit::kMemory.
//
// Thread-safe: a search asks on each thread that advances it.
class MemoryAllowance {
 public:
  virtual ~MemoryAllowance() = default;

  MemoryAllowance(const MemoryAllowance&) = delete;
  MemoryAllowance& operator=(const MemoryAllowance&) = delete;

  // Whether `bytes` more may be held. If so they are, until Release().
  virtual bool Take(std::int64_t bytes) = 0;

  // No more than what was taken.
  virtual void Release(std::int64_t bytes) = 0;

 protected:
  MemoryAllowance() = default;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_MEMORY_ALLOWANCE_H_
