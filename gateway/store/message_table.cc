#include "gateway/store/message_table.h"

#include <algorithm>
#include <utility>

namespace schemagate::store {

const MessageTable::Record* MessageTable::find(WideHash name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second.record;
}

void MessageTable::put(WideHash name, Record record) {
  const auto [entry, added] = entries_.try_emplace(name);
  if (!added) order_.erase(entry->second.place);
  const auto place = order_.insert(order_.end(), {name, record.until});
  entry->second = {std::move(record), place};
}

std::optional<MessageTable::Record> MessageTable::remove(WideHash name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) return std::nullopt;
  return remove(found);
}

MessageTable::Record MessageTable::remove(Entries::iterator entry) {
  order_.erase(entry->second.place);
  Record record = std::move(entry->second.record);
  entries_.erase(entry);
  return record;
}

const MessageTable::Record* MessageTable::due(WallTime now) const {
  if (order_.empty() || order_.front().at > now) return nullptr;
  return &entries_.find(order_.front().name)->second.record;
}

void MessageTable::postpone_oldest(WallTime now) {
  Due& oldest = order_.front();
  oldest.at = until(now);
  entries_.find(oldest.name)->second.record.until = oldest.at;
  order_.splice(order_.end(), order_, order_.begin());
}

std::int64_t MessageTable::drop_oldest() {
  return remove(entries_.find(order_.front().name)).number;
}

// They mostly are: looking is much cheaper than sorting a list.
void MessageTable::sort() {
  if (std::ranges::is_sorted(order_, {}, &Due::at)) return;
  order_.sort([](const Due& one, const Due& other) { return one.at < other.at; });
}

}  // namespace schemagate::store
