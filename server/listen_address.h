// Where the server listens.

#ifndef TAQUIN_SERVER_LISTEN_ADDRESS_H_
#define TAQUIN_SERVER_LISTEN_ADDRESS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace taquin::server {

// The loopback addresses of the machine with the port: "127.0.0.1:50051" and
// "[::1]:50051", as far as the machine has that version of IP. Port 0 picks one
// that is free on both. Fails, naming the address and the reason, if a port is
// taken or nothing can be listened on.
//
// A port that gRPC cannot bind is reported by it without a reason, hence the
// look beforehand.
absl::StatusOr<std::vector<std::string>> LoopbackAddresses(int port);

// OK if `address`, as in "0.0.0.0:50051", "[::]:50051" or "unix:/run/taquin.sock",
// can be listened on now; otherwise what stands in the way. Names of hosts are
// not looked into.
absl::Status CheckListenable(std::string_view address);

// Whether only this machine can reach `address`.
bool IsLoopback(std::string_view address);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_LISTEN_ADDRESS_H_
