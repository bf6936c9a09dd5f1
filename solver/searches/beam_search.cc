#include "solver/searches/beam_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "solver/searches/beam_run.h"
#include "solver/searches/sequential_search.h"

namespace taquin {
namespace {

// Up to 7 x 7 the heuristic alone leads a beam of moderate width to the goal.
constexpr int kMostCellsForEstimate = 49;

// Layers without a better rank, for each cell of the board.
constexpr int kPatiencePerCell = 8;

class BeamSearch final : public SequentialSearch {
 public:
  BeamSearch(const RelabelledBoard& board, const SolveOptions& options, Heuristic heuristic,
             int root_bound, const TargetTables& tables)
      : SequentialSearch(options, Algorithm::kBeam, heuristic, root_bound), board_(board) {
    settings_.width = options.beam_width;
    settings_.ranking = options.beam_ranking.value_or(BestBeamRanking(board.shape));
    settings_.heuristic = heuristic;
    settings_.heuristic_tables = tables;
    settings_.tables = tables.patterns;
    NameTable(tables.name);
    if (max_length() < std::numeric_limits<int>::max()) settings_.length_below = max_length() + 1;
    settings_.patience = kPatiencePerCell * board.shape.cells();
  }

 private:
  std::int64_t Work(std::int64_t budget) override {
    if (run_ == nullptr) run_ = MakeBeamRun(board_, settings_, meter());
    std::int64_t spent = 1;
    if (run_->state() == BeamRun::State::kRunning) {
      if (run_->expands()) {
        if (!MayExpand()) return spent;
        budget = std::min(budget, remaining_expansions());
      }
      spent = run_->Work(budget, counters());
    }
    switch (run_->state()) {
      case BeamRun::State::kRunning:
        break;
      case BeamRun::State::kFound:
        Improve(run_->path());
        Finish();
        break;
      case BeamRun::State::kExhausted:
        // Under a length limit, states were dropped for it.
        Finish(max_length() < std::numeric_limits<int>::max() ? std::optional(Limit::kLength)
                                                              : std::nullopt);
        break;
      case BeamRun::State::kStagnant:
        Finish();
        break;
      case BeamRun::State::kOutOfMemory:
        Finish(Limit::kMemory);
        break;
    }
    return spent;
  }

  void Describe(SearchProgress& progress) const override {
    if (run_ == nullptr) return;
    progress.open_size = run_->layer_size();
    progress.current_bound = run_->layer();
  }

  const RelabelledBoard board_;
  BeamSettings settings_;
  std::unique_ptr<BeamRun> run_;
};

}  // namespace

BeamRanking BestBeamRanking(Shape shape) {
  return shape.cells() <= kMostCellsForEstimate ? BeamRanking::kSum : BeamRanking::kLines;
}

std::unique_ptr<Search> MakeBeamSearch(const RelabelledBoard& board, const SolveOptions& options,
                                       Heuristic heuristic, int root_bound,
                                       const TargetTables& tables) {
  return std::make_unique<BeamSearch>(board, options, heuristic, root_bound, tables);
}

}  // namespace taquin
