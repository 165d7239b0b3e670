#include "gateway/agent/card_schedule.h"

#include <algorithm>

namespace schemagate {
namespace {

using std::chrono::seconds;

constexpr seconds kFirstPause{1};
constexpr seconds kLongestPause{30};

}  // namespace

CardSchedule::CardSchedule(std::size_t agents, TimePoint now, std::size_t failing_max)
    : failing_max_(failing_max) {
  entries_.reserve(agents);
  while (entries_.size() < agents) add(now);
}

std::size_t CardSchedule::add(TimePoint now) {
  if (unused_.empty()) {
    unused_.push_back(entries_.size());
    entries_.emplace_back();
  }
  const std::size_t agent = unused_.back();
  unused_.pop_back();
  entries_[agent] = {now, kFirstPause};
  waiting_.emplace(now, agent);
  ++untried_;
  return agent;
}

void CardSchedule::remove(std::size_t agent) {
  Entry& entry = entries_[agent];
  entry.is_removed = true;
  if (entry.is_taken) return;
  queue_of(entry).erase({entry.due, agent});
  if (!entry.is_tried) --untried_;
  unused_.push_back(agent);
}

std::optional<std::size_t> CardSchedule::take(TimePoint now) {
  const TimePoint due = next_due();
  if (due > now || due == TimePoint::max()) return std::nullopt;
  Queue& queue = first(waiting_) == due ? waiting_ : failing_;
  const std::size_t agent = queue.begin()->second;
  queue.erase(queue.begin());
  entries_[agent].is_taken = true;
  if (entries_[agent].is_failing) ++failing_taken_;
  return agent;
}

CardSchedule::TimePoint CardSchedule::next_due() const {
  return may_take_failing() ? std::min(first(waiting_), first(failing_)) : first(waiting_);
}

void CardSchedule::put_back(std::size_t agent, bool updated, seconds interval, TimePoint now) {
  Entry& entry = entries_[agent];
  const seconds longest = std::min(kLongestPause, interval);
  entry.due = now + (updated ? interval : std::min(entry.pause, longest));
  entry.pause = updated ? kFirstPause : std::min(entry.pause * 2, longest);
  entry.is_taken = false;
  if (entry.is_failing) --failing_taken_;
  entry.is_failing = !updated;
  if (!entry.is_tried) --untried_;
  entry.is_tried = true;
  entry.is_removed ? unused_.push_back(agent) : void(queue_of(entry).emplace(entry.due, agent));
}

void CardSchedule::make_due(std::size_t agent, TimePoint now) {
  Entry& entry = entries_[agent];
  if (entry.is_taken || entry.due <= now) return;
  Queue& queue = queue_of(entry);
  queue.erase({entry.due, agent});
  entry.due = now;
  queue.emplace(now, agent);
}

}  // namespace schemagate
