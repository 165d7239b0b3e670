#include "gateway/evolution/value_samples.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "extension/evolution/text/fold.h"
#include "extension/evolution/text/redaction.h"
#include "extension/schema_interaction/free_text.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate {
namespace {

// Values that may have come since the last save, before a kill: their numbers were given, too.
constexpr std::uint64_t kUnsavedMax = 1'000'000;

// Spreads what is nearly the same: which value is kept does not follow from how many came (splitmix64).
std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

std::string shown(std::string_view text) {
  return schema_interaction::clean_text(evolution::redact(evolution::fold(text)), ValueSamples::kBytesMax);
}

std::string value_of(a2a::JsonValue value) {
  if (const auto text = value.string()) return a2a::dump_tree(a2a::JsonTree(shown(*text)));
  return value.is_object() || value.is_array() ? "null" : shown(value.raw());
}

std::string other_of(a2a::JsonValue payload) {
  const auto other = payload.find(schema_interaction::kOther);
  if (!other) return {};
  std::string words;
  for (const std::string& fragment : schema_interaction::read_fragments(*other))
    words += (words.empty() ? "" : " / ") + fragment;
  return shown(words);
}

std::string text_in(const a2a::JsonTree& tree, std::string_view name) {
  const std::string* text = a2a::find_string(tree, name);
  return text == nullptr ? "" : *text;
}

template <class Number>
Number number_in(const a2a::JsonTree& tree, std::string_view name) {
  const a2a::JsonTree* number = a2a::find_member(tree, name);
  return number != nullptr && number->is_number_integer() ? number->get<Number>() : Number{};
}

// No more than there may be.
template <class Each>
void for_each_in(const a2a::JsonTree& tree, std::string_view name, const Each& each) {
  const a2a::JsonTree* list = a2a::find_member(tree, name);
  if (list == nullptr || !list->is_array()) return;
  for (std::size_t i = 0; i < std::min(list->size(), ValueSamples::kAllMax); ++i) each((*list)[i]);
}

a2a::JsonTree tree_of(const ValueSample& sample) {
  return {{"id", sample.id},         {"scenario", sample.scenario}, {"key", sample.key},
          {"client", sample.client}, {"value", sample.value},       {"other", sample.other},
          {"at", sample.at}};
}

ValueSample sample_of(const a2a::JsonTree& tree) {
  return {text_in(tree, "id"),
          text_in(tree, "scenario"),
          text_in(tree, "key"),
          text_in(tree, "client"),
          text_in(tree, "value"),
          text_in(tree, "other"),
          number_in<evolution::Instant>(tree, "at")};
}

}  // namespace

void ValueSamples::offer(std::string_view scenario, std::string_view key, std::string_view client,
                         a2a::JsonValue payload, evolution::Instant at) {
  const auto value = payload.find(key);
  if (!value || value->kind() == a2a::JsonKind::kNull) return;
  const std::uint64_t number = ++count_;
  const std::uint64_t of_key = ++offered_[{std::string(scenario), std::string(key)}];
  std::vector<std::size_t> same;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    if (samples_[i].scenario == scenario && samples_[i].key == key) same.push_back(i);
  }
  std::size_t place = samples_.size();
  if (same.size() >= kOfKeyMax) {
    const std::uint64_t drawn = mixed(number) % of_key;
    if (drawn >= kOfKeyMax) return;
    place = same[drawn];
  } else if (place >= kAllMax) {
    return;
  }
  ValueSample sample{"s" + std::to_string(number),
                     std::string(scenario),
                     std::string(key),
                     std::string(client),
                     value_of(*value),
                     other_of(payload),
                     at};
  if (place == samples_.size()) return samples_.push_back(std::move(sample));
  samples_[place] = std::move(sample);
}

std::optional<ValueSample> ValueSamples::take(std::string_view id, std::string_view scenario,
                                              std::string_view key) {
  const auto found = std::ranges::find_if(samples_, [&](const ValueSample& each) {
    return each.id == id && each.scenario == scenario && each.key == key;
  });
  if (found == samples_.end()) return std::nullopt;
  ValueSample sample = std::move(*found);
  samples_.erase(found);
  return sample;
}

void ValueSamples::erase(std::string_view client) {
  std::erase_if(samples_, [client](const ValueSample& each) { return each.client == client; });
}

void ValueSamples::keep(const IsOnTrial& is_on_trial) {
  std::erase_if(samples_, [&](const ValueSample& each) { return !is_on_trial(each.scenario, each.key); });
  std::erase_if(offered_,
                [&](const auto& each) { return !is_on_trial(each.first.first, each.first.second); });
}

a2a::JsonTree ValueSamples::write() const {
  a2a::JsonTree offered = a2a::JsonTree::array();
  for (const auto& [of, times] : offered_)
    offered.push_back({{"scenario", of.first}, {"key", of.second}, {"times", times}});
  a2a::JsonTree samples = a2a::JsonTree::array();
  for (const ValueSample& each : samples_) samples.push_back(tree_of(each));
  return {{"count", count_}, {"offered", std::move(offered)}, {"kept", std::move(samples)}};
}

ValueSamples ValueSamples::read(const a2a::JsonTree& tree) {
  ValueSamples read;
  read.count_ = number_in<std::uint64_t>(tree, "count") + kUnsavedMax;
  for_each_in(tree, "offered", [&read](const a2a::JsonTree& each) {
    read.offered_[{text_in(each, "scenario"), text_in(each, "key")}] =
        number_in<std::uint64_t>(each, "times");
  });
  for_each_in(tree, "kept", [&read](const a2a::JsonTree& each) {
    ValueSample sample = sample_of(each);
    if (!sample.id.empty() && !sample.value.empty()) read.samples_.push_back(std::move(sample));
  });
  return read;
}

}  // namespace schemagate
