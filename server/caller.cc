#include "server/caller.h"

namespace taquin::server {

std::string CallerFromPeer(std::string_view peer) {
  const bool loopback = peer.starts_with("ipv4:127.") || peer.starts_with("ipv6:%5B::1%5D:") ||
                        peer.starts_with("ipv6:[::1]:");
  if (loopback || !(peer.starts_with("ipv4:") || peer.starts_with("ipv6:"))) {
    return std::string(peer);
  }
  return std::string(peer.substr(0, peer.rfind(':')));
}

}  // namespace taquin::server
