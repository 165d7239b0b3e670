// What is forgotten one day, in a queue for each owner: whose oldest goes when its time has come, and whose
// when there is no room.
//
//   OwnerQueues<Tasks::value_type> queues;
//   auto& share = queues.of(scope.owner);
//   queues.hold(share, 1'000);             // counted from now on
//   queues.push(share, task, until);       // and to be forgotten then, or when room is needed
//   if (auto* most = queues.with_most(Measure::kCount, wanting)) forget(queues.pop(*most));
#pragma once

#include <absl/container/node_hash_map.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateway/store/changing_heap.h"
#include "gateway/store/keyed_hash.h"
#include "gateway/store/sharer.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

enum class Measure : std::uint8_t { kCount, kBytes };

// What one owner holds.
struct OwnerShare {
  std::string_view owner = {};
  std::array<std::size_t, 2> held = {};  // by Measure; what is in no queue counts as well
  std::size_t offered = 0;               // of what is in no queue, how much may go as well
  std::size_t place_by_time = 0;
  std::size_t place_by_count = 0;
  std::size_t place_by_bytes = 0;

  std::size_t& holds(Measure measure) { return held[static_cast<std::size_t>(measure)]; }
  std::size_t holds(Measure measure) const { return held[static_cast<std::size_t>(measure)]; }
};

// The place of one thing in its owner's queue; a member `queued` of what a map has under the thing's key.
template <class Kept>
struct Queued {
  Kept* next = nullptr;
  WallTime due = {};
};
// Of what may leave it from the middle.
template <class Kept>
struct QueuedBothWays : Queued<Kept> {
  Kept* previous = nullptr;
};

// `Kept` is the value_type of a map whose entries stay where they are. Room is made by the owner who holds
// most, and of what that one holds by the oldest: so nobody loses anything to an owner who holds more.
// No lock, as the rest of the working set. A change costs O(log owners). `Owner`, derived from OwnerShare,
// has what else is counted.
template <class Kept, class Owner = OwnerShare>
class OwnerQueues {
 public:
  // There while it is something.
  struct Share : Owner {
    Kept* first = nullptr;  // the oldest in the queue
    Kept* last = nullptr;
    bool is_sorted = true;
  };

  // To be held in next. The name of its owner is `sharer(owner)`.
  Share& of(std::string_view owner) {
    if (Share* const known = find(owner)) return *known;
    auto& [name, share] = *shares_.try_emplace(std::string(sharer(owner))).first;
    share.owner = name;
    return share;
  }
  // nullptr: that owner holds nothing.
  Share* find(std::string_view owner) {
    const auto found = shares_.find(sharer(owner));
    return found == shares_.end() ? nullptr : &found->second;
  }

  // One thing more.
  void hold(Share& share, std::size_t bytes) {
    ++share.holds(Measure::kCount);
    share.holds(Measure::kBytes) += bytes;
    moved(share);
  }
  void grow(Share& share, std::size_t bytes) {
    share.holds(Measure::kBytes) += bytes;
    if (may_give(share)) by_bytes_.moved(share);
  }
  // One thing less, which is in no queue. The share may be gone then.
  void release(Share& share, std::size_t bytes) {
    --share.holds(Measure::kCount);
    share.holds(Measure::kBytes) -= bytes;
    moved(share);
    if (share.holds(Measure::kCount) == 0) shares_.erase(shares_.find(share.owner));
  }

  // To the end of the queue. REQUIRES: it is held, and in no queue.
  void push(Share& share, Kept& kept, WallTime due) {
    kept.second.queued.due = due;
    const bool is_first = share.first == nullptr;
    if (!is_first && due < share.last->second.queued.due) share.is_sorted = false;
    link(is_first ? nullptr : share.last, &kept, share);
    link(&kept, nullptr, share);
    if (is_first) enter(share);
  }
  // The oldest, which is still held. REQUIRES: there is one.
  Kept& pop(Share& share) {
    Kept& oldest = *share.first;
    link(nullptr, oldest.second.queued.next, share);
    begins_anew(share);
    return oldest;
  }
  // From wherever it stands; it is still held.
  void take_out(Share& share, Kept& kept) {
    const bool is_first = share.first == &kept;
    link(kept.second.queued.previous, kept.second.queued.next, share);
    if (is_first) begins_anew(share);
  }

