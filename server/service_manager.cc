#include "server/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"

namespace taquin::server {

void NotifyServiceManager(std::string_view state) {
  const char* const name = std::getenv("NOTIFY_SOCKET");
  if (name == nullptr) return;
  const std::string_view path = name;
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() < 2 || path.size() >= sizeof address.sun_path ||
      (path.front() != '/' && path.front() != '@')) {
    return;
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  // A name in the abstract namespace begins with a zero byte.
  if (path.front() == '@') address.sun_path[0] = '\0';
  const int socket_fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_fd < 0) return;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  sendto(socket_fd, state.data(), state.size(), MSG_NOSIGNAL,
         static_cast<const sockaddr*>(static_cast<const void*>(&address)), length);
  close(socket_fd);
}

void NotifyReloading() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  NotifyServiceManager(
      absl::StrCat("RELOADING=1\nMONOTONIC_USEC=",
                   std::chrono::duration_cast<std::chrono::microseconds>(now).count()));
}

}  // namespace taquin::server
