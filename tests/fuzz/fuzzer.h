// What a fuzzer is: one function that takes any bytes, and the pieces of which
// interesting inputs are made.

#ifndef TAQUIN_TESTS_FUZZ_FUZZER_H_
#define TAQUIN_TESTS_FUZZ_FUZZER_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

// The entry point that libFuzzer calls. Returns 0; ends the program on a fault.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace taquin::fuzz {

// Whole inputs to begin from and pieces to put together; for the replay.
std::vector<std::string> Seeds();
std::vector<std::string> Pieces();

// Ends the program, as libFuzzer wants it, unless `holds`.
inline void Require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "does not hold: " << what << "\n";
  std::abort();
}

}  // namespace taquin::fuzz

#endif  // TAQUIN_TESTS_FUZZ_FUZZER_H_
