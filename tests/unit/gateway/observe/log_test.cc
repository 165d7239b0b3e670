#include "gateway/observe/log.h"

#include <gmock/gmock.h>

#include <string>

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string written(const Log::Fields& fields) {
  testing::internal::CaptureStderr();
  Log(LogLevel::kInfo).write(LogLevel::kInfo, "tried", fields);
  return testing::internal::GetCapturedStderr();
}

TEST(LogTest, WritesNumbersAndTruthValuesAsWhatTheyAre) {
  EXPECT_THAT(
      written({{"a", "1"}, {"b", 1}, {"c", std::size_t{2}}, {"d", -3}, {"e", true}, {"f", std::string("x")}}),
      HasSubstr(R"("event":"tried","a":"1","b":1,"c":2,"d":-3,"e":true,"f":"x"})"));
}

TEST(LogTest, LeavesOutWhatHasNoValue) {
  EXPECT_THAT(written({{"a", ""}, {"b", std::string()}, {"c", 0}}), HasSubstr(R"("event":"tried","c":0})"));
}

TEST(LogTest, KeepsTextFromOutsideInsideItsLine) {
  const std::string line = written({{"a", "x\n{\"level\":\"error\"}\x1b[2J"}});
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_THAT(line, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace schemagate
