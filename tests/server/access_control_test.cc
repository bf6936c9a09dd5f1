#include "server/access_control.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/fake_clock.h"

namespace taquin::server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr char kPeer[] = "ipv4:192.0.2.7:50312";

class AccessControlTest : public testing::Test {
 protected:
  std::optional<Denial> Identify(std::optional<std::string_view> authorization) {
    return access_.Identify(
        {.peer = kPeer, .certificate_name = certificate_, .authorization = authorization}, caller_);
  }

  FakeClock clock_;
  AccessControl access_{0, clock_};
  std::string certificate_;
  KnownCaller caller_;
};

TEST_F(AccessControlTest, WithoutTokensTheAddressIsTheCaller) {
  EXPECT_FALSE(Identify(std::nullopt).has_value());
  EXPECT_EQ(caller_.name, "ipv4:192.0.2.7");
  EXPECT_EQ(caller_.quota, CallerQuota());
}

TEST_F(AccessControlTest, ACertificateNamesTheCaller) {
  certificate_ = "worker-3";
  EXPECT_FALSE(Identify(std::nullopt).has_value());
  EXPECT_EQ(caller_.name, "certificate:worker-3");
}

TEST_F(AccessControlTest, ATokenNamesTheCallerAndItsQuota) {
  const CallerQuota quota{.max_active = 3, .max_queued = 4, .requests_per_second = 5};
  access_.SetTokens({{"alice", Sha256("a secret"), {}}, {"bob", Sha256("another"), quota}});
  certificate_ = "worker-3";
  EXPECT_FALSE(Identify("Bearer a secret").has_value());
  EXPECT_EQ(caller_.name, "token:alice");
  EXPECT_FALSE(Identify("bearer another").has_value());
  EXPECT_EQ(caller_.name, "token:bob");
  EXPECT_EQ(caller_.quota, quota);
}

TEST_F(AccessControlTest, ATokenPermitsTheRpcsThatItNames) {
  RpcSet some;
  some.Add(Rpc::kCheck);
  some.Add(Rpc::kVerify);
  access_.SetTokens({{"alice", Sha256("narrow"), {}, some}, {"alice", Sha256("wide"), {}}});
  EXPECT_FALSE(Identify("Bearer narrow").has_value());
  for (const Rpc rpc : kRpcs) {
    const auto denial = access_.CheckPermitted(caller_, rpc);
    ASSERT_EQ(denial.has_value(), rpc != Rpc::kCheck && rpc != Rpc::kVerify) << RpcName(rpc);
    if (!denial.has_value()) continue;
    EXPECT_EQ(denial->reason, Denial::Reason::kRpc);
    EXPECT_THAT(denial->message, HasSubstr("does not permit " + std::string(RpcName(rpc)) +
                                           "; it permits Check, Verify"));
  }
  EXPECT_FALSE(Identify("Bearer wide").has_value());
  for (const Rpc rpc : kRpcs) EXPECT_FALSE(access_.CheckPermitted(caller_, rpc).has_value());
}

TEST_F(AccessControlTest, WithTokensNobodyElseIsLetIn) {
  access_.SetTokens({{"alice", Sha256("a secret"), {}}});
  for (const std::optional<std::string_view> none : {std::optional<std::string_view>(),
                                                     {""},
                                                     {"Bearer"},
                                                     {"Bearer "},
                                                     {"Basic a secret"},
                                                     {"a secret"}}) {
    const auto denial = Identify(none);
    ASSERT_TRUE(denial.has_value()) << none.value_or("nothing");
    EXPECT_EQ(denial->reason, Denial::Reason::kNoToken) << none.value_or("nothing");
  }
  for (const char* wrong :
       {"Bearer a secreT", "Bearer a secret ", "Bearer a", "Bearer  a secret"}) {
    const auto denial = Identify(wrong);
    ASSERT_TRUE(denial.has_value()) << wrong;
    EXPECT_EQ(denial->reason, Denial::Reason::kUnknownToken) << wrong;
    EXPECT_THAT(denial->message, Not(HasSubstr("secre"))) << "messages end in logs";
    EXPECT_EQ(caller_.name, "ipv4:192.0.2.7");
  }
}

TEST_F(AccessControlTest, ADigestIsNoToken) {
  const Sha256Digest digest = Sha256("a secret");
  access_.SetTokens({{"alice", digest, {}}});
  EXPECT_TRUE(Identify("Bearer " + std::string(digest.begin(), digest.end())).has_value());
}

TEST_F(AccessControlTest, NewTokensReplaceTheOld) {
  access_.SetTokens({{"alice", Sha256("old"), {}}});
  access_.SetTokens({{"alice", Sha256("new"), {}}, {"alice", Sha256("newer"), {}}});
  EXPECT_TRUE(Identify("Bearer old").has_value());
  EXPECT_FALSE(Identify("Bearer new").has_value());
  EXPECT_FALSE(Identify("Bearer newer").has_value());
  access_.SetTokens({});
  EXPECT_TRUE(Identify("Bearer new").has_value()) << "an empty file lets nobody in";
}

TEST_F(AccessControlTest, WithoutARateEveryRequestIsTaken) {
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(access_.TakeRequest({"alice", {}}).has_value());
}

TEST_F(AccessControlTest, TheQuotasRateComesBeforeTheServers) {
  AccessControl access(2, clock_);
  const KnownCaller plain{"plain", {}};
  const KnownCaller favoured{"favoured",
                             {.max_active = {}, .max_queued = {}, .requests_per_second = 4}};
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(access.TakeRequest(plain).has_value());
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(access.TakeRequest(favoured).has_value());
  const auto denial = access.TakeRequest(plain);
  ASSERT_TRUE(denial.has_value());
  EXPECT_EQ(denial->reason, Denial::Reason::kRate);
  EXPECT_EQ(denial->retry_after, 500ms);
  EXPECT_TRUE(access.TakeRequest(favoured).has_value());
  clock_.Advance(250ms);
  EXPECT_TRUE(access.TakeRequest(plain).has_value());
  EXPECT_FALSE(access.TakeRequest(favoured).has_value());
  EXPECT_EQ(access.over_rate_count(), 3);
}

}  // namespace
}  // namespace taquin::server
