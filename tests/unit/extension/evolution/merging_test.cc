// Two clusters that turn out to be one wish become one cluster.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/evolution/induction/likeness.h"
#include "played.h"

namespace schemagate::evolution {
namespace {

using testing::HasSubstr;
using testing::Not;
using Texts = std::vector<std::string>;

// Too far from one another to join one cluster, each at its first words.
const Texts kParking = {"bicycle parking", "parking for bicycles", "a bicycle parking spot"};
const Texts kCellar = {"covered parking, bicycle cellar", "cellar parking for my bicycle",
                       "covered cellar parking for bicycles"};

// What these texts need, whatever the default is.
Settings merging() {
  Settings settings;
  settings.merge_theta = 0.6;
  return settings;
}

Settings without_merging() {
  Settings settings;
  settings.merge_theta = 2;
  return settings;
}

// Three clients say it in one way, three others in another.
Played halves(const Settings& settings = merging()) {
  Played played(settings);
  played.know(12);
  for (int round = 0; round < 4; ++round) {
    played.wish(3, kParking);
    played.wish(3, kCellar, 3);
  }
  return played;
}

TEST(Merging, BringsAWishThatIsSpreadOverTwoClustersToItsTrigger) {
  const Played played = halves();
  const auto merged = played.all("merged");
  ASSERT_EQ(merged.size(), 1U) << played.published();
  EXPECT_EQ(merged[0].members["from"], 2);
  EXPECT_EQ(merged[0].members["into"], 1) << "the older one stays";
  EXPECT_GE(merged[0].members["cosine"], 0.6);
  ASSERT_EQ(played.count("triggered"), 1U);
  EXPECT_EQ(played.all("triggered")[0].members["merged"], a2a::JsonTree::array({2})) << "for who explains it";
  EXPECT_EQ(played.count("patch"), 1U);
  EXPECT_EQ(halves(without_merging()).count("triggered"), 0U) << "without merging it never does";
}

TEST(Merging, GivesTheKeyThatIsThereWhatIsSaidInOtherWords) {
  const auto both = [](const Settings& settings) {
    Played played(settings);
    played.know(12);
    for (int round = 0; round < 3; ++round) played.wish(6, {kParking[0], kParking[1], "parking, 2 bicycles"});
    for (int round = 0; round < 3; ++round)
      played.wish(6, {kCellar[0], kCellar[1], "cellar parking, 2 bicycles"}, 6);
    return played;
  };
  const Played played = both(merging());
  EXPECT_EQ(played.count("triggered"), 1U) << played.published();
  ASSERT_EQ(played.count("merged"), 1U);
  EXPECT_EQ(played.all("merged")[0].members["into"], 1) << "the one that a key comes from stays";
  EXPECT_EQ(both(without_merging()).count("triggered"), 2U) << "without merging the wish comes twice";
}

TEST(Merging, TakesNoPartInAFloodOfOneClientOrOneTenant) {
  for (const bool tenant : {false, true}) {
    Played played(merging());
    played.know(12);
    for (int round = 0; round < 6; ++round) {
      played.wish(3, kParking);
      for (const std::string& text : kCellar) {
        for (int client = 3; client < 6; ++client)
          played.say(tenant ? "c" + std::to_string(client) : "c3", text, tenant ? "one house" : "");
        played.now += kMinute;
      }
    }
    EXPECT_EQ(played.count("merged"), 0U) << played.published();
    EXPECT_EQ(played.count("triggered"), 0U);
  }
}

TEST(Merging, LeavesEachClientItsShare) {
  Played played(merging());
  played.know(3);
  for (int round = 0; round < 12; ++round) {
    played.wish(3, kParking);
    played.wish(3, kCellar);
  }
  ASSERT_EQ(played.count("merged"), 1U);
  EXPECT_EQ(played.count("triggered"), 0U) << "three clients bring three fifths of the threshold";
  for (const Event& each : played.all("assigned")) EXPECT_LE(each.members["heat"], 12.0);
}

TEST(Merging, LeavesInstructionsAlone) {
  Played played(merging());
  played.know(6);
  for (int round = 0; round < 6; ++round) {
    played.wish(3, kParking);
    // Two thirds of it; of nothing else there would be no word to compare.
    played.wish(3, {kCellar[0] + " ###", kCellar[1] + " ###", kCellar[2]}, 3);
  }
  EXPECT_EQ(played.count("merged"), 0U) << played.published();
  EXPECT_EQ(played.count("needs_approval"), 0U) << "nor do they hold the honest wish up";
}

TEST(Merging, IsForgottenWithTheClientThatIsErased) {
  Played played = halves();
  played.engine.erase("c4", played.now);
  played.engine.erase("c5", played.now);
  played.engine.erase("c3", played.now);
  const std::string kept = a2a::dump_tree(write_state(played.engine)["scenarios"][0]["pool"]);
  EXPECT_THAT(kept, Not(HasSubstr("cellar")));
  EXPECT_THAT(kept, HasSubstr("bicycle parking"));
}

// At whichever fragment a process ends: the next one merges, triggers and counts as this one would have.
TEST(Merging, GoesOnExactlyWhereItStopped) {
  const Played whole = halves();
  std::string expected;
  for (const Event& each : whole.events) expected += write_event(each) + "\n";
  for (const std::size_t stop : {9U, 15U, 16U, 30U}) {
    Played played(merging());
    played.know(12);
    std::size_t said = 0;
    for (int round = 0; round < 4; ++round) {
      for (const auto& [texts, from] : {std::pair(kParking, 0), std::pair(kCellar, 3)}) {
        for (const std::string& text : texts) {
          for (int client = from; client < from + 3; ++client) {
            if (said++ == stop) {
              const std::string kept = a2a::dump_tree(write_state(played.engine));
              auto restored = read_state(a2a::parse_tree(kept, kStateLimits).value(), merging());
              ASSERT_TRUE(restored);
              EXPECT_EQ(a2a::dump_tree(write_state(*restored)), kept);
              played.engine = *std::move(restored);
            }
            played.wish(1, {text}, client);
          }
        }
      }
    }
    std::string told;
    for (const Event& each : played.events) told += write_event(each) + "\n";
    EXPECT_EQ(told, expected) << "stopped after " << stop;
    EXPECT_EQ(a2a::dump_tree(write_state(played.engine)), a2a::dump_tree(write_state(whole.engine)));
  }
}

// Said by three clients.
Readings readings(const Texts& texts) {
  const Stemmer stemmer;
  Frequencies frequencies;
  const std::deque<Fragment> fragments = said_by_three(texts);
  for (const Fragment& each : fragments)
    frequencies.add(hashes_of(features_of(tokenise(each.text, {}), stemmer)));
  return read(fragments, frequencies, stemmer, {});
}

bool alike(const Texts& one, const Texts& other) {
  const bool are = are_alike(readings(one), readings(other));
  EXPECT_EQ(are, are_alike(readings(other), readings(one))) << one[0] << ", " << other[0];
  return are;
}

TEST(Likeness, IsOfTheSameWordsAndKinds) {
  EXPECT_TRUE(alike({"leave at 7:30", "I'm leaving at 9 am"}, {"around 8 pm I leave", "leave about noon"}));
  EXPECT_TRUE(alike({"at 7:30", "9 am"}, {"around 8 pm", "I'd say noon"}));
  EXPECT_TRUE(
      alike({"what is the phone number?", "their phone?"}, {"do you know the phone", "a phone number?"}));
}

TEST(Likeness, IsNotOfWordsThatTellTwoWishesApart) {
  EXPECT_FALSE(alike({"return flight at 7:30", "a return flight at noon"},
                     {"onward flight at 9:15", "the onward flight at 8 pm"}));
  EXPECT_FALSE(alike({"leave at 7:30", "leaving at 9 am"}, {"leave on Friday", "leaving on May 3rd"}));
  EXPECT_FALSE(
      alike({"when does it land?", "what time does it land"}, {"where does it land?", "where will it land"}));
  EXPECT_FALSE(
      alike({"a window seat", "window seat"}, {"is there a window seat?", "do you have a window seat?"}));
  EXPECT_FALSE(alike({"at 7:30", "9 am"}, {"the concert at 8 pm", "concert at noon"}));
  EXPECT_FALSE(alike({}, {"9 am"}));
}

// A wish that waits for a person does not hide in a larger one.
TEST(Likeness, IsNotOfASecurityRelevantWishAndAnother) {
  EXPECT_FALSE(
      alike({"room with a passport scan", "room, passport scan"}, {"room with a scan", "a scan room"}));
}

}  // namespace
}  // namespace schemagate::evolution
