// Which agent's card is to be read next. Pure: no clock, no lock, no network. Every step costs the logarithm
// of the number of agents, so that ten thousand of them cost no more than their readings.
//
//   CardSchedule schedule;
//   for (const auto& each : agents) schedule.add(now);       // all are due
//   while (auto agent = schedule.take(now)) schedule.put_back(*agent, read(*agent), 30s, now);
//
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace schemagate {

// An agent whose card could not be read is tried again after a second, then two, and so on up to 30, never
// longer than its refresh interval.
class CardSchedule {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // Of so many agents, all due.
  explicit CardSchedule(std::size_t agents = 0, TimePoint now = {},
                        std::size_t failing_max = std::numeric_limits<std::size_t>::max());

  // How many agents whose last reading failed may be taken at a time. A reading that fails may take its whole
  // timeout: with less than all places such agents keep no other from being read.
  void allow_failing(std::size_t failing_max) { failing_max_ = failing_max; }
  // One more, due at once. Its index may be that of one that has been removed.
  std::size_t add(TimePoint now);
  // It is given to nobody any more; whoever has it puts it back all the same.
  void remove(std::size_t agent);
  // The agent that has been due for longest, by its index; nobody else is given it until it is put back.
  std::optional<std::size_t> take(TimePoint now);
  // `updated`: its card could be read.
  void put_back(std::size_t agent, bool updated, std::chrono::seconds interval, TimePoint now);
  // Makes it due at once, unless it is taken.
  void make_due(std::size_t agent, TimePoint now);

  bool is_taken(std::size_t agent) const { return entries_[agent].is_taken; }
  // When one will be due that may be taken; the end of time while there is none.
  TimePoint next_due() const;
  // Whether each has been put back once.
  bool all_tried() const { return untried_ == 0; }

 private:
  struct Entry {
    TimePoint due;
    std::chrono::seconds pause;  // after the next failure
    bool is_tried = false;
    bool is_failing = false;
    bool is_taken = false;
    bool is_removed = false;
  };
  using Queue = std::set<std::pair<TimePoint, std::size_t>>;
  Queue& queue_of(const Entry& entry) { return entry.is_failing ? failing_ : waiting_; }
  static TimePoint first(const Queue& queue) {
    return queue.empty() ? TimePoint::max() : queue.begin()->first;
  }
  bool may_take_failing() const { return failing_taken_ < failing_max_; }

  std::vector<Entry> entries_;
  // The entries that are not taken: those whose last reading failed, and the others.
  Queue failing_;
  Queue waiting_;
  std::size_t failing_max_;
  std::size_t failing_taken_ = 0;
  std::size_t untried_ = 0;
  std::vector<std::size_t> unused_ = {};  // indices of entries that have been removed, and are not taken
};

}  // namespace schemagate
