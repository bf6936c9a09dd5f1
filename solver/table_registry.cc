#include "solver/table_registry.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "solver/pattern_database/symmetry.h"
#include "solver/pattern_database/table_file.h"

namespace taquin {
namespace {

// Longer ones prune a little more and take more memory than they save time.
int DuplicateLength(Shape shape) { return shape.cells() <= kMaxNarrowCells ? 12 : 10; }

}  // namespace

TableRegistry::TableRegistry(TableRegistryOptions options) : options_(std::move(options)) {}

TableRegistry::~TableRegistry() = default;

TableRegistry::ClassKey TableRegistry::KeyOf(Shape shape, int goal_blank) {
  return {shape.rows, shape.columns, ToLeastCell(shape, goal_blank).cell(goal_blank)};
}

absl::Status TableRegistry::AddClass(const ClassKey& key) const {
  if (!options_.largest_tier.has_value()) {
    return absl::FailedPreconditionError("pattern tables are switched off");
  }
  if (classes_.contains(key)) return absl::OkStatus();
  const Shape shape = {key.rows, key.columns};
  std::vector<Job> jobs;
  absl::Status refused;
  for (const TableTier tier : kTableTiers) {
    if (tier > *options_.largest_tier) break;
    absl::StatusOr<Partition> partition = ChoosePartition(shape, key.goal_blank, tier);
    if (!partition.ok()) {
      refused = partition.status();
      continue;
    }
    // A tier may have no better partition than the one below.
    if (!jobs.empty() && jobs.back().partition == *partition) continue;
    Job job;
    job.key = key;
    job.partition = *std::move(partition);
    job.info.name = absl::StrCat("pattern-database-", key.rows, "x", key.columns, "-",
                                 PartitionName(job.partition));
    job.info.shape = shape;
    job.info.goal_blank = key.goal_blank;
    job.info.tier = tier;
    jobs.push_back(std::move(job));
  }
  if (jobs.empty()) return refused;
  classes_[key] = Class();
  for (Job& job : jobs) jobs_.push_back(std::move(job));
  return absl::OkStatus();
}

std::optional<SearchTables> TableRegistry::Find(Shape shape, int goal_blank) const {
  if (!options_.largest_tier.has_value() || shape.cells() > kMaxTableCells) return std::nullopt;
  const ClassKey key = KeyOf(shape, goal_blank);
  const MutexLock lock(mutex_);
  const auto found = classes_.find(key);
  if (found == classes_.end()) {
    // Shapes without tables are answered by other searches.
    AddClass(key).IgnoreError();
    return std::nullopt;
  }
  if (found->second.ready.tables == nullptr) return std::nullopt;
  return found->second.ready;
}

absl::Status TableRegistry::Want(Shape shape, int goal_blank) const {
  const ClassKey key = KeyOf(shape, goal_blank);
  const MutexLock lock(mutex_);
  return AddClass(key);
}

bool TableRegistry::IsOpen(const Job& job) const {
  return job.info.state == TableState::kQueued || job.info.state == TableState::kBuilding;
}

absl::StatusOr<bool> TableRegistry::Await(Shape shape, int goal_blank, bool help) const {
  const ClassKey key = KeyOf(shape, goal_blank);
  {
    const MutexLock lock(mutex_);
    if (absl::Status status = AddClass(key); !status.ok()) return status;
    if (classes_[key].ready.tables != nullptr) return true;
    bool open = false;
    std::string detail;
    for (const Job& job : jobs_) {
      if (job.key != key) continue;
      open |= IsOpen(job);
      if (job.info.state == TableState::kFailed && detail.empty()) detail = job.info.detail;
    }
    if (!open) return absl::ResourceExhaustedError(detail);
  }
  if (!help) return false;
  WorkOn(&key);
  const MutexLock lock(mutex_);
  return classes_[key].ready.tables != nullptr;
}

TableRegistry::WorkState TableRegistry::Work() { return WorkOn(nullptr); }

TableRegistry::WorkState TableRegistry::WorkOn(const ClassKey* only) const {
  Job* chosen = nullptr;
  std::shared_ptr<TableSetBuilder> builder;
  const ClassKey* unread = nullptr;
  bool waiting = false;
  {
    const MutexLock lock(mutex_);
    for (auto& [key, entry] : classes_) {
      if (only != nullptr && key != *only) continue;
      if (entry.busy) waiting = true;
      if (entry.looked_for_files || entry.busy) continue;
      entry.busy = true;
      unread = &key;
      break;
    }
    if (unread == nullptr) {
      for (Job& job : jobs_) {
        if (only != nullptr && job.key != *only) continue;
        if (!IsOpen(job) || classes_[job.key].busy) continue;
        if (job.busy || job.lacks_memory) {
          waiting = true;
          continue;
        }
        if (chosen == nullptr || job.info.tier < chosen->info.tier) chosen = &job;
      }
      if (chosen == nullptr) return waiting ? WorkState::kWaiting : WorkState::kIdle;
      builder = chosen->builder;
      if (builder == nullptr) chosen->busy = true;
    }
  }
  if (unread != nullptr) return ReadFiles(*unread);
  if (builder == nullptr) return Prepare(*chosen);
  switch (builder->Step()) {
    case TableBuilder::State::kWorking:
      return WorkState::kWorking;
    case TableBuilder::State::kWaiting:
      return WorkState::kWaiting;
    case TableBuilder::State::kDone:
      break;
  }
  {
    // The first to see that it is done finishes it.
    const MutexLock lock(mutex_);
    if (chosen->busy || !IsOpen(*chosen)) return WorkState::kWaiting;
    chosen->busy = true;
  }
  return Finish(*chosen);
}

TableRegistry::WorkState TableRegistry::ReadFiles(const ClassKey& key) const {
  std::vector<Job*> jobs;
  {
    const MutexLock lock(mutex_);
    for (Job& job : jobs_) {
      if (job.key == key) jobs.push_back(&job);
    }
  }
  // Highest tier first. Only this thread touches the jobs while the class is
  // busy, but for their infos, which are written under the lock.
  for (auto place = jobs.rbegin(); place != jobs.rend() && !options_.directory.empty(); ++place) {
    Job& job = **place;
    auto tables = ReadTableFile(*options_.file_system, options_.directory, job.partition);
    if (!tables.ok()) {
      if (!absl::IsNotFound(tables.status())) {
        const MutexLock lock(mutex_);
        job.info.detail = std::string(tables.status().message());
      }
      continue;
    }
    std::shared_ptr<const DuplicateAutomaton> automaton = Automaton(job.info.shape);
    const MutexLock lock(mutex_);
    if (reserved_ + (*tables)->bytes() > options_.memory_bytes) continue;
    job.reserved = (*tables)->bytes();
    reserved_ += job.reserved;
    Publish(job, *std::move(tables), std::move(automaton),
            absl::StrCat("read from ", options_.directory));
    break;
  }
  const MutexLock lock(mutex_);
  Class& entry = classes_[key];
  entry.busy = false;
  entry.looked_for_files = true;
  return WorkState::kWorking;
}

TableRegistry::WorkState TableRegistry::Prepare(Job& job) const {
  Automaton(job.info.shape);
  auto builder = TableSetBuilder::Create(job.partition);
  const MutexLock lock(mutex_);
  job.busy = false;
  if (!builder.ok()) {
    Fail(job, std::string(builder.status().message()));
    return WorkState::kWorking;
  }
  const std::int64_t needed = (*builder)->peak_bytes();
  if (reserved_ + needed > options_.memory_bytes) {
    const bool others_build = std::any_of(jobs_.begin(), jobs_.end(), [&](const Job& other) {
      return &other != &job && other.builder != nullptr;
    });
    // What another build takes comes back; what finished tables take does not.
    if (others_build) {
      job.lacks_memory = true;
      return WorkState::kWorking;
    }
    Fail(job,
         absl::StrCat("building it takes ", needed, " bytes, and of the ", options_.memory_bytes,
                      " for tables ", options_.memory_bytes - reserved_, " are free"));
    return WorkState::kWorking;
  }
  job.reserved = needed;
  reserved_ += needed;
  job.builder = *std::move(builder);
  job.info.state = TableState::kBuilding;
  return WorkState::kWorking;
}

TableRegistry::WorkState TableRegistry::Finish(Job& job) const {
  auto tables = job.builder->Take();
  std::shared_ptr<const DuplicateAutomaton> automaton = Automaton(job.info.shape);
  {
    const MutexLock lock(mutex_);
    job.builder = nullptr;
    reserved_ -= job.reserved;
    job.reserved = 0;
    for (Job& other : jobs_) other.lacks_memory = false;
    if (!tables.ok()) {
      job.busy = false;
      Fail(job, std::string(tables.status().message()));
      return WorkState::kWorking;
    }
    job.reserved = (*tables)->bytes();
    reserved_ += job.reserved;
    Publish(job, *tables, std::move(automaton), "built in memory");
  }
  std::string detail;
  if (!options_.directory.empty()) {
    const absl::Status written =
        WriteTableFile(*options_.file_system, options_.directory, job.partition, **tables);
    detail = written.ok() ? absl::StrCat("built and written to ", options_.directory)
                          : absl::StrCat("built, but not kept: ", written.message());
  }
  const MutexLock lock(mutex_);
  job.busy = false;
  if (!detail.empty()) job.info.detail = std::move(detail);
  return WorkState::kWorking;
}

std::shared_ptr<const DuplicateAutomaton> TableRegistry::Automaton(Shape shape) const {
  const std::pair<int, int> key = {shape.rows, shape.columns};
  {
    const MutexLock lock(mutex_);
    if (const auto found = automata_.find(key); found != automata_.end()) return found->second;
  }
  auto automaton = std::make_shared<const DuplicateAutomaton>(shape, DuplicateLength(shape));
  const MutexLock lock(mutex_);
  return automata_.try_emplace(key, std::move(automaton)).first->second;
}

void TableRegistry::Publish(Job& job, std::shared_ptr<const PatternTableSet> tables,
                            std::shared_ptr<const DuplicateAutomaton> automaton,
                            std::string detail) const {
  Class& entry = classes_[job.key];
  if (entry.ready_job != nullptr && entry.ready_job->info.tier > job.info.tier) {
    job.info.state = TableState::kReplaced;
    reserved_ -= job.reserved;
    job.reserved = 0;
    return;
  }
  job.info.state = TableState::kReady;
  job.info.progress = 1;
  job.info.bytes = tables->bytes();
  job.info.detail = std::move(detail);
  // Searches under way keep the tables that they began with until they end.
  for (Job& lower : jobs_) {
    if (lower.key != job.key || lower.info.tier >= job.info.tier) continue;
    if (lower.info.state == TableState::kReady || lower.info.state == TableState::kQueued) {
      lower.info.state = TableState::kReplaced;
      lower.info.bytes = 0;
      reserved_ -= lower.reserved;
      lower.reserved = 0;
    }
  }
  entry.ready = {std::move(tables), std::move(automaton)};
  entry.ready_job = &job;
}

void TableRegistry::Fail(Job& job, std::string detail) {
  job.info.state = TableState::kFailed;
  job.info.detail = std::move(detail);
}

std::vector<TableInfo> TableRegistry::List() const {
  std::vector<std::pair<ClassKey, TableInfo>> infos;
  {
    const MutexLock lock(mutex_);
    for (const Job& job : jobs_) {
      infos.emplace_back(job.key, job.info);
      if (job.builder != nullptr) infos.back().second.progress = job.builder->progress();
    }
  }
  std::stable_sort(infos.begin(), infos.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<TableInfo> list;
  for (auto& [key, info] : infos) list.push_back(std::move(info));
  return list;
}

std::int64_t TableRegistry::bytes() const {
  const MutexLock lock(mutex_);
  return reserved_;
}

}  // namespace taquin
