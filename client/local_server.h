// A server for one command, so that the client is useful with nothing running.

#ifndef TAQUIN_CLIENT_LOCAL_SERVER_H_
#define TAQUIN_CLIENT_LOCAL_SERVER_H_

#include <sys/types.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace taquin::client {

// A taquind of our own on a UNIX socket that only this user can reach. It ends
// when this object does, and when this process does.
class LocalServer {
 public:
  // Starts the taquind beside this program's file, or else the one on the
  // PATH, and waits until it serves. Errors: UNAVAILABLE if there is none, or
  // if it does not come to serve; the message has what it said.
  static absl::StatusOr<std::unique_ptr<LocalServer>> Start();

  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  // As --server takes it.
  std::string address() const { return "unix:" + directory_ + "/socket"; }

 private:
  LocalServer() = default;

  // Whether something accepts connections on the socket.
  bool Accepts() const;
  // Reaps the server if it has ended.
  bool HasEnded();
  std::string Log() const;

  std::string directory_;
  pid_t pid_ = -1;
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOCAL_SERVER_H_
