// What is taken of observations, and what is dropped and counted.
#include "gateway/evolution/observation_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace schemagate {
namespace {

using std::chrono::milliseconds;
using testing::IsEmpty;
using testing::SizeIs;

Observation wish_of(const std::string& client, std::string text = "window seat") {
  return {.kind = Observation::Kind::kWish,
          .agent = "flight",
          .client = client,
          .scenario = "flight_booking",
          .fragments = {std::move(text)}};
}

TEST(ObservationQueue, GivesWhatCameInItsOrder) {
  ObservationQueue queue;
  for (const std::string client : {"a", "b", "c"}) EXPECT_TRUE(queue.put(wish_of(client)));
  const auto batch = queue.next({}, milliseconds(0));
  ASSERT_THAT(batch.observations, SizeIs(3));
  EXPECT_EQ(batch.observations[0].client, "a");
  EXPECT_EQ(batch.observations[2].client, "c");
  EXPECT_THAT(queue.next({}, milliseconds(0)).observations, IsEmpty());
}

TEST(ObservationQueue, OneClientHasAShareOfIt) {
  ObservationQueue queue;
  for (std::size_t i = 0; i < ObservationQueue::kOfOneClientMax; ++i)
    EXPECT_TRUE(queue.put(wish_of("flood")));
  EXPECT_FALSE(queue.put(wish_of("flood")));
  EXPECT_TRUE(queue.put(wish_of("other")));
  EXPECT_EQ(queue.figures().dropped, 1U);
  while (!queue.next({}, milliseconds(0)).observations.empty()) continue;
  EXPECT_TRUE(queue.put(wish_of("flood"))) << "its share is free again";
}

TEST(ObservationQueue, IsBoundedInNumberAndBytes) {
  ObservationQueue many;
  for (std::size_t i = 0; i < ObservationQueue::kObservationsMax; ++i)
    EXPECT_TRUE(many.put(wish_of(std::to_string(i))));
  EXPECT_FALSE(many.put(wish_of("one more")));
  ObservationQueue large;
  std::size_t taken = 0;
  while (large.put(wish_of(std::to_string(taken), std::string(1 << 20, 'x')))) ++taken;
  EXPECT_LE(taken, ObservationQueue::kBytesMax >> 20);
  EXPECT_GT(taken, 0U);
}

TEST(ObservationQueue, AJobComesBehindWhatWasTold) {
  ObservationQueue queue;
  bool done = false;
  for (int i = 0; i < 300; ++i) queue.put(wish_of(std::to_string(i)));
  EXPECT_TRUE(queue.put(ObservationQueue::Job([&done] { done = true; })));
  std::size_t seen = 0;
  while (!done) {
    auto batch = queue.next({}, milliseconds(0));
    seen += batch.observations.size();
    for (auto& job : batch.jobs) job();
  }
  EXPECT_EQ(seen, 300U);
}

// Whoever waits is woken for the first one, so that it is not left lying, and again for many.
TEST(ObservationQueue, WhoWaitsIsWokenForOneAndForAJob) {
  ObservationQueue queue;
  constexpr std::chrono::hours kLong{1};
  for (const std::string client : {"a", "b"}) {
    std::jthread teller([&queue, client] { queue.put(wish_of(client)); });
    ASSERT_THAT(queue.next({}, kLong).observations, SizeIs(1));
  }
  std::jthread asker([&queue] { queue.put(ObservationQueue::Job([] {})); });
  EXPECT_THAT(queue.next({}, kLong).jobs, SizeIs(1));
}

TEST(ObservationQueue, ManyThreadsLoseNothingWhileItIsEmptied) {
  ObservationQueue queue;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&queue, thread] {
      for (int i = 0; i < 500; ++i) queue.put(wish_of(std::to_string(thread * 500 + i)));
    });
  }
  for (std::size_t seen = 0; seen < 2'000;) {
    const auto batch = queue.next({}, std::chrono::hours(1));
    ASSERT_FALSE(batch.observations.empty());
    seen += batch.observations.size();
  }
}

TEST(ObservationQueue, TakesNothingOnceItIsClosed) {
  ObservationQueue queue;
  queue.put(wish_of("a"));
  EXPECT_THAT(queue.close().observations, SizeIs(1));
  EXPECT_FALSE(queue.put(wish_of("a")));
  EXPECT_FALSE(queue.put(ObservationQueue::Job([] {})));
}

TEST(ObservationQueue, IsFilledByManyThreads) {
  ObservationQueue queue;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&queue, thread] {
      for (int i = 0; i < 200; ++i) queue.put(wish_of("c" + std::to_string(thread)));
    });
  }
  threads.clear();
  std::size_t seen = 0;
  for (auto batch = queue.next({}, milliseconds(0)); !batch.observations.empty();
       batch = queue.next({}, milliseconds(0)))
    seen += batch.observations.size();
  EXPECT_EQ(seen, 800U);
}

}  // namespace
}  // namespace schemagate
