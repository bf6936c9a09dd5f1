// A real taquind and everything that can go wrong around it. After each fault
// the server answers, no search runs on, what searches held is free, and no
// descriptor is lost.

#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/end_to_end/installation.h"
#include "tests/end_to_end/process.h"
#include "tests/faults/raw_connection.h"
#include "tests/server/http_exchange.h"
#include "tests/server/requests.h"
#include "tests/support/sample_size.h"

namespace taquin::faults {
namespace {

using namespace std::chrono_literals;
using end_to_end::Process;
using end_to_end::RunningServer;
using end_to_end::TaquinCommand;
using server::EasyRequest;
using server::EndlessRequest;
using testing::HasSubstr;

// 24 tiles that no search settles in a test's time.
constexpr char kHardBoard[] = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

constexpr unsigned kSeed = 20261130;

// A search that takes gigabytes before it finds its 80 moves.
v1::SolveRequest GreedyRequest() {
  v1::SolveRequest request =
      server::RequestFor(4, 4, {15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 7, 3, 4, 0});
  request.set_algorithm(v1::ALGORITHM_A_STAR);
  request.set_heuristic(v1::HEURISTIC_MANHATTAN);
  return request;
}

class FaultsTest : public testing::Test {
 protected:
  // Without tables, unless `flags` ask for some; on any port that is free, or on
  // this one.
  void Start(std::vector<std::string> flags = {"--tables", "none"}, int port = 0) {
    metrics_port_ = server::FreePort();
    flags.insert(flags.end(), {"--metrics-port", std::to_string(metrics_port_), "--log-level",
                               "off", "--workers", "2"});
    server_ = std::make_unique<RunningServer>(flags, port);
    Connect();
    ASSERT_TRUE(Answers());
    descriptors_ = Metric("process_open_fds");
  }

  void TearDown() override {
    if (server_ == nullptr) return;
    EXPECT_TRUE(Recovers());
  }

  void Connect() {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    channel_ = grpc::CreateCustomChannel(server_->address(), grpc::InsecureChannelCredentials(),
                                         arguments);
    stub_ = v1::SolverService::NewStub(channel_);
  }

  int port() const { return std::stoi(server_->address().substr(sizeof "localhost:" - 1)); }

  // Whether a search is answered, and rightly.
  bool Answers() {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + 30s);
    v1::SolveOnceResponse response;
    return stub_->SolveOnce(&context, EasyRequest(), &response).ok() &&
           response.result().length() == 19;
  }

  double Metric(const std::string& series) const {
    const std::string text = server::Get(metrics_port_, "/metrics");
    const std::string start = "\n" + series + " ";
    const std::size_t found = text.find(start);
    return found == std::string::npos ? -1 : std::stod(text.substr(found + start.size()));
  }

  // Waits for the server to be as it was at the start. The connection of a
  // caller who broke the rules may be gone.
  testing::AssertionResult Recovers() {
    Connect();
    if (!Answers()) return testing::AssertionFailure() << "it does not answer";
    const auto until = std::chrono::steady_clock::now() + 60s;
    std::string what;
    while (std::chrono::steady_clock::now() < until) {
      what.clear();
      for (const char* series :
           {"taquin_searches_active", "taquin_queue_depth", "taquin_search_memory_bytes"}) {
        if (const double value = Metric(series); value != 0) {
          what += std::string(series) + " is " + std::to_string(value) + "; ";
        }
      }
      const double descriptors = Metric("process_open_fds");
      if (descriptors > descriptors_) {
        what += std::to_string(descriptors) + " descriptors are open, of " +
                std::to_string(descriptors_) + " at the start";
      }
      if (what.empty()) return testing::AssertionSuccess();
      std::this_thread::sleep_for(20ms);
    }
    return testing::AssertionFailure() << what;
  }

  testing::AssertionResult Eventually(const std::string& series, double value) const {
    const auto until = std::chrono::steady_clock::now() + 60s;
    double last = -1;
    while (std::chrono::steady_clock::now() < until) {
      last = Metric(series);
      if (last == value) return testing::AssertionSuccess();
      std::this_thread::sleep_for(20ms);
    }
    return testing::AssertionFailure() << series << " is " << last;
  }

