#include "server/request_identity.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using testing::IsEmpty;
using testing::MatchesRegex;

constexpr char kTraceparent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(RequestIdentityTest, TakesTheCallersId) {
  EXPECT_EQ(IdentifyRequest("order-17/b", std::nullopt).request_id, "order-17/b");
  EXPECT_EQ(IdentifyRequest(std::string(128, 'x'), std::nullopt).request_id.size(), 128);
}

TEST(RequestIdentityTest, GivesAnotherWhereTheCallersIsNoneOrUnfit) {
  const std::string given = IdentifyRequest(std::nullopt, std::nullopt).request_id;
  EXPECT_THAT(given, MatchesRegex("[0-9a-f]{16}"));
  EXPECT_NE(given, IdentifyRequest(std::nullopt, std::nullopt).request_id);
  for (const std::string& unfit :
       {std::string(), std::string("two words"), std::string("line\nbreak"), std::string("caf\xe9"),
        std::string(129, 'x'), std::string("\0", 1)}) {
    EXPECT_THAT(IdentifyRequest(unfit, std::nullopt).request_id, MatchesRegex("[0-9a-f]{16}"))
        << testing::PrintToString(unfit);
  }
}

TEST(RequestIdentityTest, ReadsTheTraceContext) {
  const RequestIdentity identity = IdentifyRequest(std::nullopt, kTraceparent);
  EXPECT_EQ(identity.trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(identity.span_id, "00f067aa0ba902b7");
}

TEST(RequestIdentityTest, ReadsALaterVersionOfTheTraceContext) {
  const std::string later = std::string("cc").append(kTraceparent + 2);
  EXPECT_EQ(IdentifyRequest(std::nullopt, later).span_id, "00f067aa0ba902b7");
  EXPECT_EQ(IdentifyRequest(std::nullopt, later + "-what-comes").span_id, "00f067aa0ba902b7");
}

TEST(RequestIdentityTest, IgnoresWhatIsNoTraceContext) {
  const std::string good = kTraceparent;
  std::string zero_trace = good;
  zero_trace.replace(3, 32, 32, '0');
  std::string zero_span = good;
  zero_span.replace(36, 16, 16, '0');
  std::string capital = good;
  capital[3] = 'A';
  std::string dashless = good;
  dashless[35] = '0';
  for (const std::string& wrong :
       {std::string(), good.substr(1), good + "-x", std::string("ff").append(good.substr(2)),
        zero_trace, zero_span, capital, dashless, std::string("cc").append(good.substr(2)) + "x"}) {
    EXPECT_THAT(IdentifyRequest(std::nullopt, wrong).trace_id, IsEmpty()) << wrong;
    EXPECT_THAT(IdentifyRequest(std::nullopt, wrong).span_id, IsEmpty()) << wrong;
  }
}

}  // namespace
}  // namespace taquin::server
