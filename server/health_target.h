// Which server to ask for its health, and how to reach it.

#ifndef TAQUIN_SERVER_HEALTH_TARGET_H_
#define TAQUIN_SERVER_HEALTH_TARGET_H_

#include <string>

namespace taquin::server {

// Paths of files are empty where there is none. Any file makes it TLS.
struct HealthTarget {
  std::string address;      // As in "localhost:50051" or "unix:/run/taquin.sock".
  std::string authority;    // PEM: who signed the server's certificate.
  std::string certificate;  // PEM: for a server that wants one of its clients,
  std::string key;          // and its private key.
  std::string server_name;  // That the certificate is for; empty: the address's host.
};

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_HEALTH_TARGET_H_
