#include "gateway/evolution/question.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace schemagate {
namespace {

using a2a::JsonTree;
using evolution::Cluster;
using evolution::EvolvedKey;
using evolution::Instant;
using evolution::Proposal;
using evolution::Scenario;

constexpr std::size_t kClustersShown = 50;

JsonTree texts_of(const std::vector<ShownWish>& wishes) {
  JsonTree texts = JsonTree::array();
  for (const ShownWish& each : wishes) texts.push_back(each.text);
  return texts;
}

JsonTree describe_cluster(const Cluster& cluster, const evolution::Settings& settings, Instant now) {
  const Instant since = now - evolution::days(settings.window_days);
  JsonTree tree{{"cluster", cluster.id},
                {"heat", evolution::rounded(cluster.heat.value(settings, now))},
                {"fragments", cluster.fragments.size()},
                {"clients", cluster.heat.clients_since(since, settings)},
                {"triggered", cluster.triggered}};
  if (!cluster.merged.empty()) tree["merged"] = cluster.merged;
  if (cluster.space != evolution::kEmbeddedId) tree["embedder"] = cluster.space;
  if (!cluster.fragments.empty()) tree["last"] = evolution::to_rfc3339(cluster.fragments.back().at);
  tree["examples"] = texts_of(shown_wishes(cluster));
  return tree;
}

const Cluster* find_cluster(const Scenario& scenario, int id) {
  const auto found = scenario.pool().clusters().find(id);
  return found == scenario.pool().clusters().end() ? nullptr : &found->second;
}

// Name, type and meaning of every key that a caller of that proposal may use.
JsonTree template_keys(const Scenario& scenario, const Proposal& proposal) {
  JsonTree keys = JsonTree::array();
  const JsonTree effective = scenario.effective(proposal.client);
  for (const JsonTree& key : effective["keys"]) {
    if (key["key_name"] == schema_interaction::kOther) continue;
    keys.push_back({{"key_name", key["key_name"]},
                    {"key_type", key["key_type"]},
                    {"semantic_description", key["semantic_description"]}});
  }
  return keys;
}

JsonTree describe_proposal(const EvolvingAgent& agent, const Scenario& scenario, const Proposal& proposal,
                           std::size_t wishes = kWishesShown) {
  JsonTree tree{{"agent", agent.name()},
                {"scenario", scenario.base().scenario},
                {"patch_id", proposal.patch_id},
                {"reason", proposal.reason.empty() ? "waits for a place" : proposal.reason},
                {"evidence", proposal.why},
                {"since", evolution::to_rfc3339(proposal.at)},
                {"scope", proposal.client.empty() ? "public" : "client"}};
  if (!proposal.client.empty()) tree["client"] = subject_of(proposal.client);
  if (!proposal.near.name.empty())
    tree["near"] = {{"key", proposal.near.name}, {"cosine", evolution::rounded(proposal.near.cosine)}};
  if (!proposal.candidate.name.empty()) {
    tree["key"] = {{"key_name", proposal.candidate.name},
                   {"key_type", schema_interaction::name(proposal.candidate.type)},
                   {"rule", proposal.candidate.rule},
                   {"semantic_description", evolution::describe(proposal.candidate)}};
    if (!proposal.candidate.values.empty()) tree["key"]["values"] = proposal.candidate.values;
  }
  if (const Cluster* cluster = find_cluster(scenario, proposal.cluster))
    tree["examples"] = texts_of(shown_wishes(*cluster, wishes));
  if (wishes > kWishesShown) tree["template_keys"] = template_keys(scenario, proposal);
  return tree;
}

JsonTree describe_key(const EvolvedKey& key, const evolution::Settings& settings, Instant now) {
  JsonTree tree{{"key", key.what.name},
                {"type", schema_interaction::name(key.what.type)},
                {"state", evolution::name(key.state)},
                {"since", evolution::to_rfc3339(key.since)}};
  if (!key.client.empty()) tree["client"] = subject_of(key.client);
  tree["metrics"] = evolution::write_figures(key.metrics.figures(settings.observation_days, now));
  return tree;
}

JsonTree describe_set_aside(const Scenario& scenario) {
  JsonTree keys = JsonTree::array();
  for (const auto& [key, reason] : scenario.set_aside()) {
    JsonTree& shown = keys.emplace_back(JsonTree{{"key", key.what.name},
                                                 {"type", schema_interaction::name(key.what.type)},
                                                 {"state", evolution::name(key.state)},
                                                 {"reason", reason}});
    if (!key.client.empty()) shown["client"] = subject_of(key.client);
  }
  return keys;
}

JsonTree describe_keys(const EvolvingAgent& agent, const Scenario& scenario, Instant now) {
  JsonTree keys = JsonTree::array();
  for (const EvolvedKey& key : scenario.keys())
    keys.push_back(describe_key(key, agent.engine().settings(), now));
  return keys;
}

std::size_t count_lines(const EvolvingAgent& agent, const std::string& scenario, std::string_view event) {
  const auto is_it = [&](const JsonTree& line) {
    const std::string* kind = a2a::find_string(line, "event");
    const std::string* of = a2a::find_string(line, "scenario");
    return kind != nullptr && of != nullptr && *kind == event && *of == scenario;
  };
  return static_cast<std::size_t>(std::ranges::count_if(agent.trail().lines(), is_it));
}

// The draft's three components: what triggers, what is made of it, what becomes of that.
JsonTree describe_scenario(const EvolvingAgent& agent, const std::string& name, const Scenario& scenario,
                           Instant now) {
  return {{"scenario", name},
          {"schema_id", scenario.schema_id()},
          {"trigger",
           {{"fragments", scenario.pool().fragments()},
            {"clusters", scenario.pool().clusters().size()},
            {"triggered", count_lines(agent, name, "triggered")}}},
          {"algorithm",
           {{"patches", scenario.patches().size()},
            {"waiting_for_approval", scenario.proposals().size()},
            {"queued", scenario.queue().size()},
            {"rejected", count_lines(agent, name, "rejected")}}},
          {"evaluation",
           {{"window_days", agent.engine().settings().observation_days},
            {"keys", describe_keys(agent, scenario, now)}}},
          {"set_aside", describe_set_aside(scenario)}};
}

bool concerns(const JsonTree& line, const std::string& name, const std::vector<int>& clusters) {
  const JsonTree* patch = a2a::find_member(line, "patch");
  if (patch != nullptr) {
    if (const std::string* id = a2a::find_string(*patch, "patch_id"); id != nullptr && *id == name)
      return true;
  }
  const std::string* key = a2a::find_string(line, "key");
  if (key != nullptr && *key == name) return true;
  const JsonTree* cluster = a2a::find_member(line, "cluster");
  return cluster != nullptr && cluster->is_number_integer() &&
         std::ranges::find(clusters, cluster->get<int>()) != clusters.end();
}

// The clusters that a patch or a key of that name came from.
std::vector<int> clusters_of(const EvolvingAgent& agent, const Scenario& scenario, const std::string& name) {
  std::vector<int> clusters;
  for (const JsonTree& line : agent.trail().lines()) {
    const JsonTree* cluster = a2a::find_member(line, "cluster");
    const std::string* of = a2a::find_string(line, "scenario");
    if (cluster == nullptr || of == nullptr || *of != scenario.base().scenario) continue;
    const JsonTree* patch = a2a::find_member(line, "patch");
    if (patch == nullptr || !cluster->is_number_integer()) continue;
    const std::string* id = a2a::find_string(*patch, "patch_id");
    bool names_it = id != nullptr && *id == name;
    for (const char* list : {"new_keys", "modified_keys"}) {
      const JsonTree* keys = a2a::find_member(*patch, list);
      names_it = names_it || (keys != nullptr && a2a::find_index(*keys, "key_name", name));
    }
    if (names_it) clusters.push_back(cluster->get<int>());
  }
  return clusters;
}

}  // namespace

