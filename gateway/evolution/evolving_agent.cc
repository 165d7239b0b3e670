#include "gateway/evolution/evolving_agent.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "extension/evolution/state.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using evolution::Instant;
using evolution::KeyState;
using evolution::Scenario;

constexpr std::size_t kWithdrawnMax = 1'000;

void add_bases(evolution::Engine& engine, const AgentConfig& configured) {
  for (const schema_interaction::Entry& entry : configured.templates.entries()) {
    if (entry.superseded_by.empty()) engine.add_schema(entry.schema, entry.forbidden_keys);
  }
}

}  // namespace

// The parts of an owner stand behind their lengths: "3:key" "4:acme" "5:alice".
std::string subject_of(std::string_view owner) {
  std::string_view part = owner;
  for (std::string_view rest = owner; !rest.empty();) {
    const std::size_t colon = rest.find(':');
    std::size_t size = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + std::min(colon, rest.size()), size);
    const bool fits =
        colon != rest.npos && colon > 0 && read.ptr == rest.data() + colon && size <= rest.size() - colon - 1;
    if (!fits) return std::string(owner);
    part = rest.substr(colon + 1, size);
    rest.remove_prefix(colon + 1 + size);
  }
  return std::string(part);
}

EvolvingAgent::EvolvingAgent(FrontedAgent& agent)
    : agent_(agent), configured_(agent.snapshot()->configuration), engine_(configured_->evolution.settings) {
  engine_.tell_decisions_only();
  add_bases(engine_, *configured_);
}

a2a::Result<void> EvolvingAgent::restore(const std::string& kept, Instant now) {
  const auto refuse = [] { return a2a::fail(a2a::ErrorCode::kInternal, "the evolution in it is damaged"); };
  const auto tree = a2a::parse_tree(kept, evolution::kStateLimits);
  if (!tree) return refuse();
  auto known_before = evolution::read_kept(*tree, configured_->evolution.settings);
  if (!known_before) return refuse();
  evolution::Engine& engine = known_before->engine;
  for (const schema_interaction::Entry& entry : configured_->templates.entries()) {
    if (entry.superseded_by.empty()) engine.rebase(entry.schema, entry.forbidden_keys, now);
  }
  engine_ = std::move(engine);
  engine_.tell_decisions_only();
  row_ = known_before->row;
  if (const JsonTree* trail = a2a::find_member(*tree, "trail")) trail_ = AuditTrail::read(*trail);
  if (const JsonTree* samples = a2a::find_member(*tree, "samples")) samples_ = ValueSamples::read(*samples);
  forget_decided_samples();
  return {};
}

std::string EvolvingAgent::write() const {
  JsonTree tree = evolution::write_kept(engine_, row_);
  tree["trail"] = trail_.write();
  tree["samples"] = samples_.write();
  return a2a::dump_tree(tree);
}

void EvolvingAgent::take(const Observation& observation, Instant now) {
  const Scenario* scenario = engine_.find_same(observation.scenario);
  if (scenario == nullptr) return;
  const std::string name = scenario->base().scenario;
  changed_ = true;
  if (observation.kind == Observation::Kind::kDelivery) {
    if (!scenario->keys().empty()) engine_.deliver(name, observation.client, observation.key);
    return;
  }
  if (observation.payload.empty()) {
    engine_.see_client(observation.client, now);
  } else {
    if (const auto payload = document_.parse(observation.payload)) {
      engine_.take_payload({now, name, observation.client, *payload, observation.accepted});
      note_withdrawn(*scenario, *payload);
      if (observation.accepted) sample(*scenario, observation, *payload, now);
    }
  }
  for (const std::string& fragment : observation.fragments) take_wish(observation, name, fragment, now);
}

bool EvolvingAgent::counts_payloads() const {
  return std::ranges::any_of(engine_.scenarios(), [](const auto& named) {
    return std::ranges::any_of(named.second.keys(), &evolution::EvolvedKey::is_accepted);
  });
}

void EvolvingAgent::advance(Instant now) {
  engine_.advance(now);
  if (trail_.forget_wishes_before(now - evolution::kRetention)) changed_ = true;
}

void EvolvingAgent::take_wish(const Observation& observation, const std::string& scenario,
                              const std::string& text, Instant now) {
  auto taken = engine_.take({.row = row_++,
                             .at = now,
                             .scenario = scenario,
                             .client = observation.client,
                             .tenant = observation.tenant,
                             .text = text});
  if (!taken) return;
  if (configured_->evolution.embedding) {
    waiting_.push_back(*std::move(taken));
  } else {
    engine_.place(*std::move(taken));
  }
}

std::vector<std::string> EvolvingAgent::waiting_texts() const {
  std::vector<std::string> texts;
  texts.reserve(waiting_.size());
  for (const evolution::TakenWish& each : waiting_) texts.push_back(each.fragment.text);
  return texts;
}

void EvolvingAgent::place(std::vector<evolution::ModelVector> vectors) {
  vectors.resize(waiting_.size());
  std::vector<evolution::TakenWish> wishes = std::exchange(waiting_, {});
  for (std::size_t at = 0; at < wishes.size(); ++at)
    engine_.place(std::move(wishes[at]), std::move(vectors[at]));
}

