// Keys that may be the same though their names have no word in common: told, never decided.
#include "extension/evolution/lifecycle/nearness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/unit/extension/evolution/played.h"

namespace schemagate::evolution {
namespace {

using schema_interaction::KeyType;

// In a plane, so far turned that its cosine with the first axis is that.
ModelVector turned(double cosine) {
  const std::array<float, 2> values = {static_cast<float>(cosine),
                                       static_cast<float>(std::sqrt(1 - cosine * cosine))};
  return {"m", pack(values)};
}

void wish_for(Played& played, const std::vector<std::string>& texts, const ModelVector& vector) {
  for (int round = 0; round < 5; ++round) {
    for (int client = 0; client < 6; ++client)
      played.say_with("c" + std::to_string(client),
                      texts[static_cast<std::size_t>(round + client) % texts.size()], vector);
  }
}

a2a::JsonTree near_of(const Played& played, std::string_view kind) {
  const auto events = played.all(kind);
  if (events.empty()) return "no event";
  const a2a::JsonTree* near = a2a::find_member(events.back().members, "near");
  return near == nullptr ? a2a::JsonTree() : *near;
}

const std::vector<std::string> kWindows = {"window seat please", "the window side", "a view from the window"};
const std::vector<std::string> kPortholes = {"porthole please", "the porthole row", "beside a porthole"};

TEST(NearKey, IsFoundByTheVectorsOfAModel) {
  Played played;
  played.know(6);
  wish_for(played, kWindows, turned(1));
  ASSERT_EQ(played.count("patch"), 1U) << played.published();
  EXPECT_TRUE(near_of(played, "patch").is_null()) << "the first of all";
  const std::string window = played.key()["key_name"].get<std::string>();
  wish_for(played, kPortholes, turned(0.8));
  ASSERT_EQ(played.count("patch"), 2U) << "it decides nothing: " << played.published();
  const a2a::JsonTree near = near_of(played, "patch");
  EXPECT_EQ(near["key"], window);
  EXPECT_NEAR(near["cosine"].get<double>(), 0.8, 0.01);
}

TEST(NearKey, IsNoneFarAway) {
  Played played;
  played.know(6);
  wish_for(played, kWindows, turned(1));
  wish_for(played, kPortholes, turned(0.7));
  ASSERT_EQ(played.count("patch"), 2U);
  EXPECT_TRUE(near_of(played, "patch").is_null());
}

TEST(NearKey, IsFoundByTheWordsOfADescription) {
  Settings settings;
  settings.mode = Mode::kPropose;
  settings.minimum_texts = 1;
  Played played(settings);
  schema_interaction::SchemaTemplate base;
  base.schema_id = "flight_booking_v1";
  base.scenario = "flight_booking";
  base.keys = {{"cabin", KeyType::kString, false, "Economy or business class.", {}},
               {"origin", KeyType::kString, true, "Where the flight starts.", {}},
               {"other", KeyType::kString, false, "Anything else.", {}}};
  played.engine.add_schema(base);
  played.know(6);
  played.wish(6, {"business class please", "I'd like business class", "class business",
                  "business class if possible"});
  ASSERT_EQ(played.count("needs_approval"), 1U) << played.published();
  EXPECT_EQ(near_of(played, "needs_approval")["key"], "cabin");
  // For a person, after a restart, too.
  const auto kept = a2a::parse_tree(a2a::dump_tree(write_state(played.engine)), kStateLimits).value();
  const auto restored = read_state(kept, settings);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->find("flight_booking")->proposals()[0].near.name, "cabin");
}

}  // namespace
}  // namespace schemagate::evolution
