#include "solver/searches/table_building_search.h"

#include <string>
#include <utility>

namespace taquin {
namespace {

class TableBuildingSearch final : public Search {
 public:
  TableBuildingSearch(std::function<absl::StatusOr<bool>(std::int64_t)> build,
                      SolveResult unstarted, std::function<std::unique_ptr<Search>()> make)
      : build_(std::move(build)), result_(std::move(unstarted)), make_(std::move(make)) {}

  SearchState Advance(std::int64_t budget) override {
    if (search_ != nullptr) return search_->Advance(budget);
    if (stopped_) return SearchState::kFinished;
    const absl::StatusOr<bool> ready = build_(budget);
    if (!ready.ok()) {
      result_.detail = std::string(ready.status().message());
      Stop(Limit::kMemory);
      return SearchState::kFinished;
    }
    if (*ready) search_ = make_();
    return SearchState::kRunning;
  }

  void Stop(Limit limit) override {
    if (search_ != nullptr) return search_->Stop(limit);
    if (!stopped_) result_.limit = limit;
    stopped_ = true;
  }

  SearchProgress progress() const override {
    if (search_ != nullptr) return search_->progress();
    SearchProgress progress;
    progress.lower_bound = result_.lower_bound;
    progress.current_bound = result_.lower_bound;
    return progress;
  }

  const Path* best_path() const override {
    return search_ != nullptr ? search_->best_path() : nullptr;
  }

  SolveResult result() const override { return search_ != nullptr ? search_->result() : result_; }

 private:
  const std::function<absl::StatusOr<bool>(std::int64_t)> build_;
  SolveResult result_;
  const std::function<std::unique_ptr<Search>()> make_;
  std::unique_ptr<Search> search_;  // Once the tables are there.
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Search> MakeTableBuildingSearch(
    std::function<absl::StatusOr<bool>(std::int64_t budget)> build, SolveResult unstarted,
    std::function<std::unique_ptr<Search>()> make) {
  return std::make_unique<TableBuildingSearch>(std::move(build), std::move(unstarted),
                                               std::move(make));
}

}  // namespace taquin
