#include "extension/evolution/scenario.h"

#include <algorithm>
#include <set>
#include <utility>

#include "extension/evolution/induction/induce.h"
#include "extension/evolution/induction/screening.h"
#include "extension/evolution/lifecycle/compatibility.h"

namespace schemagate::evolution {
namespace {

using a2a::JsonTree;

constexpr std::size_t kProposalsMax = 100;
constexpr std::size_t kQueueMax = 100;
constexpr double kOwnShare = 0.8;          // of a cluster that is one client's wish
constexpr std::size_t kOwnDays = 3;        // on which it asked
constexpr std::size_t kClientsPublic = 3;  // that must have said what is published
constexpr double kRounding = 1e-9;

// The features of a text that is kept.
auto embedded_by(const Surroundings& with) {
  return [&with, options = ReadingOptions::of(with.settings).tokens](const std::string& text) {
    return features_of(tokenise(text, options), with.stemmer);
  };
}

Publicity publicity_of(const Proposal& proposal, const Settings& settings) {
  return {settings.cluster_only || !proposal.client.empty() ? 1 : kClientsPublic};
}

// Why no word of a cluster may be published.
std::string_view reason_without_name(const Cluster& cluster, const Publicity& publicity) {
  std::set<ClientNumber> clients;
  for (const Fragment& fragment : cluster.fragments) clients.insert(fragment.client);
  return clients.size() < publicity.clients_min ? "few_clients" : "unsafe_text";
}

std::vector<std::uint64_t> rows_of(const Cluster& cluster) {
  std::vector<std::uint64_t> rows;
  rows.reserve(cluster.fragments.size());
  for (const Fragment& fragment : cluster.fragments) rows.push_back(fragment.row);
  return rows;
}

template <class Test>
std::size_t count_of(const Cluster& cluster, Test test) {
  return static_cast<std::size_t>(std::ranges::count_if(cluster.fragments, test));
}

std::size_t occurrences(const Cluster& cluster, const Settings& settings, Instant now) {
  const Instant since = now - days(settings.window_days);
  return count_of(cluster, [since](const Fragment& each) { return each.counts && each.at >= since; });
}

std::size_t texts(const Cluster& cluster) {
  std::set<std::uint64_t> different;
  for (const Fragment& fragment : cluster.fragments) {
    if (fragment.counts) different.insert(fragment.essence);
  }
  return different.size();
}

bool exceeds(double heat, const Settings& settings) {
  return settings.strict ? heat > settings.heat + kRounding : heat >= settings.heat - kRounding;
}

// Whether the last `minimum_occurrences` fragments of many clients came within the window.
bool has_sources(const Cluster& cluster, const Settings& settings, Instant now) {
  const Instant since = now - days(settings.window_days);
  return cluster.heat.clients_since(since, settings) >= settings.minimum_clients ||
         occurrences(cluster, settings, now) >= settings.minimum_occurrences;
}

// Which of the ways to trigger it was.
std::string_view gate(const std::string& client, std::size_t clients, const Settings& settings) {
  if (!client.empty()) return "one_client";
  return clients >= settings.minimum_clients ? "clients" : "occurrences";
}

bool is_security_relevant_text(std::string_view text) {
  std::string word;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : ' ';
    if (c >= 'a' && c <= 'z') {
      word += c;
    } else {
      if (is_security_relevant(word)) return true;
      word.clear();
    }
  }
  return false;
}

bool touches_security(const Candidate& candidate, const Readings& readings) {
  if (is_security_relevant_text(candidate.name)) return true;
  return std::ranges::any_of(candidate.values, is_security_relevant) || readings.touch_security();
}

}  // namespace

void Scenario::take(Fragment fragment, const Features& features, std::string_view space,
                    const Surroundings& with) {
  const Fragment last = fragment;
  const auto placed = pool_.add(std::move(fragment), features, with.settings, space);
  if (with.tells_wishes) tell_placed(last, placed, with);
  if (!placed) return;
  Cluster& joined = merged(*placed->cluster, last.at, with);
  if (!with.settings.cluster_only) look_for_trigger(joined, last, with);
}

void Scenario::tell_placed(const Fragment& fragment, const std::optional<Placed>& placed,
                           const Surroundings& with) const {
  if (!placed) return tell(fragment.at, "dropped", {{"row", fragment.row}, {"reason", "pool_full"}}, with);
  tell(fragment.at, "assigned",
       {{"row", fragment.row},
        {"cluster", placed->cluster->id},
        {"cosine", rounded(placed->cosine)},
        {"heat", rounded(placed->cluster->heat.value(with.settings, fragment.at))}},
       with);
}

