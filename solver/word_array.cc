#include "solver/word_array.h"

#include <sys/mman.h>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taquin {
namespace {

constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

}  // namespace

absl::StatusOr<WordArray> AllocateWords(std::size_t count) {
  const std::size_t bytes = count * sizeof(std::uint64_t);
  // Room to align by; what lies before and after the aligned part is never
  // touched and so takes addresses only.
  const std::size_t mapped = bytes + kHugePageBytes;
  void* const mapping =
      mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) {
    return absl::ResourceExhaustedError(absl::StrCat("no memory for a table of ", bytes, " bytes"));
  }
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(mapping);
  const std::uintptr_t aligned = (address + kHugePageBytes - 1) & ~(kHugePageBytes - 1);
  void* const start = static_cast<char*>(mapping) + (aligned - address);
#ifdef MADV_HUGEPAGE
  // Only advice: without it the array works, more slowly.
  if (bytes >= kHugePageBytes) madvise(start, bytes, MADV_HUGEPAGE);
#endif
  return WordArray(static_cast<std::uint64_t*>(start),
                   [mapping, mapped](std::uint64_t*) { munmap(mapping, mapped); });
}

}  // namespace taquin
