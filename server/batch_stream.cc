#include "server/batch_stream.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "server/rpc_status.h"
#include "server/wire.h"

namespace taquin::server {
namespace {

// Of the window: so many answers are sent together, while others are searched for.
constexpr int kShareGathered = 4;

v1::SolveBatchResponse ErrorFor(const std::string& id, const grpc::Status& status) {
  v1::SolveBatchResponse answer;
  answer.set_id(id);
  *answer.mutable_error() = StatusToWire(status);
  return answer;
}

v1::SolveBatchResponse AnswerFor(const Completion& completion, const SolveTask& task) {
  v1::SolveBatchResponse answer;
  answer.set_id(task.id);
  ResultToWire(completion, task, answer.mutable_result());
  return answer;
}

}  // namespace

// A search of the batch. Its session's mailbox owns it and the stream until
// that is closed.
struct BatchStream::Item {
  explicit Item(SolveTask its_task) : task(std::move(its_task)) {}

  const SolveTask task;
  std::shared_ptr<Session> session;
};

BatchStream::BatchStream(CallEnvironment& environment, const grpc::CallbackServerContext& context,
                         Arrival arrival, OnBatchDone on_done)
    : environment_(environment),
      context_(context),
      arrival_(std::move(arrival)),
      window_(environment.sessions.limits().batch_window),
      on_done_(std::move(on_done)) {}

void BatchStream::Start() {
  self_ = shared_from_this();
  environment_.open_calls.Started();
  MutexLock lock(mutex_);
  ProceedLocked();
}

void BatchStream::Drain() {
  MutexLock lock(mutex_);
  if (!std::exchange(ended_, true)) last_ = DrainingStatus();
  ProceedLocked();
}

void BatchStream::OnReadDone(bool ok) {
  {
    MutexLock lock(mutex_);
    if (!ok || cancelled_ || finished_) {
      reading_ = false;
      ended_ = true;
      return ProceedLocked();
    }
    sends_ahead_ = unanswered_++ > 0;
  }
  Submit();
  MutexLock lock(mutex_);
  reading_ = false;
  ProceedLocked();
}

void BatchStream::OnWriteDone(bool ok) {
  MutexLock lock(mutex_);
  writing_ = false;
  --unanswered_;
  if (!ok) cancelled_ = true;
  ProceedLocked();
}

void BatchStream::OnCancel() {
  {
    MutexLock lock(mutex_);
    cancelled_ = true;
    ended_ = true;
    ProceedLocked();
  }
  StopSearches();
}

void BatchStream::OnDone() {
  StopSearches();
  // Nothing of this object may be used after the last owner has let go.
  const std::shared_ptr<BatchStream> self = std::move(self_);
  on_done_(self);
  {
    MutexLock lock(mutex_);
    // A read fails before OnCancel() tells why, as at the end of all requests.
    if (last_.ok() && context_.IsCancelled()) last_ = Left();
    arrival_.record->End(last_.error_code(), last_.error_message(), environment_.clock.Now());
  }
  environment_.open_calls.Done();
}

grpc::Status BatchStream::Left() const {
  return StatusOfLeaving(arrival_.call.arrival, arrival_.call.deadline, environment_.clock.Now());
}

void BatchStream::StopSearches() {
  std::unordered_map<const Item*, std::shared_ptr<Item>> items;
  {
    MutexLock lock(mutex_);
    items.swap(items_);
  }
  for (const auto& [key, item] : items) {
    environment_.scheduler.Cancel(*item->session);
    item->session->mailbox().Close();
  }
}

void BatchStream::Submit() {
  Call call = arrival_.call;
  call.arrival = environment_.clock.Now();
  if (auto denial = environment_.access.TakeRequest(arrival_.caller)) {
    return Answer(ErrorFor(request_.id(), StatusFromDenial(*denial)));
  }
  std::vector<Fault> faults;
  std::optional<SolveTask> task = TaskFromWire(request_, environment_.sessions.limits(), faults);
  if (!task.has_value()) return Answer(ErrorFor(request_.id(), StatusFromFaults(faults)));
  const auto item = std::make_shared<Item>(*std::move(task));
  auto session =
      environment_.sessions.Make(item->task, call, environment_.scheduler.OpenMemoryAccount(),
                                 [stream = self_, item] { stream->Pump(*item); });
  if (!session.ok()) return Answer(ErrorFor(item->task.id, StatusFromAbsl(session.status())));
  item->session = *std::move(session);
  if (auto rejection =
          environment_.scheduler.Submit(item->session, FirstSlice(item->task.problem))) {
    item->session->mailbox().Close();
    return Answer(ErrorFor(item->task.id, StatusFromRejection(*rejection)));
  }
  // Small boards are solved by now.
  if (const std::optional<Completion> completion = item->session->mailbox().TakeCompletion()) {
    item->session->mailbox().Close();
    return Answer(AnswerFor(*completion, item->task), &*completion);
  }
  // A cancel that came before the item was here has missed it.
  bool cancelled = false;
  {
    MutexLock lock(mutex_);
    items_.emplace(item.get(), item);
    cancelled = cancelled_;
  }
  if (cancelled) return StopSearches();
  // Arms the mailbox: from here on it wakes the call.
  Pump(*item);
}

void BatchStream::Pump(Item& item) {
  while (const std::optional<Event> event = item.session->mailbox().Take()) {
    const auto* completion = std::get_if<Completion>(&*event);
    if (completion == nullptr) continue;
    v1::SolveBatchResponse answer = AnswerFor(*completion, item.task);
    Remove(item);
    return Answer(std::move(answer), completion);
  }
}

void BatchStream::Remove(const Item& item) {
  {
    MutexLock lock(mutex_);
    items_.erase(&item);
  }
  item.session->mailbox().Close();
}

void BatchStream::Answer(v1::SolveBatchResponse answer, const Completion* completion) {
  MutexLock lock(mutex_);
  if (completion != nullptr) {
    arrival_.record->SearchEnded(*completion);
  } else {
    arrival_.record->RequestRefused();
  }
  ready_.push_back(std::move(answer));
  ProceedLocked();
}

void BatchStream::ProceedLocked() {
  if (finished_) return;
  if (!writing_) {
    if (cancelled_) {
      last_ =
          StatusOfLeaving(arrival_.call.arrival, arrival_.call.deadline, environment_.clock.Now());
      return FinishLocked();
    }
    if (!ready_.empty() && !GathersLocked()) {
      response_ = std::move(ready_.front());
      ready_.pop_front();
      writing_ = true;
      // Another write follows, so the transport need not send at once.
      grpc::WriteOptions options;
      if (!ready_.empty()) options.set_buffer_hint();
      due_ = !ready_.empty();
      StartWrite(&response_, options);
    } else if (ended_ && unanswered_ == 0) {
      return FinishLocked();
    }
  }
  if (!reading_ && !ended_ && unanswered_ < window_) {
    reading_ = true;
    StartRead(&request_);
  }
}

bool BatchStream::GathersLocked() {
  if (due_ || !sends_ahead_ || ended_ || unanswered_ >= window_ ||
      ready_.size() >= static_cast<std::size_t>(window_ / kShareGathered)) {
    return false;
  }
  if (!std::exchange(delayed_, true)) {
    environment_.brief_delay.Run([stream = shared_from_this()] {
      MutexLock lock(stream->mutex_);
      stream->delayed_ = false;
      stream->due_ = !stream->ready_.empty();
      stream->ProceedLocked();
    });
  }
  return true;
}

void BatchStream::FinishLocked() {
  finished_ = true;
  ready_.clear();
  Finish(last_);
}

}  // namespace taquin::server
