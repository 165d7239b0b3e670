#include "extension/json_schema/graph/property_table.h"

#include <algorithm>
#include <random>

#include "extension/json_schema/values/hash.h"
#include "extension/json_schema/values/same_text.h"
#include "extension/json_schema/values/text_ends.h"
#include "extension/json_schema/values/types.h"

namespace schemagate::json_schema {
namespace {

std::uint64_t secret_of_process() {
  static const std::uint64_t secret = [] {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  }();
  return secret;
}

bool all_differ(std::vector<std::uint64_t> words) {
  std::ranges::sort(words);
  return std::ranges::adjacent_find(words) == words.end();
}

}  // namespace

PropertyTable::PropertyTable() : secret_(secret_of_process()) {}

inline std::uint32_t PropertyTable::hash_of(std::string_view name) const {
  return static_cast<std::uint32_t>(hash_bytes(name, secret_));
}

const PropertyTable::Slot& PropertyTable::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.position == 0) return slot;
    if (slot.hash == hash && same_text(properties_[slot.position - 1].name(), name)) return slot;
  }
}

void PropertyTable::grow() {
  slots_.assign(slots_.empty() ? 16 : slots_.size() * 2, Slot());
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const std::uint32_t hash = hash_of(properties_[i].name());
    std::size_t at = hash & mask;
    while (slots_[at].position != 0) at = (at + 1) & mask;
    slots_[at] = {hash, i + 1};
  }
}

Property& PropertyTable::add(std::string_view name) {
  if (count_ * 2 >= slots_.size()) grow();
  const std::uint32_t hash = hash_of(name);
  const Slot& slot = slot_of(name, hash);
  if (slot.position != 0) return properties_[slot.position - 1];
  properties_.emplace_back(name);
  ++count_;
  slots_[static_cast<std::size_t>(&slot - slots_.data())] = {hash,
                                                             static_cast<std::uint32_t>(properties_.size())};
  return properties_.back();
}

void PropertyTable::index() {
  std::vector<std::uint64_t> words;
  words.reserve(properties_.size());
  for (const Property& property : properties_) words.push_back(property.key.number);
  index_ = NameIndex::build(words);
  by_key_ = index_ && all_differ(words);
  if (!by_key_) {
    words.clear();
    for (const Property& property : properties_) words.push_back(ends_and_middle_of(property.name()));
    if (all_differ(words)) middle_index_ = NameIndex::build(words);
  }
  if (by_key_ || middle_index_) slots_ = {};
  properties_.push_back(Property::none());
}

// What is required is mostly there, and never passes by its place: looking there first is for nothing then.
bool PropertyTable::is_worth_sifting(const Property& other) const {
  const auto passes = [&other](const Property& property) {
    const int types = (property.stopping | other.stopping).values;
    return !property.required && ((types & kAnyType) != kAnyType || (types & Stopping::kEveryContainer) == 0);
  };
  const auto passing = std::ranges::count_if(properties(), passes);
  const auto required = std::ranges::count_if(properties(), &Property::required);
  return passing > 0 && passing >= 2 * required;
}

void PropertyTable::sift(const Property& other) {
  if (!index_ || !is_worth_sifting(other)) return;
  sieve_.assign(index_->places(), Place{.stopping = other.stopping});
  for (const Property& property : properties()) {
    Place& place = sieve_[index_->place(property.key.number)];
    place.stopping = place.stopping | (property.required ? Stopping() : property.stopping);
    place.candidate = static_cast<std::uint8_t>(index_->candidate(property.key.number));
  }
}

const Property* PropertyTable::search(std::string_view name) const {
  if (middle_index_) {
    const Property& candidate = properties_[middle_index_->candidate(ends_and_middle_of(name))];
    return same_text(candidate.name(), name) ? &candidate : nullptr;
  }
  const Slot& slot = slot_of(name, hash_of(name));
  return slot.position == 0 ? nullptr : &properties_[slot.position - 1];
}

}  // namespace schemagate::json_schema
