#include "gateway/store/message_table.h"

#include <algorithm>
#include <utility>

namespace schemagate::store {

const MessageTable::Record* MessageTable::find(const std::string& name) const {
  const auto found = entries_.find(hash_.wide(name));
  return found == entries_.end() ? nullptr : &found->second.record;
}

std::optional<std::int64_t> MessageTable::put(const std::string& name, Record record) {
  std::optional<std::int64_t> replaced;
  const auto [entry, added] = entries_.try_emplace(hash_.wide(name));
  if (!added) {
    replaced = entry->second.record.number;
    order_.erase(entry->second.place);
  }
  entry->second = {std::move(record), order_.insert(order_.end(), &*entry)};
  return replaced;
}

std::optional<MessageTable::Record> MessageTable::remove(const std::string& name) {
  const auto found = entries_.find(hash_.wide(name));
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
  if (order_.empty()) return nullptr;
  const Record& oldest = order_.front()->second.record;
  return oldest.until <= now ? &oldest : nullptr;
}

void MessageTable::postpone_oldest(WallTime now) {
  order_.front()->second.record.until = until(now);
  order_.splice(order_.end(), order_, order_.begin());
}

std::int64_t MessageTable::drop_oldest() {
  return remove(entries_.find(order_.front()->first)).number;
}

// They mostly are: looking is much cheaper than sorting a list.
void MessageTable::sort() {
  const auto until = [](const auto* entry) { return entry->second.record.until; };
  if (std::ranges::is_sorted(order_, {}, until)) return;
  order_.sort([&until](const auto* one, const auto* other) { return until(one) < until(other); });
}

}  // namespace schemagate::store
