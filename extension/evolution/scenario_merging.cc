// The part of Scenario that makes one cluster of two.
#include <algorithm>
#include <bit>

#include "extension/evolution/induction/likeness.h"
#include "extension/evolution/scenario.h"

namespace schemagate::evolution {
namespace {

// As many as must have said what is published: a flood of one client, or of one tenant, joins nobody's wish.
constexpr std::size_t kClientsOfEach = 3;
// Bounds of one comparison.
constexpr std::size_t kComparedMax = 8;
constexpr std::ptrdiff_t kReadMax = 128;

// 6, 8, 12, 16, 24, 32, 48, …: a cluster is compared with the others a few times in its life, not with each
// fragment.
bool is_time_to_compare(const Cluster& cluster) {
  const std::size_t size = cluster.fragments.size();
  if (size < Pool::kMergedFragmentsMin) return false;
  return std::has_single_bit(size) || (size % 3 == 0 && std::has_single_bit(size / 3));
}

// Nobody's key or proposal comes from it.
bool may_go(const Cluster& cluster) {
  return !cluster.pinned && !cluster.triggered && cluster.triggered_for.empty();
}

// Said by several clients, and mostly no instructions, which would hold or dilute the wish that they join.
bool is_trusted(const Cluster& cluster, const Settings& settings, Instant now) {
  return !cluster.mostly_instructs() &&
         cluster.heat.clients_since(now - days(settings.window_days), settings) >= kClientsOfEach;
}

Readings read_last(const Cluster& cluster, const Frequencies& frequencies, const Settings& settings,
                   const Stemmer& stemmer) {
  const auto all = std::ssize(cluster.fragments);
  const std::deque<Fragment> last(cluster.fragments.end() - std::min(all, kReadMax), cluster.fragments.end());
  return read(last, frequencies, stemmer, ReadingOptions::of(settings));
}

}  // namespace

std::optional<NearCluster> Scenario::find_same_wish(const Cluster& cluster, Instant now,
                                                    const Surroundings& with) const {
  const Settings& settings = with.settings;
  if (!may_go(cluster) || !is_time_to_compare(cluster) || !is_trusted(cluster, settings, now))
    return std::nullopt;
  const auto near = pool_.near(cluster, settings);
  if (near.empty()) return std::nullopt;
  const Readings own = read_last(cluster, pool_.frequencies(), settings, with.stemmer);
  std::size_t compared = 0;
  for (const NearCluster& each : near) {
    const Cluster& other = pool_.clusters().at(each.id);
    if (!is_trusted(other, settings, now)) continue;
    if (are_alike(own, read_last(other, pool_.frequencies(), settings, with.stemmer))) return each;
    if (++compared == kComparedMax) break;
  }
  return std::nullopt;
}

// The one that a key comes from stays, else the older one.
Cluster& Scenario::merged(Cluster& cluster, Instant now, const Surroundings& with) {
  const auto same = find_same_wish(cluster, now, with);
  if (!same) return cluster;
  Cluster& other = *pool_.find(same->id);
  const bool stays = may_go(other) && cluster.id < other.id;
  Cluster& into = stays ? cluster : other;
  const int from = stays ? other.id : cluster.id;
  tell(now, "merged", {{"from", from}, {"into", into.id}, {"cosine", rounded(same->cosine)}}, with);
  pool_.merge(from, into, with.settings, now);
  return into;
}

}  // namespace schemagate::evolution
