#include "gateway/store/owner_queues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <utility>

namespace schemagate {

namespace {

using schemagate::store::Measure;
using schemagate::store::OwnerQueues;
using schemagate::store::QueuedBothWays;
using schemagate::store::WallTime;
using std::chrono::seconds;

struct Thing {
  std::string owner = {};
  std::size_t bytes = 0;
  bool is_queued = false;
  bool is_offered = false;
  QueuedBothWays<std::pair<const int, Thing>> queued = {};
};
using Things = std::map<int, Thing>;
using Queues = OwnerQueues<Things::value_type>;

// The same, looked for among all.
struct Naive {
  const Things& things;

  std::size_t held(const std::string& owner, Measure measure) const {
    std::size_t sum = 0;
    for (const auto& [key, thing] : things)
      if (thing.owner == owner) sum += measure == Measure::kCount ? 1 : thing.bytes;
    return sum;
  }
  // Of the owner's, or, with an empty one, of all.
  const Things::value_type* oldest(const std::string& owner) const {
    const Things::value_type* found = nullptr;
    for (const auto& thing : things) {
      if (!thing.second.is_queued || (!owner.empty() && thing.second.owner != owner)) continue;
      if (found == nullptr || thing.second.queued.due < found->second.queued.due) found = &thing;
    }
    return found;
  }
  // Who may give something; of several, whose oldest is older, and what was offered is younger than all.
  std::string with_most(Measure measure) const {
    std::string best;
    for (const std::string owner : {"a", "b", "c", "d", "e"}) {
      const bool may_give = std::ranges::any_of(things, [&owner](const auto& thing) {
        return thing.second.owner == owner && (thing.second.is_queued || thing.second.is_offered);
      });
      const auto rank = [&](const std::string& of) {
        const auto* first = oldest(of);
        const WallTime due = first == nullptr ? WallTime::max() : first->second.queued.due;
        return std::pair(held(of, measure), -due.time_since_epoch().count());
      };
      if (may_give && (best.empty() || rank(owner) > rank(best))) best = owner;
    }
    return best;
  }
};

class OwnerQueuesAmongMany : public testing::Test {
 protected:
  void add() {
    const int key = next_++;
    Things::value_type& added = *things_.emplace(key, Thing{}).first;
    added.second.owner = std::string(1, static_cast<char>('a' + any(5)));
    added.second.bytes = any(100);
    queues_.hold(share_of(added), added.second.bytes);
    if (any(3) != 0) push(added);
  }
  void push(Things::value_type& thing) {
    if (std::exchange(thing.second.is_offered, false)) queues_.take_back(share_of(thing));
    thing.second.is_queued = true;
    queues_.push(share_of(thing), thing, WallTime(seconds(next_++)));
  }
  void grow(Things::value_type& thing) {
    const std::size_t more = any(50);
    thing.second.bytes += more;
    queues_.grow(share_of(thing), more);
  }
  void offer(Things::value_type& thing) {
    if (!std::exchange(thing.second.is_offered, true)) queues_.offer(share_of(thing));
  }
  void remove(Things::value_type& thing) {
    Queues::Share& share = share_of(thing);
    if (thing.second.is_queued) queues_.take_out(share, thing);
    if (thing.second.is_offered) queues_.take_back(share);
    queues_.release(share, thing.second.bytes);
    things_.erase(thing.first);
  }
  void step() {
    const std::size_t what = any(6);
    if (things_.empty() || what < 2) return add();
    Things::value_type& thing = *std::next(things_.begin(), static_cast<std::ptrdiff_t>(any(things_.size())));
    if (what == 2) return grow(thing);
    if (what == 3) return remove(thing);
    if (!thing.second.is_queued) return what == 4 ? push(thing) : offer(thing);
    Queues::Share& share = share_of(thing);
    Things::value_type& oldest = queues_.pop(share);
    EXPECT_EQ(&oldest, Naive{things_}.oldest(thing.second.owner));
    queues_.release(share, oldest.second.bytes);
    things_.erase(oldest.first);
  }
  void compare() {
    const Naive naive{things_};
    const auto* oldest = naive.oldest("");
    ASSERT_EQ(queues_.next_due() == nullptr, oldest == nullptr);
    if (oldest != nullptr) {
      EXPECT_EQ(queues_.next_due()->first, oldest);
    }
    for (const Measure measure : {Measure::kCount, Measure::kBytes}) {
      const auto* most = queues_.with_most(measure, nullptr);
      ASSERT_EQ(most == nullptr, naive.with_most(measure).empty());
      if (most == nullptr) continue;
      EXPECT_EQ(most->owner, naive.with_most(measure));
      EXPECT_EQ(most->holds(measure), naive.held(std::string(most->owner), measure));
    }
  }
  Queues::Share& share_of(const Things::value_type& thing) { return queues_.of(thing.second.owner); }

 private:
  std::size_t any(std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_);
  }

  std::mt19937 random_{20261127};
  int next_ = 1;
  Things things_;
  Queues queues_;
};

TEST_F(OwnerQueuesAmongMany, KnowWhoHoldsMostAndWhatIsDueFirst) {
  for (int i = 0; i < 1'000 && !HasFailure(); ++i) {
    step();
    compare();
  }
}

TEST(OwnerQueues, PutWhatWasFilledInAnotherOrderInOrder) {
  Things things;
  Queues queues;
  for (const int due : {3, 1, 4, 2}) {
    auto& thing = *things.emplace(due, Thing{.owner = "a"}).first;
    queues.hold(queues.of("a"), 1);
    queues.push(queues.of("a"), thing, WallTime(seconds(due)));
  }
  queues.sort();
  auto& fifth = *things.emplace(5, Thing{.owner = "a"}).first;
  queues.hold(queues.of("a"), 1);
  queues.push(queues.of("a"), fifth, WallTime(seconds(5)));
  for (int due = 1; due <= 5; ++due) EXPECT_EQ(queues.pop(queues.of("a")).first, due);
  EXPECT_EQ(queues.next_due(), nullptr);
}

TEST(OwnerQueues, TakeNothingOfWhoeverHoldsLess) {
  Things things;
  Queues queues;
  for (int i = 0; i < 2; ++i) {
    auto& thing = *things.emplace(i, Thing{.owner = "a"}).first;
    queues.hold(queues.of("a"), 1);
    queues.push(queues.of("a"), thing, {});
  }
  queues.hold(queues.of("b"), 1);
  EXPECT_EQ(queues.with_most(Measure::kCount, queues.find("b")), queues.find("a"));
  queues.hold(queues.of("b"), 1);
  EXPECT_EQ(queues.with_most(Measure::kCount, queues.find("b")), nullptr) << "it has nothing that may go";
  EXPECT_EQ(queues.with_most(Measure::kCount, queues.find("a")), queues.find("a"));
  EXPECT_EQ(queues.find("c"), nullptr);
}

}  // namespace

}  // namespace schemagate
