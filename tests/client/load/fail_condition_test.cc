#include "client/load/fail_condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/notation/source_text.h"

namespace taquin::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Figure = FailCondition::Figure;
using Comparison = FailCondition::Comparison;

FailCondition Parsed(const std::string& text) {
  std::vector<TextFault> faults;
  auto condition = ParseFailCondition(text, faults);
  EXPECT_TRUE(condition.has_value())
      << text << ": " << DescribeFaults("", LocateFaults(SourceText(text), faults));
  EXPECT_THAT(faults, IsEmpty()) << text;
  return condition.value_or(FailCondition());
}

// "COLUMN: MESSAGE" of every fault.
std::vector<std::string> FaultsOf(const std::string& text) {
  std::vector<TextFault> faults;
  EXPECT_FALSE(ParseFailCondition(text, faults).has_value()) << text;
  std::vector<std::string> described;
  for (const Fault& fault : LocateFaults(SourceText(text), faults)) {
    described.push_back(std::to_string(fault.column) + ": " + fault.message);
    EXPECT_THAT(fault.caret, HasSubstr("^"));
  }
  return described;
}

TEST(FailConditionTest, ReadsEveryFigure) {
  EXPECT_EQ(Parsed("min>1s").figure, Figure::kMin);
  EXPECT_EQ(Parsed("mean>1s").figure, Figure::kMean);
  EXPECT_EQ(Parsed("max>1s").figure, Figure::kMax);
  EXPECT_EQ(Parsed("p50>1s").percent, 50);
  EXPECT_EQ(Parsed("p99.9>1s").percent, 99.9);
  EXPECT_EQ(Parsed("p100>1s").percent, 100);
  EXPECT_EQ(Parsed("p99>1s").series, LoadSeries::kLatency);
  EXPECT_EQ(Parsed("latency.p99>1s").series, LoadSeries::kLatency);
  EXPECT_EQ(Parsed("queue.max>1s").series, LoadSeries::kQueue);
  EXPECT_EQ(Parsed("search.p99.99>1s").series, LoadSeries::kSearch);
  EXPECT_EQ(Parsed("search.p99.99>1s").percent, 99.99);
  EXPECT_EQ(Parsed("errors>3").figure, Figure::kErrors);
  EXPECT_EQ(Parsed("errors>1.5%").figure, Figure::kErrorPercentage);
  EXPECT_EQ(Parsed("errors>1.5%").value, 1.5);
  EXPECT_EQ(Parsed("rps<1000").figure, Figure::kRate);
}

TEST(FailConditionTest, ReadsEveryComparison) {
  EXPECT_EQ(Parsed("rps>1").comparison, Comparison::kAbove);
  EXPECT_EQ(Parsed("rps>=1").comparison, Comparison::kAtLeast);
  EXPECT_EQ(Parsed("rps<1").comparison, Comparison::kBelow);
  EXPECT_EQ(Parsed("rps<=1").comparison, Comparison::kAtMost);
}

TEST(FailConditionTest, ReadsEveryUnit) {
  EXPECT_DOUBLE_EQ(Parsed("p99>50ns").value, 50e-9);
  EXPECT_DOUBLE_EQ(Parsed("p99>50us").value, 50e-6);
  EXPECT_DOUBLE_EQ(Parsed("p99>50\xC2\xB5s").value, 50e-6);
  EXPECT_DOUBLE_EQ(Parsed("p99>50ms").value, 50e-3);
  EXPECT_DOUBLE_EQ(Parsed("p99>1.5s").value, 1.5);
  EXPECT_DOUBLE_EQ(Parsed("p99>2m").value, 120);
}

TEST(FailConditionTest, BlanksMayStandBetweenTheParts) {
  const FailCondition condition = Parsed("  queue.p99 \t>=  50 ms ");
  EXPECT_EQ(condition.series, LoadSeries::kQueue);
  EXPECT_EQ(condition.comparison, Comparison::kAtLeast);
  EXPECT_DOUBLE_EQ(condition.value, 0.05);
}

