#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/signature/base64url.h"
#include "extension/evolution/state.h"
#include "extension/schema_interaction/template_reader.h"

namespace schemagate::evolution {

using a2a::JsonTree;

namespace {

// Of releases before 2026-11-26: what they have embedded lacks prepositions and question words.
constexpr std::string_view kFormerEmbeddedId = "embedded-1";

// Reads one tree; the first mistake makes everything bad, and nothing is thrown.
class Source {
 public:
  Source(const JsonTree& tree, bool& good) : tree_(tree), good_(good) {}

  const JsonTree& member(const char* name) const {
    const JsonTree* found = a2a::find_member(tree_, name);
    if (found == nullptr) good_ = false;
    return found == nullptr ? tree_ : *found;
  }
  Source in(const char* name) const { return {member(name), good_}; }
  Source at(std::size_t index) const {
    if (tree_.is_array() && index < tree_.size()) return {tree_[index], good_};
    good_ = false;
    return *this;
  }

  template <class Number>
  Number number() const {
    if (tree_.is_number()) return tree_.get<Number>();
    good_ = false;
    return {};
  }
  bool flag() const {
    if (tree_.is_boolean()) return tree_.get<bool>();
    good_ = false;
    return false;
  }
  std::string text() const {
    if (tree_.is_string()) return tree_.get<std::string>();
    good_ = false;
    return {};
  }
  template <class Number>
  std::vector<Number> numbers() const {
    std::vector<Number> all;
    each([&all](const Source& value) { all.push_back(value.number<Number>()); });
    return all;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    each([&all](const Source& value) { all.push_back(value.text()); });
    return all;
  }
  template <class Each>
  void each(Each function) const {
    if (!tree_.is_array()) good_ = false;
    for (const JsonTree& element : tree_) {
      if (!good_) return;
      function(Source(element, good_));
    }
  }
  bool has(const char* name) const { return a2a::find_member(tree_, name) != nullptr; }
  const JsonTree& tree() const { return tree_; }
  bool good() const { return good_; }
  void spoil() const { good_ = false; }

