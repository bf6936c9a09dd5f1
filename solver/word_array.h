// Big arrays of 64-bit words, in huge pages where the system gives them:
// look-ups all over a table of hundreds of megabytes would otherwise wait for
// address translation more than for the memory itself.

#ifndef TAQUIN_SOLVER_WORD_ARRAY_H_
#define TAQUIN_SOLVER_WORD_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"

namespace taquin {

// Owned by whoever holds a copy of the pointer; the memory goes with the last.
using WordArray = std::shared_ptr<std::uint64_t>;
using ConstWordArray = std::shared_ptr<const std::uint64_t>;

// `count` words of zero, aligned to huge pages. The system provides each page
// when it is first touched. ResourceExhausted if it has no room.
absl::StatusOr<WordArray> AllocateWords(std::size_t count);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_WORD_ARRAY_H_
