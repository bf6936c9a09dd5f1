// gRPC's own messages, in our log.

#ifndef TAQUIN_SERVER_TRANSPORT_LOG_H_
#define TAQUIN_SERVER_TRANSPORT_LOG_H_

#include "server/log.h"

namespace taquin::server {

// While an object of this class lives, what gRPC has to say, as of a handshake
// that failed, goes to `log` as warnings and not to standard error in a form of
// its own. Of several objects the newest one's log gets it.
class TransportLog {
 public:
  // `log` outlives the object.
  explicit TransportLog(Log& log);
  ~TransportLog();

  TransportLog(const TransportLog&) = delete;
  TransportLog& operator=(const TransportLog&) = delete;

 private:
  Log& log_;
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_TRANSPORT_LOG_H_
