#include "solver/pattern_database/table_file.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "solver/pattern_database/symmetry.h"

namespace taquin {
namespace {

constexpr std::array<char, 8> kMagic = {'T', 'A', 'Q', 'U', 'I', 'N', 'P', 'D'};
constexpr std::uint32_t kByteOrderMark = 0x01020304;
constexpr std::size_t kTableAlignment = 4096;

struct Fields {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t byte_order;
  std::uint32_t rows;
  std::uint32_t columns;
  std::uint32_t goal_blank;
  std::uint32_t groups;
  std::uint32_t tables;
  std::uint32_t unused;  // So that no byte is padding.
  std::array<std::uint32_t, kMaxPatterns> group_table;
  std::array<std::uint32_t, kMaxPatterns> group_symmetry;
  std::array<std::uint64_t, kMaxPatterns> pattern;  // Of each table.
};

struct Header {
  Fields fields;
  std::array<std::byte, kTableHeaderBytes - sizeof(Fields) - 16> unused;
  std::uint64_t data_checksum;
  std::uint64_t header_checksum;
};
static_assert(sizeof(Header) == kTableHeaderBytes);

// Multiplies and adds in eight lanes, so that it goes at the memory's speed;
// for accidents, not against attackers.
class Checksum {
 public:
  // Whole words; each table is a multiple of eight of them.
  void Add(absl::Span<const std::uint64_t> words) {
    for (std::size_t i = 0; i + kLanes <= words.size(); i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes_[lane] = (lanes_[lane] ^ words[i + lane]) * kMultiplier;
      }
    }
  }

  std::uint64_t value() const {
    std::uint64_t value = 0;
    for (const std::uint64_t lane : lanes_) {
      value = (std::rotl(value, 17) ^ lane) * kMultiplier;
      value ^= value >> 32;
    }
    return value;
  }

 private:
  static constexpr std::size_t kLanes = 8;
  static constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;

  std::array<std::uint64_t, kLanes> lanes_{1, 2, 3, 4, 5, 6, 7, 8};
};

std::uint64_t HeaderChecksum(const Header& header) {
  std::array<std::uint64_t, kTableHeaderBytes / 8> words;
  std::memcpy(words.data(), &header, sizeof(header));
  words.back() = 0;
  Checksum checksum;
  checksum.Add(words);
  return checksum.value();
}

absl::Span<const std::uint64_t> WordsOf(const PatternTable& table) {
  return {table.words().get(), static_cast<std::size_t>(PatternTable::Words(table.index()))};
}

std::size_t Padded(std::size_t bytes) {
  return (bytes + kTableAlignment - 1) / kTableAlignment * kTableAlignment;
}

std::string PathOf(const std::string& directory, const Partition& partition) {
  return (std::filesystem::path(directory) / TableFileName(partition)).string();
}

// Unlike any other of this process or of another.
std::string TemporaryPath(const std::string& path) {
  static std::atomic<int> counter = 0;
  return absl::StrCat(path, ".", getpid(), ".", counter.fetch_add(1), ".tmp");
}

// The tables of the set, each once, and their places in the header's order.
Fields Describe(const Partition& partition, const PatternTableSet& set,
                std::vector<const PatternTable*>& tables) {
  Fields fields = {};
  fields.magic = kMagic;
  fields.version = kTableFileVersion;
  fields.byte_order = kByteOrderMark;
  fields.rows = static_cast<std::uint32_t>(partition.shape.rows);
  fields.columns = static_cast<std::uint32_t>(partition.shape.columns);
  fields.goal_blank = static_cast<std::uint32_t>(partition.goal_blank);
  const std::vector<Symmetry> symmetries = Symmetries(partition.shape);
  for (const PatternTableSet::Group& group : set.views()[0]) {
    auto place = std::find(tables.begin(), tables.end(), group.table.get());
    if (place == tables.end()) {
      fields.pattern[tables.size()] = group.table->pattern();
      tables.push_back(group.table.get());
      place = tables.end() - 1;
    }
    fields.group_table[fields.groups] = static_cast<std::uint32_t>(place - tables.begin());
    fields.group_symmetry[fields.groups++] = static_cast<std::uint32_t>(
        std::find(symmetries.begin(), symmetries.end(), group.symmetry) - symmetries.begin());
  }
  fields.tables = static_cast<std::uint32_t>(tables.size());
  return fields;
}

absl::Status WriteContents(WritableFile& file, const Header& header,
                           const std::vector<const PatternTable*>& tables) {
  absl::Status status =
      file.Append(absl::MakeSpan(reinterpret_cast<const std::byte*>(&header), sizeof(header)));
  const std::vector<std::byte> padding(kTableAlignment);
  for (const PatternTable* table : tables) {
    if (!status.ok()) return status;
    const absl::Span<const std::uint64_t> words = WordsOf(*table);
    const std::size_t bytes = words.size() * sizeof(std::uint64_t);
    status = file.Append(absl::MakeSpan(reinterpret_cast<const std::byte*>(words.data()), bytes));
    if (status.ok()) {
      status = file.Append(absl::MakeSpan(padding.data(), Padded(bytes) - bytes));
    }
  }
  return status.ok() ? file.Sync() : status;
}

// What is wrong with a header that was read, or an empty string.
std::string HeaderFault(const Header& header, const Partition& partition) {
  const Fields& fields = header.fields;
  if (fields.magic != kMagic) return "it is not a file of pattern tables";
  if (fields.byte_order != kByteOrderMark) return "it was made on a machine of another byte order";
  if (fields.version > kTableFileVersion) {
    return absl::StrCat("it has version ", fields.version, ", newer than this program's ",
                        kTableFileVersion);
  }
  if (fields.version != kTableFileVersion) {
    return absl::StrCat("it has version ", fields.version, ", older than this program's ",
                        kTableFileVersion);
  }
  if (header.header_checksum != HeaderChecksum(header)) return "its header is corrupt";
  if (fields.rows != static_cast<std::uint32_t>(partition.shape.rows) ||
      fields.columns != static_cast<std::uint32_t>(partition.shape.columns) ||
      fields.goal_blank != static_cast<std::uint32_t>(partition.goal_blank)) {
    return "it holds the tables of another shape or goal";
  }
  const std::size_t symmetries = Symmetries(partition.shape).size();
  if (fields.groups != partition.patterns.size() || fields.groups > kMaxPatterns ||
      fields.tables > fields.groups) {
    return "it holds the tables of another partition";
  }
  for (std::size_t group = 0; group < fields.groups; ++group) {
    if (fields.group_table[group] >= fields.tables || fields.group_symmetry[group] >= symmetries) {
      return "its header makes no sense";
    }
  }
  return "";
}

absl::Status Refuse(const std::string& path, std::string_view fault) {
  return absl::DataLossError(
      absl::StrCat("cannot use ", path, ": ", std::string(fault), "; it will be built again"));
}

}  // namespace

