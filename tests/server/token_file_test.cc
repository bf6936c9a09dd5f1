#include "server/token_file.h"

#include <fstream>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace taquin::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

// Of "abc"; FIPS 180-2, appendix B.1.
constexpr char kAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

std::string Complaint(const std::string& text) {
  const auto tokens = ParseTokens(text);
  return tokens.ok() ? "" : std::string(tokens.status().message());
}

TEST(TokenFileTest, DigestsAsTheStandardHasIt) {
  const Sha256Digest digest = Sha256("abc");
  EXPECT_EQ(absl::BytesToHexString(std::string(digest.begin(), digest.end())), kAbc);
}

TEST(TokenFileTest, ReadsNamesDigestsAndQuotas) {
  const auto tokens =
      ParseTokens(absl::StrCat("# callers\n\n  alice\t", kAbc, "  # hers\r\n", "bob@example.org ",
                               kAbc, " max-active=3 max-queued=0 rate=0.5"));
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  ASSERT_THAT(*tokens, SizeIs(2));
  EXPECT_EQ((*tokens)[0].name, "alice");
  EXPECT_EQ((*tokens)[0].digest, Sha256("abc"));
  EXPECT_EQ((*tokens)[0].quota, CallerQuota());
  EXPECT_EQ((*tokens)[1].name, "bob@example.org");
  EXPECT_EQ((*tokens)[1].quota,
            (CallerQuota{.max_active = 3, .max_queued = 0, .requests_per_second = 0.5}));
}

TEST(TokenFileTest, ReadsCapitalDigitsToo) {
  const auto tokens = ParseTokens(absl::StrCat("alice ", absl::AsciiStrToUpper(kAbc)));
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  EXPECT_EQ(tokens->front().digest, Sha256("abc"));
}

TEST(TokenFileTest, AnEmptyFileLetsNobodyIn) {
  const auto tokens = ParseTokens("# nobody\n");
  ASSERT_TRUE(tokens.ok());
  EXPECT_THAT(*tokens, SizeIs(0));
}

TEST(TokenFileTest, NamesTheLineOfEverythingThatIsWrong) {
  EXPECT_THAT(Complaint(absl::StrCat("alice\n", "b/b ", kAbc, "\n", "carol abc\n", "dave ", kAbc,
                                     " max-active=0 rate=-1 colour=red\n")),
              AllOf(HasSubstr("line 1: a line is"), HasSubstr("line 2: a name"),
                    HasSubstr("line 3: the SHA-256"), HasSubstr("line 4: max-active"),
                    HasSubstr("line 4: rate"), HasSubstr("line 4: what follows is")));
  for (const char* quota : {"rate=0", "rate=nan", "rate=1e9", "rate=", "max-queued=-1",
                            "max-active=1.5", "max-active=99999999999", "max-active",
                            "rpcs=", "rpcs", "rpcs=solve", "rpcs=Solve,", "rpcs=Solve,Sing"}) {
    EXPECT_THAT(Complaint(absl::StrCat("alice ", kAbc, " ", quota)), HasSubstr("line 1")) << quota;
  }
}

TEST(TokenFileTest, OneNameHasOneQuota) {
  const std::string first = absl::StrCat("alice ", kAbc, " rate=1\n");
  EXPECT_EQ(Complaint(first + first), "");
  EXPECT_THAT(Complaint(absl::StrCat(first, "alice ", kAbc, " rate=2\n")),
              HasSubstr("line 2: the tokens of alice have different quotas"));
}

TEST(TokenFileTest, ReadsTheRpcsThatATokenPermits) {
  const auto tokens =
      ParseTokens(absl::StrCat("alice ", kAbc, "\nalice ", kAbc, " rpcs=Check,GetCapabilities\n"));
  ASSERT_TRUE(tokens.ok()) << tokens.status();
  EXPECT_EQ((*tokens)[0].permitted, RpcSet::All()) << "where nothing is said";
  RpcSet some;
  some.Add(Rpc::kCheck);
  some.Add(Rpc::kGetCapabilities);
  EXPECT_EQ((*tokens)[1].permitted, some);
  EXPECT_THAT(Complaint(absl::StrCat("alice ", kAbc, " rpcs=Sing")),
              AllOf(HasSubstr("line 1: rpcs is a list of Solve, "), HasSubstr("GetCapabilities")));
}

TEST(TokenFileTest, TheComplaintStaysShort) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "wrong\n";
  EXPECT_LT(Complaint(text).size(), 4096U);
}

TEST(TokenFileTest, NamesTheFileThatItCannotRead) {
  EXPECT_THAT(ReadTokenFile("/nowhere/tokens").status().message(), HasSubstr("/nowhere/tokens"));
  const std::string path = testing::TempDir() + "wrong.tokens";
  std::ofstream(path) << "alice\n";
  EXPECT_THAT(ReadTokenFile(path).status().message(), AllOf(HasSubstr(path), HasSubstr("line 1")));
}

}  // namespace
}  // namespace taquin::server
