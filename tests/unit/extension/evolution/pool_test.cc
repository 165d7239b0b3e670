#include "extension/evolution/pool/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/evolution/text/fold.h"

namespace schemagate::evolution {
namespace {

SparseVector plane(double cosine) {
  return {{0, static_cast<float>(cosine)}, {1, static_cast<float>(std::sqrt(1 - cosine * cosine))}};
}

Features features(std::string_view text) {
  const Stemmer stemmer;
  return features_of(tokenise(fold(text), {}), stemmer);
}

Fragment fragment(std::string text, ClientNumber client, Instant at) {
  Fragment made;
  made.at = at;
  made.client = client;
  made.tenant = client;
  made.counts = true;
  made.text = std::move(text);
  return made;
}

double similarity(std::string_view one, std::string_view other) {
  return cosine(embed(features(one), {}), embed(features(other), {}));
}

TEST(Embedder, GivesVectorsOfLengthOneThatAreNearForNearWords) {
  EXPECT_NEAR(similarity("window seat", "window seat"), 1, 1e-6);
  EXPECT_GT(similarity("window seat", "I prefer window seats please"), 0.8);
  EXPECT_GT(similarity("a table for 4", "a table for two"), 0.99);
  EXPECT_LT(similarity("window seat", "aisle seat"), 0.6);
  EXPECT_LT(similarity("window seat", "vegan meal"), 0.2);
  EXPECT_TRUE(features("...").empty());
}

TEST(Embedder, TellsWishesApartThatDifferInAPrepositionOrAQuestionWord) {
  EXPECT_GT(similarity("I leave from Rome", "leaving from Paris"), 0.9);
  EXPECT_LT(similarity("I fly to Rome", "I fly from Rome"), 0.85);
  EXPECT_LT(similarity("when does it arrive", "where does it arrive"), 0.8);
  EXPECT_GT(similarity("when does it arrive", "when will it arrive?"), 0.99);
}

TEST(Embedder, LetsRareWordsWeighMore) {
  Frequencies frequencies;
  for (int i = 0; i < 100; ++i) frequencies.add(hashes_of(features("flight")));
  const double before = similarity("window flight", "aisle flight");
  EXPECT_LT(
      cosine(embed(features("window flight"), frequencies), embed(features("aisle flight"), frequencies)),
      before - 0.1);
}

TEST(Frequencies, HalveWhenTheyHaveSeenMuch) {
  Frequencies frequencies;
  for (int i = 0; i < 100'001; ++i) frequencies.add({std::uint64_t{1} << 40});
  EXPECT_EQ(frequencies.fragments(), 50'001U);
  EXPECT_EQ(frequencies.count(std::uint64_t{1} << 40), 50'001U);
}

// SD-60: at the threshold a fragment joins, below it a cluster opens.
TEST(Centroids, AreNearestByCosine) {
  Centroids centroids(2);
  EXPECT_FALSE(centroids.nearest({{0, 1}}));
  const std::uint32_t slot = centroids.open();
  centroids.add(slot, {{0, 1}});
  EXPECT_GE(centroids.nearest(plane(0.85))->cosine, 0.85 - 1e-6);
  EXPECT_LT(centroids.nearest(plane(0.8499))->cosine, 0.85 - 1e-6);
}

TEST(Centroids, GoOnWhereASlotWasClosedAndReopened) {
  Centroids centroids(4);
  std::vector<std::uint32_t> slots;
  for (int i = 0; i < 40; ++i) slots.push_back(centroids.open());
  centroids.add(slots[7], {{1, 1}});
  centroids.add(slots[39], {{2, 1}});
  EXPECT_EQ(centroids.nearest({{1, 1}})->slot, slots[7]);
  centroids.close(slots[7]);
  EXPECT_NEAR(centroids.nearest({{1, 1}})->cosine, 0, 1e-6);
  EXPECT_EQ(centroids.open(), slots[7]);
}

TEST(Pool, MovesACentroidOnceADayForEqualTextsOfAClient) {
  Pool pool;
  const Settings settings;
  pool.add(fragment("window seat", 1, 0), features("window seat"), settings);
  const double square = pool.centroids().square(0);
  pool.add(fragment("window seat", 1, kHour), features("window seat"), settings);
  EXPECT_EQ(pool.centroids().square(0), square);
  pool.add(fragment("window seat", 2, kHour), features("window seat"), settings);
  EXPECT_GT(pool.centroids().square(0), square);
  EXPECT_EQ(pool.clusters().at(1).fragments.size(), 3U);
}

TEST(Pool, LetsColdClustersGoButNotPinnedOnes) {
  Pool pool;
  const Settings settings;
  pool.add(fragment("window seat", 1, 0), features("window seat"), settings);
  auto placed = pool.add(fragment("vegan meal", 1, 0), features("vegan meal"), settings);
  pool.pin(*placed->cluster);
  EXPECT_TRUE(pool.prune(settings, 4 * kDay).empty());
  EXPECT_EQ(pool.prune(settings, 5 * kDay), std::vector<int>{1});
  EXPECT_EQ(pool.clusters().size(), 1U);
  pool.unpin(*pool.find(2), settings, 6 * kDay);
  EXPECT_EQ(pool.prune(settings, 6 * kDay), std::vector<int>{2});
  EXPECT_EQ(pool.fragments(), 0U);
}

TEST(Pool, NeverHoldsMoreFragmentsThanItsBound) {
  Pool pool;
  const Settings settings;
  pool.add(fragment("vegan meal", 1, 0), features("vegan meal"), settings);
  const Features seat = features("window seat");
  for (std::size_t i = 0; i < Pool::kFragmentsMax + 5; ++i)
    pool.add(fragment("window seat", 2, 0), seat, settings);
  EXPECT_EQ(pool.fragments(), Pool::kFragmentsMax);
  EXPECT_EQ(pool.clusters().size(), 1U) << "the colder cluster went first";
}

TEST(Pool, RefusesWhatItHasNoRoomForWhenNothingMayGo) {
  Pool pool;
  Settings settings;
  settings.cluster_only = true;
  for (std::size_t i = 0; i < Pool::kFragmentsMax; ++i) {
    ASSERT_TRUE(pool.add(fragment("window seat", 2, 0), features("window seat"), settings));
  }
  EXPECT_FALSE(pool.add(fragment("window seat", 2, 0), features("window seat"), settings));
}

TEST(Pool, ForgetsOldFragments) {
  Pool pool;
  const Settings settings;
  pool.add(fragment("window seat", 1, 0), features("window seat"), settings);
  for (int day = 1; day < 32; ++day)
    pool.add(fragment("window seat", 2, day * kDay), features("window seat"), settings);
  pool.prune(settings, 31 * kDay);
  EXPECT_EQ(pool.clusters().at(1).fragments.front().at, kDay);
}

TEST(Pool, MakesOneClusterOfTwo) {
  Pool pool;
  const Settings settings;
  for (const Instant at : {0, 2, 4})
    pool.add(fragment("window seat", 1, at), features("window seat"), settings);
  for (const Instant at : {1, 3}) pool.add(fragment("vegan meal", 2, at), features("vegan meal"), settings);
  pool.merge(2, *pool.find(1), settings, 5);
  EXPECT_EQ(pool.find(2), nullptr);
  const Cluster& both = pool.clusters().at(1);
  std::vector<Instant> order;
  for (const Fragment& each : both.fragments) order.push_back(each.at);
  EXPECT_THAT(order, testing::ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(both.merged, testing::ElementsAre(2));
  EXPECT_EQ(pool.fragments(), 5U);
  EXPECT_EQ(both.heat.sources().size(), 2U);
  const auto again = pool.add(fragment("vegan meal", 2, 6), features("vegan meal"), settings);
  EXPECT_EQ(again->cluster->id, 1) << "its centroid is of both";
  pool.add(fragment("quiet cabin", 2, 7), features("quiet cabin"), settings);
  EXPECT_TRUE(pool.find(3)) << "an id is never used again";
}

TEST(Heat, TakesAnotherWithinEachClientsBound) {
  const Settings settings;
  Heat one;
  Heat other;
  for (int i = 0; i < 3; ++i) one.add(1, 1, true, settings, 0);
  for (int i = 0; i < 3; ++i) other.add(1, 1, true, settings, kDay);
  other.add(2, 2, true, settings, kDay);
  one.take(other, settings, kDay);
  EXPECT_NEAR(one.of_client(1, settings, kDay), 4.5, 1e-9)
      << "what was brought, with the time that has passed";
  EXPECT_NEAR(one.value(settings, kDay), 4 + 1, 1e-9) << "of which a fifth of the threshold counts";
  EXPECT_EQ(one.clients_since(kDay, settings), 2U);
}

// SD-61
TEST(Heat, GrowsByAFixedIncrement) {
  Settings settings;
  settings.increment = 10;
  settings.client_share = 1;
  Heat heat;
  for (int i = 0; i < 3; ++i) heat.add(1, 1, true, settings, kDay);
  EXPECT_DOUBLE_EQ(heat.value(settings, kDay), 30);
}

// SD-62
TEST(Heat, HalvesInADay) {
  Settings settings;
  settings.increment = 40;
  settings.client_share = 1;
  Heat heat;
  heat.add(1, 1, true, settings, 0);
  EXPECT_DOUBLE_EQ(heat.value(settings, kDay), 20);
  EXPECT_DOUBLE_EQ(heat.value(settings, 2 * kDay), 10);
}

TEST(Heat, HasABoundForEachClientAndEachTenant) {
  const Settings settings;
  Heat heat;
  for (int i = 0; i < 300; ++i) heat.add(1, 1, true, settings, 0);
  EXPECT_DOUBLE_EQ(heat.value(settings, 0), 4);
  for (ClientNumber client = 2; client < 50; ++client) {
    for (int i = 0; i < 10; ++i) heat.add(client, 7, true, settings, 0);
  }
  EXPECT_DOUBLE_EQ(heat.value(settings, 0), 12);
  EXPECT_EQ(heat.clients_since(0, settings), 0U) << "instant 0 stands for never";
  heat.add(60, 60, false, settings, kDay);
  EXPECT_DOUBLE_EQ(heat.value(settings, kDay), 6) << "a client that does not count yet brings nothing";
}

TEST(Heat, KeepsNoMoreThanItsBound) {
  const Settings settings;
  Heat heat;
  for (ClientNumber client = 1; client < 1000; ++client) heat.add(client, client, true, settings, client);
  EXPECT_EQ(heat.sources().size(), 256U);
}

TEST(Clients, AreCountedWithinAMinuteAndADay) {
  Clients clients;
  const Settings settings;
  Client& client = clients.see("c", "", kDay);
  int taken = 0;
  for (int i = 0; i < 100; ++i) taken += Clients::within_limits(client, settings, kDay) ? 1 : 0;
  EXPECT_EQ(taken, 60);
  for (int minute = 1; minute < 30; ++minute) {
    for (int i = 0; i < 60; ++i)
      taken += Clients::within_limits(client, settings, kDay + minute * kMinute) ? 1 : 0;
  }
  EXPECT_EQ(taken, 500);
  EXPECT_TRUE(Clients::within_limits(client, settings, 2 * kDay));
}

TEST(Clients, AreBounded) {
  Clients clients;
  const Instant now = 100 * kDay;
  clients.see("old friend", "", now - 2 * kDay);
  clients.see("old friend", "", now);
  for (std::size_t i = 0; i < Clients::kClientsMax + 10; ++i)
    clients.see("c" + std::to_string(i), "", now + 1 + Instant(i));
  EXPECT_LE(clients.all().size(), Clients::kClientsMax);
  EXPECT_NE(clients.find("old friend"), nullptr) << "who counts is not pushed out by who is new";
}

}  // namespace
}  // namespace schemagate::evolution
