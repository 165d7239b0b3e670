#include "gateway/push/push_queue.h"

#include <utility>

namespace schemagate::push {

void PushQueue::add(const store::PushTarget& target, std::string receiver, const std::string& holder,
                    Time now) {
  const auto [place, added] = items_.try_emplace(target.number);
  if (!added) return;
  place->second.target = target;
  place->second.receiver = std::move(receiver);
  place->second.holder = holder;
  place->second.place = places_.part_of(holder);
  tasks_[target.task_id].push_back(target.number);
  make_due(place->second, now);
}

void PushQueue::make_due(Item& item, Time at) {
  if (item.due) due_.erase({*item.due, item.target.number});
  item.due = at;
  due_.emplace(at, item.target.number);
}

void PushQueue::wake(const std::string& task_id, Time now) {
  const auto found = tasks_.find(task_id);
  if (found == tasks_.end()) return;
  for (const std::int64_t number : found->second) {
    Item& item = items_.at(number);
    if (item.resting) {
      item.resting = false;
      make_due(item, now);
    } else {
      item.woken = true;
    }
  }
}

std::optional<PushQueue::Job> PushQueue::take(Time now) {
  while (!due_.empty() && due_.begin()->first <= now) {
    const std::int64_t number = due_.begin()->second;
    due_.erase(due_.begin());
    Item& item = items_.at(number);
    item.due.reset();
    item.resting = false;
    if (!begin(item)) continue;
    item.woken = false;
    pass_place_on();
    return Job{item.target, item.failures, item.holder};
  }
  return std::nullopt;
}

// False: it stands in line.
bool PushQueue::begin(Item& item) {
  const auto receiver = receivers_.find(item.receiver);
  if (receiver != receivers_.end() && receiver->second.busy == per_receiver_max_) {
    receiver->second.waiting.push_back(item.target.number);
    return false;
  }
  if (!item.place.grow_to(1)) {
    lines_.join(item.holder, item.target.number);
    return false;
  }
  ++receivers_[item.receiver].busy;
  return true;
}

std::optional<Time> PushQueue::next_due() const {
  return due_.empty() ? std::nullopt : std::optional(due_.begin()->first);
}

PushQueue::Item& PushQueue::finish(const Job& job) {
  Item& item = items_.at(job.target.number);
  free_place(item);
  return item;
}

// Whoever waited longest for the receiver is first in line again.
void PushQueue::free_place(Item& item) {
  item.place.give_back();
  pass_place_on();
  const auto found = receivers_.find(item.receiver);
  Receiver& receiver = found->second;
  --receiver.busy;
  if (!receiver.waiting.empty()) {
    make_due(items_.at(receiver.waiting.front()), Time::min());
    receiver.waiting.pop_front();
  } else if (receiver.busy == 0) {
    receivers_.erase(found);
  }
}

// Who has all that he may have is passed over.
void PushQueue::pass_place_on() {
  const auto next = lines_.next([this](const std::string& holder) { return places_.grants(holder, 1); });
  if (!next) return;
  make_due(items_.at(*next->entry), Time::min());
  lines_.leave(*next);
}

void PushQueue::done(const Job& job, Time now) {
  Item& item = finish(job);
  item.failures = 0;
  make_due(item, now);
}

void PushQueue::rest(const Job& job, Time now, std::optional<Time> look_again) {
  Item& item = finish(job);
  item.resting = !item.woken;
  if (item.woken) look_again = now;
  if (look_again) make_due(item, *look_again);
}

bool PushQueue::retry(const Job& job, Time now, double random, std::chrono::milliseconds asked) {
  Item& item = items_.at(job.target.number);
  if (item.failures == 0) item.failing_since = now;
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - item.failing_since);
  const auto pause = policy_.next_pause(++item.failures, elapsed, random, asked);
  if (!pause) return false;
  free_place(item);
  make_due(item, now + *pause);
  return true;
}

void PushQueue::drop(const Job& job) {
  const Item item = std::move(finish(job));
  items_.erase(job.target.number);
  const auto task = tasks_.find(item.target.task_id);
  std::erase(task->second, job.target.number);
  if (task->second.empty()) tasks_.erase(task);
}

}  // namespace schemagate::push
