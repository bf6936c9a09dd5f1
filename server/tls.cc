#include "server/tls.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "grpcpp/security/auth_context.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/security/tls_certificate_provider.h"
#include "grpcpp/security/tls_credentials_options.h"

namespace taquin::server {
namespace {

constexpr unsigned int kRefreshSeconds = 1;

template <class T, void (*free)(T*)>
struct Free {
  void operator()(T* object) const { free(object); }
};

void FreeFile(BIO* file) { BIO_free_all(file); }

using File = std::unique_ptr<BIO, Free<BIO, FreeFile>>;
using Certificate = std::unique_ptr<X509, Free<X509, X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY, EVP_PKEY_free>>;

Certificate ReadCertificate(const std::string& path) {
  const File file(BIO_new_file(path.c_str(), "r"));
  return Certificate(file ? PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr) : nullptr);
}

Key ReadKey(const std::string& path) {
  const File file(BIO_new_file(path.c_str(), "r"));
  // A key with a passphrase is refused rather than asked about.
  char no_passphrase[] = "";
  return Key(file ? PEM_read_bio_PrivateKey(file.get(), nullptr, nullptr, no_passphrase) : nullptr);
}

// What is wrong with one's own certificate and its key.
void CheckPair(const std::string& certificate_path, const std::string& key_path,
               std::vector<std::string>& faults) {
  const Certificate certificate = ReadCertificate(certificate_path);
  const Key key = ReadKey(key_path);
  if (certificate == nullptr) {
    faults.push_back(absl::StrCat(certificate_path, ": holds no certificate in PEM form"));
  } else if (X509_cmp_current_time(X509_get0_notAfter(certificate.get())) < 0) {
    faults.push_back(absl::StrCat(certificate_path, ": the certificate has expired"));
  } else if (X509_cmp_current_time(X509_get0_notBefore(certificate.get())) > 0) {
    faults.push_back(absl::StrCat(certificate_path, ": the certificate is not valid yet"));
  }
  if (key == nullptr) {
    faults.push_back(
        absl::StrCat(key_path, ": holds no private key in PEM form without a passphrase"));
  }
  if (certificate != nullptr && key != nullptr &&
      X509_check_private_key(certificate.get(), key.get()) != 1) {
    faults.push_back(
        absl::StrCat(key_path, ": is not the key of the certificate in ", certificate_path));
  }
}

void CheckAuthority(const std::string& path, std::vector<std::string>& faults) {
  if (path.empty() || ReadCertificate(path) != nullptr) return;
  faults.push_back(absl::StrCat(path, ": holds no certificate in PEM form"));
}

absl::Status StatusOf(const std::vector<std::string>& faults) {
  if (faults.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrJoin(faults, "; "));
}

// Empty where there is none.
std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

absl::Status CheckTlsFiles(const TlsFiles& files) {
  std::vector<std::string> faults;
  CheckPair(files.certificate, files.key, faults);
  CheckAuthority(files.client_ca, faults);
  return StatusOf(faults);
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> ClientTlsCredentials(
    const ClientTlsFiles& files) {
  std::vector<std::string> faults;
  CheckAuthority(files.authority, faults);
  if (!files.certificate.empty() || !files.key.empty()) {
    CheckPair(files.certificate, files.key, faults);
  }
  if (absl::Status status = StatusOf(faults); !status.ok()) return status;
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = ReadFile(files.authority);
  options.pem_cert_chain = ReadFile(files.certificate);
  options.pem_private_key = ReadFile(files.key);
  return grpc::SslCredentials(options);
}

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TlsCredentials(const TlsFiles& files) {
  if (absl::Status status = CheckTlsFiles(files); !status.ok()) return status;
  const auto provider = std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
      files.key, files.certificate, files.client_ca, kRefreshSeconds);
  grpc::experimental::TlsServerCredentialsOptions options(provider);
  options.watch_identity_key_cert_pairs();
  if (!files.client_ca.empty()) {
    options.watch_root_certs();
    options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return grpc::experimental::TlsServerCredentials(options);
}

std::string CertificateName(const grpc::AuthContext& context) {
  if (!context.IsPeerAuthenticated()) return "";
  const std::vector<grpc::string_ref> names = context.GetPeerIdentity();
  return names.empty() ? "" : std::string(names.front().data(), names.front().size());
}

}  // namespace taquin::server
