#include "gateway/agent/card_schedule.h"

#include <algorithm>

namespace schemagate {
namespace {

using std::chrono::seconds;

constexpr seconds kFirstPause{1};
constexpr seconds kLongestPause{30};

}  // namespace

CardSchedule::CardSchedule(std::size_t agents, TimePoint now)
    : entries_(agents, Entry{now, kFirstPause}), untried_(agents) {
  for (std::size_t agent = 0; agent < agents; ++agent) waiting_.emplace_hint(waiting_.end(), now, agent);
}

std::optional<std::size_t> CardSchedule::take(TimePoint now) {
  if (next_due() > now || waiting_.empty()) return std::nullopt;
  const std::size_t agent = waiting_.begin()->second;
  waiting_.erase(waiting_.begin());
  entries_[agent].is_taken = true;
  return agent;
}

void CardSchedule::put_back(std::size_t agent, bool updated, seconds interval, TimePoint now) {
  Entry& entry = entries_[agent];
  const seconds longest = std::min(kLongestPause, interval);
  entry.due = now + (updated ? interval : std::min(entry.pause, longest));
  entry.pause = updated ? kFirstPause : std::min(entry.pause * 2, longest);
  entry.is_taken = false;
  if (!entry.is_tried) --untried_;
  entry.is_tried = true;
  waiting_.emplace(entry.due, agent);
}

void CardSchedule::hurry(std::size_t agent, TimePoint now) {
  Entry& entry = entries_[agent];
  if (entry.is_taken || entry.due <= now) return;
  waiting_.erase({entry.due, agent});
  entry.due = now;
  waiting_.emplace(now, agent);
}

}  // namespace schemagate
