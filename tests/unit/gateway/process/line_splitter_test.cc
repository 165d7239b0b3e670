#include "gateway/process/line_splitter.h"

#include <gmock/gmock.h>

#include <vector>

#include "gateway/process/line_budget.h"
#include "gateway/process/restart_policy.h"
#include "gateway/process/stray_pace.h"

namespace schemagate::process {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// Fed in pieces of `size`; a cut line has a … behind it.
std::vector<std::string> lines_of(std::string_view bytes, std::size_t size, std::size_t bytes_max = 4) {
  std::vector<std::string> lines;
  LineSplitter splitter(bytes_max);
  for (std::size_t at = 0; at < bytes.size(); at += size)
    splitter.feed(bytes.substr(at, size), [&lines](LineSplitter::Line line) {
      lines.push_back(line.text + (line.is_cut ? "…" : ""));
    });
  return lines;
}

TEST(LineSplitter, GivesTheSameHoweverTheBytesArrive) {
  const std::string_view bytes = "a\n\nbb\r\n\r\nfour\nfour\r\nfives\nfives\r\nsixsix\nz\nunfinished";
  for (std::size_t size = 1; size <= bytes.size(); ++size)
    EXPECT_THAT(lines_of(bytes, size),
                ElementsAre("a", "bb", "four", "four", "five…", "five…", "sixs…", "z", "unfi…"))
        << size;
}

TEST(LineSplitter, KeepsNothingOfALineThatIsTooLong) {
  EXPECT_THAT(lines_of(std::string(1'000'000, 'x') + "\nok\n", 1'000), ElementsAre("xxxx…", "ok"));
}

TEST(LineBudget, CountsWhatIsLeftOutAndBeginsAnewEachMinute) {
  LineBudget budget(2);
  const LineBudget::TimePoint start = LineBudget::TimePoint() + 1h;
  EXPECT_TRUE(budget.take(start));
  EXPECT_TRUE(budget.take(start));
  EXPECT_FALSE(budget.take(start + 59s));
  EXPECT_TRUE(budget.take(start + 60s));
  EXPECT_EQ(budget.take_left_out(), 1u);
  EXPECT_EQ(budget.take_left_out(), 0u);
}

TEST(LineBudget, CleansWhatGoesIntoTheLog) {
  EXPECT_EQ(cleaned("a\x1b[31mb\x7f\xff"), "a?[31mb?\xEF\xBF\xBD");
}

TEST(RestartPolicy, PausesLongerEachTimeAndThenGivesUp) {
  RestartPolicy policy(8);
  std::vector<std::int64_t> pauses;
  while (const auto pause = policy.after(1s)) pauses.push_back(pause->count());
  EXPECT_THAT(pauses, ElementsAre(0, 1'000, 2'000, 4'000, 8'000, 16'000, 30'000, 30'000));
}

TEST(RestartPolicy, BeginsAnewAfterALongLife) {
  RestartPolicy policy(1);
  EXPECT_EQ(policy.after(1s), 0ms);
  EXPECT_EQ(policy.after(1min), 0ms);
  EXPECT_EQ(policy.after(1s), std::nullopt);
}

TEST(StrayPace, StopsWhoSaysTooMuchUntilTheSecondIsOver) {
  StrayPace pace(1'000);
  const StrayPace::TimePoint now(10s);
  EXPECT_EQ(pace.pause(now), 0ms);
  pace.note(1'000, now);
  EXPECT_EQ(pace.pause(now + 300ms), 0ms);
  pace.note_line(0, now + 300ms);
  EXPECT_EQ(pace.pause(now + 300ms), 700ms) << "an empty line costs, too";
  EXPECT_EQ(pace.pause(now + 1s), 0ms);
  pace.note(1, now + 1s);
  EXPECT_EQ(pace.pause(now + 1s), 0ms) << "a new second";
}

}  // namespace
}  // namespace schemagate::process
