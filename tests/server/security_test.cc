// TLS, tokens and quotas of a whole server, over real connections.

#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "server/health_probe.h"
#include "server/server.h"
#include "server/tls.h"
#include "server/token_file.h"
#include "tests/server/certificates.h"
#include "tests/server/log_lines.h"
#include "tests/server/requests.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

class SecurityTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = testing::TempDir() + "security." +
                 testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(directory_);
    std::filesystem::create_directory(directory_);
    options_.listen = {"127.0.0.1:0"};
    options_.workers = 2;
    options_.tables = "none";
  }

  void TearDown() override {
    server_.reset();
    std::filesystem::remove_all(directory_);
  }

  void Start() {
    auto started = Server::Start(options_, log_lines_);
    ASSERT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  // A server with a certificate of this authority.
  void StartWithCertificateOf(const Authority& authority) {
    authority.Issue("taquind", Path("server"));
    options_.tls_certificate = Path("server.pem");
    options_.tls_key = Path("server.key");
    Start();
  }

  std::string Path(const std::string& name) const { return directory_ + "/" + name; }

  std::unique_ptr<v1::SolverService::Stub> Stub(
      const std::shared_ptr<grpc::ChannelCredentials>& credentials) {
    // A connection of its own for each: a channel may share one otherwise.
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return v1::SolverService::NewStub(
        grpc::CreateCustomChannel(server_->addresses().front(), credentials, arguments));
  }

  static std::shared_ptr<grpc::ChannelCredentials> Tls(const std::string& authority,
                                                       const std::string& own_stem = "") {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = ReadFile(authority);
    if (!own_stem.empty()) {
      options.pem_cert_chain = ReadFile(own_stem + ".pem");
      options.pem_private_key = ReadFile(own_stem + ".key");
    }
    return grpc::SslCredentials(options);
  }

  // Of a call that needs no search, with this token.
  static grpc::Status Call(v1::SolverService::Stub& stub, const std::string& token = "") {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + 20s);
    if (!token.empty()) context.AddMetadata("authorization", "Bearer " + token);
    v1::GetCapabilitiesResponse response;
    return stub.GetCapabilities(&context, {}, &response);
  }

  grpc::StatusCode Code(const std::shared_ptr<grpc::ChannelCredentials>& credentials,
                        const std::string& token = "") {
    return Call(*Stub(credentials), token).error_code();
  }

  static std::string TokenLine(const std::string& name, const std::string& token,
                               const std::string& quota = "") {
    const Sha256Digest digest = Sha256(token);
    return absl::StrCat(name, " ",
                        absl::BytesToHexString(std::string(digest.begin(), digest.end())), " ",
                        quota, "\n");
  }

  void WriteTokens(const std::string& lines) { std::ofstream(Path("tokens")) << lines; }

  void StartWithTokens(const std::string& lines) {
    WriteTokens(lines);
    options_.tokens = Path("tokens");
    Start();
  }

  std::string directory_;
  ServerOptions options_;
  std::shared_ptr<LogLinesSink> log_lines_ = std::make_shared<LogLinesSink>();
  std::unique_ptr<Server> server_;
};

