#include "tests/layering/include_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_split.h"

namespace taquin::layering {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(IncludedNamesTest, ReadsQuotesBracketsAndOddSpacing) {
  EXPECT_THAT(IncludedNames("#include <vector>\n"
                            "  #  include\t\"solver/board.h\"  // why\n"
                            "// #include <thread>\n"
                            "#define TAQUIN_INCLUDE <map>\n"),
              ElementsAre("vector", "solver/board.h"));
}

TEST(FaultsOfFileTest, WireAndDomainMeetInWireOnly) {
  const std::vector<std::string> both = {"solver/board.h", "taquin/v1/board.pb.h"};
  EXPECT_THAT(FaultsOfFile("server/wire.h", both), IsEmpty());
  EXPECT_THAT(FaultsOfFile("server/wire_requests.cc", both), IsEmpty());
  EXPECT_THAT(FaultsOfFile("server/wireless.cc", both),
              ElementsAre("server/wireless.cc includes both solver/ and taquin/v1/: only "
                          "server/wire* may"));
}

TEST(FaultsOfFileTest, WhatIsBehindTheWireIsForTheWireAlone) {
  const std::vector<std::string> behind = {"server/wire_values.h"};
  EXPECT_THAT(FaultsOfFile("server/wire_results.cc", behind), IsEmpty());
  EXPECT_THAT(FaultsOfFile("server/solver_service.cc", behind),
              ElementsAre("server/solver_service.cc includes what is behind server/wire.h: for "
                          "server/wire_* alone"));
}

// A tree with one breach of each rule, so that a rule that judges nothing is
// seen here and not in the tree that it should have guarded.
TEST(JudgeTreeTest, FindsEveryBreachOfTheFixture) {
  const TreeReport report = JudgeTree(TAQUIN_LAYERING_FIXTURE_DIR);
  EXPECT_EQ(report.file_count, 6);
  EXPECT_THAT(
      report.faults,
      ElementsAre(
          "client/reads_rules.h includes server/flags.h: client/ depends on the published proto "
          "alone",
          "client/reads_rules.h includes solver/board.h: client/ depends on the published proto "
          "alone",
          "server/asks_client.h includes client/command.h: server/ depends on proto/ and solver/ "
          "alone",
          "server/converts.h includes both solver/ and taquin/v1/: only server/wire* may",
          "solver/knows_wire.h includes grpcpp/grpcpp.h: solver/ depends on Abseil alone",
          "solver/knows_wire.h includes iostream: solver/ neither prints nor starts threads",
          "solver/knows_wire.h includes taquin/v1/board.pb.h: solver/ depends on Abseil alone",
          "solver/knows_wire.h includes thread: solver/ neither prints nor starts threads"));
}

TEST(JudgeTreeTest, OurLayersAreKept) {
  const TreeReport report = JudgeTree(TAQUIN_SOURCE_DIR);
  EXPECT_GT(report.file_count, 10) << "Read the wrong tree?";
  EXPECT_THAT(report.faults, IsEmpty());
}

TEST(FaultsOfTransportFreeLibraryTest, FollowsHeaders) {
  EXPECT_THAT(
      FaultsOfTransportFreeLibrary(TAQUIN_LAYERING_FIXTURE_DIR, "server", {"queue.cc"}),
      ElementsAre(
          "server/converts.h includes taquin/v1/board.pb.h, and belongs to what is free of gRPC",
          "server/queue.cc includes grpcpp/alarm.h, and belongs to what is free of gRPC"));
}

TEST(FaultsOfTransportFreeLibraryTest, OurSchedulingIsFreeOfGrpc) {
  const std::vector<std::string> sources = absl::StrSplit(TAQUIN_SCHEDULING_SOURCES, ',');
  EXPECT_THAT(sources, ::testing::Contains("scheduler.cc"));
  EXPECT_THAT(FaultsOfTransportFreeLibrary(TAQUIN_SOURCE_DIR, "server", sources), IsEmpty());
}

}  // namespace
}  // namespace taquin::layering