  // Programs that watch a search without end.
  std::vector<std::unique_ptr<Process>> Watchers(int count) const {
    std::vector<std::unique_ptr<Process>> watchers;
    for (int i = 0; i < count; ++i) {
      watchers.push_back(std::make_unique<Process>(TaquinCommand(
          server_->address(), {"solve", kHardBoard, "--goal", "blank-first", "--algorithm",
                               "idastar", "--heuristic", "manhattan", "--progress", "always"})));
    }
    return watchers;
  }

  int metrics_port_ = 0;
  double descriptors_ = 0;
  std::unique_ptr<RunningServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::SolverService::Stub> stub_;
};

TEST_F(FaultsTest, ClientsThatAreKilled) {
  Start();
  const auto watchers = Watchers(8);
  ASSERT_TRUE(Eventually("taquin_searches_active", 8));
  for (const auto& watcher : watchers) watcher->Signal(SIGKILL);
  EXPECT_TRUE(Eventually("taquin_searches_active", 0));
  EXPECT_EQ(Metric("taquin_searches_cancelled_total"), 8);
}

TEST_F(FaultsTest, ReadersThatStop) {
  Start();
  const auto watchers = Watchers(4);
  ASSERT_TRUE(Eventually("taquin_searches_active", 4));
  for (const auto& watcher : watchers) watcher->Signal(SIGSTOP);
  const double before = Metric("process_resident_memory_bytes");
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(Answers());
  EXPECT_EQ(Metric("taquin_searches_active"), 4);
  // The address sanitizer keeps freed memory for a while, to see whether it is used.
  EXPECT_LT(Metric("process_resident_memory_bytes") - before, kSanitizedBuild ? 320e6 : 32e6);
  for (const auto& watcher : watchers) watcher->Signal(SIGKILL);
}

TEST_F(FaultsTest, ConnectionsThatSayNothing) {
  Start();
  std::vector<std::unique_ptr<RawConnection>> connections;
  for (int i = 0; i < 200; ++i) {
    connections.push_back(std::make_unique<RawConnection>(port()));
    ASSERT_TRUE(connections.back()->connected());
    if (i % 2 == 0) connections.back()->Send(Http2Preface().substr(0, 12));
  }
  EXPECT_TRUE(Answers());
}

TEST_F(FaultsTest, ACallerThatVanishesWithoutAWord) {
  Start({"--tables", "none", "--keepalive-time", "1s", "--keepalive-timeout", "5s"});
  const RawConnection connection(port());
  connection.Send(Http2Preface() + GrpcCall("/taquin.v1.SolverService/SolveOnce",
                                            EndlessRequest().SerializeAsString()));
  ASSERT_TRUE(Eventually("taquin_searches_active", 1));
  // As long as it answers it is waited for.
  ASSERT_TRUE(connection.AnswersPings(6));
  EXPECT_EQ(Metric("taquin_searches_active"), 1);
  EXPECT_TRUE(Eventually("taquin_searches_active", 0)) << "it answers no more, and is connected";
  EXPECT_EQ(Metric("taquin_searches_cancelled_total"), 1);
}

TEST_F(FaultsTest, GarbageInsteadOfHttp) {
  Start();
  std::mt19937 random(kSeed);
  for (int i = 0; i < 100; ++i) {
    const RawConnection connection(port());
    std::string garbage(1 + random() % 10'000, '\0');
    for (char& c : garbage) c = static_cast<char>(random());
    connection.Send(garbage);
    EXPECT_TRUE(connection.IsClosedByPeer());
  }
}

TEST_F(FaultsTest, GarbageInsteadOfFrames) {
  Start();
  std::mt19937 random(kSeed);
  for (int i = 0; i < 200; ++i) {
    const RawConnection connection(port());
    std::string bytes = Http2Preface();
    for (int frame = 0; frame < 10; ++frame) {
      std::string payload(random() % 200, '\0');
      for (char& c : payload) c = static_cast<char>(random());
      bytes += Http2Frame(static_cast<int>(random() % 12), static_cast<int>(random() % 256),
                          static_cast<int>(random() % 8), payload);
    }
    connection.Send(bytes);
  }
}

TEST_F(FaultsTest, MessagesThatAreTooLargeOrNone) {
  Start();
  v1::SolveRequest large = EasyRequest();
  large.mutable_start()->mutable_tiles()->Resize(5 << 20, 1);
  grpc::ClientContext context;
  v1::SolveOnceResponse response;
  EXPECT_EQ(stub_->SolveOnce(&context, large, &response).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  grpc::ClientContext fat;
  for (int i = 0; i < 100; ++i) fat.AddMetadata("x-filler", std::string(1000, 'x'));
  EXPECT_FALSE(stub_->SolveOnce(&fat, EasyRequest(), &response).ok());
}

TEST_F(FaultsTest, AThousandConnectsAndDrops) {
  Start();
  std::mt19937 random(kSeed);
  for (int i = 0; i < 1000; ++i) {
    RawConnection connection(port());
    ASSERT_TRUE(connection.connected()) << i;
    if (random() % 2 == 0) connection.Send(Http2Preface());
    if (random() % 2 == 0) connection.Reset();
  }
}

TEST_F(FaultsTest, CallsThatAreCancelledAtAnyMoment) {
  Start();
  std::mt19937 random(kSeed);
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([this, seed = random()] {
      std::mt19937 own(seed);
      for (int call = 0; call < 150; ++call) {
        grpc::ClientContext context;
        if (own() % 2 == 0) {
          const auto reader = stub_->Solve(&context, EndlessRequest());
          std::this_thread::sleep_for(std::chrono::microseconds(own() % 3000));
          context.TryCancel();
          reader->Finish();
        } else {
          const auto batch = stub_->SolveBatch(&context);
          for (auto board = own() % 20; board > 0; --board) batch->Write(EndlessRequest());
          std::this_thread::sleep_for(std::chrono::microseconds(own() % 3000));
          context.TryCancel();
          batch->Finish();
        }
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST_F(FaultsTest, MoreSearchesThanMemory) {
  Start({"--tables", "none", "--memory", "64MiB"});
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::SolveResponse>>> readers;
  for (int i = 0; i < 50; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), GreedyRequest()));
  }
  for (const auto& reader : readers) {
    v1::SolveResponse response;
    v1::SolveResponse last;
    while (reader->Read(&response)) last = response;
    EXPECT_TRUE(reader->Finish().ok());
    EXPECT_EQ(last.result().limit(), v1::LIMIT_MEMORY);
    EXPECT_GT(last.result().lower_bound(), 0);
  }
}

TEST_F(FaultsTest, TwoHundredSearchesThatWantAllTheMemory) {
  constexpr double kBudget = SampleSize(256, 64) * 1048576.0;
  constexpr int kSearches = 200;
  Start({"--tables", "none", "--memory", std::to_string(static_cast<std::int64_t>(kBudget))});
  const double before = Metric("process_resident_memory_bytes");
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::SolveResponse>>> readers;
  for (int i = 0; i < kSearches; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), GreedyRequest()));
  }
  std::atomic<int> at_their_share = 0;
  std::atomic<bool> ended = false;
  std::thread caller([&] {
    for (const auto& reader : readers) {
      v1::SolveResponse last;
      while (reader->Read(&last)) {
      }
      if (reader->Finish().ok() && last.result().limit() == v1::LIMIT_MEMORY) ++at_their_share;
    }
    ended = true;
  });
  double most_resident = 0;
  double most_held = 0;
  while (!ended) {
    grpc::ClientContext context;
    v1::GetCapabilitiesResponse response;
    EXPECT_TRUE(stub_->GetCapabilities(&context, {}, &response).ok());
    most_resident = std::max(most_resident, Metric("process_resident_memory_bytes"));
    most_held = std::max(most_held, Metric("taquin_search_memory_bytes"));
  }
  caller.join();
  EXPECT_EQ(at_their_share, kSearches);
  EXPECT_GT(most_held, kBudget / 2) << "they were given it";
  EXPECT_LE(most_held, kBudget * 1.05);
  // The address sanitizer keeps freed memory for a while, to see whether it is used.
  EXPECT_LT(most_resident - before, kBudget * 1.2 + (kSanitizedBuild ? 320e6 : 0));
}

TEST_F(FaultsTest, MoreCallsThanAConnectionMayHave) {
  Start({"--tables", "none", "--max-streams-per-connection", "2"});
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<std::unique_ptr<grpc::ClientReader<v1::SolveResponse>>> readers;
  for (int i = 0; i < 2; ++i) {
    contexts.push_back(std::make_unique<grpc::ClientContext>());
    readers.push_back(stub_->Solve(contexts.back().get(), EndlessRequest()));
  }
  ASSERT_TRUE(Eventually("taquin_searches_active", 2));
  grpc::ClientContext third;
  third.set_deadline(std::chrono::system_clock::now() + 300ms);
  v1::SolveOnceResponse response;
  EXPECT_EQ(stub_->SolveOnce(&third, EasyRequest(), &response).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED)
      << "it waits in the client";
  contexts.front()->TryCancel();
  EXPECT_TRUE(Answers()) << "once another call has ended";
  contexts.back()->TryCancel();
  for (const auto& reader : readers) reader->Finish();
}

TEST_F(FaultsTest, PingsThatComeTooFast) {
  Start();
  const RawConnection connection(port());
  std::string bytes = Http2Preface();
  for (int i = 0; i < 20; ++i) bytes += Http2Frame(6, 0, 0, "12345678");
  connection.Send(bytes);
  EXPECT_TRUE(connection.Receives("too_many_pings"));
  EXPECT_TRUE(connection.IsClosedByPeer());
}

TEST_F(FaultsTest, ADiskThatTakesNoTables) {
  // Files of this process's children end at 64 KiB, as on a full disk.
  signal(SIGXFSZ, SIG_IGN);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{.rlim_cur = 64 << 10, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string directory = testing::TempDir() + "full_disk";
  std::filesystem::remove_all(directory);
  Start({"--tables", "startup", "--table-dir", directory});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  // In memory the tables are used all the same.
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (server::Get(metrics_port_, "/metrics").find("\ntaquin_table_bytes{") ==
         std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now(), until);
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_TRUE(Answers());
  // The directory is made just before the file is written, and fails to be.
  std::uintmax_t kept = 1;
  while (!std::filesystem::exists(directory) || kept > 0) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << kept << " bytes are left behind";
    std::this_thread::sleep_for(20ms);
    kept = 0;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(directory, none)) {
      kept += entry.file_size(none);
    }
  }
  std::filesystem::remove_all(directory);
}

