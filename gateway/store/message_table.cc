#include "gateway/store/message_table.h"

#include <algorithm>
#include <utility>

namespace schemagate::store {

const MessageTable::Record* MessageTable::find(const std::string& name, WallTime now) const {
  const auto found = entries_.find(hash_.wide(name));
  return found == entries_.end() || found->second.record.until <= now ? nullptr : &found->second.record;
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

std::optional<std::int64_t> MessageTable::expire_one(WallTime now) {
  if (order_.empty()) return std::nullopt;
  const auto& [name, oldest] = *order_.front();
  if (oldest.record.until > now && order_.size() <= records_max_) return std::nullopt;
  return remove(entries_.find(name)).number;
}

// They mostly are: looking is much cheaper than sorting a list.
void MessageTable::sort() {
  const auto until = [](const auto* entry) { return entry->second.record.until; };
  if (std::ranges::is_sorted(order_, {}, until)) return;
  order_.sort([&until](const auto* one, const auto* other) { return until(one) < until(other); });
}

}  // namespace schemagate::store
