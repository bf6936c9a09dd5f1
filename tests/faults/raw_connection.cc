#include "tests/faults/raw_connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace taquin::faults {
namespace {

constexpr int kLookMilliseconds = 30'000;

constexpr std::size_t kFrameHeader = 9;

// A string as HPACK has it, of less than 127 bytes.
std::string HpackString(std::string_view text) {
  return std::string(1, static_cast<char>(text.size())).append(text);
}

}  // namespace

std::string Http2Preface() {
  constexpr int kSettings = 4;
  return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Http2Frame(kSettings, 0, 0, "");
}

std::string Http2Frame(int type, int flags, int stream, std::string_view payload) {
  std::string frame;
  const auto byte = [&frame](std::size_t value) { frame += static_cast<char>(value & 0xff); };
  byte(payload.size() >> 16);
  byte(payload.size() >> 8);
  byte(payload.size());
  byte(static_cast<std::size_t>(type));
  byte(static_cast<std::size_t>(flags));
  for (const int shift : {24, 16, 8, 0}) byte(static_cast<std::size_t>(stream) >> shift);
  return frame.append(payload);
}

std::string GrpcCall(std::string_view path, std::string_view message) {
  constexpr int kData = 0;
  constexpr int kHeaders = 1;
  constexpr int kEndStream = 1;
  constexpr int kEndHeaders = 4;
  // POST and http whole, path, authority and content-type by their names' places in
  // the static table, te by its own name.
  const std::string headers = "\x83\x86\x44" + HpackString(path) + "\x41" +
                              HpackString("localhost") + "\x5f" + HpackString("application/grpc") +
                              "\x40" + HpackString("te") + HpackString("trailers");
  std::string data(1, '\0');  // Not compressed.
  for (const int shift : {24, 16, 8, 0}) {
    data += static_cast<char>(message.size() >> shift & 0xff);
  }
  return Http2Frame(kHeaders, kEndHeaders, 1, headers) +
         Http2Frame(kData, kEndStream, 1, data.append(message));
}

RawConnection::RawConnection(int port)
    : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connected_ =
      connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

RawConnection::~RawConnection() {
  if (descriptor_ >= 0) close(descriptor_);
}

void RawConnection::Send(std::string_view bytes) const {
  (void)send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

bool RawConnection::Receives(std::string_view text) const {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  std::string received;
  char buffer[4096];
  while (poll(&waiting, 1, kLookMilliseconds) == 1) {
    const ssize_t read = recv(descriptor_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (read <= 0) return false;
    received.append(buffer, static_cast<std::size_t>(read));
    if (received.find(text) != std::string::npos) return true;
  }
  return false;
}

bool RawConnection::AnswersPings(int count) const {
  constexpr char kPing = 6;
  constexpr char kAck = 1;
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  std::string received;
  char buffer[4096];
  while (count > 0) {
    if (poll(&waiting, 1, kLookMilliseconds) != 1) return false;
    const ssize_t read = recv(descriptor_, buffer, sizeof buffer, MSG_DONTWAIT);
    if (read <= 0) return false;
    received.append(buffer, static_cast<std::size_t>(read));
    while (received.size() >= kFrameHeader) {
      const auto byte = [&received](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(received[at]));
      };
      const std::size_t size = byte(0) << 16 | byte(1) << 8 | byte(2);
      if (received.size() < kFrameHeader + size) break;
      if (received[3] == kPing && (received[4] & kAck) == 0) {
        Send(Http2Frame(kPing, kAck, 0, received.substr(kFrameHeader, size)));
        --count;
      }
      received.erase(0, kFrameHeader + size);
    }
  }
  return true;
}

bool RawConnection::IsClosedByPeer() const {
  pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
  char buffer[4096];
  while (poll(&waiting, 1, kLookMilliseconds) == 1) {
    if (recv(descriptor_, buffer, sizeof buffer, MSG_DONTWAIT) <= 0) return true;
  }
  return false;
}

void RawConnection::Reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close(descriptor_);
  descriptor_ = -1;
}

}  // namespace taquin::faults