TEST_F(SecurityTest, WithACertificateOnlyTlsIsSpoken) {
  const Authority authority(directory_, "authority");
  const Authority stranger(directory_, "stranger");
  StartWithCertificateOf(authority);
  EXPECT_EQ(Code(Tls(authority.certificate())), grpc::StatusCode::OK);
  EXPECT_EQ(Code(Tls(stranger.certificate())), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Code(grpc::InsecureChannelCredentials()), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(log_lines_->lines(), testing::Contains(AllOf(HasSubstr("\"event\":\"transport\""),
                                                           HasSubstr("Handshake failed"))));
}

TEST_F(SecurityTest, TlsOlderThanItsVersion12IsRefused) {
  const Authority authority(directory_, "authority");
  StartWithCertificateOf(authority);
  // This client would take any version and cipher.
  const auto speaks = [&](const std::string& version) {
    const std::string command =
        absl::StrCat("openssl s_client -connect ", server_->addresses().front(), " -CAfile ",
                     authority.certificate(), " -alpn h2 -cipher DEFAULT:@SECLEVEL=0 -", version,
                     " </dev/null >", Path(version), " 2>&1");
    return std::system(command.c_str()) == 0;  // NOLINT(cert-env33-c): of the test's own making.
  };
  EXPECT_FALSE(speaks("tls1"));
  EXPECT_FALSE(speaks("tls1_1"));
  EXPECT_TRUE(speaks("tls1_2")) << ReadFile(Path("tls1_2"));
  EXPECT_TRUE(speaks("tls1_3")) << ReadFile(Path("tls1_3"));
  for (const char* old : {"tls1", "tls1_1"}) {
    EXPECT_THAT(ReadFile(Path(old)), HasSubstr("Cipher is (NONE)")) << "it was tried";
  }
}

TEST_F(SecurityTest, AnInsecureAddressStaysPlaintextBesideTls) {
  const Authority authority(directory_, "authority");
  options_.insecure_listen = {absl::StrCat("unix:", Path("socket"))};
  StartWithCertificateOf(authority);
  EXPECT_EQ(Code(Tls(authority.certificate())), grpc::StatusCode::OK);
  const auto channel =
      grpc::CreateChannel(server_->addresses().back(), grpc::InsecureChannelCredentials());
  EXPECT_TRUE(ProbeHealth(channel, 10s).ok());
}

TEST_F(SecurityTest, MutualTlsWantsACertificateOfItsAuthorityAndKnowsTheCallerByIt) {
  const Authority servers(directory_, "servers");
  const Authority clients(directory_, "clients");
  const Authority strangers(directory_, "strangers");
  options_.tls_client_ca = clients.certificate();
  StartWithCertificateOf(servers);
  clients.Issue("worker-3", Path("client"));
  strangers.Issue("worker-3", Path("stranger"));
  EXPECT_EQ(Code(Tls(servers.certificate(), Path("client"))), grpc::StatusCode::OK);
  EXPECT_EQ(Code(Tls(servers.certificate())), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Code(Tls(servers.certificate(), Path("stranger"))), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(log_lines_->lines(), testing::Contains(HasSubstr("\"caller\":\"certificate:")));
}

TEST_F(SecurityTest, AHealthCheckSpeaksMutualTlsToo) {
  const Authority servers(directory_, "servers");
  const Authority clients(directory_, "clients");
  options_.tls_client_ca = clients.certificate();
  StartWithCertificateOf(servers);
  clients.Issue("prober", Path("client"));
  const auto probe = [this](HealthTarget target) {
    target.address = server_->addresses().front();
    const auto channel = ConnectForHealth(target);
    return channel.ok() ? ProbeHealth(*channel, 10s) : channel.status();
  };
  HealthTarget target;
  target.authority = servers.certificate();
  target.certificate = Path("client.pem");
  target.key = Path("client.key");
  EXPECT_TRUE(probe(target).ok()) << probe(target);
  target.server_name = "localhost";
  EXPECT_TRUE(probe(target).ok()) << "another name of the certificate";
  target.server_name = "elsewhere.example";
  EXPECT_FALSE(probe(target).ok()) << "not a name of the certificate";
  target.server_name.clear();
  target.authority = clients.certificate();
  EXPECT_FALSE(probe(target).ok()) << "not who signed it";
  EXPECT_FALSE(probe({}).ok()) << "plaintext";
  target.authority = Path("none.pem");
  target.key = Path("server.key");
  const absl::Status faulty = probe(target);
  EXPECT_EQ(faulty.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(faulty.message(), AllOf(HasSubstr("none.pem: holds no certificate"),
                                      HasSubstr("server.key: is not the key of")));
}

TEST_F(SecurityTest, ANewCertificateIsServedWithoutEndingCalls) {
  const Authority before(directory_, "before");
  const Authority after(directory_, "after");
  StartWithCertificateOf(before);
  const auto stub = Stub(Tls(before.certificate()));
  v1::SolveRequest request = EndlessRequest();
  request.mutable_progress_interval()->set_nanos(20'000'000);
  grpc::ClientContext context;
  const auto reader = stub->Solve(&context, request);
  v1::SolveResponse response;
  ASSERT_TRUE(reader->Read(&response));

  after.Issue("taquind", Path("server"));
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (Code(Tls(after.certificate())) != grpc::StatusCode::OK) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << "the new certificate is not served";
    std::this_thread::sleep_for(50ms);
  }
  EXPECT_EQ(Code(Tls(before.certificate())), grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(reader->Read(&response)) << "the call goes on";
  context.TryCancel();
  reader->Finish();
}

TEST_F(SecurityTest, FaultyFilesAreToldAtOnce) {
  const Authority authority(directory_, "authority");
  authority.Issue("one", Path("one"));
  authority.Issue("other", Path("other"));
  EXPECT_TRUE(CheckTlsFiles({Path("one.pem"), Path("one.key"), authority.certificate()}).ok());
  EXPECT_THAT(CheckTlsFiles({Path("one.pem"), Path("other.key"), ""}).message(),
              HasSubstr("is not the key of the certificate"));
  EXPECT_THAT(
      CheckTlsFiles({Path("none.pem"), Path("one.pem"), Path("one.key")}).message(),
      AllOf(HasSubstr("none.pem: holds no certificate"), HasSubstr("one.pem: holds no private key"),
            HasSubstr("one.key: holds no certificate")));
  options_.tls_certificate = Path("one.pem");
  options_.tls_key = Path("other.key");
  EXPECT_FALSE(Server::Start(options_, log_lines_).ok());
}

TEST_F(SecurityTest, WithTokensACallNeedsOne) {
  StartWithTokens(TokenLine("alice", "a-secret"));
  const auto plaintext = grpc::InsecureChannelCredentials();
  EXPECT_EQ(Code(plaintext), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(Code(plaintext, "a-guess"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(Code(plaintext, "a-secret"), grpc::StatusCode::OK);
  const auto stub = Stub(plaintext);
  {
    grpc::ClientContext context;
    EXPECT_EQ(ReadToEnd(*stub, context, EasyRequest()).status.error_code(),
              grpc::StatusCode::UNAUTHENTICATED);
  }
  {
    grpc::ClientContext context;
    EXPECT_EQ(stub->SolveBatch(&context)->Finish().error_code(), grpc::StatusCode::UNAUTHENTICATED);
  }
  const auto channel = grpc::CreateChannel(server_->addresses().front(), plaintext);
  EXPECT_TRUE(ProbeHealth(channel, 10s).ok()) << "balancers have no token";
  for (const std::string& line : log_lines_->lines()) {
    EXPECT_EQ(line.find("a-secret"), std::string::npos) << line;
    EXPECT_EQ(line.find("a-guess"), std::string::npos) << line;
  }
}

TEST_F(SecurityTest, ACallThatATokenDoesNotPermitIsDenied) {
  StartWithTokens(TokenLine("viewer", "v", "rpcs=Check,GetCapabilities") +
                  TokenLine("solver", "s", "rpcs=SolveOnce"));
  const auto plaintext = grpc::InsecureChannelCredentials();
  EXPECT_EQ(Code(plaintext, "v"), grpc::StatusCode::OK);
  const auto stub = Stub(plaintext);
  const grpc::Status capabilities = Call(*stub, "s");
  EXPECT_EQ(capabilities.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(capabilities.error_message(),
              AllOf(HasSubstr("does not permit GetCapabilities"), HasSubstr("permits SolveOnce")));
  const auto with_token = [](grpc::ClientContext& context, const std::string& token) {
    context.AddMetadata("authorization", "Bearer " + token);
  };
  v1::SolveOnceResponse response;
  {
    grpc::ClientContext context;
    with_token(context, "s");
    EXPECT_TRUE(stub->SolveOnce(&context, EasyRequest(), &response).ok());
  }
  {
    grpc::ClientContext context;
    with_token(context, "v");
    EXPECT_EQ(stub->SolveOnce(&context, EasyRequest(), &response).error_code(),
              grpc::StatusCode::PERMISSION_DENIED);
  }
  {
    grpc::ClientContext context;
    with_token(context, "v");
    EXPECT_EQ(ReadToEnd(*stub, context, EasyRequest()).status.error_code(),
              grpc::StatusCode::PERMISSION_DENIED);
  }
  {
    grpc::ClientContext context;
    with_token(context, "v");
    EXPECT_EQ(stub->SolveBatch(&context)->Finish().error_code(),
              grpc::StatusCode::PERMISSION_DENIED);
  }
}

TEST_F(SecurityTest, ReloadedTokensHoldFromThereOnAndFaultyOnesDoNot) {
  StartWithTokens(TokenLine("alice", "old"));
  const auto plaintext = grpc::InsecureChannelCredentials();
  WriteTokens(TokenLine("alice", "new"));
  EXPECT_TRUE(server_->Reload(options_).ok());
  EXPECT_EQ(Code(plaintext, "old"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(Code(plaintext, "new"), grpc::StatusCode::OK);
  WriteTokens("alice nonsense\n");
  EXPECT_FALSE(server_->Reload(options_).ok());
  EXPECT_EQ(Code(plaintext, "new"), grpc::StatusCode::OK) << "the last good ones stay";
  options_.tokens.clear();
  EXPECT_FALSE(server_->Reload(options_).ok());
  EXPECT_EQ(Code(plaintext), grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(SecurityTest, AQuotaBoundsTheSearchesOfItsCallerOnly) {
  StartWithTokens(TokenLine("small", "s", "max-active=1 max-queued=0") + TokenLine("big", "b"));
  const auto stub = Stub(grpc::InsecureChannelCredentials());
  const auto solve = [&stub](grpc::ClientContext& context, const std::string& token) {
    context.AddMetadata("authorization", "Bearer " + token);
    return stub->Solve(&context, EndlessRequest());
  };
  grpc::ClientContext first;
  const auto running = solve(first, "s");
  v1::SolveResponse response;
  ASSERT_TRUE(running->Read(&response));
  grpc::ClientContext second;
  EXPECT_EQ(solve(second, "s")->Finish().error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  grpc::ClientContext other;
  const auto others = solve(other, "b");
  EXPECT_TRUE(others->Read(&response));
  other.TryCancel();
  others->Finish();
  first.TryCancel();
  running->Finish();
}

TEST_F(SecurityTest, ARateBoundsRequestsAndThoseOfABatchOneByOne) {
  StartWithTokens(TokenLine("slow", "s", "rate=0.001") + TokenLine("batch", "b", "rate=0.001"));
  const auto stub = Stub(grpc::InsecureChannelCredentials());
  EXPECT_TRUE(Call(*stub, "s").ok());
  const grpc::Status refused = Call(*stub, "s");
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  google::rpc::Status details;
  google::rpc::RetryInfo retry;
  ASSERT_TRUE(details.ParseFromString(refused.error_details()));
  ASSERT_TRUE(details.details(0).UnpackTo(&retry));
  EXPECT_GT(retry.retry_delay().seconds(), 900);

  grpc::ClientContext context;
  context.AddMetadata("authorization", "Bearer b");
  const auto batch = stub->SolveBatch(&context);
  batch->Write(EasyRequest());
  batch->Write(EasyRequest());
  batch->WritesDone();
  v1::SolveBatchResponse answer;
  ASSERT_TRUE(batch->Read(&answer));
  EXPECT_TRUE(answer.has_result());
  ASSERT_TRUE(batch->Read(&answer));
  EXPECT_EQ(answer.error().code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(batch->Finish().ok());
}

}  // namespace
}  // namespace taquin::server