void Scenario::look_for_trigger(Cluster& cluster, const Fragment& last, const Surroundings& with) {
  if (is_wish_of_many(cluster, last.at, with)) {
    if (texts(cluster) >= with.settings.minimum_texts) return trigger(cluster, "", last.at, with);
    if (std::exchange(cluster.alerted, true)) return;
    tell(last.at, "alert", {{"cluster", cluster.id}, {"reason", "few_texts"}}, with);
    return;
  }
  if (!is_wish_of_one(cluster, last, with)) return;
  if (const auto client = with.clients.name_of(last.client)) trigger(cluster, *client, last.at, with);
}

bool Scenario::is_wish_of_many(const Cluster& cluster, Instant now, const Surroundings& with) const {
  if (cluster.triggered) return false;
  if (!exceeds(cluster.heat.value(with.settings, now), with.settings)) return false;
  if (with.settings.minimum_members && cluster.fragments.size() < *with.settings.minimum_members)
    return false;
  return has_sources(cluster, with.settings, now);
}

// One client's own heat, without the bound of its share; nearly all of the cluster is its, of several days.
bool Scenario::is_wish_of_one(const Cluster& cluster, const Fragment& last, const Surroundings& with) const {
  const Settings& settings = with.settings;
  if (!settings.client_patches || last.client == kAnonymous || !last.counts || cluster.pinned) return false;
  if (std::ranges::find(cluster.triggered_for, last.client) != cluster.triggered_for.end()) return false;
  if (!exceeds(cluster.heat.of_client(last.client, settings, last.at), settings)) return false;
  const auto own = [&last](const Fragment& each) { return each.client == last.client && each.counts; };
  const Instant since = last.at - days(settings.window_days);
  std::set<Instant> on;
  std::size_t count = 0;
  for (const Fragment& each : cluster.fragments) {
    if (!own(each) || each.at < since) continue;
    on.insert(each.at / kDay);
    ++count;
  }
  const auto share =
      static_cast<double>(count_of(cluster, own)) / static_cast<double>(cluster.fragments.size());
  return count >= settings.minimum_occurrences && on.size() >= kOwnDays && share >= kOwnShare;
}

void Scenario::trigger(Cluster& cluster, const std::string& client, Instant now, const Surroundings& with) {
  const Settings& settings = with.settings;
  const Instant since = now - days(settings.window_days);
  const Client* known = with.clients.find(client);
  const ClientNumber number = known == nullptr ? kAnonymous : known->number;
  const double heat =
      client.empty() ? cluster.heat.value(settings, now) : cluster.heat.of_client(number, settings, now);
  const std::size_t clients = client.empty() ? cluster.heat.clients_since(since, settings) : 1;
  JsonTree members{{"cluster", cluster.id},
                   {"heat", rounded(heat)},
                   {"clients", clients},
                   {"occurrences", occurrences(cluster, settings, now)},
                   {"rule", gate(client, clients, settings)}};
  if (!cluster.merged.empty()) members["merged"] = cluster.merged;
  tell(now, "triggered", std::move(members), with);
  if (client.empty()) {
    cluster.triggered = true;
  } else {
    cluster.triggered_for.push_back(number);
  }
  Proposal proposal;
  proposal.patch_id = next_patch_id();
  proposal.cluster = cluster.id;
  proposal.members = rows_of(cluster);
  proposal.client = client;
  proposal.at = now;
  proposal.why =
      std::to_string(cluster.fragments.size()) + " fragments, " + std::to_string(clients) + " clients";
  settle(std::move(proposal), cluster, now, with);
}

// What becomes of a cluster that has triggered: intent induction, conflict detection, packaging.
void Scenario::settle(Proposal proposal, const Cluster& cluster, Instant now, const Surroundings& with) {
  const Readings readings =
      read(cluster.fragments, pool_.frequencies(), with.stemmer, ReadingOptions::of(with.settings));
  if (cluster.mostly_instructs())
    return hold(std::move(proposal), "instruction_like", now, with);  // none of its words goes on
  const Publicity publicity = publicity_of(proposal, with.settings);
  auto candidate = induce(readings, publicity);
  if (!candidate) return refuse(proposal, reason_without_name(cluster, publicity), now, with);
  proposal.candidate = std::move(*candidate);
  proposal.why += ", rule: " + proposal.candidate.rule;
  if (const std::string reason = reason_to_refuse(proposal, with); !reason.empty()) {
    return refuse(proposal, reason, now, with);
  }
  proposal.near = near_key(proposal, cluster, with);
  std::string reason = reason_to_wait(proposal, readings, with);
  if (!reason.empty()) return hold(std::move(proposal), std::move(reason), now, with);
  admit(std::move(proposal), now, with);
}

