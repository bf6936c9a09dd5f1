// `taquind build-tables`: makes tables ahead of time.

#ifndef TAQUIN_SERVER_BUILD_TABLES_H_
#define TAQUIN_SERVER_BUILD_TABLES_H_

#include <ostream>

#include "absl/status/status.h"
#include "solver/board.h"
#include "solver/table_registry.h"

namespace taquin::server {

// Reads or builds the tables of a shape, for goals with the blank in a corner,
// up to options.largest_tier, with `threads` threads, and writes them to
// options.directory. Tells its progress on `out`. Blocks until it is done.
// Fails if a table could not be made or kept.
absl::Status BuildTables(Shape shape, const TableRegistryOptions& options, int threads,
                         std::ostream& out);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_BUILD_TABLES_H_
