// The half of Scenario that is about keys: patches, queue, states, the template.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "a2a/json/document.h"
#include "extension/evolution/scenario.h"

namespace schemagate::evolution {
namespace {

using a2a::JsonTree;

constexpr std::size_t kPatchesMax = 200;
constexpr std::size_t kKeysMax = 1024;
constexpr std::size_t kTemplateKeysMax = 120;  // of 128 that a template may have
constexpr std::size_t kClientsWithKeysMax = 1000;
constexpr std::size_t kValuesMax = 10;
constexpr std::size_t kExamplesMax = 6;

void add_new(std::vector<std::string>& values, const std::vector<std::string>& more) {
  for (const std::string& value : more) {
    if (values.size() < kValuesMax && std::ranges::find(values, value) == values.end())
      values.push_back(value);
  }
}

void add_new(std::vector<Example>& examples, const std::vector<Example>& more) {
  for (const Example& example : more) {
    const bool known = std::ranges::find(examples, example.words, &Example::words) != examples.end();
    if (examples.size() < kExamplesMax && !known) examples.push_back(example);
  }
}

std::string described(const schema_interaction::Key& key, const std::vector<Example>& examples) {
  Candidate more;
  more.meaning = "Also";
  more.examples = examples;
  // "Also. Example mapping: …" without its first sentence.
  const std::string text = describe(more);
  return examples.empty() ? key.description : key.description + text.substr(text.find(' '));
}

JsonTree write_base_key(const schema_interaction::Key& key, const std::vector<Example>& examples) {
  JsonTree tree;
  tree["key_name"] = key.name;
  tree["key_type"] = schema_interaction::name(key.type);
  tree["required"] = key.required;
  tree["default_value"] = nullptr;
  if (key.default_value) {
    if (auto value = a2a::parse_tree(*key.default_value)) tree["default_value"] = std::move(*value);
  }
  tree["semantic_description"] = described(key, examples);
  return tree;
}

// The same decision once more, after a long sleep: told once.
bool goes_on(const Transition& before, const Transition& after) {
  return before.to == KeyState::kExperimental && after.to == before.to && after.rule == before.rule;
}

bool is_for(const EvolvedKey& key, std::string_view client) {
  return key.client.empty() || key.client == client;
}

}  // namespace

Patch Scenario::patch_of(const Proposal& proposal, const PatchKey& key, Instant now,
                         const Settings& settings) const {
  Patch patch;
  patch.id = proposal.patch_id;
  patch.parent = schema_id();
  patch.client = proposal.client;
  patch.at = now;
  patch.expires = now + days(settings.life_days);
  patch.key_name = proposal.candidate.name;
  package(patch, key);
  return patch;
}

EvolvedKey Scenario::new_key(const Proposal& proposal, const Surroundings& with, Instant now) const {
  EvolvedKey key;
  key.what = proposal.candidate;
  key.client = proposal.client;
  key.cluster = proposal.cluster;
  begin_trial(key, with.settings, now);
  return key;
}

PatchKey Scenario::refined_base(const std::string& name, const Candidate& candidate) const {
  const schema_interaction::Key& key = *base_.find(name);
  const auto known = refinement_of(key);
  auto examples = known == refinements_.end() ? std::vector<Example>() : known->examples;
  add_new(examples, candidate.examples);
  return {write_base_key(key, examples), true};
}

std::vector<Refinement>::const_iterator Scenario::refinement_of(const schema_interaction::Key& key) const {
  return std::ranges::find_if(
      refinements_, [&key](const Refinement& each) { return each.key == key.name && each.type == key.type; });
}

// What the patch would hold, without changing anything.
PatchKey Scenario::packaged(const Proposal& proposal, const Surroundings& with, Instant now) const {
  if (proposal.candidate.name.empty()) return {};
  Scenario trial_run(base_);
  trial_run.keys_ = keys_;
  trial_run.refinements_ = refinements_;
  return trial_run.apply(proposal, now, with);
}

PatchKey Scenario::apply(const Proposal& proposal, Instant now, const Surroundings& with) {
  const Candidate& candidate = proposal.candidate;
  const auto found = find_conflict(candidate, proposal.client, base_, keys_, with.stemmer);
  if (found.conflict == Conflict::kRefinesBase) {
    PatchKey patch = refined_base(found.base_key, candidate);
    const schema_interaction::Key& key = *base_.find(found.base_key);
    auto known = refinements_.begin() + (refinement_of(key) - refinements_.cbegin());
    if (known == refinements_.end()) known = refinements_.insert(known, {key.name, key.type, {}});
    add_new(known->examples, candidate.examples);
    return patch;
  }
  if (found.conflict == Conflict::kRefines || found.conflict == Conflict::kRevives) {
    EvolvedKey& key = keys_[found.key];
    add_new(key.what.values, candidate.values);
    add_new(key.what.examples, candidate.examples);
    if (found.conflict == Conflict::kRefines) return {write_key(key), true};
    key.cluster = proposal.cluster;
    key.metrics = {};
    begin_trial(key, with.settings, now);
    return {write_key(key), false};
  }
  keys_.push_back(new_key(proposal, with, now));
  return {write_key(keys_.back()), false};
}

void Scenario::publish(const Proposal& proposal, Instant now, const Surroundings& with) {
  const auto found = find_conflict(proposal.candidate, proposal.client, base_, keys_, with.stemmer);
  const std::string revived = found.conflict == Conflict::kRevives ? keys_[found.key].what.name : "";
  const KeyState before =
      found.conflict == Conflict::kRevives ? keys_[found.key].state : KeyState::kExperimental;
  const PatchKey key = apply(proposal, now, with);
  Patch patch = patch_of(proposal, key, now, with.settings);
  if (const std::string* name = a2a::find_string(key.key, "key_name")) patch.key_name = *name;
  tell_patch(proposal, patch, {"patch", "", found.conflict}, now, with);
  if (!revived.empty()) {
    tell(now, "state",
         {{"key", revived},
          {"from", name(before)},
          {"to", "experimental"},
          {"cluster", proposal.cluster},
          {"rule", "wished_for_again"},
          {"metrics", write_figures({})}},
         with);
  }
  if (!revived.empty()) forget_patches_of(keys_[found.key]);
  add_patch(std::move(patch));
  if (!keys_.empty() && proposal.client.empty()) absorb_client_keys(EvolvedKey(keys_.back()));
  limit_client_keys();
}

void Scenario::add_patch(Patch patch) {
  patches_.push_back(std::move(patch));
  if (patches_.size() > kPatchesMax) patches_.erase(patches_.begin());
}

std::string Scenario::next_patch_id() {
  return std::string(schema_id()) + ".p" + std::to_string(++patch_count_);
}

// None that an earlier base has had.
std::string Scenario::unused_schema_id() const {
  std::string id = next_schema_id(schema_id());
  const auto had = [&id](const EarlierBase& each) {
    return each.schema_id == id || std::ranges::find(each.promoted, id) != each.promoted.end();
  };
  while (std::ranges::any_of(earlier_, had)) id = next_schema_id(id);
  return id;
}

std::span<const std::string> Scenario::promoted_of(std::string_view schema_id) const {
  if (schema_id == base_.schema_id) return promoted_;
  const auto found = std::ranges::find(earlier_, schema_id, &EarlierBase::schema_id);
  return found == earlier_.end() ? std::span<const std::string>() : found->promoted;
}

// Of its former life: their dates are none of the one that begins.
void Scenario::forget_patches_of(const EvolvedKey& key) {
  std::erase_if(patches_, [&key](const Patch& patch) {
    return patch.key_name == key.what.name && patch.client == key.client;
  });
}

// What has become everybody's is no client's own any more.
void Scenario::absorb_client_keys(const EvolvedKey& key) {
  if (!key.client.empty()) return;
  std::erase_if(keys_, [&key](const EvolvedKey& other) {
    return !other.client.empty() && other.what.name == key.what.name && other.what.type == key.what.type;
  });
}

// The clients whose keys were not used for longest lose them.
void Scenario::limit_client_keys() {
  std::set<std::string_view> clients;
  const EvolvedKey* idle = nullptr;
  const auto used = [](const EvolvedKey& key) { return std::max(key.metrics.last_used(), key.since); };
  for (const EvolvedKey& key : keys_) {
    if (key.client.empty()) continue;
    clients.insert(key.client);
    if (idle == nullptr || used(key) < used(*idle)) idle = &key;
  }
  if (clients.size() > kClientsWithKeysMax) {
    const std::string client = idle->client;
    std::erase_if(keys_, [&client](const EvolvedKey& key) { return key.client == client; });
  }
}

bool Scenario::has_room(const std::string& client, const Settings& settings) const {
  const auto experimental = [&client](const EvolvedKey& key) {
    return key.client == client && key.state == KeyState::kExperimental;
  };
  const auto shown = [&client](const EvolvedKey& key) { return is_for(key, client) && key.is_advertised(); };
  const auto active = static_cast<std::size_t>(std::ranges::count_if(keys_, experimental));
  const auto all = static_cast<std::size_t>(std::ranges::count_if(keys_, shown));
  return active < (client.empty() ? settings.active_keys : settings.client_keys) &&
         all + base_.keys.size() < kTemplateKeysMax && keys_.size() + set_aside_.size() < kKeysMax;
}

// The cold leave; the hottest moves up as long as there is room.
void Scenario::move_queue(Instant now, const Surroundings& with) {
  const auto heat = [this, now, &with](const Proposal& each) {
    const Cluster* cluster = pool_.find(each.cluster);
    if (cluster == nullptr) return 0.0;
    const auto own = with.clients.find(each.client);
    if (each.client.empty() || own == nullptr) return cluster->heat.value(with.settings, now);
    return cluster->heat.of_client(own->number, with.settings, now);
  };
  for (std::size_t at = 0; at < queue_.size();) {
    if (heat(queue_[at]) >= with.settings.heat / 2) {
      ++at;
      continue;
    }
    tell(now, "dequeued", {{"cluster", queue_[at].cluster}, {"reason", "cold"}}, with);
    if (queue_[at].client.empty()) pool_.drop(queue_[at].cluster);
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::ranges::stable_sort(queue_, std::ranges::greater{}, heat);
  for (std::size_t at = 0; at < queue_.size();) {
    // Beside another base it may be refused, and wait for one that has a place.
    if (!has_room(queue_[at].client, with.settings) || !reason_to_refuse(queue_[at], with).empty()) {
      ++at;
      continue;
    }
    const Proposal proposal = std::move(queue_[at]);
    queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(at));
    publish(proposal, now, with);
  }
}

// In the order in which it falls due, key by key.
void Scenario::move_keys(Instant now, const Surroundings& with) {
  struct Due {
    std::size_t key;
    KeyState from;
    Transition transition;
  };
  std::vector<Due> due;
  for (std::size_t at = 0; at < keys_.size(); ++at) {
    for (KeyState from = keys_[at].state; const auto moved = next_transition(keys_[at], with.settings, now);
         from = keys_[at].state) {
      if (!due.empty() && due.back().key == at && goes_on(due.back().transition, *moved)) {
        due.back().transition = *moved;
      } else {
        due.push_back({at, from, *moved});
      }
    }
  }
  std::ranges::stable_sort(due, {}, [](const Due& each) { return each.transition.at; });
  for (const Due& each : due) {
    EvolvedKey told = keys_[each.key];
    told.state = each.transition.to;
    on_transition(told, each.from, each.transition, with);
  }
}

bool Scenario::withdraw(std::string_view patch_id, Instant now, const Surroundings& with) {
  const auto patch = std::ranges::find(patches_, patch_id, &Patch::id);
  if (patch == patches_.end()) return false;
  const auto key = std::ranges::find_if(keys_, [&patch](const EvolvedKey& each) {
    return each.what.name == patch->key_name && each.client == patch->client && each.is_advertised();
  });
  if (key == keys_.end()) return false;
  const KeyState from = key->state;
  key->state = KeyState::kWithdrawn;
  key->since = now;
  on_transition(*key, from, {now, KeyState::kWithdrawn, "by_person"}, with);
  // Its wish grows cold before it can trigger again, as one that a person has refused.
  Cluster* cluster = key->client.empty() ? pool_.find(key->cluster) : nullptr;
  if (cluster != nullptr) pool_.unpin(*cluster, with.settings, now);
  return true;
}

void Scenario::on_transition(const EvolvedKey& key, KeyState from, const Transition& moved,
                             const Surroundings& with) {
  JsonTree members;
  members["key"] = key.what.name;
  members["from"] = name(from);
  members["to"] = name(key.state);
  members["cluster"] = key.cluster;
  members["rule"] = moved.rule;
  if (!key.client.empty()) members["client"] = key.client;
  members["metrics"] = write_figures(key.metrics.figures(with.settings.observation_days, moved.at));
  if (key.state == KeyState::kStable && key.client.empty()) {
    promoted_.push_back(unused_schema_id());
    members["schema_id"] = promoted_.back();
  }
  tell(moved.at, "state", std::move(members), with);
  if (key.state == KeyState::kDeprecated) release(key, with);
}

// Who wishes for it again starts a cluster of its own, and so may bring it back.
void Scenario::release(const EvolvedKey& key, const Surroundings& with) {
  if (key.client.empty()) return pool_.drop(key.cluster);
  Cluster* cluster = pool_.find(key.cluster);
  const Client* client = with.clients.find(key.client);
  if (cluster != nullptr && client != nullptr) std::erase(cluster->triggered_for, client->number);
}

void Scenario::on_payload(const ReceivedPayload& payload) {
  const std::uint64_t hash = client_hash(payload.client);
  for (EvolvedKey& key : keys_) {
    if (!key.is_accepted() || !is_for(key, payload.client)) continue;
    const auto value = payload.value.find(key.what.name);
    const bool present = value && value->kind() != a2a::JsonKind::kNull;
    const bool typed = present && fits(key.what.type, *value);
    key.metrics.on_payload(hash, {payload.accepted, present, typed}, payload.at);
  }
}

void Scenario::on_delivery(std::string_view client, std::string_view name) {
  for (EvolvedKey& key : keys_) {
    const bool is_named = name.empty() || key.what.name == name;
    if (is_named && key.is_advertised() && is_for(key, client)) key.metrics.on_delivery(client_hash(client));
  }
}

bool Scenario::on_verdict(std::string_view key, bool aligned, Instant now) {
  bool found = false;
  for (EvolvedKey& each : keys_) {
    if (each.what.name != key || !each.is_accepted()) continue;
    each.metrics.on_verdict(aligned, now);
    found = true;
  }
  return found;
}

JsonTree Scenario::effective(std::string_view client) const {
  JsonTree tree;
  tree["schema_id"] = schema_id();
  tree["scenario"] = base_.scenario;
  if (!base_.response_schema.empty()) tree["response_schema"] = base_.response_schema;
  JsonTree keys = JsonTree::array();
  for (const auto& key : base_.keys) {
    const auto refined = refinement_of(key);
    keys.push_back(
        write_base_key(key, refined == refinements_.end() ? std::vector<Example>() : refined->examples));
  }
  // A client's own key stands in front of everybody's of the same name.
  for (const EvolvedKey& key : keys_) {
    if (!key.is_advertised() || !is_for(key, client)) continue;
    const bool shadowed =
        key.client.empty() && std::ranges::any_of(keys_, [&key, client](const EvolvedKey& other) {
          return !other.client.empty() && other.client == client && other.is_advertised() &&
                 other.what.name == key.what.name;
        });
    if (!shadowed) keys.push_back(write_key(key));
  }
  tree["keys"] = std::move(keys);
  return tree;
}

}  // namespace schemagate::evolution