 private:
  const JsonTree& tree_;
  bool& good_;
};

ClientSample read_sample(const Source& from) {
  const auto kept = from.in("kept").numbers<std::uint64_t>();
  ClientSample sample;
  sample.restore({kept.begin(), kept.end()}, from.in("exact").flag());
  return sample;
}

std::vector<Example> read_examples(const Source& from) {
  std::vector<Example> examples;
  from.each([&examples](const Source& each) { examples.push_back({each.at(0).text(), each.at(1).text()}); });
  return examples;
}

Candidate read_candidate(const Source& from) {
  Candidate candidate;
  candidate.name = from.in("name").text();
  const auto type = schema_interaction::key_type(from.in("type").text());
  if (!type) from.spoil();
  candidate.type = type.value_or(schema_interaction::KeyType::kString);
  if (from.has("default")) candidate.default_value = from.in("default").text();
  candidate.meaning = from.in("meaning").text();
  candidate.values = from.in("values").texts();
  candidate.examples = read_examples(from.in("examples"));
  candidate.rule = from.in("rule").text();
  candidate.stems = from.in("stems").texts();
  return candidate;
}

Metrics read_metrics(const Source& from) {
  std::deque<Metrics::Day> all;
  from.in("days").each([&all](const Source& each) {
    const auto row = each.numbers<std::int64_t>();
    if (row.size() != 7 && row.size() != 8) return each.spoil();
    Figures counts;
    counts.payloads = static_cast<std::uint64_t>(row[1]);
    counts.receiver_payloads = static_cast<std::uint64_t>(row[2]);
    counts.present = static_cast<std::uint64_t>(row[3]);
    counts.typed = static_cast<std::uint64_t>(row[4]);
    counts.judged = static_cast<std::uint64_t>(row[5]);
    counts.aligned = static_cast<std::uint64_t>(row[6]);
    // Until 2026-11-27 refused payloads counted as the others.
    counts.received = row.size() == 8 ? static_cast<std::uint64_t>(row[7]) : counts.present;
    all.push_back({row[0], counts});
  });
  Metrics metrics;
  metrics.restore(std::move(all), read_sample(from.in("clients")), read_sample(from.in("receivers")),
                  read_sample(from.in("adopters")), from.in("last_used").number<Instant>());
  return metrics;
}

EvolvedKey read_key(const Source& from) {
  EvolvedKey key;
  key.what = read_candidate(from.in("what"));
  key.client = from.in("client").text();
  const auto state = key_state(from.in("state").text());
  if (!state) from.spoil();
  key.state = state.value_or(KeyState::kRemoved);
  key.cluster = from.in("cluster").number<int>();
  key.since = from.in("since").number<Instant>();
  key.review = from.in("review").number<Instant>();
  key.expires = from.in("expires").number<Instant>();
  key.extensions = from.in("extensions").number<int>();
  key.metrics = read_metrics(from.in("metrics"));
  return key;
}

Patch read_patch(const Source& from) {
  return {from.in("id").text(),
          from.in("parent").text(),
          from.in("client").text(),
          from.in("at").number<Instant>(),
          from.in("expires").number<Instant>(),
          from.in("key").text(),
          from.in("text").text()};
}

Proposal read_proposal(const Source& from) {
  Proposal proposal;
  proposal.patch_id = from.in("patch_id").text();
  proposal.cluster = from.in("cluster").number<int>();
  proposal.members = from.in("members").numbers<std::uint64_t>();
  proposal.client = from.in("client").text();
  proposal.candidate = read_candidate(from.in("candidate"));
  proposal.reason = from.in("reason").text();
  proposal.why = from.in("why").text();
  if (from.has("near"))
    proposal.near = {from.in("near").at(0).text(), from.in("near").at(1).number<double>()};
  proposal.at = from.in("at").number<Instant>();
  return proposal;
}

template <class Read>
auto read_all(const Source& from, Read read) {
  std::vector<decltype(read(from))> all;
  from.each([&all, &read](const Source& each) { all.push_back(read(each)); });
  return all;
}

std::string read_bytes(const Source& from) {
  auto bytes = a2a::signature::from_base64url(from.text());
  if (!bytes) from.spoil();
  return std::move(bytes).value_or("");
}

Fragment read_fragment(const Source& from) {
  Fragment fragment;
  fragment.row = from.at(0).number<std::uint64_t>();
  fragment.at = from.at(1).number<Instant>();
  fragment.client = from.at(2).number<ClientNumber>();
  fragment.tenant = from.at(3).number<std::uint64_t>();
  fragment.counts = from.at(4).flag();
  fragment.instructing = from.at(5).flag();
  fragment.essence = from.at(6).number<std::uint64_t>();
  fragment.text = from.at(7).text();
  if (from.tree().size() <= 8) return fragment;
  const std::string bytes = read_bytes(from.at(8));
  fragment.vector.assign(bytes.begin(), bytes.end());
  return fragment;
}

Heat read_heat(const Source& from) {
  std::vector<Heat::Source> sources;
  from.each([&sources](const Source& each) {
    sources.push_back({each.at(0).number<ClientNumber>(), each.at(1).number<std::uint64_t>(),
                       each.at(2).number<double>(), each.at(3).number<double>(), each.at(4).number<Instant>(),
                       each.at(5).number<Instant>()});
  });
  Heat heat;
  heat.restore(std::move(sources));
  return heat;
}

SparseVector read_sum(const Source& from) {
  const auto flat = from.numbers<double>();
  SparseVector sum;
  for (std::size_t at = 0; at + 1 < flat.size(); at += 2) {
    sum.push_back({static_cast<std::uint32_t>(flat[at]), static_cast<float>(flat[at + 1])});
  }
  return sum;
}

SparseVector read_dense_sum(const Source& from, std::size_t size) {
  const std::string bytes = read_bytes(from);
  SparseVector sum;
  if (bytes.size() != size * sizeof(float)) {
    from.spoil();
    return sum;
  }
  for (std::uint32_t at = 0; at < size; ++at) {
    float value = 0;
    std::memcpy(&value, bytes.data() + at * sizeof(float), sizeof(float));
    sum.push_back({at, value});
  }
  return sum;
}

// In the cluster's space: each fragment has a vector of its size there, and none in the built-in one.
SparseVector read_place(const Source& from, Cluster& cluster) {
  std::size_t size = 0;
  if (from.has("space")) {
    cluster.space = from.in("space").text();
    const auto found = size_of_space(cluster.space);
    if (!found) from.spoil();
    size = found.value_or(0);
  }
  const auto fits = [size](const Fragment& each) { return each.vector.size() == size; };
  if (!std::ranges::all_of(cluster.fragments, fits)) from.spoil();
  return size == 0 ? read_sum(from.in("sum")) : read_dense_sum(from.in("sum"), size);
}

void read_cluster(const Source& from, Pool& pool, const Settings& settings) {
  Cluster cluster;
  cluster.id = from.in("id").number<int>();
  cluster.pinned = from.in("pinned").flag();
  cluster.triggered = from.in("triggered").flag();
  cluster.triggered_for = from.in("triggered_for").numbers<ClientNumber>();
  cluster.alerted = from.in("alerted").flag();
  if (from.has("merged")) cluster.merged = from.in("merged").numbers<int>();
  cluster.heat = read_heat(from.in("sources"));
  from.in("fragments").each([&cluster](const Source& each) {
    cluster.fragments.push_back(read_fragment(each));
  });
  const SparseVector sum = read_place(from, cluster);
  const double square = from.in("square").number<double>();
  // The order does not change with the time: any instant gives the same.
  Instant at = 0;
  for (const Heat::Source& source : cluster.heat.sources()) at = std::max(at, source.at);
  if (from.good()) pool.restore_cluster(std::move(cluster), sum, square, settings, at);
}

Pool read_pool(const Source& from, const Settings& settings) {
  Pool pool;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;
  const auto flat = from.in("counts").numbers<std::uint32_t>();
  for (std::size_t at = 0; at + 1 < flat.size(); at += 2) entries.emplace_back(flat[at], flat[at + 1]);
  Frequencies frequencies;
  frequencies.restore(from.in("seen").number<std::uint32_t>(), entries);
  pool.restore(std::move(frequencies), from.in("last_id").number<int>());
  pool.restore_days(from.in("day").number<Instant>(), from.in("repeated").numbers<std::uint64_t>(),
                    from.in("swept").number<Instant>());
  from.in("clusters").each([&pool, &settings](const Source& each) { read_cluster(each, pool, settings); });
  return pool;
}

Clients read_clients(const Source& from) {
  Clients::Table table;
  from.in("rows").each([&table](const Source& row) {
    Client& client = table[row.at(0).text()];
    client.number = row.at(1).number<ClientNumber>();
    client.tenant = row.at(2).number<std::uint64_t>();
    client.first_seen = row.at(3).number<Instant>();
    client.last_seen = row.at(4).number<Instant>();
    client.minute_begin = row.at(5).number<Instant>();
    client.minute_count = row.at(6).number<std::size_t>();
    client.day_begin = row.at(7).number<Instant>();
    client.day_count = row.at(8).number<std::size_t>();
    client.opted_out = row.at(9).flag();
  });
  Clients clients;
  clients.restore(std::move(table), from.in("last").number<ClientNumber>());
  return clients;
}

// Until 2026-11-27 without its type, as the base was never another one.
Refinement read_refinement(const Source& from, const schema_interaction::SchemaTemplate& base) {
  Refinement refinement{from.in("key").text(), schema_interaction::KeyType::kString,
                        read_examples(from.in("examples"))};
  const schema_interaction::Key* key = base.find(refinement.key);
  if (key != nullptr) refinement.type = key->type;
  if (!from.has("type")) return refinement;
  const auto type = schema_interaction::key_type(from.in("type").text());
  if (!type) from.spoil();
  refinement.type = type.value_or(refinement.type);
  return refinement;
}

}  // namespace

class StateReader {
 public:
  static void read_scenario(const Source& from, Engine& engine) {
    auto base = schema_interaction::read_template(from.member("base"));
    if (!base) return from.spoil();
    Scenario scenario(std::move(*base));
    if (from.has("forbidden")) scenario.forbidden_ = from.in("forbidden").texts();
    scenario.promoted_ = from.in("promoted").texts();
    if (from.has("earlier")) {
      scenario.earlier_ = read_all(from.in("earlier"), [](const Source& each) {
        return EarlierBase{each.in("schema_id").text(), each.in("promoted").texts()};
      });
    }
    scenario.patch_count_ = from.in("patch_count").number<std::uint64_t>();
    scenario.pool_ = read_pool(from.in("pool"), engine.settings_);
    scenario.keys_ = read_all(from.in("keys"), read_key);
    if (from.has("set_aside")) {
      scenario.set_aside_ = read_all(from.in("set_aside"), [](const Source& each) {
        return SetAsideKey{read_key(each.in("key")), each.in("reason").text()};
      });
    }
    scenario.refinements_ = read_all(from.in("refinements"), [&scenario](const Source& each) {
      return read_refinement(each, scenario.base_);
    });
    scenario.patches_ = read_all(from.in("patches"), read_patch);
    scenario.queue_ = read_all(from.in("queue"), read_proposal);
    scenario.proposals_ = read_all(from.in("proposals"), read_proposal);
    std::string name = scenario.base_.scenario;
    engine.scenarios_.insert_or_assign(std::move(name), std::move(scenario));
  }

