// What counts as a value of its own in an answer, in every version and event.
#include "a2a/wire/answer_parts.h"

#include <gtest/gtest.h>

#include <string>

#include "parsed.h"

namespace schemagate::a2a::wire {
namespace {

constexpr std::size_t kMany = 100;

// [one,one,…]
std::string list_of(std::size_t count, const std::string& one) {
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + one;
  return list + "]";
}

// `before` and `after` are what stands around the list; it has one value more than is allowed, and then as
// many as are.
void expect_counted(const std::string& before, const std::string& one, const std::string& after,
                    std::size_t others = 0) {
  for (const bool is_more : {true, false}) {
    const Parsed answer(before + list_of(kMany - others + (is_more ? 1 : 0), one) + after);
    EXPECT_EQ(lists_more_than(answer.root(), kMany), is_more) << before;
  }
}

TEST(AnswerParts, CountsTheListsOfAMessageAndATask) {
  const std::string part = R"({"text":""})";
  expect_counted(R"({"message":{"parts":)", part, "}}");
  expect_counted(R"({"kind":"message","parts":)", part, "}");
  expect_counted(R"({"message":{"content":)", part, "}}");
  expect_counted(R"({"message":{"parts":[],"extensions":)", R"("")", "}}");
  expect_counted(R"({"message":{"parts":[],"reference_task_ids":)", R"("")", "}}");
  expect_counted(R"({"task":{"status":{"message":{"parts":)", part, "}}}}");
  expect_counted(R"({"task":{"history":)", "{}", "}}");
  expect_counted(R"({"id":"1","artifacts":)", "{}", "}");
  expect_counted(R"({"task":{"artifacts":[{"parts":)", part, "}]}}", 1);
  expect_counted(R"({"task":{"history":[{"parts":[{"text":""}]},{"parts":)", part, "}]}}", 3);
}

TEST(AnswerParts, CountsTheListsOfEventsAndPages) {
  const std::string part = R"({"text":""})";
  expect_counted(R"({"statusUpdate":{"status":{"message":{"parts":)", part, "}}}}");
  expect_counted(R"({"status_update":{"status":{"message":{"parts":)", part, "}}}}");
  expect_counted(R"({"kind":"status-update","status":{"message":{"parts":)", part, "}}}");
  expect_counted(R"({"artifactUpdate":{"artifact":{"parts":)", part, "}}}");
  expect_counted(R"({"artifact_update":{"artifact":{"parts":)", part, "}}}");
  expect_counted(R"({"tasks":[{"history":)", "{}", "}]}", 1);
}

// They are texts to the gateway, however much is in them.
TEST(AnswerParts, CountsNothingOfPayloadsAndMetadata) {
  const std::string numbers = list_of(10 * kMany, "1");
  const Parsed answer(R"({"message":{"parts":[{"data":)" + numbers + R"(,"metadata":{"parts":)" + numbers +
                      R"(}}],"metadata":{"history":)" + numbers + "}}}");
  EXPECT_FALSE(lists_more_than(answer.root(), kMany));
}

TEST(AnswerParts, CountsNothingInWhatIsNoAnswer) {
  for (const char* text : {"null", "1", R"("parts")", "{}", R"({"parts":{"parts":1}})"}) {
    const Parsed answer{text};
    EXPECT_FALSE(lists_more_than(answer.root(), 0)) << text;
  }
}

}  // namespace
}  // namespace schemagate::a2a::wire
