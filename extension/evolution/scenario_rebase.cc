// The part of Scenario about its base: another version of the template, or the same one edited, takes its
// place. What people have approved is carried over; what has no place beside the new base is set aside, and
// comes back once it has.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "extension/evolution/scenario.h"

namespace schemagate::evolution {
namespace {

using a2a::JsonTree;

constexpr std::size_t kTemplateKeysAll = 128;  // that a template may have
constexpr std::size_t kEarlierMax = 64;

// Everybody's: the name of a key of one client is a word of that client, which may be erased.
JsonTree names_of(std::span<const EvolvedKey> keys) {
  JsonTree names = JsonTree::array();
  for (const EvolvedKey& key : keys) {
    if (key.is_advertised() && key.client.empty()) names.push_back(key.what.name);
  }
  return names;
}

bool brings(const Patch& patch, const EvolvedKey& key) {
  return patch.key_name == key.what.name && patch.client == key.client;
}

// What it was in, it begins once more: nobody could send the key meanwhile, or nothing of it was counted.
void come_back(EvolvedKey& key, const Settings& settings, Instant now) {
  if (key.state == KeyState::kExperimental) begin_trial(key, settings, now);
  if (key.state != KeyState::kDeprecated) return;
  key.since = now;
  key.review = now + days(settings.grace_days);
}

}  // namespace

void Scenario::rebase(schema_interaction::SchemaTemplate base, std::vector<std::string> forbidden,
                      Instant now, const Surroundings& with) {
  const std::string from(schema_id());
  remember_promotions(base.schema_id);
  base_ = std::move(base);
  forbidden_ = std::move(forbidden);
  std::vector<SetAsideKey> before = std::exchange(set_aside_, {});
  for (EvolvedKey& key : std::exchange(keys_, {})) carry(std::move(key));
  const std::size_t carried = keys_.size();
  for (SetAsideKey& each : before) {
    if (!has_another(each.key)) carry(std::move(each.key));
  }
  const std::span<EvolvedKey> back = std::span(keys_).subspan(carried);
  for (EvolvedKey& key : back) come_back(key, with.settings, now);
  package_anew(carried, now, with.settings);
  JsonTree set_aside = JsonTree::array();
  for (const SetAsideKey& each : set_aside_) {
    if (each.key.is_advertised() && each.key.client.empty())
      set_aside.push_back({{"key", each.key.what.name}, {"reason", each.reason}});
  }
  tell(now, "carried_over",
       {{"from", from},
        {"to", schema_id()},
        {"keys", names_of(keys_)},
        {"came_back", names_of(back)},
        {"set_aside", std::move(set_aside)}},
       with);
}

// Ids that promotions have made belong to the base that they were made of: they are good as long as that is.
void Scenario::remember_promotions(const std::string& next) {
  if (next == base_.schema_id) return;
  std::erase_if(earlier_, [this](const EarlierBase& each) { return each.schema_id == base_.schema_id; });
  earlier_.push_back({base_.schema_id, std::exchange(promoted_, {})});
  const auto known = std::ranges::find(earlier_, next, &EarlierBase::schema_id);
  if (known != earlier_.end()) {
    promoted_ = std::move(known->promoted);
    earlier_.erase(known);
  }
  if (earlier_.size() > kEarlierMax) earlier_.erase(earlier_.begin());
}

void Scenario::carry(EvolvedKey key) {
  const std::string_view reason = reason_to_set_aside(key);
  if (reason.empty()) {
    keys_.push_back(std::move(key));
  } else {
    set_aside_.push_back({std::move(key), std::string(reason)});
  }
}

std::string_view Scenario::reason_to_set_aside(const EvolvedKey& key) const {
  const schema_interaction::Key* own = base_.find(key.what.name);
  if (own != nullptr) return own->type == key.what.type ? "template_defines_it" : "other_type";
  if (std::ranges::find(forbidden_, key.what.name) != forbidden_.end()) return "forbidden";
  const auto shown = [&key](const EvolvedKey& other) {
    return other.is_advertised() && (other.client.empty() || other.client == key.client);
  };
  const auto all = base_.keys.size() + static_cast<std::size_t>(std::ranges::count_if(keys_, shown));
  return key.is_advertised() && all >= kTemplateKeysAll ? "no_room" : "";
}

// The same key has evolved once more meanwhile, or has become everybody's.
bool Scenario::has_another(const EvolvedKey& key) const {
  return std::ranges::any_of(keys_, [&key](const EvolvedKey& other) {
    const bool is_everybodys = other.client.empty() && other.what.type == key.what.type;
    return other.what.name == key.what.name && (is_everybodys || other.client == key.client);
  });
}

// A patch says of which template it is: what a client has no other way to learn of is packaged once more.
// Patches of what the base has now, or describes otherwise, are none of it.
void Scenario::package_anew(std::size_t carried, Instant now, const Settings& settings) {
  std::erase_if(patches_, [this](const Patch& patch) {
    return std::ranges::none_of(keys_, [&patch](const EvolvedKey& key) { return brings(patch, key); });
  });
  for (std::size_t at = 0; at < keys_.size(); ++at) {
    const EvolvedKey& key = keys_[at];
    const auto is_foreign = [this, &key](const Patch& patch) {
      return brings(patch, key) && patch.parent != schema_id();
    };
    const bool is_told = key.client.empty() || std::ranges::none_of(patches_, is_foreign);
    if (!key.is_advertised() || (at < carried && is_told)) continue;
    forget_patches_of(key);
    Patch patch;
    patch.id = next_patch_id();
    patch.parent = schema_id();
    patch.client = key.client;
    patch.at = now;
    patch.expires = now + days(settings.life_days);
    patch.key_name = key.what.name;
    package(patch, {write_key(key), false});
    add_patch(std::move(patch));
  }
}

}  // namespace schemagate::evolution
