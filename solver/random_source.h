// Random numbers that a seed names: the same on every machine and with every
// standard library.

#ifndef TAQUIN_SOLVER_RANDOM_SOURCE_H_
#define TAQUIN_SOLVER_RANDOM_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "solver/state_space.h"

namespace taquin {

// Thread-compatible.
class RandomSource {
 public:
  // The numbers of a seed come in as many streams as there are indices, which
  // have nothing to do with each other.
  RandomSource(std::uint64_t seed, std::uint64_t index)
      : engine_(MixBits(MixBits(seed) + index * 0x9E3779B97F4A7C15u)) {}

  // Uniform in [0, bound), exactly; `bound` is at least 1. The distributions of
  // the standard library differ from one library to the next.
  std::uint64_t Below(std::uint64_t bound) {
    // The numbers below 2^64 mod bound are one too many for some remainders.
    const std::uint64_t excess = (0 - bound) % bound;
    std::uint64_t number = engine_();
    while (number < excess) number = engine_();
    return number % bound;
  }

  // Every order equally likely (R. Durstenfeld, 1964).
  template <class Value>
  void Shuffle(std::vector<Value>& values) {
    for (std::size_t last = values.size(); last > 1; --last) {
      std::swap(values[last - 1], values[static_cast<std::size_t>(Below(last))]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace taquin

#endif  // TAQUIN_SOLVER_RANDOM_SOURCE_H_
