#include "solver/searches/beam_run.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "solver/heuristics/visit_heuristic.h"
#include "solver/pattern_database/symmetry.h"
#include "solver/searches/beam_evaluator.h"
#include "solver/searches/beam_layers.h"
#include "solver/searches/beam_lines_run.h"
#include "solver/searches/beam_table_evaluator.h"
#include "solver/state_space.h"

namespace taquin {
namespace {

// A run on the image of a board, with its paths carried back.
class ImageBeamRun final : public BeamRun {
 public:
  ImageBeamRun(std::unique_ptr<BeamRun> run, const Symmetry& symmetry)
      : run_(std::move(run)), original_(Inverse(symmetry)) {}

  std::int64_t Work(std::int64_t budget, SearchCounters& counters) override {
    return run_->Work(budget, counters);
  }
  State state() const override { return run_->state(); }
  bool expands() const override { return run_->expands(); }
  bool lost_states() const override { return run_->lost_states(); }
  int layer() const override { return run_->layer(); }
  std::int64_t layer_size() const override { return run_->layer_size(); }
  Path path() const override { return Original(run_->path()); }
  Path PathToBest() const override { return Original(run_->PathToBest()); }

 private:
  Path Original(Path path) const {
    for (Direction& direction : path) direction = original_.direction(direction);
    return path;
  }

  const std::unique_ptr<BeamRun> run_;
  const Symmetry original_;
};

RelabelledBoard ImageOf(const RelabelledBoard& board, const Symmetry& symmetry) {
  RelabelledBoard image{board.shape, board.labels, symmetry.cell(board.blank),
                        symmetry.cell(board.blank_label)};
  for (std::size_t cell = 0; cell < board.labels.size(); ++cell) {
    image.labels[symmetry.cells[cell]] = symmetry.cells[board.labels[cell]];
  }
  return image;
}

// Null where the evaluator does not serve the tables.
template <class Evaluator>
std::unique_ptr<BeamRun> TryTables(const RelabelledBoard& image, const BeamSettings& settings,
                                   MemoryMeter& meter) {
  if (!Evaluator::Serves(*settings.tables)) return nullptr;
  return std::make_unique<BeamLayers<WideSpace32, Evaluator>>(
      image, Evaluator(settings.tables, settings.ranking != BeamRanking::kMaximum), settings,
      meter);
}

// Tables are for goals with the blank on the least cell that a symmetry can
// carry it to.
std::unique_ptr<BeamRun> MakeTableBeamRun(const RelabelledBoard& board,
                                          const BeamSettings& settings, MemoryMeter& meter) {
  const Symmetry symmetry = ToLeastCell(board.shape, board.blank_label);
  const RelabelledBoard image = ImageOf(board, symmetry);
  for (const auto make :
       {TryTables<TableBeamEvaluator<4, 2, 4>>, TryTables<TableBeamEvaluator<8, 2, 15>>,
        TryTables<TableBeamEvaluator<8, 1, 15>>}) {
    if (std::unique_ptr<BeamRun> run = make(image, settings, meter)) {
      return std::make_unique<ImageBeamRun>(std::move(run), symmetry);
    }
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<BeamRun> MakeBeamRun(const RelabelledBoard& board, const BeamSettings& settings,
                                     MemoryMeter& meter) {
  if (settings.ranking == BeamRanking::kLines) return MakeLinesBeamRun(board, settings, meter);
  if (settings.tables != nullptr) {
    if (std::unique_ptr<BeamRun> run = MakeTableBeamRun(board, settings, meter)) return run;
  }
  return VisitSearchTypes(
      board.shape, settings.heuristic, [&](auto types) -> std::unique_ptr<BeamRun> {
        using Types = decltype(types);
        using Function = typename Types::Function;
        using Evaluator = HeuristicBeamEvaluator<Function>;
        return std::make_unique<BeamLayers<typename Types::Space, Evaluator>>(
            board,
            Evaluator(MakeHeuristic<Function>(settings.heuristic,
                                              GoalTarget(board, settings.heuristic_tables))),
            settings, meter);
      });
}

}  // namespace taquin
