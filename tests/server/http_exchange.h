// A client of HTTP, as far as tests need one.

#ifndef TAQUIN_TESTS_SERVER_HTTP_EXCHANGE_H_
#define TAQUIN_TESTS_SERVER_HTTP_EXCHANGE_H_

#include <string>

namespace taquin::server {

// Everything that the loopback port sends back for a request of these bytes.
std::string Exchange(int port, const std::string& request);

// The same for a GET of `path`.
std::string Get(int port, const std::string& path);

// A port of loopback that was free a moment ago.
int FreePort();

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_HTTP_EXCHANGE_H_