TEST_F(FaultsTest, SigtermAtAnyMomentUnderLoad) {
  std::mt19937 random(kSeed);
  for (int round = 0; round < 5; ++round) {
    Start({"--tables", "none", "--drain-timeout", "200ms"});
    const auto watchers = Watchers(3);
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) {
      callers.emplace_back([this] {
        while (Answers()) {
        }
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    server_->process().Signal(SIGTERM);
    EXPECT_EQ(server_->process().Wait(), 0);
    for (std::thread& caller : callers) caller.join();
    server_.reset();
  }
}

TEST_F(FaultsTest, SigkillUnderLoadAndANewServerOnThePort) {
  Start();
  const int old_port = port();
  const auto watchers = Watchers(3);
  ASSERT_TRUE(Eventually("taquin_searches_active", 3));
  server_->process().Signal(SIGKILL);
  EXPECT_EQ(server_->process().Wait(), -SIGKILL);
  for (const auto& watcher : watchers) {
    EXPECT_EQ(watcher->Wait(), 4) << watcher->err();
    EXPECT_THAT(watcher->err(), HasSubstr(std::to_string(old_port)));
  }
  Start({"--tables", "none"}, old_port);
  EXPECT_EQ(port(), old_port);
}

}  // namespace
}  // namespace taquin::faults
