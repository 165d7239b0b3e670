// What an operator reads of decisions, in words.
#include "gateway/cli/evolution_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace schemagate::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string seen(std::string_view verb, std::string_view json) {
  a2a::JsonDocument document;
  std::ostringstream out;
  show_evolution(verb, document.parse(json).value(), out);
  return out.str();
}

TEST(EvolutionView, ShowsADecisionWithItsEvidence) {
  EXPECT_EQ(
      seen(
          "audit",
          R"([{"time":"2026-04-30T08:05:00Z","scenario":"flight","event":"patch","cluster":3,"fragments":20,)"
          R"("rule":"listed values","patch":{"patch_id":"flight_v1.p1","new_keys":[{"key_name":"seat",)"
          R"("key_type":"string","semantic_description":"Seat."}]},)"
          R"("evidence":{"fragments":20,"clients":6,"heat":52.1},"examples":["window seat","a\u001b[2J window"]}])"),
      "2026-04-30T08:05:00Z patch scenario=flight cluster=3 fragments=20 rule=listed values "
      "patch=flight_v1.p1\n"
      "  seat (string): Seat.\n"
      "  evidence: 20 wishes kept, of 6 clients that count, heat 52.1: 'window seat', 'a\\u{1b}[2J "
      "window'\n");
}

TEST(EvolutionView, ShowsTheFiguresThatAStateWasDecidedOn) {
  const std::string text = seen(
      "explain",
      R"([{"scenario":"flight","stages":[{"time":"t","event":"state","key":"seat","from":"experimental",)"
      R"("to":"experimental","rule":"between_limits","metrics":{"usage_frequency":0.1,"payloads":300,)"
      R"("receivers":4}}],"keys":[],"proposals":[]}])");
  EXPECT_THAT(text, AllOf(HasSubstr("rule=between_limits\n"), HasSubstr("used in 10 % of 300 payloads")));
}

// As the other verbs do: JSON is for those who ask for it.
TEST(EvolutionView, SaysInWordsWhatWasDone) {
  EXPECT_EQ(seen("approve", R"({"agent":"rail","done":true,"patch_id":"rail_v1.p1"})"),
            "approved rail_v1.p1 (rail)\n");
  EXPECT_EQ(seen("reject", R"({"agent":"rail","done":true,"patch_id":"rail_v1.p1"})"),
            "rejected rail_v1.p1 (rail)\n");
  EXPECT_EQ(seen("withdraw", R"({"agent":"rail","done":true,"patch_id":"rail_v1.p1"})"),
            "withdrew rail_v1.p1 (rail)\n");
  EXPECT_EQ(seen("verdict", R"({"agent":"rail","done":true})"), "noted (rail)\n");
  EXPECT_EQ(seen("erase", R"({"erased":1})"), "erased 1 client\n");
  EXPECT_EQ(seen("erase", R"({"erased":2})"), "erased 2 clients\n");
  EXPECT_THAT(seen("approve", "{\"agent\":\"\\u001b[2J\",\"done\":true}"), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace schemagate::cli
