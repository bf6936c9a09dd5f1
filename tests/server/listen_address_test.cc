#include "server/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/caller.h"

namespace taquin::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

// Listens on a free port of loopback.
class TakenPort {
 public:
  TakenPort() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const pointer = static_cast<sockaddr*>(static_cast<void*>(&address));
    EXPECT_EQ(bind(socket_, pointer, length), 0);
    EXPECT_EQ(listen(socket_, 1), 0);
    EXPECT_EQ(getsockname(socket_, pointer, &length), 0);
    port_ = ntohs(address.sin_port);
  }
  ~TakenPort() { close(socket_); }

  int port() const { return port_; }

 private:
  int socket_;
  int port_ = 0;
};

TEST(LoopbackAddressesTest, PortZeroFindsOnePortForBothVersionsOfIp) {
  const auto addresses = LoopbackAddresses(0);
  ASSERT_TRUE(addresses.ok()) << addresses.status();
  ASSERT_FALSE(addresses->empty());
  const std::string port = addresses->front().substr(addresses->front().rfind(':'));
  EXPECT_NE(port, ":0");
  for (const std::string& address : *addresses) EXPECT_THAT(address, EndsWith(port));
}

TEST(LoopbackAddressesTest, APortInUseIsAnErrorThatNamesIt) {
  const TakenPort taken;
  const auto addresses = LoopbackAddresses(taken.port());
  ASSERT_FALSE(addresses.ok());
  EXPECT_THAT(std::string(addresses.status().message()),
              HasSubstr("127.0.0.1:" + std::to_string(taken.port())));
  EXPECT_THAT(std::string(addresses.status().message()), HasSubstr("in use"));
}

TEST(CheckListenableTest, SeesPortsInUse) {
  const TakenPort taken;
  EXPECT_FALSE(CheckListenable("127.0.0.1:" + std::to_string(taken.port())).ok());
  EXPECT_TRUE(CheckListenable("127.0.0.1:0").ok());
  EXPECT_TRUE(CheckListenable("unix:/tmp/x").ok());
}

TEST(IsLoopbackTest, TellsTheMachineFromTheNetwork) {
  for (const char* address : {"127.0.0.1:1", "[::1]:1", "localhost:1", "unix:/run/x"}) {
    EXPECT_TRUE(IsLoopback(address)) << address;
  }
  for (const char* address : {"0.0.0.0:1", "[::]:1", "192.0.2.1:1", "example.org:1"}) {
    EXPECT_FALSE(IsLoopback(address)) << address;
  }
}

TEST(CallerFromPeerTest, AMachineIsOneCallerWhateverItsPorts) {
  EXPECT_EQ(CallerFromPeer("ipv4:192.0.2.7:1000"), CallerFromPeer("ipv4:192.0.2.7:2000"));
  EXPECT_NE(CallerFromPeer("ipv4:192.0.2.7:1000"), CallerFromPeer("ipv4:192.0.2.8:1000"));
  EXPECT_EQ(CallerFromPeer("ipv6:%5B2001:db8::7%5D:1"), CallerFromPeer("ipv6:%5B2001:db8::7%5D:2"));
}

TEST(CallerFromPeerTest, OnTheSameMachineEveryConnectionIsACaller) {
  EXPECT_NE(CallerFromPeer("ipv4:127.0.0.1:1000"), CallerFromPeer("ipv4:127.0.0.1:2000"));
  EXPECT_NE(CallerFromPeer("ipv6:%5B::1%5D:1000"), CallerFromPeer("ipv6:%5B::1%5D:2000"));
}

}  // namespace
}  // namespace taquin::server
