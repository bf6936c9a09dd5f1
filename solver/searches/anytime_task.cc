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

// What beams and windows share: one run, made when it is first worked on.
class RunTask : public AnytimeTask {
 public:
  bool expands() const override { return run_ != nullptr && !done_ && run_->expands(); }
  bool done() const override { return done_; }
  std::optional<Path> TakePath() override { return std::move(path_); }
  bool ran_out_of_memory() const override { return ran_out_of_memory_; }
  std::int64_t peak_memory_bytes() const override { return meter_.peak_bytes(); }
  std::int64_t layer_size() const override { return run_ == nullptr ? 0 : run_->layer_size(); }
  int layer() const override { return run_ == nullptr ? 0 : run_->layer(); }

  Spent Work(std::int64_t budget, SearchCounters& counters) override {
    if (done_) return {.beam = 0, .other = 1};
    if (run_ == nullptr) {
      run_ = MakeBeamRun(Relabel(problem_), settings_, meter_);
      if (run_->state() == BeamRun::State::kRunning) return {.beam = 0, .other = 1};
    }
    const std::int64_t spent =
        run_->state() == BeamRun::State::kRunning ? run_->Work(budget, counters) : 0;
    ran_out_of_memory_ = run_->state() == BeamRun::State::kOutOfMemory;
    if (run_->state() == BeamRun::State::kFound) {
      End(run_->path());
    } else if (run_->state() != BeamRun::State::kRunning) {
      Fail();
    }
    return {.beam = spent, .other = spent == 0 ? 1 : 0};
  }

 protected:
  RunTask(Problem problem, BeamSettings settings, const TaskMemory& memory)
      : problem_(std::move(problem)),
        settings_(std::move(settings)),
        meter_(memory.bytes, memory.allowance) {}

  const Problem& problem() const { return problem_; }
  const BeamRun& run() const { return *run_; }
  MemoryMeter& meter() { return meter_; }

  // The run led to the problem's goal by `path`.
  virtual void End(Path path) = 0;

  // The run ended without a path.
  virtual void Fail() = 0;

  // Ends the task, with a path if it is shorter than the best.
  void Finish(std::optional<Path> path) {
    done_ = true;
    path_ = std::move(path);
  }
  void RunOutOfMemory() {
    ran_out_of_memory_ = true;
    done_ = true;
  }

 private:
  const Problem problem_;
  const BeamSettings settings_;
  MemoryMeter meter_;
  std::unique_ptr<BeamRun> run_;  // Gives back to the meter.
  bool ran_out_of_memory_ = false;
  bool done_ = false;
  std::optional<Path> path_;
};

class BeamTask final : public RunTask {
 public:
  BeamTask(const Problem& problem, const AnytimeStep& step, int length_below,
           const BeamTables& tables, const TaskMemory& memory)
      : RunTask(Aim(problem, step), Settings(problem, step, length_below, tables), memory),
        backward_(step.kind == AnytimeStep::Kind::kBackwardBeam),
        length_below_(length_below) {}

  Spent Work(std::int64_t budget, SearchCounters& counters) override {
    if (construction_ == nullptr) return RunTask::Work(budget, counters);
    const Spent spent = construction_->Work(budget, counters);
    if (construction_->done()) {
      Path path = run().PathToBest();
      const Path rest = *construction_->TakePath();
      path.insert(path.end(), rest.begin(), rest.end());
      End(std::move(path));
    }
    return spent;
  }

  bool expands() const override { return construction_ == nullptr && RunTask::expands(); }

  bool was_exhaustive() const override {
    return run().state() == BeamRun::State::kExhausted && !run().lost_states();
  }

 private:
  static Problem Aim(const Problem& problem, const AnytimeStep& step) {
    return step.kind == AnytimeStep::Kind::kBackwardBeam ? Problem{problem.goal, problem.start}
                                                         : problem;
  }

  static BeamSettings Settings(const Problem& problem, const AnytimeStep& step, int length_below,
                               const BeamTables& tables) {
    const Shape shape = problem.start.shape();
    BeamSettings settings;
    settings.width = step.width;
    settings.ranking = BestBeamRanking(shape);
    settings.tables = tables(shape, Aim(problem, step).goal.blank());
    settings.length_below = length_below;
    settings.patience = kPatiencePerSide * std::max(shape.rows, shape.columns);
    settings.seed = step.seed;
    return settings;
  }

  void End(Path path) override {
    if (static_cast<int>(path.size()) >= length_below_) return Finish(std::nullopt);
    Finish(backward_ ? Reversed(std::move(path)) : std::move(path));
  }

  // Goes on from the best state that the run met.
  void Fail() override {
    const Path path = run().PathToBest();
    if (path.empty()) return Finish(std::nullopt);
    construction_ = std::make_unique<ConstructionTask>(
        Problem{ReplayPath(problem().start, problem().goal, path).reached, problem().goal});
  }

  const bool backward_;
  const int length_below_;
  std::unique_ptr<ConstructionTask> construction_;
};

class WindowTask final : public RunTask {
 public:
  WindowTask(const Problem& problem, const AnytimeStep& step, const Path& best,
             const BeamTables& tables, const TaskMemory& memory)
      : WindowTask(PathWindow(problem.start, best, step.first, step.length), problem.start.shape(),
                   step, best, tables, memory) {}

 private:
  WindowTask(const Problem& window, Shape shape, const AnytimeStep& step, const Path& best,
             const BeamTables& tables, const TaskMemory& memory)
      : RunTask(window, Settings(window, shape, step, tables), memory),
        first_(step.first),
        length_(step.length) {
    if (meter().Take(static_cast<std::int64_t>(best.size()))) {
      best_ = best;
    } else {
      RunOutOfMemory();
    }
  }

  static BeamSettings Settings(const Problem& window, Shape shape, const AnytimeStep& step,
                               const BeamTables& tables) {
    BeamSettings settings;
    settings.width = step.width;
    settings.length_below = step.length;
    settings.seed = step.seed;
    // Tables for the whole board are worth having; a window has any shape.
    if (window.goal.shape() == shape) settings.tables = tables(shape, window.goal.blank());
    return settings;
  }

  void End(Path stretch) override {
    if (static_cast<int>(stretch.size()) >= length_) return Finish(std::nullopt);
    Path path(best_.begin(), best_.begin() + first_);
    path.insert(path.end(), stretch.begin(), stretch.end());
    path.insert(path.end(), best_.begin() + first_ + length_, best_.end());
    Finish(std::move(path));
  }

  void Fail() override { Finish(std::nullopt); }

  const int first_;
  const int length_;
  Path best_;  // When the task began.
};

}  // namespace

std::unique_ptr<AnytimeTask> MakeConstructionTask(const Problem& problem) {
  return std::make_unique<ConstructionTask>(problem);
}

std::unique_ptr<AnytimeTask> MakeStepTask(const Problem& problem, const AnytimeStep& step,
                                          const Path& best, const BeamTables& tables,
                                          const TaskMemory& memory) {
  if (step.kind == AnytimeStep::Kind::kWindow) {
    return std::make_unique<WindowTask>(problem, step, best, tables, memory);
  }
  return std::make_unique<BeamTask>(problem, step, static_cast<int>(best.size()), tables, memory);
}

}  // namespace taquin