  // Something that is held and in no queue may go, too, once its owner's queue is empty; which, whoever
  // offers it knows.
  void offer(Share& share) {
    if (share.offered++ == 0 && share.first == nullptr) enter_sizes(share);
  }
  void take_back(Share& share) {
    if (--share.offered == 0 && share.first == nullptr) leave_sizes(share);
  }

  // Whose oldest is due first; nullptr: nothing is in a queue.
  Share* next_due() const { return by_time_.first(); }
  bool is_due(WallTime now) const { return next_due() != nullptr && due_of(*next_due()) <= now; }

  // Whose oldest is to go so that `wanting` has room (nullptr: whoever has nothing yet, or nobody): the first
  // of the queue, or, where that is empty, something that was offered. nullptr: no one's, as nothing may go
  // but of owners who hold no more than the one that wants it.
  Share* with_most(Measure measure, Share* wanting) const {
    Share* const most = measure == Measure::kCount ? by_count_.first() : by_bytes_.first();
    if (most == nullptr || wanting == nullptr || most->holds(measure) > wanting->holds(measure)) return most;
    return may_give(*wanting) ? wanting : nullptr;
  }

  // Puts queues in order that were filled in another one.
  void sort() {
    for (auto& [owner, share] : shares_)
      if (!share.is_sorted) sort(share);
  }

 private:
  static bool may_give(const Share& share) { return share.first != nullptr || share.offered != 0; }
  static WallTime due_of(const Share& share) {
    return share.first != nullptr ? share.first->second.queued.due : WallTime::max();
  }
  static bool is_older(const Share& one, const Share& other) {
    const WallTime due = due_of(one);
    const WallTime others = due_of(other);
    return due != others ? due < others : one.owner < other.owner;
  }
  struct Older {
    bool operator()(const Share& one, const Share& other) const { return is_older(one, other); }
  };
  // Of owners who hold as much, whose oldest is older.
  template <Measure measure>
  struct Most {
    bool operator()(const Share& one, const Share& other) const {
      const std::size_t holds = one.holds(measure);
      const std::size_t others = other.holds(measure);
      return holds != others ? holds > others : is_older(one, other);
    }
  };

  // Makes them neighbours; nullptr: the end of the queue.
  void link(Kept* one, Kept* next, Share& share) {
    (one != nullptr ? one->second.queued.next : share.first) = next;
    if (next == nullptr) share.last = one;
    if constexpr (requires { next->second.queued.previous; }) {
      if (next != nullptr) next->second.queued.previous = one;
    }
  }
  void enter(Share& share) {
    by_time_.add(share);
    share.offered == 0 ? enter_sizes(share) : moved(share);
  }
  void leave(Share& share) {
    by_time_.remove(share);
    share.offered == 0 ? leave_sizes(share) : moved(share);
  }
  void enter_sizes(Share& share) {
    by_count_.add(share);
    by_bytes_.add(share);
  }
  void leave_sizes(Share& share) {
    by_count_.remove(share);
    by_bytes_.remove(share);
  }
  // Behind a change of its first.
  void begins_anew(Share& share) {
    if (share.first == nullptr) return leave(share);
    by_time_.moved(share);
    moved(share);
  }
  void moved(Share& share) {
    if (!may_give(share)) return;
    by_count_.moved(share);
    by_bytes_.moved(share);
  }
  void sort(Share& share) {
    std::vector<Kept*> all;
    for (Kept* kept = share.first; kept != nullptr; kept = kept->second.queued.next) all.push_back(kept);
    std::ranges::stable_sort(all, {}, [](const Kept* kept) { return kept->second.queued.due; });
    Kept* last = nullptr;
    for (Kept* kept : all) link(std::exchange(last, kept), kept, share);
    link(last, nullptr, share);
    share.is_sorted = true;
    begins_anew(share);
  }

  absl::node_hash_map<std::string, Share, KeyedHash, std::equal_to<>> shares_;
  ChangingHeap<Share, Older, &OwnerShare::place_by_time> by_time_;  // of those with something in their queue
  // Of those, and of those who have something that was offered.
  ChangingHeap<Share, Most<Measure::kCount>, &OwnerShare::place_by_count> by_count_;
  ChangingHeap<Share, Most<Measure::kBytes>, &OwnerShare::place_by_bytes> by_bytes_;
};

}  // namespace schemagate::store
