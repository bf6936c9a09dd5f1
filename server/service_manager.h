// What systemd is told of the server's state.

#ifndef TAQUIN_SERVER_SERVICE_MANAGER_H_
#define TAQUIN_SERVER_SERVICE_MANAGER_H_

#include <string_view>

namespace taquin::server {

// Sends one state, as in "READY=1", to the service manager by its protocol, a
// datagram to the UNIX socket that NOTIFY_SOCKET names (sd_notify(3)). Nothing
// happens where there is no such variable, and nothing if sending fails: a
// service manager that does not listen is no reason not to serve.
void NotifyServiceManager(std::string_view state);

// The state in which the configuration is read again, with the time that the
// protocol wants beside it; ended by "READY=1".
void NotifyReloading();

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_SERVICE_MANAGER_H_