std::string TableFileName(const Partition& partition) {
  return absl::StrCat(partition.shape.rows, "x", partition.shape.columns, "-blank",
                      partition.goal_blank, "-", PartitionName(partition), ".tables");
}

absl::Status WriteTableFile(FileSystem& file_system, const std::string& directory,
                            const Partition& partition, const PatternTableSet& tables) {
  Header header = {};
  std::vector<const PatternTable*> distinct;
  header.fields = Describe(partition, tables, distinct);
  Checksum checksum;
  for (const PatternTable* table : distinct) checksum.Add(WordsOf(*table));
  header.data_checksum = checksum.value();
  header.header_checksum = HeaderChecksum(header);

  if (absl::Status status = file_system.CreateDirectory(directory); !status.ok()) return status;
  const std::string path = PathOf(directory, partition);
  const std::string temporary = TemporaryPath(path);
  auto file = file_system.Create(temporary);
  if (!file.ok()) return file.status();
  absl::Status status = WriteContents(**file, header, distinct);
  file->reset();
  if (status.ok()) status = file_system.Rename(temporary, path);
  // The first error is the one to tell.
  if (!status.ok()) file_system.Remove(temporary).IgnoreError();
  return status;
}

absl::StatusOr<std::shared_ptr<const PatternTableSet>> ReadTableFile(FileSystem& file_system,
                                                                     const std::string& directory,
                                                                     const Partition& partition) {
  const std::string path = PathOf(directory, partition);
  auto mapped = file_system.Map(path);
  if (!mapped.ok()) return mapped.status();
  if (mapped->size < kTableHeaderBytes) return Refuse(path, "it is truncated");
  Header header;
  std::memcpy(&header, mapped->data.get(), sizeof(header));
  if (const std::string fault = HeaderFault(header, partition); !fault.empty()) {
    return Refuse(path, fault);
  }

  std::vector<std::shared_ptr<const PatternTable>> tables;
  std::size_t offset = kTableHeaderBytes;
  Checksum checksum;
  for (std::size_t i = 0; i < header.fields.tables; ++i) {
    const CellSet pattern = header.fields.pattern[i];
    std::shared_ptr<const PatternIndex> index;
    for (const auto& table : tables) {
      if (table->index().tiles() == std::popcount(pattern)) index = table->shared_index();
    }
    if (index == nullptr) {
      auto created = PatternIndex::Create(partition.shape, std::popcount(pattern));
      if (!created.ok()) return Refuse(path, "its header makes no sense");
      index = *std::move(created);
    }
    const std::size_t bytes = static_cast<std::size_t>(PatternTable::Words(*index)) * 8;
    if (bytes > mapped->size - offset) return Refuse(path, "it is truncated");
    const ConstWordArray words(mapped->data,
                               reinterpret_cast<const std::uint64_t*>(mapped->data.get() + offset));
    tables.push_back(std::make_shared<const PatternTable>(std::move(index), pattern,
                                                          partition.goal_blank, words));
    checksum.Add(WordsOf(*tables.back()));
    offset += Padded(bytes);
    if (offset > mapped->size) return Refuse(path, "it is truncated");
  }
  if (offset != mapped->size) return Refuse(path, "it is longer than its header says");
  if (checksum.value() != header.data_checksum) return Refuse(path, "its tables are corrupt");

  const std::vector<Symmetry> symmetries = Symmetries(partition.shape);
  PatternTableSet::View groups;
  for (std::size_t i = 0; i < header.fields.groups; ++i) {
    groups.push_back(
        {tables[header.fields.group_table[i]], symmetries[header.fields.group_symmetry[i]]});
  }
  // Not only the header, but the patterns must be those asked for.
  for (std::size_t i = 0; i < groups.size(); ++i) {
    CellSet labels = 0;
    for (int label = 0; label < partition.shape.cells(); ++label) {
      if ((groups[i].table->pattern() & CellBit(groups[i].symmetry.cell(label))) != 0) {
        labels |= CellBit(label);
      }
    }
    if (labels != partition.patterns[i]) {
      return Refuse(path, "it holds the tables of another partition");
    }
  }
  auto set = PatternTableSet::Create(partition.shape, partition.goal_blank, std::move(groups));
  if (!set.ok()) return Refuse(path, "its header makes no sense");
  return set;
}

}  // namespace taquin
