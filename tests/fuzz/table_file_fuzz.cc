// Files of pattern tables of any bytes: used or refused, never a crash, and what
// is used is the tables that were asked for.
//
// Checksums keep out everything that chance makes. So the first byte of an input
// says, beside which tables are asked for, whether the header's sum is set right
// first, as a program of somebody else's might; and whether what follows is the
// file, or the places and values of bytes that are changed in a good one.

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "solver/pattern_database/file_system.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"
#include "solver/pattern_database/table_file.h"
#include "solver/pattern_database/table_set_builder.h"
#include "tests/fuzz/fuzzer.h"

namespace taquin::fuzz {
namespace {

constexpr std::uint8_t kMended = 0x80;
constexpr std::uint8_t kChanges = 0x40;
constexpr std::size_t kBytesAChange = 3;  // The place, low byte first, and the value.

// A disk with one file, which has every name.
class OneFile final : public FileSystem {
 public:
  OneFile() = default;
  explicit OneFile(std::string contents) : contents_(std::move(contents)) {}

  const std::string& contents() const { return contents_; }

  // At a multiple of eight, and not a byte longer than the file.
  absl::StatusOr<MappedFile> Map(const std::string& /*path*/) override {
    void* const memory = std::malloc(contents_.size() + 1);
    std::memcpy(memory, contents_.data(), contents_.size());
    return MappedFile{.data = {static_cast<const std::byte*>(memory),
                               [memory](const std::byte*) { std::free(memory); }},
                      .size = contents_.size()};
  }

  absl::StatusOr<std::unique_ptr<WritableFile>> Create(const std::string& /*path*/) override {
    contents_.clear();
    return std::make_unique<Appender>(contents_);
  }

  absl::Status Rename(const std::string& /*from*/, const std::string& /*to*/) override {
    return absl::OkStatus();
  }
  absl::Status Remove(const std::string& /*path*/) override { return absl::OkStatus(); }
  absl::Status CreateDirectory(const std::string& /*path*/) override { return absl::OkStatus(); }

 private:
  class Appender final : public WritableFile {
   public:
    explicit Appender(std::string& contents) : contents_(contents) {}
    absl::Status Append(absl::Span<const std::byte> bytes) override {
      contents_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return absl::OkStatus();
    }
    absl::Status Sync() override { return absl::OkStatus(); }

   private:
    std::string& contents_;
  };

  std::string contents_;
};

const std::vector<Partition>& Partitions() {
  static const auto* const kPartitions = new std::vector<Partition>{
      *ChoosePartition({2, 2}, 0, TableTier::kStartup),
      *ChoosePartition({2, 3}, 0, TableTier::kStartup),
      // Two groups that share a table: a reflection takes one to the other.
      {.shape = {3, 3}, .goal_blank = 0, .patterns = {0b000000110, 0b001001000, 0b110110000}}};
  return *kPartitions;
}

// The file of tables as they should be.
std::string FileOf(const Partition& partition) {
  auto builder = TableSetBuilder::Create(partition);
  Require(builder.ok(), "the partition has tables");
  while ((*builder)->Step() != TableBuilder::State::kDone) {
  }
  OneFile file;
  Require(WriteTableFile(file, "", partition, **(*builder)->Take()).ok(), "they are written");
  return file.contents();
}

// The sum of the format, over a header whose last word does not count.
std::uint64_t HeaderSum(const std::string& bytes) {
  constexpr std::size_t kLanes = 8;
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  std::array<std::uint64_t, kTableHeaderBytes / 8> words;
  std::memcpy(words.data(), bytes.data(), kTableHeaderBytes);
  words.back() = 0;
  std::array<std::uint64_t, kLanes> lanes{1, 2, 3, 4, 5, 6, 7, 8};
  for (std::size_t i = 0; i < words.size(); ++i) {
    lanes[i % kLanes] = (lanes[i % kLanes] ^ words[i]) * kMultiplier;
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t lane : lanes) {
    sum = (std::rotl(sum, 17) ^ lane) * kMultiplier;
    sum ^= sum >> 32;
  }
  return sum;
}

void Mend(std::string& bytes) {
  if (bytes.size() < kTableHeaderBytes) return;
  const std::uint64_t sum = HeaderSum(bytes);
  std::memcpy(bytes.data() + kTableHeaderBytes - sizeof(sum), &sum, sizeof(sum));
}

const std::string& GoodFile(std::size_t partition) {
  static const auto* const kFiles = [] {
    auto* const files = new std::vector<std::string>;
    for (const Partition& each : Partitions()) files->push_back(FileOf(each));
    return files;
  }();
  return (*kFiles)[partition];
}

// What was written is used, mended or not: else nothing here would go far.
bool GoodFilesAreUsed() {
  for (std::size_t i = 0; i < Partitions().size(); ++i) {
    std::string mended = GoodFile(i);
    Mend(mended);
    Require(mended == GoodFile(i), "the sum is the format's");
    OneFile file(mended);
    Require(ReadTableFile(file, "", Partitions()[i]).ok(), "a good file is used");
  }
  return true;
}

// The file that an input stands for.
std::string FileFrom(const std::uint8_t* data, std::size_t size, std::size_t partition) {
  const std::uint8_t mode = data[0];
  std::string bytes(data + 1, data + size);
  if ((mode & kChanges) != 0) {
    const std::string changes = std::exchange(bytes, GoodFile(partition));
    const auto value = [&changes](std::size_t i) { return static_cast<std::uint8_t>(changes[i]); };
    for (std::size_t i = 0; i + kBytesAChange <= changes.size(); i += kBytesAChange) {
      const std::size_t place = value(i) | (std::size_t{value(i + 1)} << 8);
      bytes[place % bytes.size()] = changes[i + 2];
    }
  }
  if ((mode & kMended) != 0) Mend(bytes);
  return bytes;
}

}  // namespace

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds;
  for (std::size_t i = 0; i < Partitions().size(); ++i) {
    seeds.push_back(std::string(1, static_cast<char>(i | kMended)) + GoodFile(i));
    // Each number of the header in turn.
    for (char place = 8; place < 120; place += 4) {
      seeds.push_back({static_cast<char>(i | kMended | kChanges), place, 0, 1});
    }
  }
  return seeds;
}

std::vector<std::string> Pieces() {
  return {"TAQUINPD",
          std::string("\1\0\0\0", 4),
          std::string("\2\0\0\0", 4),
          std::string("\4\3\2\1", 4),
          std::string(4, '\xff'),
          std::string(64, '\0')};
}

}  // namespace taquin::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using taquin::fuzz::Require;
  namespace fuzz = taquin::fuzz;
  static const bool good_files_are_used = fuzz::GoodFilesAreUsed();
  if (!good_files_are_used || size == 0) return 0;
  const auto& partitions = fuzz::Partitions();
  const std::size_t chosen = data[0] % fuzz::kChanges % partitions.size();
  const taquin::Partition& partition = partitions[chosen];
  fuzz::OneFile file(fuzz::FileFrom(data, size, chosen));
  const auto tables = taquin::ReadTableFile(file, "", partition);
  if (!tables.ok()) {
    Require(absl::IsDataLoss(tables.status()), "a file is refused for what it holds");
    Require(
        tables.status().message().find(taquin::TableFileName(partition)) != absl::string_view::npos,
        "and named");
    return 0;
  }
  Require(!(*tables)->views().empty(), "there is a view");
  Require((*tables)->views()[0].size() == partition.patterns.size(), "every group has its table");
  for (const auto& group : (*tables)->views()[0]) {
    Require(group.table->words().get() != nullptr, "which is there");
  }
  return 0;
}
