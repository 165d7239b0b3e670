#include "gateway/store/record_table.h"

#include "gateway/store/sharer.h"

namespace schemagate::store {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

Result<void> RecordTable::admits(const ContextRecord& record, std::size_t bytes) const {
  if (bytes > kRecordBytesMax)
    return fail(ErrorCode::kInvalidParams, "a context record is larger than 1 MiB");
  const auto known = records_.find(record.id);
  const bool is_known = known != records_.end();
  if (is_known && known->second.run != record.run)
    return fail(ErrorCode::kInvalidParams, "another run has a context record of this id");
  if (has_room(record, bytes, is_known ? &known->second : nullptr)) return {};
  return fail(ErrorCode::kInternal,
              "there is no room for another context record of this caller; try again later");
}

bool RecordTable::has_room(const ContextRecord& record, std::size_t bytes, const Entry* known) const {
  const std::size_t freed = known == nullptr ? 0 : known->bytes;
  if (known != nullptr && bytes <= freed) return true;
  const auto found = held_.find(sharer(record.run));
  const Held held = found == held_.end() ? Held() : found->second;
  return (known != nullptr || number_.grants(records_.size(), held.records, 1)) &&
         size_.grants(bytes_ - freed, held.bytes - freed, bytes);
}

Result<RecordTable::Put> RecordTable::put(const ContextRecord& record, const RecordContent& content,
                                          Keep keep, std::uint64_t changed,
                                          const std::function<Number()>& take_number) {
  if (auto admitted = admits(record, content->size()); !admitted) return std::unexpected(admitted.error());
  const auto known_run = runs_.find(record.run);
  const bool is_new_key = known_run == runs_.end();
  if (is_new_key) {
    auto key = RunKey::make();
    if (!key) return std::unexpected(std::move(key.error()));
    restore_key(record.run, {take_number(), *std::move(key)});
  }
  const auto known = records_.find(record.id);
  Entry entry{.number = known == records_.end() ? take_number() : known->second.number,
              .run = record.run,
              .key = runs_[record.run].key,
              .until = record.until,
              .bytes = content->size(),
              .content = keep == Keep::kContent ? content : nullptr,
              .changed = changed};
  Put put{entry.number, entry.key, is_new_key};
  add(record.id, std::move(entry));
  return put;
}

void RecordTable::add(const std::string& id, Entry entry) {
  const auto [known, is_new] = records_.try_emplace(id);
  Entry& kept = known->second;
  if (!is_new) release(kept);
  Held& held = held_.try_emplace(std::string(sharer(entry.run))).first->second;
  ++held.records;
  held.bytes += entry.bytes;
  bytes_ += entry.bytes;
  due_.erase({kept.until, id});
  due_.insert({entry.until, id});
  runs_[entry.run].ids.insert(id);
  kept = std::move(entry);
}

void RecordTable::release(const Entry& entry) {
  const auto held = held_.find(sharer(entry.run));
  held->second.bytes -= entry.bytes;
  if (--held->second.records == 0) held_.erase(held);
  bytes_ -= entry.bytes;
}

const RecordTable::Entry* RecordTable::find(const std::string& id, WallTime now) const {
  const auto found = records_.find(id);
  return found == records_.end() || found->second.until <= now ? nullptr : &found->second;
}

void RecordTable::drop(const std::string& id, Gone& gone) {
  const auto found = records_.find(id);
  if (found == records_.end()) return;
  const Entry& entry = found->second;
  gone.records.push_back(entry.number);
  release(entry);
  due_.erase({entry.until, id});
  const auto run = runs_.find(entry.run);
  run->second.ids.erase(id);
  if (run->second.ids.empty()) {
    gone.keys.push_back(run->second.key.number);
    runs_by_key_.erase(run->second.key.number);
    runs_.erase(run);
  }
  records_.erase(found);
}

void RecordTable::purge(const std::string& run, Gone& gone) {
  const auto found = runs_.find(run);
  if (found == runs_.end()) return;
  const std::set<std::string> ids = found->second.ids;
  for (const std::string& id : ids) drop(id, gone);
}

bool RecordTable::expire(WallTime now, std::size_t records_max, Gone& gone) {
  while (!due_.empty() && due_.begin()->first <= now) {
    if (records_max-- == 0) return true;
    drop(std::string(due_.begin()->second), gone);
  }
  return false;
}

void RecordTable::restore_key(const std::string& run, Key key) {
  runs_by_key_[key.number] = run;
  runs_[run].key = std::move(key);
}

bool RecordTable::restore(const std::string& id, const RecordRow& row) {
  const auto run = runs_by_key_.find(row.key);
  if (run == runs_by_key_.end()) return false;
  add(id, {.number = row.number,
           .run = run->second,
           .key = runs_[run->second].key,
           .until = row.until,
           .bytes = row.bytes});
  return true;
}

void RecordTable::drop_empty_runs(Gone& gone) {
  std::erase_if(runs_, [&](const auto& entry) {
    if (!entry.second.ids.empty()) return false;
    gone.keys.push_back(entry.second.key.number);
    runs_by_key_.erase(entry.second.key.number);
    return true;
  });
}

}  // namespace schemagate::store
