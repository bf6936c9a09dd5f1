// Connections to a port by hand, for saying what no proper client says.

#ifndef TAQUIN_TESTS_FAULTS_RAW_CONNECTION_H_
#define TAQUIN_TESTS_FAULTS_RAW_CONNECTION_H_

#include <string>
#include <string_view>

namespace taquin::faults {

// What a client of HTTP/2 begins with: the preface and empty settings.
std::string Http2Preface();

// A frame of HTTP/2 (RFC 9113, section 4.1).
std::string Http2Frame(int type, int flags, int stream, std::string_view payload);

// The frames of a unary call of gRPC on stream 1: its headers, in HPACK (RFC 7541),
// and its one message, of up to 16,000 bytes.
std::string GrpcCall(std::string_view path, std::string_view message);

// To a port of loopback. Closed when it goes.
class RawConnection {
 public:
  explicit RawConnection(int port);
  ~RawConnection();

  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  bool connected() const { return connected_; }

  // As much of it as the other side takes at once.
  void Send(std::string_view bytes) const;

  // Whether `text` comes, within 30 s and before the other side closes the
  // connection.
  bool Receives(std::string_view text) const;

  // Answers `count` pings, as a client without anything to say would. False if
  // one does not come within 30 s.
  bool AnswersPings(int count) const;

  // Whether the other side closes the connection, or has, within 30 s.
  bool IsClosedByPeer() const;

  // Closes with a reset instead of an orderly end.
  void Reset();

 private:
  int descriptor_ = -1;
  bool connected_ = false;
};

}  // namespace taquin::faults

#endif  // TAQUIN_TESTS_FAULTS_RAW_CONNECTION_H_
