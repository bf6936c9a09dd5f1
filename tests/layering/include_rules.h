// Which layer may include what, judged from the #include lines alone.
//
// CMake's target edges keep our own layers apart; they cannot keep a system
// header such as <grpcpp/grpcpp.h> out of a layer that does not link it.

#ifndef TAQUIN_TESTS_LAYERING_INCLUDE_RULES_H_
#define TAQUIN_TESTS_LAYERING_INCLUDE_RULES_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace taquin::layering {

// The names that `source` includes, without their quotes or brackets, in order.
std::vector<std::string> IncludedNames(std::string_view source);

// What is wrong with a file at `path` (relative to the top, with '/') that
// includes `names`: one message a fault, empty if the layers are kept.
std::vector<std::string> FaultsOfFile(const std::string& path,
                                      const std::vector<std::string>& names);

struct TreeReport {
  int file_count = 0;
  std::vector<std::string> faults;  // Sorted.
};

// Judges every .h and .cc file in solver/, server/ and client/ under `top`.
TreeReport JudgeTree(const std::filesystem::path& top);

// What is wrong with a library of `sources` in `directory` (as in "server"),
// all under `top`, that must know no gRPC and no protobuf: not in its own files
// nor in any header of `directory` that these include, however indirectly. One
// message a fault, sorted.
std::vector<std::string> FaultsOfTransportFreeLibrary(const std::filesystem::path& top,
                                                      const std::string& directory,
                                                      const std::vector<std::string>& sources);

}  // namespace taquin::layering

#endif  // TAQUIN_TESTS_LAYERING_INCLUDE_RULES_H_