JsonTree describe_status(const EvolvingAgent& agent, const EmbeddingClient* embedding, Instant now) {
  JsonTree scenarios = JsonTree::array();
  for (const auto& [name, scenario] : agent.engine().scenarios())
    scenarios.push_back(describe_scenario(agent, name, scenario, now));
  const bool proposes = agent.engine().settings().mode == evolution::Mode::kPropose;
  const bool is_dense = embedding != nullptr && embedding->is_in_use();
  JsonTree status{{"agent", agent.name()},
                  {"mode", proposes ? "propose" : "automatic"},
                  {"embedder", is_dense ? embedding->space() : std::string(evolution::kEmbeddedId)},
                  {"dense_vectors", is_dense}};
  if (embedding != nullptr) status["embedding"] = embedding->describe();
  status["clients"] = agent.engine().clients().all().size();
  status["scenarios"] = std::move(scenarios);
  return status;
}

JsonTree describe_pool(const EvolvingAgent& agent, const std::string& scenario, Instant now) {
  JsonTree pools = JsonTree::array();
  const evolution::Settings& settings = agent.engine().settings();
  for (const auto& [name, each] : agent.engine().scenarios()) {
    if (!scenario.empty() && name != scenario) continue;
    std::vector<std::pair<double, const Cluster*>> hottest;
    for (const auto& [id, cluster] : each.pool().clusters())
      hottest.emplace_back(-cluster.heat.activity(settings, now), &cluster);
    std::ranges::stable_sort(hottest, {}, [](const auto& entry) { return entry.first; });
    if (hottest.size() > kClustersShown) hottest.resize(kClustersShown);
    JsonTree clusters = JsonTree::array();
    for (const auto& [heat, cluster] : hottest) clusters.push_back(describe_cluster(*cluster, settings, now));
    pools.push_back({{"agent", agent.name()},
                     {"scenario", name},
                     {"fragments", each.pool().fragments()},
                     {"threshold", settings.heat},
                     {"clusters", std::move(clusters)}});
  }
  return pools;
}

