#include "extension/evolution/engine.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "extension/evolution/induction/screening.h"
#include "extension/evolution/text/fold.h"
#include "extension/evolution/text/redaction.h"
#include "extension/schema_interaction/template_reader.h"

namespace schemagate::evolution {
namespace {

constexpr std::size_t kNameBytesMax = 256;
constexpr std::size_t kCandidateMembers = 10;

schema_interaction::SchemaTemplate empty_base(std::string_view scenario) {
  schema_interaction::SchemaTemplate schema;
  schema.schema_id = std::string(scenario) + "_v0";
  schema.scenario = scenario;
  schema.keys.push_back({std::string(schema_interaction::kOther), schema_interaction::KeyType::kString, false,
                         "What no other key has a place for, in natural language.", std::nullopt});
  return schema;
}

// As it comes back when it was kept.
std::string as_kept(const schema_interaction::SchemaTemplate& schema) {
  const auto read = schema_interaction::read_template(write_template(schema));
  return read ? a2a::dump_tree(write_template(*read)) : "";
}

}  // namespace

void Engine::add_schema(schema_interaction::SchemaTemplate schema, std::vector<std::string> forbidden) {
  std::string name = schema.scenario;
  scenarios_.insert_or_assign(std::move(name), Scenario(std::move(schema), std::move(forbidden)));
}

bool Engine::rebase(const schema_interaction::SchemaTemplate& schema,
                    const std::vector<std::string>& forbidden, Instant now) {
  const Scenario* known = find_same(schema.scenario);
  if (known == nullptr) {
    add_schema(schema, forbidden);
    return true;
  }
  if (as_kept(known->base()) == as_kept(schema) && known->forbidden() == forbidden) return false;
  auto node = scenarios_.extract(known->base().scenario);
  node.key() = schema.scenario;
  Scenario& scenario = scenarios_.insert(std::move(node)).position->second;
  scenario.rebase(schema, forbidden, now, surroundings());
  return true;
}

void Engine::take_fragment(const Wish& wish) {
  if (auto taken = take(wish)) place(std::move(*taken));
}

std::optional<TakenWish> Engine::take(const Wish& wish) {
  Client& client =
      clients_.see(wish.client.substr(0, kNameBytesMax), wish.tenant.substr(0, kNameBytesMax), wish.at);
  Scenario* to = scenario(wish.scenario);
  if (to == nullptr) return drop(wish, "invalid");
  if (client.opted_out) return drop(wish, "opt_out");
  if (!settings_.cluster_only && !Clients::within_limits(client, settings_, wish.at))
    return drop(wish, "rate_limit");
  Fragment fragment;
  fragment.row = wish.row;
  fragment.at = wish.at;
  fragment.client = client.number;
  fragment.tenant = client.tenant;
  fragment.counts = settings_.cluster_only || Clients::is_old_enough(client, settings_, wish.at);
  fragment.instructing = is_instructing(wish.text);
  fragment.text = redact(fold(wish.text));
  const auto tokens = tokenise(fragment.text, {settings_.placeholders, settings_.stop_words});
  Features features = features_of(tokens, stemmer_);
  if (features.empty() || is_courtesy(tokens)) return drop(wish, "invalid");
  fragment.essence = client_hash(essence(tokens));
  return TakenWish{to->base().scenario, std::move(fragment), std::move(features)};
}

void Engine::place(TakenWish wish, ModelVector vector) {
  const auto to = scenarios_.find(wish.scenario);
  if (to == scenarios_.end()) return;
  const std::string space =
      vector.values.empty() ? std::string(kEmbeddedId) : space_of(vector.model, vector.values.size());
  wish.fragment.vector = std::move(vector.values);
  to->second.take(std::move(wish.fragment), wish.features, space, surroundings());
}

void Engine::see_client(std::string_view client, Instant now) {
  clients_.see(client.substr(0, kNameBytesMax), "", now);
}

void Engine::take_payload(const ReceivedPayload& payload) {
  see_client(payload.client, payload.at);
  if (Scenario* of = scenario(payload.scenario)) of->on_payload(payload);
}

void Engine::deliver(std::string_view scenario, std::string_view client, std::string_view key) {
  if (const auto found = scenarios_.find(scenario); found != scenarios_.end())
    found->second.on_delivery(client, key);
}

bool Engine::judge(std::string_view scenario, std::string_view key, bool aligned, Instant now) {
  const auto found = scenarios_.find(scenario);
  return found != scenarios_.end() && found->second.on_verdict(key, aligned, now);
}

void Engine::advance(Instant now) {
  for (auto& [name, scenario] : scenarios_) scenario.advance(now, surroundings());
}

void Engine::tell_candidates(Instant now) {
  const std::size_t members = settings_.minimum_members.value_or(kCandidateMembers);
  for (const auto& [name, scenario] : scenarios_) scenario.tell_candidates(now, members, surroundings());
}

a2a::Result<bool> Engine::approve(std::string_view scenario, std::string_view patch_id, Instant now,
                                  const Wording& wording) {
  const auto found = scenarios_.find(scenario);
  if (found == scenarios_.end()) return false;
  return found->second.approve(patch_id, wording, now, surroundings());
}

bool Engine::reject(std::string_view scenario, std::string_view patch_id, Instant now) {
  const auto found = scenarios_.find(scenario);
  return found != scenarios_.end() && found->second.reject(patch_id, now, surroundings());
}

bool Engine::withdraw(std::string_view scenario, std::string_view patch_id, Instant now) {
  const auto found = scenarios_.find(scenario);
  return found != scenarios_.end() && found->second.withdraw(patch_id, now, surroundings());
}

void Engine::erase(std::string_view client, Instant now) {
  const Client* known = clients_.find(client);
  if (known == nullptr) return;
  for (auto& [name, scenario] : scenarios_) scenario.erase(client, known->number, now, surroundings());
  clients_.forget(client);
}

const Scenario* Engine::find(std::string_view scenario) const {
  const auto found = scenarios_.find(scenario);
  return found == scenarios_.end() ? nullptr : &found->second;
}

const Scenario* Engine::find_same(std::string_view scenario) const {
  if (const Scenario* found = find(scenario)) return found;
  const auto found = std::ranges::find_if(scenarios_, [scenario](const auto& named) {
    return schema_interaction::is_same_scenario(named.first, scenario);
  });
  return found == scenarios_.end() ? nullptr : &found->second;
}

std::optional<a2a::JsonTree> Engine::effective(std::string_view scenario, std::string_view client) const {
  const Scenario* found = find(scenario);
  if (found == nullptr) return std::nullopt;
  return found->effective(client);
}

Scenario* Engine::scenario(std::string_view name) {
  if (const auto found = scenarios_.find(name); found != scenarios_.end()) return &found->second;
  if (name.empty() || name.size() > kNameBytesMax || scenarios_.size() >= kScenariosMax) return nullptr;
  return &scenarios_.emplace(std::string(name), Scenario(empty_base(name))).first->second;
}

std::nullopt_t Engine::drop(const Wish& wish, std::string_view reason) {
  if (tells_wishes_) {
    events_.push_back(
        {wish.at, std::string(wish.scenario), "dropped", {{"row", wish.row}, {"reason", reason}}});
  }
  return std::nullopt;
}

}  // namespace schemagate::evolution