// Where a name says that it is the key that is there, nothing is to be said of others.
NearKey Scenario::near_key(const Proposal& proposal, const Cluster& cluster, const Surroundings& with) const {
  const auto found = find_conflict(proposal.candidate, proposal.client, base_, keys_, with.stemmer);
  if (found.conflict != Conflict::kNone) return {};
  return find_near_key(cluster, proposal.client, pool_, base_, keys_, with.settings, with.stemmer);
}

std::string Scenario::reason_to_refuse(const Proposal& proposal, const Surroundings& with) const {
  if (!is_publishable_text(describe(proposal.candidate))) return "unsafe_text";
  if (std::ranges::find(forbidden_, proposal.candidate.name) != forbidden_.end()) return "forbidden";
  const auto found = find_conflict(proposal.candidate, proposal.client, base_, keys_, with.stemmer);
  if (found.conflict == Conflict::kBaseKey) return "base_key";
  if (found.conflict == Conflict::kReserved) return "reserved";
  if (found.conflict != Conflict::kNone) return {};
  schema_interaction::SchemaTemplate after = base_;
  after.keys.push_back({proposal.candidate.name, proposal.candidate.type, false, describe(proposal.candidate),
                        proposal.candidate.default_value});
  return incompatibilities(base_, after).empty() ? "" : "incompatible";
}

std::string Scenario::reason_to_wait(const Proposal& proposal, const Readings& readings,
                                     const Surroundings& with) const {
  if (touches_security(proposal.candidate, readings)) return "security";
  const auto found = find_conflict(proposal.candidate, proposal.client, base_, keys_, with.stemmer);
  if (found.conflict == Conflict::kRefinesBase && is_security_relevant_text(found.base_key))
    return "security";
  if (proposal.candidate.examples.empty()) return "no_example";
  return with.settings.mode == Mode::kPropose ? "mode" : "";
}

void Scenario::refuse(const Proposal& proposal, std::string_view reason, Instant now,
                      const Surroundings& with) {
  tell_patch(proposal, patch_of(proposal, packaged(proposal, with, now), now, with.settings),
             {"rejected", reason, conflict_of(proposal, with)}, now, with);
}

void Scenario::hold(Proposal proposal, std::string reason, Instant now, const Surroundings& with) {
  tell_patch(proposal, patch_of(proposal, packaged(proposal, with, now), now, with.settings),
             {"needs_approval", reason, conflict_of(proposal, with)}, now, with);
  pin(proposal);
  proposal.reason = std::move(reason);
  proposals_.push_back(std::move(proposal));
  if (proposals_.size() <= kProposalsMax) return;
  unpin(proposals_.front(), now, with);
  proposals_.erase(proposals_.begin());
}

// What one client alone has brought about leaves its cluster to everybody.
void Scenario::pin(const Proposal& proposal) {
  if (!proposal.client.empty()) return;
  if (Cluster* cluster = pool_.find(proposal.cluster)) pool_.pin(*cluster);
}

void Scenario::unpin(const Proposal& proposal, Instant now, const Surroundings& with) {
  if (!proposal.client.empty()) return;
  if (Cluster* cluster = pool_.find(proposal.cluster)) pool_.unpin(*cluster, with.settings, now);
}

// Into the template when there is room, else into the queue.
void Scenario::admit(Proposal proposal, Instant now, const Surroundings& with) {
  pin(proposal);
  const auto found = find_conflict(proposal.candidate, proposal.client, base_, keys_, with.stemmer);
  const bool adds = found.conflict == Conflict::kNone || found.conflict == Conflict::kRevives;
  if (!adds || has_room(proposal.client, with.settings)) return publish(proposal, now, with);
  tell_patch(proposal, patch_of(proposal, packaged(proposal, with, now), now, with.settings),
             {"queued", "", found.conflict}, now, with);
  queue_.push_back(std::move(proposal));
  if (queue_.size() > kQueueMax) queue_.erase(queue_.begin());
}

void Scenario::advance(Instant now, const Surroundings& with) {
  if (with.settings.cluster_only) return;
  move_keys(now, with);
  pool_.prune(with.settings, now);
  move_queue(now, with);
}

