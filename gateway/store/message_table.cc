#include "gateway/store/message_table.h"

#include <utility>

namespace schemagate::store {

const MessageTable::Record* MessageTable::find(WideHash name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.record;
}

void MessageTable::put(std::string_view owner, WideHash name, Record record) {
  Queues::Share& share = queues_.of(owner);
  const auto [entry, added] = entries_.try_emplace(name);
  added ? queues_.hold(share, 0) : queues_.take_out(share, *entry);
  entry->second.record = std::move(record);
  queues_.push(share, *entry, entry->second.record.until);
}

std::optional<MessageTable::Record> MessageTable::remove(std::string_view owner, WideHash name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return std::nullopt;
  Queues::Share& share = queues_.of(owner);
  queues_.take_out(share, *found);
  queues_.release(share, 0);
  Record record = std::move(found->second.record);
  entries_.erase(found);
  return record;
}

const MessageTable::Record* MessageTable::due(WallTime now) const {
  return queues_.is_due(now) ? &queues_.next_due()->first->second.record : nullptr;
}

void MessageTable::postpone_due(WallTime now) {
  Queues::Share& share = *queues_.next_due();
  Entries::value_type& oldest = queues_.pop(share);
  oldest.second.record.until = until(now);
  queues_.push(share, oldest, oldest.second.record.until);
}

std::int64_t MessageTable::drop_due() {
  return drop_oldest(*queues_.next_due());
}

std::int64_t MessageTable::drop_of_most() {
  return drop_oldest(*queues_.with_most(Measure::kCount, nullptr));
}

std::int64_t MessageTable::drop_oldest(Queues::Share& share) {
  const Entries::value_type& oldest = queues_.pop(share);
  queues_.release(share, 0);
  const std::int64_t number = oldest.second.record.number;
  entries_.erase(entries_.find(oldest.first));
  return number;
}

}  // namespace schemagate::store