  static void read_engine(const Source& from, Engine& engine) {
    const std::string embedder = from.in("embedder").text();
    const bool is_former = embedder == kFormerEmbeddedId;
    if (from.in("version").number<int>() != 1 || !(is_former || embedder == kEmbeddedId)) return from.spoil();
    engine.clients_ = read_clients(from.in("clients"));
    from.in("scenarios").each([&engine](const Source& each) { read_scenario(each, engine); });
    if (!is_former) return;
    for (auto& [name, scenario] : engine.scenarios_) scenario.embed_anew(engine.surroundings());
  }
};

a2a::Result<Engine> read_state(const JsonTree& tree, const Settings& settings) {
  Engine engine(settings);
  bool good = true;
  StateReader::read_engine(Source(tree, good), engine);
  if (!good) return a2a::fail(a2a::ErrorCode::kInvalidParams, "this is no state of an evolution");
  return engine;
}

a2a::Result<KeptEvolution> read_kept(const JsonTree& tree, const Settings& settings) {
  const JsonTree* version = a2a::find_member(tree, "version");
  const JsonTree* state = a2a::find_member(tree, "engine");
  if (version == nullptr || state == nullptr || *version != kKeptVersion)
    return a2a::fail(a2a::ErrorCode::kInvalidParams, "this is no state of an evolution of this version");
  auto engine = read_state(*state, settings);
  if (!engine) return std::unexpected(engine.error());
  KeptEvolution kept{*std::move(engine)};
  const JsonTree* row = a2a::find_member(tree, "row");
  if (row != nullptr && row->is_number_unsigned()) kept.row = row->get<std::uint64_t>();
  return kept;
}

}  // namespace schemagate::evolution