// Of keys on trial: what is decided by then is what people say of them.
void EvolvingAgent::sample(const Scenario& scenario, const Observation& observation, a2a::JsonValue payload,
                           Instant now) {
  const evolution::Client* client = engine_.clients().find(observation.client);
  if (client != nullptr && client->opted_out) return;
  for (const evolution::EvolvedKey& key : scenario.keys()) {
    const bool is_for = key.client.empty() || key.client == observation.client;
    if (key.state == KeyState::kExperimental && is_for)
      samples_.offer(scenario.base().scenario, key.what.name, observation.client, payload, now);
  }
}

void EvolvingAgent::note_withdrawn(const Scenario& scenario, a2a::JsonValue payload) {
  for (const evolution::EvolvedKey& key : scenario.keys()) {
    const bool sent = key.state == KeyState::kWithdrawn && payload.find(key.what.name);
    if (sent && withdrawn_.size() < kWithdrawnMax) ++withdrawn_[{scenario.base().scenario, key.what.name}];
  }
}

a2a::Result<bool> EvolvingAgent::approve(std::string_view patch_id, const evolution::Wording& wording,
                                         std::string_view by, Instant now) {
  collect({});
  std::vector<std::string> names;
  for (const auto& [name, scenario] : engine_.scenarios()) names.push_back(name);
  a2a::Result<bool> done = false;
  for (const std::string& name : names) {
    if (done && !*done) done = engine_.approve(name, patch_id, now, wording);
  }
  collect({}, by);
  return done;
}

bool EvolvingAgent::decide(std::string_view by,
                           const std::function<bool(const std::string& scenario)>& done_in) {
  collect({});
  std::vector<std::string> names;
  for (const auto& [name, scenario] : engine_.scenarios()) names.push_back(name);
  const bool done = std::ranges::any_of(names, done_in);
  collect({}, by);
  return done;
}

bool EvolvingAgent::reject(std::string_view patch_id, std::string_view by, Instant now) {
  return decide(by, [&](const std::string& name) { return engine_.reject(name, patch_id, now); });
}

bool EvolvingAgent::withdraw(std::string_view patch_id, std::string_view by, Instant now) {
  return decide(by, [&](const std::string& name) { return engine_.withdraw(name, patch_id, now); });
}

bool EvolvingAgent::judge(std::string_view scenario, std::string_view key, bool aligned, std::string_view by,
                          Instant now) {
  if (!engine_.judge(scenario, key, aligned, now)) return false;
  trail_.add(now, "verdict", by, {{"scenario", scenario}, {"key", key}, {"aligned", aligned}});
  changed_ = decided_ = true;
  return true;
}

bool EvolvingAgent::judge_sample(std::string_view sample, std::string_view scenario, std::string_view key,
                                 bool aligned, std::string_view by, Instant now) {
  return samples_.take(sample, scenario, key) && judge(scenario, key, aligned, by, now);
}

std::size_t EvolvingAgent::erase(std::string_view client, bool opt_out, std::string_view by, Instant now) {
  std::set<std::string> owners;
  const auto look_at = [&owners, client](const std::string& name) {
    if (!name.empty() && (name == client || subject_of(name) == client)) owners.insert(name);
  };
  for (const auto& [name, known] : engine_.clients().all()) look_at(name);
  for (const ValueSample& each : samples_.all()) look_at(each.client);
  for (const std::string& owner : owners) {
    const evolution::Client* known = engine_.clients().find(owner);
    const auto number = known == nullptr ? std::nullopt : std::optional(known->number);
    engine_.erase(owner, now);
    if (opt_out) engine_.set_opted_out(owner, true, now);
    trail_.erase(owner, number);
    samples_.erase(owner);
  }
  if (owners.empty()) return 0;
  trail_.add(now, opt_out ? "erased and opted out" : "erased", by, {{"clients", owners.size()}});
  changed_ = decided_ = true;
  return owners.size();
}

void EvolvingAgent::collect(const std::function<void(const evolution::Event&)>& each, std::string_view by) {
  bool decides = false;
  for (const evolution::Event& event : engine_.take_events()) {
    changed_ = true;
    if (!AuditTrail::is_decision(event)) continue;
    trail_.add(event, by, evidence_of(engine_, event));
    decides = decided_ = true;
    if (each) each(event);
  }
  if (decides) forget_decided_samples();
}

void EvolvingAgent::forget_decided_samples() {
  samples_.keep([this](std::string_view name, std::string_view key) {
    const Scenario* scenario = engine_.find(name);
    return scenario != nullptr && std::ranges::any_of(scenario->keys(), [key](const auto& each) {
             return each.state == KeyState::kExperimental && each.what.name == key;
           });
  });
}

a2a::Result<bool> EvolvingAgent::publish(Instant now, const PatchSigner& signer) {
  std::string version = version_of(engine_, now);
  if (version == published_) return false;
  auto evolved = make_evolved(*configured_, engine_, now, signer, signed_);
  if (!evolved) return std::unexpected(evolved.error());
  agent_.set_evolved(*std::move(evolved));
  published_ = std::move(version);
  return true;
}

}  // namespace schemagate
