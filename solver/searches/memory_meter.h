// Counts the memory of one search and holds it to a limit.

#ifndef TAQUIN_SOLVER_SEARCHES_MEMORY_METER_H_
#define TAQUIN_SOLVER_SEARCHES_MEMORY_METER_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "solver/memory_allowance.h"

namespace taquin {

// Structures ask before they allocate, so the limit is never passed.
// Thread-compatible.
class MemoryMeter {
 public:
  // `allowance` is asked beside; null: nobody is.
  MemoryMeter(std::optional<std::int64_t> limit, std::shared_ptr<MemoryAllowance> allowance)
      : limit_(limit.value_or(std::numeric_limits<std::int64_t>::max())),
        allowance_(std::move(allowance)) {}

  // Gives back what was not released.
  ~MemoryMeter() {
    if (allowance_ != nullptr) allowance_->Release(bytes_);
  }

  MemoryMeter(const MemoryMeter&) = delete;
  MemoryMeter& operator=(const MemoryMeter&) = delete;

  // Counts `bytes` and returns true if they fit under the limit and are
  // allowed; otherwise counts nothing.
  bool Take(std::int64_t bytes) {
    if (bytes > limit_ - bytes_) return false;
    if (allowance_ != nullptr && !allowance_->Take(bytes)) return false;
    bytes_ += bytes;
    peak_bytes_ = std::max(peak_bytes_, bytes_);
    return true;
  }

  void Release(std::int64_t bytes) {
    bytes_ -= bytes;
    if (allowance_ != nullptr) allowance_->Release(bytes);
  }

  std::int64_t bytes() const { return bytes_; }
  std::int64_t peak_bytes() const { return peak_bytes_; }

 private:
  const std::int64_t limit_;
  const std::shared_ptr<MemoryAllowance> allowance_;
  std::int64_t bytes_ = 0;
  std::int64_t peak_bytes_ = 0;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_SEARCHES_MEMORY_METER_H_
