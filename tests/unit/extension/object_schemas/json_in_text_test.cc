#include "extension/object_schemas/json_in_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace schemagate::object_schemas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t kAllProse = std::string_view::npos;

std::vector<std::string> json_of(std::string_view text) {
  std::vector<std::string> found;
  for (const auto& candidate : json_candidates(text)) found.emplace_back(candidate.json);
  return found;
}

TEST(JsonInText, FindsAWholeText) {
  EXPECT_THAT(json_of(" \n{\"a\":1}\n "), ElementsAre("{\"a\":1}"));
  EXPECT_THAT(json_of("[1]"), ElementsAre("[1]"));
  EXPECT_THAT(json_of("42"), IsEmpty());
  EXPECT_THAT(json_of(""), IsEmpty());
}

TEST(JsonInText, FindsFencedBlocksBetweenProse) {
  const auto found = json_candidates("Here:\n```json\n{\"a\":1}\n```\nBye.");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].before, "Here:\n");
  EXPECT_EQ(found[0].json, "{\"a\":1}");
  EXPECT_EQ(found[0].after, "Bye.");
}

TEST(JsonInText, TakesFencesWithoutLanguageIndentedOrUnclosed) {
  EXPECT_THAT(json_of("```\n{}\n```"), ElementsAre("{}"));
  EXPECT_THAT(json_of("```JSON \r\n[]\r\n```\r\n"), ElementsAre("[]"));
  EXPECT_THAT(json_of("- x\n  ```json\n  {}\n  ```"), ElementsAre("{}"));
  EXPECT_THAT(json_of("```json\n{\"a\":1}"), ElementsAre("{\"a\":1}"));
}

TEST(JsonInText, PassesOverOtherBlocks) {
  EXPECT_THAT(json_of("```python\n{}\n```\n```json\n{\"b\":2}\n```"), ElementsAre("{\"b\":2}"));
  EXPECT_THAT(json_of("```json5\n{}\n```"), IsEmpty());
  EXPECT_THAT(json_of("see ```{}``` there"), IsEmpty());
  EXPECT_THAT(json_of("```json\nnull\n```"), IsEmpty());
}

TEST(JsonInText, DoesNotEndABlockAtAFenceThatHasMoreOnItsLine) {
  EXPECT_THAT(json_of("```\n{\n```x\n}\n```\n"), ElementsAre("{\n```x\n}"));
}

TEST(JsonInText, GivesABoundedNumberOfCandidates) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "```\n{}\n```\n";
  EXPECT_EQ(json_candidates(text).size(), kCandidatesMax);
}

TEST(HoldPoint, HoldsATextThatBeginsLikeJson) {
  for (const char* text :
       {"{", "[", " \n{\"a\"", "  ", "`", "``", "```", "```js", "```json\n", "```\n {", "\n```json"}) {
    EXPECT_EQ(find_hold_point(text, {}), 0U) << text;
  }
}

TEST(HoldPoint, LetsProseGo) {
  for (const char* text :
       {"", "a", "Hello {", "`code`", "```python", "```jsonx", "```json\nx", "42", "\"x\"", "a\n"}) {
    EXPECT_EQ(find_hold_point(text, {}), kAllProse) << text;
  }
  EXPECT_EQ(find_hold_point("{", {false, true}), kAllProse);
  EXPECT_EQ(find_hold_point("```json\n{", {false, false}), kAllProse);
}

TEST(HoldPoint, HoldsFromAFenceAfterProse) {
  EXPECT_EQ(find_hold_point("Here:\n```json\n{", {}), 6U);
  EXPECT_EQ(find_hold_point("Here:\n`", {}), 6U);
  EXPECT_EQ(find_hold_point("x\n```json", {false, false}), 2U);
  EXPECT_EQ(find_hold_point("```json", {false, true}), 0U);
  EXPECT_EQ(find_hold_point("```python\nx\n```\n```json\n{", {}), 16U);
}

TEST(HoldPoint, DoesNotHoldBlanksForEver) {
  EXPECT_EQ(find_hold_point(std::string(kLeadingBlanksMax, ' '), {}), 0U);
  EXPECT_EQ(find_hold_point(std::string(kLeadingBlanksMax + 1, ' '), {}), kAllProse);
  EXPECT_EQ(find_hold_point("```" + std::string(kLeadingBlanksMax, '\n'), {}), kAllProse);
}

}  // namespace
}  // namespace schemagate::object_schemas
