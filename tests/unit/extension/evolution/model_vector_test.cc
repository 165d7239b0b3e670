// Vectors that a model has made: packed, in spaces of their own, kept and erased exactly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "tests/unit/extension/evolution/played.h"

namespace schemagate::evolution {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinite = std::numeric_limits<float>::infinity();

// Of 8 coordinates, near to the axis of that number, each `turn` a little away from it.
ModelVector near(std::size_t axis, int turn = 0, const std::string& model = "m") {
  std::array<float, 8> values{};
  values[axis] = 1;
  values[(axis + 1) % values.size()] = 0.03F * static_cast<float>(turn % 5);
  return {model, pack(values)};
}

const Pool& pool_of(const Played& played) {
  return played.engine.find("flight_booking")->pool();
}

TEST(PackedVector, KeepsTheDirection) {
  const std::array<float, 3> values = {0.3F, -0.6F, 0.01F};
  EXPECT_THAT(pack(values), ElementsAre(64, -127, 2));
  SparseVector exact = {{0, values[0]}, {1, values[1]}, {2, values[2]}};
  normalise(exact);
  EXPECT_NEAR(cosine(unpack(pack(values)), exact), 1, 1e-4);
  EXPECT_NEAR(cosine(unpack(pack(values)), unpack(pack(values))), 1, 1e-6);
}

TEST(PackedVector, IsNoneOfWhatIsNoDirection) {
  EXPECT_THAT(pack({}), IsEmpty());
  EXPECT_THAT(pack(std::array<float, 3>{0, 0, 0}), IsEmpty());
  EXPECT_THAT(pack(std::array<float, 2>{1, kNan}), IsEmpty());
  EXPECT_THAT(pack(std::array<float, 2>{-kInfinite, 1}), IsEmpty());
  EXPECT_THAT(pack(std::vector<float>(kModelSizeMax + 1, 1)), IsEmpty());
  EXPECT_THAT(pack(std::vector<float>(kModelSizeMax, 1)), SizeIs(kModelSizeMax));
}

TEST(Space, IsAModelAndASize) {
  EXPECT_EQ(space_of("BAAI/bge-small", 384), "BAAI/bge-small/384");
  EXPECT_EQ(size_of_space("BAAI/bge-small/384"), 384U);
  for (const char* wrong : {"embedded-2", "m/", "m/0", "m/1025", "m/3x", "m/-1"})
    EXPECT_FALSE(size_of_space(wrong)) << wrong;
}

// What a model finds near is one wish, whatever its words; its threshold is its own.
TEST(ModelVectors, MakeOneClusterOfDifferentWords) {
  Played played;
  played.know(2);
  played.say_with("c0", "bigger eyes", near(0));
  played.say_with("c1", "enlarge my pupils", near(0, 1));
  played.say_with("c1", "bigger eyes for the cat", near(4));
  EXPECT_THAT(pool_of(played).clusters(), SizeIs(2));
  EXPECT_THAT(pool_of(played).clusters().at(1).fragments, SizeIs(2));
  EXPECT_EQ(pool_of(played).clusters().at(1).space, "m/8");
  // At 0.8 of the cosine: below the model's threshold, above that of the built-in vectors.
  const std::array<float, 8> apart = {0.8F, 0, 0.6F};
  played.say_with("c0", "bright eyes", {"m", pack(apart)});
  EXPECT_THAT(pool_of(played).clusters(), SizeIs(3));
}

// SD-60: exactly at the threshold a fragment joins, a little below it opens a cluster.
TEST(ModelVectors, JoinFromTheThresholdOn) {
  const auto clusters = [](double theta, double* cosine) {
    Settings settings;
    settings.model_theta = theta;
    Played played(settings);
    played.know(1);
    played.say_with("c0", "window seat", {"m", pack(std::array<float, 2>{1, 0})});
    played.say_with("c0", "window place", {"m", pack(std::array<float, 2>{0.85F, 0.52678F})});
    if (cosine != nullptr) *cosine = played.all("assigned")[1].members["cosine"].get<double>();
    return pool_of(played).clusters().size();
  };
  double cosine = 0;  // with four decimals, of vectors with a byte a coordinate
  EXPECT_EQ(clusters(0.05, &cosine), 1U);
  EXPECT_NEAR(cosine, 0.85, 0.005);
  EXPECT_EQ(clusters(cosine - 0.0001, nullptr), 1U);
  EXPECT_EQ(clusters(cosine + 0.0001, nullptr), 2U);
}

// X-38: each kind of vectors has a space of its own.
TEST(ModelVectors, AreNeverMixedWithTheBuiltInOnesOrThoseOfAnotherModel) {
  Played played;
  played.know(1);
  played.say("c0", "window seat");
  played.say_with("c0", "window seat", near(0));
  played.say_with("c0", "window seat", near(0, 0, "n"));
  played.say("c0", "window seat");
  const auto& clusters = pool_of(played).clusters();
  ASSERT_THAT(clusters, SizeIs(3));
  EXPECT_THAT(clusters.at(1).fragments, SizeIs(2));
  for (const auto& [id, cluster] : clusters) {
    for (const Fragment& each : cluster.fragments)
      EXPECT_EQ(each.vector.empty(), cluster.space == kEmbeddedId);
  }
}

TEST(ModelVectors, BringAKeyLikeOthers) {
  Played played;
  played.know(6);
  const std::vector<std::string> texts = {"window seat please", "the window side", "a view from the window"};
  for (int round = 0; round < 5; ++round) {
    for (int client = 0; client < 6; ++client)
      played.say_with("c" + std::to_string(client), texts[static_cast<std::size_t>(round + client) % 3],
                      near(2, round));
  }
  EXPECT_EQ(played.count("triggered"), 1U);
  ASSERT_EQ(played.count("patch"), 1U) << played.published();
  EXPECT_EQ(played.key()["key_name"], "seat_preference");
}

// What a model brings together without one word in common has no name, and nothing of it is published.
TEST(ModelVectors, GiveNoNameToWhatSharesNoWord) {
  Played played;
  played.know(6);
  const std::vector<std::string> texts = {"bigger eyes", "enlarge pupils",  "widen my gaze",
                                          "grow irises", "dilate the lids", "open stare"};
  for (int round = 0; round < 5; ++round) {
    for (std::size_t client = 0; client < 6; ++client)
      played.say_with("c" + std::to_string(client), texts[client], near(2, round));
  }
  EXPECT_EQ(played.count("triggered"), 1U);
  EXPECT_EQ(played.count("patch"), 0U) << played.published();
}

TEST(ModelVectors, LeaveAnErasedClientsPartOfACentroid) {
  Played both;
  both.know(2);
  Played one;
  one.know(2);
  for (int turn = 0; turn < 5; ++turn) {
    both.say_with("c0", "a view " + std::to_string(turn), near(1, 4 - turn));
    both.say_with("c1", "the window " + std::to_string(turn), near(1, turn));
    one.now += kMinute;
    one.say_with("c1", "the window " + std::to_string(turn), near(1, turn));
  }
  both.engine.erase("c0", both.now);
  const Cluster& kept = pool_of(both).clusters().at(1);
  const Cluster& alone = pool_of(one).clusters().at(1);
  EXPECT_THAT(kept.fragments, SizeIs(5));
  EXPECT_EQ(pool_of(both).centroids("m/8").sum(kept.slot), pool_of(one).centroids("m/8").sum(alone.slot));
  both.engine.erase("c1", both.now);
  EXPECT_THAT(pool_of(both).clusters(), IsEmpty());
  EXPECT_EQ(pool_of(both).fragments(), 0U);
}

TEST(ModelVectors, OfModelsThatAreNotUsedAnyMoreGoWhereThereAreTooMany) {
  Played played;
  played.know(1);
  played.say("c0", "window seat");
  played.say_with("c0", "window seat", near(0, 0, "first"));
  played.say_with("c0", "vegan meal", near(3, 0, "first"));
  for (const char* model : {"second", "third", "fourth"})
    played.say_with("c0", "window seat", near(0, 0, model));
  std::vector<std::string> spaces;
  for (const auto& [id, cluster] : pool_of(played).clusters()) spaces.push_back(cluster.space);
  EXPECT_THAT(spaces, ElementsAre(kEmbeddedId, "first/8", "first/8", "third/8", "fourth/8"));
}

TEST(ModelVectors, GoOnExactlyWhereTheyStopped) {
  const auto play = [](Played& played, int from) {
    for (int turn = from; turn < from + 10; ++turn) {
      const std::string client = "c" + std::to_string(turn % 3);
      played.say_with(client, "a view " + std::to_string(turn),
                      near(static_cast<std::size_t>(turn) % 2, turn));
      played.say(client, "a view " + std::to_string(turn));
    }
  };
  Played whole;
  whole.know(3);
  play(whole, 0);
  const std::string kept = a2a::dump_tree(write_state(whole.engine));
  auto restored = read_state(a2a::parse_tree(kept, kStateLimits).value(), {});
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(a2a::dump_tree(write_state(*restored)), kept);
  Played half;
  half.engine = *std::move(restored);
  half.now = whole.now;
  half.row = whole.row;
  play(whole, 10);
  play(half, 10);
  EXPECT_EQ(a2a::dump_tree(write_state(whole.engine)), a2a::dump_tree(write_state(half.engine)));
}

TEST(ModelVectors, AreRefusedWhereAStateHasThemInAnotherSize) {
  Played played;
  played.know(1);
  played.say_with("c0", "a view", near(0));
  const std::string good = a2a::dump_tree(write_state(played.engine));
  ASSERT_TRUE(read_state(a2a::parse_tree(good, kStateLimits).value(), {}));
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{R"("space":"m/8")", R"("space":"m/9")"},
                                                        {R"("space":"m/8")", R"("space":"embedded-2")"},
                                                        {R"("space":"m/8",)", ""},
                                                        {R"("fwAAAAAAAAA")", R"("fwAA")"},
                                                        {R"("fwAAAAAAAAA")", R"("f*AAAAAAAAA")"}}) {
    std::string wrong = good;
    ASSERT_NE(wrong.find(from), std::string::npos) << from << good;
    wrong.replace(wrong.find(from), from.size(), to);
    EXPECT_FALSE(read_state(a2a::parse_tree(wrong, kStateLimits).value(), {})) << to;
  }
}

}  // namespace
}  // namespace schemagate::evolution
