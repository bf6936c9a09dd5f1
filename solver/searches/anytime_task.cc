#include "solver/searches/anytime_task.h"

#include <algorithm>
#include <utility>

#include "solver/relabelled_board.h"
#include "solver/searches/beam_search.h"
#include "solver/searches/path_window.h"

namespace taquin {
namespace {

// States that a construction looks at in the time of one expansion.
constexpr std::int64_t kVisitsPerUnit = 4;

// Layers without a better rank before a beam is given up, for each cell of the
// longer side.
constexpr int kPatiencePerSide = 8;

class ConstructionTask final : public AnytimeTask {
 public:
  explicit ConstructionTask(const Problem& problem) : construction_(problem) {}

  Spent Work(std::int64_t budget, SearchCounters& /*counters*/) override {
    const std::int64_t before = construction_.visited();
    for (std::int64_t visits = 0; !done_ && visits / kVisitsPerUnit < budget;
         visits = construction_.visited() - before) {
      done_ = !construction_.Step();
    }
    return {.beam = 0, .other = 1 + (construction_.visited() - before) / kVisitsPerUnit};
  }

  bool done() const override { return done_; }
  std::optional<Path> TakePath() override { return construction_.TakePath(); }

 private:
  ConstructivePath construction_;
  bool done_ = false;
};

// Of the path backwards.
Path Reversed(Path path) {
  std::reverse(path.begin(), path.end());
  for (Direction& direction : path) direction = Opposite(direction);
  return path;
}

class BeamTask final : public AnytimeTask {
 public:
  BeamTask(const Problem& problem, const AnytimeStep& step, int length_below,
           const BeamTables& tables, std::int64_t memory_bytes)
      : backward_(step.kind == AnytimeStep::Kind::kBackwardBeam),
        problem_(backward_ ? Problem{problem.goal, problem.start} : problem),
        length_below_(length_below),
        meter_(memory_bytes) {
    const Shape shape = problem.start.shape();
    BeamSettings settings;
    settings.width = step.width;
    settings.ranking = BestBeamRanking(shape);
    settings.tables = tables(shape, problem_.goal.blank());
    settings.length_below = length_below;
    settings.patience = kPatiencePerSide * std::max(shape.rows, shape.columns);
    settings.seed = step.seed;
    run_ = MakeBeamRun(Relabel(problem_), settings, meter_);
  }

  Spent Work(std::int64_t budget, SearchCounters& counters) override {
    if (construction_ != nullptr) {
      const Spent spent = construction_->Work(budget, counters);
      if (construction_->done()) {
        Path path = run_->PathToBest();
        const Path rest = *construction_->TakePath();
        path.insert(path.end(), rest.begin(), rest.end());
        End(std::move(path));
      }
      return spent;
    }
    const std::int64_t spent =
        run_->state() == BeamRun::State::kRunning ? run_->Work(budget, counters) : 0;
    switch (run_->state()) {
      case BeamRun::State::kRunning:
        break;
      case BeamRun::State::kFound:
        End(run_->path());
        break;
      case BeamRun::State::kOutOfMemory:
        ran_out_of_memory_ = true;
        Complete();
        break;
      case BeamRun::State::kStagnant:
      case BeamRun::State::kExhausted:
        Complete();
        break;
    }
    return {.beam = spent, .other = spent == 0 ? 1 : 0};
  }

  bool done() const override { return done_; }
  std::optional<Path> TakePath() override { return std::move(path_); }
  bool ran_out_of_memory() const override { return ran_out_of_memory_; }
  std::int64_t peak_memory_bytes() const override { return meter_.peak_bytes(); }
  std::int64_t layer_size() const override { return run_->layer_size(); }
  int layer() const override { return run_->layer(); }

 private:
  void End(Path path) {
    done_ = true;
    if (static_cast<int>(path.size()) < length_below_) {
      path_ = backward_ ? Reversed(std::move(path)) : std::move(path);
    }
  }

  void Complete() {
    const Path path = run_->PathToBest();
    construction_ = std::make_unique<ConstructionTask>(
        Problem{ReplayPath(problem_.start, problem_.goal, path).reached, problem_.goal});
  }

  const bool backward_;
  const Problem problem_;
  const int length_below_;
  MemoryMeter meter_;
  std::unique_ptr<BeamRun> run_;
  std::unique_ptr<ConstructionTask> construction_;
  bool ran_out_of_memory_ = false;
  bool done_ = false;
  std::optional<Path> path_;
};

class WindowTask final : public AnytimeTask {
 public:
  WindowTask(const Problem& problem, const AnytimeStep& step, const Path& best,
             const BeamTables& tables, std::int64_t memory_bytes)
      : first_(step.first), length_(step.length), best_(best), meter_(memory_bytes) {
    BeamSettings settings;
    settings.width = step.width;
    settings.length_below = step.length;
    settings.seed = step.seed;
    const Problem window = PathWindow(problem.start, best, first_, length_);
    // Tables for the whole board are worth having; a window has any shape.
    if (window.goal.shape() == problem.goal.shape()) {
      settings.tables = tables(window.goal.shape(), window.goal.blank());
    }
    run_ = MakeBeamRun(Relabel(window), settings, meter_);
  }

  Spent Work(std::int64_t budget, SearchCounters& counters) override {
    if (done()) return {.beam = 0, .other = 1};
    return {.beam = run_->Work(budget, counters), .other = 0};
  }

  bool done() const override { return run_->state() != BeamRun::State::kRunning; }

  std::optional<Path> TakePath() override {
    if (run_->state() != BeamRun::State::kFound) return std::nullopt;
    const Path stretch = run_->path();
    if (static_cast<int>(stretch.size()) >= length_) return std::nullopt;
    Path path(best_.begin(), best_.begin() + first_);
    path.insert(path.end(), stretch.begin(), stretch.end());
    path.insert(path.end(), best_.begin() + first_ + length_, best_.end());
    return path;
  }

  bool ran_out_of_memory() const override { return run_->state() == BeamRun::State::kOutOfMemory; }
  std::int64_t peak_memory_bytes() const override { return meter_.peak_bytes(); }
  std::int64_t layer_size() const override { return run_->layer_size(); }
  int layer() const override { return run_->layer(); }

 private:
  const int first_;
  const int length_;
  const Path best_;
  MemoryMeter meter_;
  std::unique_ptr<BeamRun> run_;
};

}  // namespace

std::unique_ptr<AnytimeTask> MakeConstructionTask(const Problem& problem) {
  return std::make_unique<ConstructionTask>(problem);
}

std::unique_ptr<AnytimeTask> MakeStepTask(const Problem& problem, const AnytimeStep& step,
                                          const Path& best, const BeamTables& tables,
                                          std::int64_t memory_bytes) {
  if (step.kind == AnytimeStep::Kind::kWindow) {
    return std::make_unique<WindowTask>(problem, step, best, tables, memory_bytes);
  }
  return std::make_unique<BeamTask>(problem, step, static_cast<int>(best.size()), tables,
                                    memory_bytes);
}

}  // namespace taquin
