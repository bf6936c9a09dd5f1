#include "solver/searches/table_building_search.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace taquin {
namespace {

class TableBuildingSearch final : public Search {
 public:
  TableBuildingSearch(std::vector<WalkingDistanceAxis> axes, WalkingDistanceTables& tables,
                      SolveResult unstarted, std::function<std::unique_ptr<Search>()> make)
      : axes_(std::move(axes)),
        tables_(tables),
        result_(std::move(unstarted)),
        make_(std::move(make)) {}

  SearchState Advance(std::int64_t budget) override {
    if (search_ != nullptr) return search_->Advance(budget);
    if (stopped_) return SearchState::kFinished;
    if (!Build(budget)) return SearchState::kRunning;
    search_ = make_();
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
  // True once every table is there.
  bool Build(std::int64_t budget) {
    while (!axes_.empty()) {
      const WalkingDistanceAxis axis = axes_.back();
      if (tables_.Find(axis) == nullptr) {
        if (!builder_.has_value()) builder_.emplace(axis);
        if (!builder_->Advance(budget)) return false;
        tables_.Add(axis, builder_->Take());
      }
      builder_.reset();
      axes_.pop_back();
    }
    return true;
  }

  std::vector<WalkingDistanceAxis> axes_;  // Still to be built, the last one first.
  WalkingDistanceTables& tables_;
  SolveResult result_;
  const std::function<std::unique_ptr<Search>()> make_;
  std::optional<WalkingDistanceBuilder> builder_;  // Of the last axis.
  std::unique_ptr<Search> search_;                 // Once the tables are built.
  bool stopped_ = false;
};

}  // namespace

std::unique_ptr<Search> MakeTableBuildingSearch(std::vector<WalkingDistanceAxis> axes,
                                                WalkingDistanceTables& tables,
                                                SolveResult unstarted,
                                                std::function<std::unique_ptr<Search>()> make) {
  return std::make_unique<TableBuildingSearch>(std::move(axes), tables, std::move(unstarted),
                                               std::move(make));
}

}  // namespace taquin
