// Certificates for tests, made by the openssl program.

#ifndef TAQUIN_TESTS_SERVER_CERTIFICATES_H_
#define TAQUIN_TESTS_SERVER_CERTIFICATES_H_

#include <string>

namespace taquin::server {

// The whole of a file; empty if there is none.
std::string ReadFile(const std::string& path);

// An authority, and certificates of its.
class Authority {
 public:
  // Keeps its files in `directory`, which must exist, under `name`.
  Authority(std::string directory, const std::string& name);

  // Path of its own certificate.
  std::string certificate() const { return path_ + ".pem"; }

  // Writes a certificate for `name`, for servers at 127.0.0.1 and localhost and
  // for clients alike, to `stem`.pem and its key to `stem`.key, each at once.
  void Issue(const std::string& name, const std::string& stem) const;

 private:
  const std::string path_;
};

}  // namespace taquin::server

#endif  // TAQUIN_TESTS_SERVER_CERTIFICATES_H_
