#include "server/mailbox.h"

#include <utility>

namespace taquin::server {

Mailbox::Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}

void Mailbox::Put(Event event) {
  std::function<void()> wake;
  {
    MutexLock lock(mutex_);
    if (closed_ || completion_.has_value()) return;
    if (!Store(std::move(event)) || !std::exchange(reader_waits_, false)) return;
    wake = wake_;
  }
  wake();
}

bool Mailbox::Store(Event event) {
  if (auto* place = std::get_if<QueuePlace>(&event)) {
    // Writers may overtake each other between looking and telling.
    if (begun_ || (smallest_position_.has_value() && place->position >= *smallest_position_)) {
      return false;
    }
    smallest_position_ = place->position;
    queue_place_ = *place;
    return true;
  }
  begun_ = true;
  if (auto* progress = std::get_if<ProgressReport>(&event)) {
    if (progress_.has_value()) ++coalesced_count_;
    progress_ = *progress;
  } else if (auto* improvement = std::get_if<Improvement>(&event)) {
    StoreImprovement(std::move(*improvement));
  } else {
    completion_ = std::get<Completion>(std::move(event));
  }
  return true;
}

void Mailbox::StoreImprovement(Improvement improvement) {
  if (!improvements_.empty() && (improvements_.size() == kMostWaitingPaths ||
                                 waiting_moves_ + improvement.path.size() > kMostWaitingMoves)) {
    ++superseded_count_;
    waiting_moves_ -= improvements_.back().path.size();
    improvements_.pop_back();
  }
  waiting_moves_ += improvement.path.size();
  improvements_.push_back(std::move(improvement));
}

std::optional<Event> Mailbox::Take() {
  MutexLock lock(mutex_);
  if (queue_place_.has_value()) return *std::exchange(queue_place_, std::nullopt);
  if (!improvements_.empty()) {
    Event event = std::move(improvements_.front());
    improvements_.pop_front();
    waiting_moves_ -= std::get<Improvement>(event).path.size();
    return event;
  }
  if (completion_.has_value() && !closed_) {
    // The completion stays behind, emptied, so that nothing follows it.
    closed_ = true;
    return Event(std::move(*completion_));
  }
  if (progress_.has_value() && !completion_.has_value()) {
    return *std::exchange(progress_, std::nullopt);
  }
  reader_waits_ = !closed_;
  return std::nullopt;
}

std::optional<Completion> Mailbox::TakeCompletion() {
  MutexLock lock(mutex_);
  if (!completion_.has_value() || std::exchange(closed_, true)) return std::nullopt;
  queue_place_.reset();
  progress_.reset();
  improvements_.clear();
  // It stays behind, emptied, so that nothing follows it.
  return std::move(completion_);
}

void Mailbox::Close() {
  std::function<void()> wake;  // Destroyed with no lock held: it may own its reader.
  MutexLock lock(mutex_);
  wake.swap(wake_);
  closed_ = true;
  reader_waits_ = false;
  queue_place_.reset();
  progress_.reset();
  improvements_.clear();
  completion_.reset();
}

std::int64_t Mailbox::coalesced_count() const {
  MutexLock lock(mutex_);
  return coalesced_count_;
}

std::int64_t Mailbox::superseded_count() const {
  MutexLock lock(mutex_);
  return superseded_count_;
}

}  // namespace taquin::server
