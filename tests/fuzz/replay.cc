// Runs a fuzzer without libFuzzer: on its seeds, and on inputs made from them
// with a fixed seed, so that a failure comes again. Files named as arguments
// are run instead.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/fuzzer.h"

namespace {

#ifdef TAQUIN_SANITIZED
constexpr int kInputs = 10'000;
#else
constexpr int kInputs = 100'000;
#endif

constexpr std::size_t kMaxBytes = 4096;

void RunOne(const std::string& input) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

class Mutator {
 public:
  // A seed with a few changes, or pieces put together.
  std::string Next() {
    static const std::vector<std::string> seeds = taquin::fuzz::Seeds();
    std::string input = Below(4) == 0 ? "" : seeds[Below(seeds.size())];
    const std::size_t changes = 1 + Below(8);
    for (std::size_t i = 0; i < changes; ++i) Change(input);
    if (input.size() > kMaxBytes) input.resize(kMaxBytes);
    return input;
  }

 private:
  std::size_t Below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }

  void Change(std::string& input) {
    static const std::vector<std::string> pieces = taquin::fuzz::Pieces();
    const std::size_t place = Below(input.size() + 1);
    switch (Below(6)) {
      case 0:
        input.insert(place, pieces[Below(pieces.size())]);
        break;
      case 1:
        input.insert(place, 1, static_cast<char>(Below(256)));
        break;
      case 2:
        input.erase(place, 1 + Below(4));
        break;
      case 3:
        if (place < input.size()) input[place] = static_cast<char>(Below(256));
        break;
      case 4:
        if (place < input.size()) input[place] = static_cast<char>(input[place] ^ (1 << Below(8)));
        break;
      default:
        input.insert(place, input.substr(Below(input.size() + 1), Below(16)));
        break;
    }
  }

  std::mt19937_64 engine_{20'260'101};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    for (int i = 1; i < argc; ++i) {
      std::ifstream in(argv[i], std::ios::binary);
      RunOne({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()});
    }
    return 0;
  }
  for (const std::string& seed : taquin::fuzz::Seeds()) RunOne(seed);
  Mutator mutator;
  std::string input;
  for (int i = 0; i < kInputs; ++i) {
    input = mutator.Next();
    RunOne(input);
  }
  std::cout << kInputs << " inputs\n";
  return 0;
}
