// Runs a fuzzer without libFuzzer: on its seeds, and on inputs made from them
// with a fixed seed, so that a failure comes again.
//
// usage: NAME_replay                        run them
//        NAME_replay FILE...                run what is in these files instead
//        NAME_replay --write DIRECTORY      write the seeds into files of DIRECTORY,
//                                           and the pieces to DIRECTORY.dict, for
//                                           libFuzzer

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/fuzzer.h"

namespace {

#ifdef TAQUIN_SANITIZED
constexpr int kInputs = 10'000;
#else
constexpr int kInputs = 100'000;
#endif

constexpr std::size_t kMaxBytes = 16'384;

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

// Whether all of it could be written.
bool WriteForLibFuzzer(const std::string& directory) {
  std::filesystem::create_directories(directory);
  bool good = true;
  int number = 0;
  for (const std::string& seed : taquin::fuzz::Seeds()) {
    std::ofstream out(directory + "/seed-" + std::to_string(number++), std::ios::binary);
    out << seed;
    good = out.flush().good() && good;
  }
  std::ofstream dictionary(directory + ".dict");
  for (const std::string& piece : taquin::fuzz::Pieces()) {
    dictionary << '"';
    for (const char c : piece) {
      char escaped[5];
      std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned char>(c));
      dictionary << escaped;
    }
    dictionary << "\"\n";
  }
  return dictionary.flush().good() && good;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--write") {
    return WriteForLibFuzzer(argv[2]) ? 0 : 1;
  }
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
