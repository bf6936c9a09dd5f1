// Makes the tables that searches want, behind the server's back.

#ifndef TAQUIN_SERVER_TABLE_MAKER_H_
#define TAQUIN_SERVER_TABLE_MAKER_H_

#include <thread>
#include <vector>

#include "server/mutex.h"
#include "solver/table_registry.h"

namespace taquin::server {

// While an object of this class lives, its threads do the registry's work. They
// run at a lower priority than the workers, so that building starves no search.
class TableMaker {
 public:
  // `tables` outlives the maker.
  TableMaker(TableRegistry& tables, int threads);

  // Waits for the steps at hand: milliseconds, or a file.
  ~TableMaker();

  TableMaker(const TableMaker&) = delete;
  TableMaker& operator=(const TableMaker&) = delete;

 private:
  void Run();

  TableRegistry& tables_;
  Mutex mutex_;
  Condition stop_changed_;
  bool stop_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::jthread> threads_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_TABLE_MAKER_H_
