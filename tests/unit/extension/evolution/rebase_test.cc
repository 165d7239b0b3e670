// Another version of a template whose keys have evolved: what is carried over, what is set aside, and what
// comes back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "played.h"

namespace schemagate::evolution {
namespace {

using schema_interaction::Key;
using schema_interaction::KeyType;
using schema_interaction::SchemaTemplate;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

SchemaTemplate version(const std::string& id, const std::vector<Key>& more = {}) {
  SchemaTemplate schema;
  schema.schema_id = id;
  schema.scenario = "flight_booking";
  schema.keys = {{"origin", KeyType::kString, true, "From where.", {}},
                 {"other", KeyType::kString, false, "Other.", {}}};
  schema.keys.insert(schema.keys.end(), more.begin(), more.end());
  return schema;
}

Key seat_preference(KeyType type) {
  return {"seat_preference", type, false, "As the owner has it.", {}};
}

Settings judged_exactly() {
  Settings settings;
  settings.decision = Decision::kExact;
  return settings;
}

class Rebase : public testing::Test {
 protected:
  Rebase() {
    played_.engine.add_schema(version("flight_booking_v1"));
    played_.know(6);
  }
  void wish_for_windows() {
    played_.wish(6, window_seats());
    ASSERT_EQ(name_of(scenario().keys().back()), "seat_preference");
  }
  void wish_for_meals() {
    played_.wish(6, {"vegan meal", "a vegan meal please", "vegan meal on board", "vegan meals for dinner",
                     "the vegan meal"});
  }
  // In the lists of the last event carried_over.
  a2a::JsonTree rebase(const SchemaTemplate& to, const std::vector<std::string>& forbidden = {}) {
    EXPECT_TRUE(played_.engine.rebase(to, forbidden, played_.now));
    played_.collect();
    return played_.all("carried_over").back().members;
  }
  void become_stable() {
    for (int i = 0; i < 20; ++i)
      played_.payload("c" + std::to_string(i % 6), i < 3 ? R"({"seat_preference":"window"})" : "{}");
    for (int i = 0; i < 5; ++i)
      EXPECT_TRUE(played_.engine.judge("flight_booking", "seat_preference", true, played_.now));
    played_.pass(7 * kDay);
    EXPECT_EQ(scenario().keys()[0].state, KeyState::kStable);
  }
  static std::string name_of(const EvolvedKey& key) { return key.what.name; }
  const Scenario& scenario() const { return *played_.engine.find("flight_booking"); }
  std::string effective(const std::string& client = "") const {
    return a2a::dump_tree(*played_.engine.effective("flight_booking", client));
  }