void Scenario::tell_candidates(Instant now, std::size_t members_min, const Surroundings& with) const {
  for (const auto& [id, cluster] : pool_.clusters()) {
    if (cluster.fragments.size() < members_min) continue;
    const Readings readings =
        read(cluster.fragments, pool_.frequencies(), with.stemmer, ReadingOptions::of(with.settings));
    Proposal proposal;
    const auto candidate = induce(readings, publicity_of(proposal, with.settings));
    JsonTree key = nullptr;
    if (candidate) {
      EvolvedKey made;
      made.what = *candidate;
      key = write_key(made);
    }
    tell(now, "candidate", {{"cluster", id}, {"members", rows_of(cluster)}, {"key", std::move(key)}}, with);
  }
}

a2a::Result<bool> Scenario::approve(std::string_view patch_id, const Wording& wording, Instant now,
                                    const Surroundings& with) {
  const auto found = std::ranges::find(proposals_, patch_id, &Proposal::patch_id);
  if (found == proposals_.end() || found->candidate.name.empty()) return false;
  auto candidate = reworded(*found, wording, with);
  if (!candidate) return std::unexpected(candidate.error());
  Proposal proposal = *found;
  proposal.candidate = *std::move(candidate);
  const std::string reason = reason_to_refuse(proposal, with);
  if (!reason.empty() && !wording.empty())
    return a2a::fail(a2a::ErrorCode::kInvalidRequest, "a key of that name cannot be: " + reason);
  proposals_.erase(found);
  // Others may have come in between.
  if (!reason.empty()) {
    refuse(proposal, reason, now, with);
  } else {
    admit(std::move(proposal), now, with);
  }
  return true;
}

a2a::Result<Candidate> Scenario::reworded(const Proposal& proposal, const Wording& wording,
                                          const Surroundings& with) {
  auto candidate = worded(proposal.candidate, wording);
  if (!candidate || wording.values.empty()) return candidate;
  const Cluster* cluster = pool_.find(proposal.cluster);
  const Readings readings = cluster == nullptr ? Readings()
                                               : read(cluster->fragments, pool_.frequencies(), with.stemmer,
                                                      ReadingOptions::of(with.settings));
  return revalued(*candidate, wording.values, readings, publicity_of(proposal, with.settings), with.stemmer);
}

bool Scenario::reject(std::string_view patch_id, Instant now, const Surroundings& with) {
  const auto found = std::ranges::find(proposals_, patch_id, &Proposal::patch_id);
  if (found == proposals_.end()) return false;
  unpin(*found, now, with);
  refuse(*found, "by_person", now, with);
  proposals_.erase(found);
  return true;
}

void Scenario::erase(std::string_view client, ClientNumber number, Instant now, const Surroundings& with) {
  pool_.erase(number, with.settings, now, embedded_by(with));
  const auto own = [client](const auto& each) { return !client.empty() && each.client == client; };
  std::erase_if(keys_, own);
  std::erase_if(set_aside_, [&own](const SetAsideKey& each) { return own(each.key); });
  std::erase_if(patches_, own);
  std::erase_if(queue_, own);
  std::erase_if(proposals_, own);
}

void Scenario::embed_anew(const Surroundings& with) {
  pool_.embed_anew(embedded_by(with));
}

void Scenario::tell(Instant now, std::string kind, JsonTree members, const Surroundings& with) const {
  with.events.push_back({now, base_.scenario, std::move(kind), std::move(members)});
}

Conflict Scenario::conflict_of(const Proposal& proposal, const Surroundings& with) const {
  return find_conflict(proposal.candidate, proposal.client, base_, keys_, with.stemmer).conflict;
}

// The three stages: what was induced by which rule, what it was held against, and how it is packaged.
void Scenario::tell_patch(const Proposal& proposal, const Patch& patch, const Outcome& outcome, Instant now,
                          const Surroundings& with) const {
  JsonTree members;
  members["cluster"] = proposal.cluster;
  members["members"] = proposal.members;
  if (!outcome.reason.empty()) members["reason"] = outcome.reason;
  if (!proposal.candidate.rule.empty()) members["rule"] = proposal.candidate.rule;
  if (!proposal.candidate.name.empty()) members["conflict"] = name(outcome.conflict);
  members["scope"] = proposal.client.empty() ? "public" : "client";
  if (!proposal.client.empty()) members["client"] = proposal.client;
  if (!proposal.near.name.empty())
    members["near"] = {{"key", proposal.near.name}, {"cosine", rounded(proposal.near.cosine)}};
  if (auto tree = a2a::parse_tree(patch.text)) members["patch"] = std::move(*tree);
  tell(now, outcome.kind, std::move(members), with);
}

}  // namespace schemagate::evolution
