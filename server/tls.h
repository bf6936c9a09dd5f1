// Encrypted connections.

#ifndef TAQUIN_SERVER_TLS_H_
#define TAQUIN_SERVER_TLS_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "grpcpp/grpcpp.h"

namespace taquin::server {

// Files in PEM form.
struct TlsFiles {
  std::string certificate;  // The server's, then those that lead to its authority.
  std::string key;          // The private key of the first.
  std::string client_ca;    // Authorities of clients' certificates; empty: none are asked for.
};

// OK if the files hold what they should, the key belongs to the certificate,
// and the certificate is valid now. Everything that is wrong is told at once.
absl::Status CheckTlsFiles(const TlsFiles& files);

// What a client has for TLS. Files in PEM form.
struct ClientTlsFiles {
  std::string authority;    // Of servers' certificates; empty: those that the system trusts.
  std::string certificate;  // For servers that want one; empty: none.
  std::string key;          // Its private key.
};

// Fails with what is wrong with the files, all of it at once. They are read now.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ClientTlsCredentials(
    const ClientTlsFiles& files);

// TLS 1.2 or later with these files, which are read again within a second or
// two of a change; connections that are open stay as they are. With a
// `client_ca`, a client without a certificate of its is refused. Fails as
// CheckTlsFiles().
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TlsCredentials(const TlsFiles& files);

// The first name in the client's verified certificate; empty if there is none.
std::string CertificateName(const grpc::AuthContext& context);

}  // namespace taquin::server

#endif  // TAQUIN_SERVER_TLS_H_
