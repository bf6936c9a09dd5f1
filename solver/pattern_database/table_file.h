// Pattern tables in files.
//
// A file holds the tables of one partition: a header of kTableHeaderBytes, then
// the words of each table in turn, each table at a multiple of 4096 bytes. The
// header's fields are 32-bit integers in the byte order of the machine:
//
//   "TAQUINPD", version, byte-order mark, rows, columns, the goal's blank cell,
//   number of groups (at most 8), number of tables; for each group its table
//   and the number of its symmetry; for each table its pattern;
//
// and, at the end of the header, 64-bit checksums of the header's other bytes
// and of everything after it. A file is written under a temporary name, synced
// and then renamed, so that a file of the right name is whole, and so that
// processes which write it at the same time do not disturb each other.

#ifndef TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_FILE_H_
#define TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "solver/pattern_database/file_system.h"
#include "solver/pattern_database/partition.h"
#include "solver/pattern_database/pattern_table_set.h"

namespace taquin {

inline constexpr std::uint32_t kTableFileVersion = 2;
inline constexpr std::size_t kTableHeaderBytes = 4096;

// As in "4x4-blank0-7-8.tables".
std::string TableFileName(const Partition& partition);

// Writes the tables to `directory`, which is made if need be. On an error
// nothing is left behind, and an older file stays as it was. Takes as long as
// the disk does. The tables' patterns are those of `partition`.
absl::Status WriteTableFile(FileSystem& file_system, const std::string& directory,
                            const Partition& partition, const PatternTableSet& tables);

// Maps the tables of a partition. NotFound where there is no file. DataLoss,
// saying what is wrong, where the file is truncated, corrupt, of another
// program, of a newer version or for another partition. Reads every byte.
absl::StatusOr<std::shared_ptr<const PatternTableSet>> ReadTableFile(FileSystem& file_system,
                                                                     const std::string& directory,
                                                                     const Partition& partition);

}  // namespace taquin

#endif  // TAQUIN_SOLVER_PATTERN_DATABASE_TABLE_FILE_H_
