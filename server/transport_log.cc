#include "server/transport_log.h"

#include <grpc/support/log.h>

#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "server/mutex.h"

namespace taquin::server {
namespace {

// gRPC's hook is a plain function, so what it writes to is here.
struct Target {
  Mutex mutex;
  Log* log ABSL_GUARDED_BY(mutex) = nullptr;
};

Target& TheTarget() {
  static auto* const kTarget = new Target();
  return *kTarget;
}

void WriteMessage(gpr_log_func_args* arguments) {
  Target& target = TheTarget();
  MutexLock lock(target.mutex);
  if (target.log == nullptr) return;
  target.log->Write(LogLevel::kWarning, "transport",
                    {{"message", arguments->message},
                     {"source", absl::StrCat(arguments->file, ":", arguments->line)}});
}

}  // namespace

TransportLog::TransportLog(Log& log) : log_(log) {
  Target& target = TheTarget();
  MutexLock lock(target.mutex);
  target.log = &log;
  gpr_set_log_function(WriteMessage);
}

TransportLog::~TransportLog() {
  Target& target = TheTarget();
  MutexLock lock(target.mutex);
  if (target.log != &log_) return;
  target.log = nullptr;
  gpr_set_log_function(nullptr);
}

}  // namespace taquin::server
