#include <cstring>
#include <nlohmann/json.hpp>

#include "a2a/signature/base64url.h"
#include "extension/evolution/state.h"

namespace schemagate::evolution {

using a2a::JsonTree;

namespace {

JsonTree write(const ClientSample& sample) {
  return {{"exact", sample.is_exact()}, {"kept", sample.kept()}};
}

JsonTree write(const std::vector<Example>& examples) {
  JsonTree all = JsonTree::array();
  for (const Example& each : examples) all.push_back(JsonTree::array({each.words, each.value}));
  return all;
}

JsonTree write(const Candidate& candidate) {
  JsonTree tree;
  tree["name"] = candidate.name;
  tree["type"] = schema_interaction::name(candidate.type);
  if (candidate.default_value) tree["default"] = *candidate.default_value;
  tree["meaning"] = candidate.meaning;
  tree["values"] = candidate.values;
  tree["examples"] = write(candidate.examples);
  tree["rule"] = candidate.rule;
  tree["stems"] = candidate.stems;
  return tree;
}

JsonTree write(const Metrics& metrics) {
  JsonTree tree;
  JsonTree all = JsonTree::array();
  for (const auto& [day, counts] : metrics.days()) {
    all.push_back(JsonTree::array({day, counts.payloads, counts.receiver_payloads, counts.present,
                                   counts.typed, counts.judged, counts.aligned, counts.received}));
  }
  tree["days"] = std::move(all);
  tree["clients"] = write(metrics.clients());
  tree["receivers"] = write(metrics.receivers());
  tree["adopters"] = write(metrics.adopters());
  tree["last_used"] = metrics.last_used();
  return tree;
}

JsonTree write(const EvolvedKey& key) {
  JsonTree tree;
  tree["what"] = write(key.what);
  tree["client"] = key.client;
  tree["state"] = name(key.state);
  tree["cluster"] = key.cluster;
  tree["since"] = key.since;
  tree["review"] = key.review;
  tree["expires"] = key.expires;
  tree["extensions"] = key.extensions;
  tree["metrics"] = write(key.metrics);
  return tree;
}

JsonTree write(const Patch& patch) {
  return {{"id", patch.id},           {"parent", patch.parent}, {"client", patch.client}, {"at", patch.at},
          {"expires", patch.expires}, {"key", patch.key_name},  {"text", patch.text}};
}

JsonTree write(const Proposal& proposal) {
  JsonTree tree;
  tree["patch_id"] = proposal.patch_id;
  tree["cluster"] = proposal.cluster;
  tree["members"] = proposal.members;
  tree["client"] = proposal.client;
  tree["candidate"] = write(proposal.candidate);
  tree["reason"] = proposal.reason;
  tree["why"] = proposal.why;
  if (!proposal.near.name.empty()) tree["near"] = JsonTree::array({proposal.near.name, proposal.near.cosine});
  tree["at"] = proposal.at;
  return tree;
}

template <class Value>
JsonTree write_all(const std::vector<Value>& values) {
  JsonTree all = JsonTree::array();
  for (const Value& each : values) all.push_back(write(each));
  return all;
}

std::string write(const PackedVector& vector) {
  return a2a::signature::to_base64url(std::string(vector.begin(), vector.end()));
}

JsonTree write(const Fragment& each) {
  JsonTree row = JsonTree::array(
      {each.row, each.at, each.client, each.tenant, each.counts, each.instructing, each.essence, each.text});
  if (!each.vector.empty()) row.push_back(write(each.vector));
  return row;
}

JsonTree write_sparse(const SparseVector& sum) {
  JsonTree flat = JsonTree::array();
  for (const auto& [at, value] : sum) {
    flat.push_back(at);
    flat.push_back(value);
  }
  return flat;
}

// Few coordinates of a model's vectors are zero.
std::string write_dense(const SparseVector& sum, std::size_t size) {
  std::string bytes(size * sizeof(float), '\0');
  for (const auto& [at, value] : sum) std::memcpy(bytes.data() + at * sizeof(float), &value, sizeof(float));
  return a2a::signature::to_base64url(bytes);
}

JsonTree write(const Cluster& cluster, const Centroids& centroids) {
  JsonTree tree;
  tree["id"] = cluster.id;
  tree["pinned"] = cluster.pinned;
  tree["triggered"] = cluster.triggered;
  tree["triggered_for"] = cluster.triggered_for;
  tree["alerted"] = cluster.alerted;
  if (!cluster.merged.empty()) tree["merged"] = cluster.merged;
  tree["square"] = centroids.square(cluster.slot);
  const SparseVector sum = centroids.sum(cluster.slot);
  if (cluster.space == kEmbeddedId) {
    tree["sum"] = write_sparse(sum);
  } else {
    tree["space"] = cluster.space;
    tree["sum"] = write_dense(sum, size_of_space(cluster.space).value_or(0));
  }
  JsonTree sources = JsonTree::array();
  for (const Heat::Source& from : cluster.heat.sources()) {
    sources.push_back(
        JsonTree::array({from.client, from.tenant, from.counted, from.brought, from.at, from.counted_at}));
  }
  tree["sources"] = std::move(sources);
  JsonTree fragments = JsonTree::array();
  for (const Fragment& each : cluster.fragments) fragments.push_back(write(each));
  tree["fragments"] = std::move(fragments);
  return tree;
}

JsonTree write(const Pool& pool) {
  JsonTree tree;
  tree["last_id"] = pool.last_id();
  tree["seen"] = pool.frequencies().fragments();
  JsonTree counts = JsonTree::array();
  for (const auto& [at, count] : pool.frequencies().entries()) {
    counts.push_back(at);
    counts.push_back(count);
  }
  tree["counts"] = std::move(counts);
  tree["day"] = pool.day();
  tree["repeated"] = pool.repeated();
  tree["swept"] = pool.swept();
  JsonTree clusters = JsonTree::array();
  for (const auto& [id, cluster] : pool.clusters())
    clusters.push_back(write(cluster, pool.centroids(cluster.space)));
  tree["clusters"] = std::move(clusters);
  return tree;
}

JsonTree write(const Clients& clients) {
  JsonTree rows = JsonTree::array();
  for (const auto& [name, each] : clients.all()) {
    rows.push_back(
        JsonTree::array({name, each.number, each.tenant, each.first_seen, each.last_seen, each.minute_begin,
                         each.minute_count, each.day_begin, each.day_count, each.opted_out}));
  }
  return {{"last", clients.last_number()}, {"rows", std::move(rows)}};
}

}  // namespace

// What nobody else may see of a scenario.
class StateWriter {
 public:
  static JsonTree write_scenario(const Scenario& scenario) {
    JsonTree tree;
    tree["base"] = schema_interaction::write_template(scenario.base_);
    if (!scenario.forbidden_.empty()) tree["forbidden"] = scenario.forbidden_;
    tree["promoted"] = scenario.promoted_;
    for (const EarlierBase& each : scenario.earlier_)
      tree["earlier"].push_back({{"schema_id", each.schema_id}, {"promoted", each.promoted}});
    tree["patch_count"] = scenario.patch_count_;
    tree["pool"] = write(scenario.pool_);
    tree["keys"] = write_all(scenario.keys_);
    for (const SetAsideKey& each : scenario.set_aside_)
      tree["set_aside"].push_back({{"key", write(each.key)}, {"reason", each.reason}});
    JsonTree refinements = JsonTree::array();
    for (const auto& [key, type, examples] : scenario.refinements_) {
      refinements.push_back(
          {{"key", key}, {"type", schema_interaction::name(type)}, {"examples", write(examples)}});
    }
    tree["refinements"] = std::move(refinements);
    tree["patches"] = write_all(scenario.patches_);
    tree["queue"] = write_all(scenario.queue_);
    tree["proposals"] = write_all(scenario.proposals_);
    return tree;
  }
};

JsonTree write_state(const Engine& engine) {
  JsonTree tree;
  tree["version"] = 1;
  tree["embedder"] = kEmbeddedId;
  tree["clients"] = write(engine.clients());
  JsonTree scenarios = JsonTree::array();
  for (const auto& [name, scenario] : engine.scenarios())
    scenarios.push_back(StateWriter::write_scenario(scenario));
  tree["scenarios"] = std::move(scenarios);
  return tree;
}

JsonTree write_kept(const Engine& engine, std::uint64_t row) {
  JsonTree tree;
  tree["version"] = kKeptVersion;
  tree["row"] = row;
  tree["engine"] = write_state(engine);
  return tree;
}

}  // namespace schemagate::evolution