TEST(FailConditionTest, PointsAtWhatIsWrong) {
  struct Case {
    std::string text;
    std::string fault;
  };
  for (const Case& wrong : std::vector<Case>{
           {"p99", "4: the comparison is missing"},
           {"p99>", "5: the value is missing"},
           {">50ms", "1: the figure is missing"},
           {"p99=50ms", "4: '=' is no comparison"},
           {"p99==50ms", "4: '==' is no comparison"},
           {"p99!=50ms", "4: '!=' is no comparison"},
           {"p99><50ms", "4: '><' is no comparison"},
           {"p99=>50ms", "4: '=>' is no comparison"},
           {"p99>50", "7: the unit of the time is missing"},
           {"p99>50 ", "7: the unit of the time is missing"},
           {"p99>50 sec", "8: 'sec' is no unit of time"},
           {"p99>50mS", "7: 'mS' is no unit of time"},
           {"p99>ms", "5: 'ms' is no time"},
           {"p99>-1ms", "5: '-1ms' is no time"},
           {"p99>1.2.3ms", "5: '1.2.3ms' is no time"},
           {"p99>1e3ms", "6: 'e3ms' is no unit of time"},
           {"p99>50ms<60ms", "7: 'ms<60ms' is no unit of time"},
           {"p0>1s", "1: a percentile is above p0"},
           {"p100.1>1s", "1: a percentile is above p0 and at most p100"},
           {"p>1s", "1: 'p' is no figure"},
           {"p9x>1s", "1: 'p9x' is no figure"},
           {"p-1>1s", "1: 'p-1' is no figure"},
           {"P99>1s", "1: 'P99' is no figure"},
           {"median>1s", "1: 'median' is no figure; a figure is min, mean, max or p50"},
           {"queue.errors>1", "7: 'errors' is no figure"},
           {"queue.>1s", "7: '' is no figure"},
           {"queues.p99>1s", "1: 'queues.p99' is no figure"},
           {"errors>1ms", "8: '1ms' is no number; write a count"},
           {"errors>%", "8: '%' is no number"},
           {"errors>-1", "8: '-1' is no number"},
           {"rps<1%", "5: '1%' is no number; write requests a second"},
           {"rps<many", "5: 'many' is no number"},
           {"rps<inf", "5: 'inf' is no number"},
           {"rps<nan", "5: 'nan' is no number"},
       }) {
    EXPECT_THAT(FaultsOf(wrong.text), ElementsAre(HasSubstr(wrong.fault))) << wrong.text;
  }
}

TEST(FailConditionTest, TellsEveryFaultAtOnce) {
  EXPECT_THAT(FaultsOf(""), ElementsAre(HasSubstr("the figure is missing"),
                                        HasSubstr("the comparison is missing")));
  EXPECT_THAT(FaultsOf("median=1s"), ElementsAre(HasSubstr("1: 'median' is no figure"),
                                                 HasSubstr("7: '=' is no comparison")));
  EXPECT_THAT(FaultsOf("p99=50"), ElementsAre(HasSubstr("4: '=' is no comparison"),
                                              HasSubstr("7: the unit of the time is missing")));
  EXPECT_THAT(FaultsOf("="), SizeIs(3));
}

TEST(FailConditionTest, AnyBytesAreAConditionOrFaults) {
  // Every text of up to four of the bytes that mean something, or nothing.
  const std::string bytes = "p9.<>=!%ms e\xC2\n";
  std::vector<std::string> texts = {""};
  for (std::size_t begin = 0; begin < texts.size(); ++begin) {
    const std::string text = texts[begin];
    std::vector<TextFault> faults;
    const bool read = ParseFailCondition(text, faults).has_value();
    EXPECT_EQ(read, faults.empty()) << text;
    for (const TextFault& fault : faults) EXPECT_LE(fault.offset, text.size()) << text;
    if (text.size() == 4) continue;
    for (const char byte : bytes) texts.push_back(text + byte);
  }
}

v1::SolveResult ResultWith(absl::Duration queue, absl::Duration search) {
  v1::SolveResult result;
  result.set_outcome(v1::OUTCOME_OPTIMAL);
  result.mutable_stats()->mutable_queue_time()->set_nanos(
      static_cast<int>(absl::ToInt64Nanoseconds(queue)));
  result.mutable_stats()->mutable_elapsed()->set_nanos(
      static_cast<int>(absl::ToInt64Nanoseconds(search)));
  return result;
}

TEST(FailConditionTest, JudgesAReport) {
  LoadReport report;
  for (int i = 1; i <= 99; ++i) {
    report.Record(absl::Microseconds(i),
                  ResultWith(absl::Microseconds(2 * i), absl::Microseconds(3 * i)));
  }
  report.Record(absl::Seconds(1), absl::UnavailableError("gone"));
  report.End(absl::Seconds(2), 0, absl::ZeroDuration());
  for (const char* holds : {"p50>=50us", "p50<=50.1us", "max>98us", "min<2us", "mean>49us",
                            "queue.max>197us", "search.max>296us", "errors>0", "errors>=1",
                            "errors>=1%", "errors<2%", "rps<50", "rps>49"}) {
    EXPECT_TRUE(Fails(Parsed(holds), report)) << holds;
  }
  for (const char* holds_not : {"p50>50.1us", "p50<49.9us", "max>99us", "errors>1", "errors>1%",
                                "rps>49.5", "rps<49.5", "queue.max>198us", "search.min<3us"}) {
    EXPECT_FALSE(Fails(Parsed(holds_not), report)) << holds_not;
  }
}

TEST(FailConditionTest, ATimeOfNothingFails) {
  LoadReport report;
  report.Record(absl::Seconds(1), absl::UnavailableError("gone"));
  EXPECT_TRUE(Fails(Parsed("p99>50ms"), report));
  EXPECT_TRUE(Fails(Parsed("p99<50ms"), report));
  EXPECT_FALSE(Fails(Parsed("errors>1"), report));
}

}  // namespace
}  // namespace taquin::client
