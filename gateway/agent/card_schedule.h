// Which agent's card is to be read next. Pure: no clock, no lock, no network. Every step costs the logarithm
// of the number of agents, so that ten thousand of them cost no more than their readings.
//
//   CardSchedule schedule(agents.size(), now);               // all are due
//   while (auto agent = schedule.take(now)) schedule.put_back(*agent, read(*agent), 30s, now);
//
// Not thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
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

  CardSchedule(std::size_t agents, TimePoint now);

  // The agent that has been due for longest, by its index; nobody else is given it until it is put back.
  std::optional<std::size_t> take(TimePoint now);
  // `updated`: its card could be read.
  void put_back(std::size_t agent, bool updated, std::chrono::seconds interval, TimePoint now);
  // Makes it due at once, unless it is taken.
  void hurry(std::size_t agent, TimePoint now);

  bool is_taken(std::size_t agent) const { return entries_[agent].is_taken; }
  // When one will be due; the end of time while all are taken.
  TimePoint next_due() const { return waiting_.empty() ? TimePoint::max() : waiting_.begin()->first; }
  // Whether each has been put back once.
  bool all_tried() const { return untried_ == 0; }

 private:
  struct Entry {
    TimePoint due;
    std::chrono::seconds pause;  // after the next failure
    bool is_tried = false;
    bool is_taken = false;
  };

  std::vector<Entry> entries_;
  std::set<std::pair<TimePoint, std::size_t>> waiting_;  // the entries that are not taken
  std::size_t untried_;
};

}  // namespace schemagate
