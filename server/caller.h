// Who a call comes from.

#ifndef TAQUIN_SERVER_CALLER_H_
#define TAQUIN_SERVER_CALLER_H_

#include <string>
#include <string_view>

namespace taquin::server {

// The name under which a peer without a token gets its share: the address
// without the port, so that opening more connections gains nothing. On loopback
// and on a UNIX socket every connection is a caller of its own, since all
// programs of the machine would be one otherwise. `peer` is as gRPC writes it,
// as in "ipv4:192.0.2.7:50312" or "ipv6:%5B2001:db8::7%5D:50312".
std::string CallerFromPeer(std::string_view peer);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_CALLER_H_