  Played played_{judged_exactly()};
};

TEST_F(Rebase, CarriesKeysOverAndBack) {
  wish_for_windows();
  const Instant since = scenario().keys()[0].since;
  const a2a::JsonTree told = rebase(version("flight_booking_v2"));
  EXPECT_EQ(told["from"], "flight_booking_v1");
  EXPECT_EQ(told["to"], "flight_booking_v2");
  EXPECT_THAT(told["keys"], ElementsAre("seat_preference"));
  EXPECT_THAT(told["set_aside"], IsEmpty());
  EXPECT_EQ(scenario().schema_id(), "flight_booking_v2");
  EXPECT_THAT(effective(), HasSubstr("seat_preference"));
  EXPECT_EQ(scenario().keys()[0].since, since) << "its trial goes on";
  EXPECT_FALSE(scenario().pool().clusters().empty()) << "wishes are what they were";
  wish_for_meals();
  ASSERT_THAT(scenario().keys(), SizeIs(2)) << played_.published();
  EXPECT_EQ(scenario().patches().back().id, "flight_booking_v2.p2");
  rebase(version("flight_booking_v1"));
  EXPECT_THAT(scenario().keys(), SizeIs(2)) << "what was approved since stays, too";
}

TEST_F(Rebase, IsNoneWhereTheTemplateIsWhatItWas) {
  wish_for_windows();
  EXPECT_FALSE(played_.engine.rebase(version("flight_booking_v1"), {}, played_.now));
  EXPECT_EQ(played_.count("carried_over"), 0U);
}

// An owner who corrects a description in place loses nothing.
TEST_F(Rebase, CarriesKeysOverToTheSameVersionEdited) {
  wish_for_windows();
  become_stable();
  SchemaTemplate edited = version("flight_booking_v1");
  edited.keys[0].description = "Where the flight begins.";
  rebase(edited);
  EXPECT_EQ(scenario().schema_id(), "flight_booking_v2") << "promoted, as before";
  EXPECT_THAT(effective(), testing::AllOf(HasSubstr("flight begins"), HasSubstr("seat_preference")));
}

TEST_F(Rebase, SetsAsideWhatTheTemplateDefinesItself) {
  wish_for_windows();
  become_stable();
  a2a::JsonTree told = rebase(version("flight_booking_v3", {seat_preference(KeyType::kString)}));
  EXPECT_THAT(scenario().keys(), IsEmpty());
  EXPECT_EQ(told["set_aside"],
            a2a::JsonTree::array({{{"key", "seat_preference"}, {"reason", "template_defines_it"}}}));
  EXPECT_THAT(scenario().patches(), IsEmpty()) << "the base has it";
  EXPECT_EQ(scenario().schema_id(), "flight_booking_v3");
  told = rebase(version("flight_booking_v4", {seat_preference(KeyType::kInteger)}));
  EXPECT_EQ(told["set_aside"][0]["reason"], "other_type");
  EXPECT_EQ(scenario().promoted_of("flight_booking_v1").size(), 1U) << "flight_booking_v2 is still good";
  told = rebase(version("flight_booking_v1"));
  EXPECT_THAT(told["came_back"], ElementsAre("seat_preference"));
  EXPECT_EQ(scenario().keys()[0].state, KeyState::kStable);
  EXPECT_EQ(scenario().schema_id(), "flight_booking_v2");
  ASSERT_THAT(scenario().patches(), SizeIs(1)) << "those who know the template by its patches hear of it";
  EXPECT_EQ(scenario().patches()[0].id, "flight_booking_v2.p2");
}

TEST_F(Rebase, SetsAsideWhatTheTemplateForbids) {
  wish_for_windows();
  EXPECT_EQ(rebase(version("flight_booking_v2"), {"seat_preference"})["set_aside"][0]["reason"], "forbidden");
  EXPECT_THAT(effective(), Not(HasSubstr("seat_preference")));
  EXPECT_THAT(rebase(version("flight_booking_v2"))["came_back"], ElementsAre("seat_preference"));
}

TEST_F(Rebase, NoKeyEvolvesThatTheTemplateForbids) {
  rebase(version("flight_booking_v2"), {"seat_preference"});
  played_.wish(6, window_seats());
  EXPECT_THAT(scenario().keys(), IsEmpty());
  ASSERT_EQ(played_.count("rejected"), 1U) << played_.published();
  EXPECT_EQ(played_.all("rejected")[0].members["reason"], "forbidden");
}

TEST_F(Rebase, SetsAsideWhatHasNoRoom) {
  wish_for_windows();
  std::vector<Key> many;
  for (int i = 0; i < 126; ++i)
    many.push_back({"key_" + std::to_string(i), KeyType::kString, false, "One.", {}});
  EXPECT_EQ(rebase(version("flight_booking_v2", many))["set_aside"][0]["reason"], "no_room");
}

TEST_F(Rebase, WhatIsWithdrawnStaysWithdrawn) {
  wish_for_windows();
  for (int i = 0; i < 20; ++i) played_.payload("c" + std::to_string(i % 6), "{}");
  played_.pass(7 * kDay);
  played_.pass(14 * kDay);
  ASSERT_EQ(scenario().keys()[0].state, KeyState::kWithdrawn);
  EXPECT_THAT(rebase(version("flight_booking_v2"))["keys"], IsEmpty());
  EXPECT_THAT(effective(), Not(HasSubstr("seat_preference")));
  rebase(version("flight_booking_v3", {seat_preference(KeyType::kString)}));
  EXPECT_THAT(rebase(version("flight_booking_v1"))["came_back"], IsEmpty());
  EXPECT_EQ(scenario().keys()[0].state, KeyState::kWithdrawn);
  EXPECT_THAT(effective(), Not(HasSubstr("seat_preference")));
}

// What was on trial and could not be counted has its time before it.
TEST_F(Rebase, ATrialBeginsOnceMoreWhenTheKeyComesBack) {
  wish_for_windows();
  rebase(version("flight_booking_v2", {seat_preference(KeyType::kString)}));
  played_.pass(200 * kDay);
  rebase(version("flight_booking_v1"));
  played_.pass(kDay);
  ASSERT_THAT(scenario().keys(), SizeIs(1));
  EXPECT_EQ(scenario().keys()[0].state, KeyState::kExperimental);
  EXPECT_GT(scenario().patches()[0].expires, played_.now);
}

TEST_F(Rebase, NoIdOfAnEarlierVersionIsMadeOnceMore) {
  wish_for_windows();
  become_stable();
  ASSERT_EQ(scenario().schema_id(), "flight_booking_v2");
  rebase(version("flight_booking"));
  wish_for_meals();
  ASSERT_THAT(scenario().keys(), SizeIs(2)) << played_.published();
  const EvolvedKey meal = scenario().keys().back();
  const std::string value = meal.what.type == KeyType::kBoolean ? "true" : "\"vegan\"";
  for (int i = 0; i < 20; ++i)
    played_.payload("c" + std::to_string(i % 6), "{\"" + meal.what.name + "\":" + value + "}");
  for (int i = 0; i < 5; ++i) played_.engine.judge("flight_booking", meal.what.name, true, played_.now);
  played_.pass(8 * kDay);
  ASSERT_THAT(scenario().promoted(), SizeIs(1)) << played_.published();
  EXPECT_EQ(scenario().schema_id(), "flight_booking_v3") << "flight_booking_v2 is of flight_booking_v1";
}

// A key of one client comes to it as a patch alone, and a patch says of which template it is.
TEST_F(Rebase, AClientsOwnKeyIsPackagedForTheNewVersion) {
  for (int day = 0; day < 4; ++day) {
    for (int i = 0; i < 12; ++i) played_.say("c0", "quiet cabin");
    played_.pass(kDay / 2);
  }
  ASSERT_EQ(played_.count("patch"), 1U) << played_.published();
  rebase(version("flight_booking_v2"));
  ASSERT_THAT(scenario().patches(), SizeIs(1));
  EXPECT_EQ(scenario().patches()[0].parent, "flight_booking_v2");
  EXPECT_EQ(scenario().patches()[0].client, "c0");
  EXPECT_EQ(scenario().patches()[0].id, "flight_booking_v2.p2");
  EXPECT_NE(effective("c0"), effective());
  const std::string key = name_of(scenario().keys()[0]);
  rebase(version("flight_booking_v3", {{key, KeyType::kBoolean, false, "Own.", {}}}));
  ASSERT_THAT(scenario().set_aside(), SizeIs(1));
  played_.engine.erase("c0", played_.now);
  EXPECT_THAT(scenario().set_aside(), IsEmpty()) << "erased with its client";
}

TEST_F(Rebase, IsKept) {
  wish_for_windows();
  become_stable();
  rebase(version("flight_booking_v3", {seat_preference(KeyType::kString)}), {"meal"});
  const a2a::JsonTree kept = write_state(played_.engine);
  auto restored = read_state(a2a::parse_tree(a2a::dump_tree(kept)).value(), judged_exactly());
  ASSERT_TRUE(restored);
  EXPECT_EQ(write_state(*restored), kept);
  EXPECT_FALSE(restored->rebase(version("flight_booking_v3", {seat_preference(KeyType::kString)}), {"meal"},
                                played_.now));
  EXPECT_TRUE(restored->rebase(version("flight_booking_v1"), {}, played_.now));
  EXPECT_EQ(restored->find("flight_booking")->schema_id(), "flight_booking_v2");
  EXPECT_THAT(restored->find("flight_booking")->keys(), SizeIs(1));
}

TEST_F(Rebase, TheScenarioMayBeSpelledOtherwise) {
  wish_for_windows();
  SchemaTemplate next = version("flight_booking_v2");
  next.scenario = "flight booking";
  EXPECT_TRUE(played_.engine.rebase(next, {}, played_.now));
  EXPECT_THAT(played_.engine.scenarios(), SizeIs(1));
  ASSERT_NE(played_.engine.find("flight booking"), nullptr);
  EXPECT_THAT(played_.engine.find("flight booking")->keys(), SizeIs(1));
}

}  // namespace
}  // namespace schemagate::evolution
