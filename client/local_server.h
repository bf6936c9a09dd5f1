// A server for one command, so that the client is useful with nothing running.

#ifndef TAQUIN_CLIENT_LOCAL_SERVER_H_
#define TAQUIN_CLIENT_LOCAL_SERVER_H_

#include <sys/types.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taquin::client {

// A taquind of our own on a UNIX socket that only this user can reach. It ends
// when this object does, and when this process does, however that ends; so does
// the directory of its socket.
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

  // Makes the directory, and the process that starts the server in it, stops
  // the server, and removes the directory.
  absl::Status StartKeeper();
  // Whether something accepts connections on the socket.
  bool Accepts() const;
  // Whether the server has ended.
  bool HasEnded() const;
  std::string Log() const;

  std::string directory_;
  pid_t pid_ = -1;   // Of the keeper.
  int keeper_ = -1;  // To it; closing it tells it to end.
};

}  // namespace taquin::client

#endif  // TAQUIN_CLIENT_LOCAL_SERVER_H_