JsonTree describe_proposals(const EvolvingAgent& agent, std::size_t wishes) {
  JsonTree proposals = JsonTree::array();
  for (const auto& [name, scenario] : agent.engine().scenarios()) {
    for (const Proposal& each : scenario.proposals())
      proposals.push_back(describe_proposal(agent, scenario, each, wishes));
    for (const Proposal& each : scenario.queue())
      proposals.push_back(describe_proposal(agent, scenario, each, wishes));
  }
  return proposals;
}

JsonTree describe_samples(const EvolvingAgent& agent, const std::string& scenario) {
  JsonTree samples = JsonTree::array();
  for (const ValueSample& each : agent.samples().all()) {
    const Scenario* of = agent.engine().find(each.scenario);
    if (of == nullptr || (!scenario.empty() && scenario != each.scenario)) continue;
    const auto key = std::ranges::find_if(
        of->keys(), [&each](const EvolvedKey& known) { return known.what.name == each.key; });
    if (key == of->keys().end() || key->state != evolution::KeyState::kExperimental) continue;
    samples.push_back({{"agent", agent.name()},
                       {"sample", each.id},
                       {"scenario", each.scenario},
                       {"key", each.key},
                       {"semantic_description", evolution::describe(key->what)},
                       {"value", a2a::parse_tree(each.value).value_or(JsonTree(each.value))},
                       {"other", each.other},
                       {"time", evolution::to_rfc3339(each.at)}});
  }
  return samples;
}

JsonTree describe_decision(const JsonTree& line) {
  JsonTree shown = line;
  if (const std::string* client = a2a::find_string(line, "client")) shown["client"] = subject_of(*client);
  const JsonTree* wishes = a2a::find_member(line, "wishes");
  if (wishes == nullptr || !wishes->is_array()) return shown;
  shown.erase("wishes");
  shown["examples"] = JsonTree::array();
  for (const JsonTree& each : *wishes) {
    if (each.is_array() && !each.empty()) shown["examples"].push_back(each.back());
  }
  return shown;
}

JsonTree explain(const EvolvingAgent& agent, const std::string& patch_or_key, Instant now) {
  JsonTree found = JsonTree::array();
  for (const auto& [name, scenario] : agent.engine().scenarios()) {
    const auto clusters = clusters_of(agent, scenario, patch_or_key);
    JsonTree lines = JsonTree::array();
    for (const JsonTree& line : agent.trail().lines()) {
      const std::string* of = a2a::find_string(line, "scenario");
      if (of != nullptr && *of == name && concerns(line, patch_or_key, clusters))
        lines.push_back(describe_decision(line));
    }
    JsonTree keys = JsonTree::array();
    for (const EvolvedKey& key : scenario.keys()) {
      const bool is_it =
          key.what.name == patch_or_key || std::ranges::find(clusters, key.cluster) != clusters.end();
      if (is_it) keys.push_back(describe_key(key, agent.engine().settings(), now));
    }
    JsonTree waiting = JsonTree::array();
    for (const auto* list : {&scenario.proposals(), &scenario.queue()}) {
      for (const Proposal& each : *list) {
        if (each.patch_id == patch_or_key || each.candidate.name == patch_or_key)
          waiting.push_back(describe_proposal(agent, scenario, each));
      }
    }
    if (lines.empty() && keys.empty() && waiting.empty()) continue;
    found.push_back({{"scenario", name},
                     {"stages", std::move(lines)},
                     {"keys", std::move(keys)},
                     {"proposals", std::move(waiting)}});
  }
  return found.empty() ? JsonTree(nullptr) : found;
}

}  // namespace schemagate
