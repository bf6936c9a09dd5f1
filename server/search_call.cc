#include "server/search_call.h"

#include <utility>
#include <variant>

#include "server/rpc_status.h"
#include "server/wire.h"

namespace taquin::server {

SearchCall::SearchCall(CallEnvironment& environment, Arrival arrival, SolveTask task)
    : environment_(environment), arrival_(std::move(arrival)), task_(std::move(task)) {}

grpc::Status SearchCall::Submit() {
  absl::StatusOr<std::shared_ptr<Session>> session =
      environment_.sessions.Make(task_, arrival_.call, environment_.scheduler.OpenMemoryAccount(),
                                 [self = shared_from_this()] { self->Pump(); });
  if (!session.ok()) return StatusFromAbsl(session.status());
  session_ = *std::move(session);
  if (auto rejection = environment_.scheduler.Submit(session_, FirstSlice(task_.problem))) {
    return StatusFromRejection(*rejection);
  }
  return grpc::Status::OK;
}

void SearchCall::GoOn() {
  self_ = shared_from_this();
  environment_.open_calls.Started();
  // Arms the mailbox: from here on it wakes the call.
  Pump();
}

void SearchCall::EndAtOnce(const grpc::Status& status) {
  if (session_ != nullptr) session_->mailbox().Close();
  arrival_.record->End(status.error_code(), status.error_message(), environment_.clock.Now());
}

std::optional<Completion> SearchCall::TakeCompletion() {
  std::optional<Completion> completion = session_->mailbox().TakeCompletion();
  if (completion.has_value() && !task_.make_search) arrival_.record->SearchEnded(*completion);
  return completion;
}

std::optional<Event> SearchCall::TakeEvent() {
  std::optional<Event> event = session_->mailbox().Take();
  if (!event.has_value()) return event;
  const auto* completion = std::get_if<Completion>(&*event);
  // Work that is no search is none for the metrics either.
  if (completion != nullptr && !task_.make_search) arrival_.record->SearchEnded(*completion);
  return event;
}

void SearchCall::StopSearch() {
  if (session_ != nullptr) environment_.scheduler.Cancel(*session_);
}

grpc::Status SearchCall::Left() const {
  return StatusOfLeaving(arrival_.call.arrival, arrival_.call.deadline, environment_.clock.Now());
}

void SearchCall::Fail(const grpc::Status& status) {
  MutexLock lock(mutex_);
  EndLocked(status);
}

void SearchCall::EndLocked(const grpc::Status& status) {
  if (std::exchange(finished_, true)) return;
  status_ = status;
  FinishReactor(status);
}

void SearchCall::Release() {
  grpc::Status status;
  {
    MutexLock lock(mutex_);
    status = status_;
  }
  if (session_ != nullptr) {
    Mailbox& mailbox = session_->mailbox();
    mailbox.Close();
    arrival_.record->EventsLost(mailbox.coalesced_count(), mailbox.superseded_count());
  }
  arrival_.record->End(status.error_code(), status.error_message(), environment_.clock.Now());
  environment_.open_calls.Done();
  self_.reset();
}

void SolveStream::Start() {
  const grpc::Status status = Submit();
  GoOn();
  if (!status.ok()) Fail(status);
}

void SolveStream::OnWriteDone(bool ok) {
  {
    MutexLock lock(mutex_);
    writing_ = false;
    if (!ok || cancelled_) return EndLocked(Left());
  }
  Pump();
}

void SolveStream::OnCancel() {
  StopSearch();
  MutexLock lock(mutex_);
  cancelled_ = true;
  if (!writing_) EndLocked(Left());
}

void SolveStream::Pump() {
  MutexLock lock(mutex_);
  if (writing_ || finished_ || !is_submitted()) return;
  const std::optional<Event> event = TakeEvent();
  if (!event.has_value()) return;
  response_ = EventToWire(*event, task());
  writing_ = true;
  if (std::holds_alternative<Completion>(*event)) {
    finished_ = true;
    StartWriteAndFinish(&response_, grpc::WriteOptions(), grpc::Status::OK);
  } else {
    StartWrite(&response_);
  }
}

SolveUnary::SolveUnary(CallEnvironment& environment, Arrival arrival, SolveTask task, Reply reply)
    : SearchCall(environment, std::move(arrival), std::move(task)), reply_(std::move(reply)) {}

grpc::ServerUnaryReactor* SolveUnary::Start(grpc::CallbackServerContext& context) {
  grpc::Status status = Submit();
  if (status.ok()) {
    const std::optional<Completion> completion = TakeCompletion();
    if (!completion.has_value()) {
      GoOn();
      return this;
    }
    status = reply_(*completion, task());
  }
  grpc::ServerUnaryReactor* const reactor = context.DefaultReactor();
  reactor->Finish(status);
  EndAtOnce(status);
  return reactor;
}

void SolveUnary::OnCancel() {
  StopSearch();
  Fail(Left());
}

void SolveUnary::Pump() {
  MutexLock lock(mutex_);
  while (!finished_) {
    const std::optional<Event> event = TakeEvent();
    if (!event.has_value()) return;
    const auto* completion = std::get_if<Completion>(&*event);
    if (completion == nullptr) continue;
    EndLocked(reply_(*completion, task()));
  }
}

}  // namespace taquin::server
