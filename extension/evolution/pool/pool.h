// The differential semantic pool of one scenario (structured-data draft, section 6.2.1): fragments that no
// key has a place for, each with its vector, in clusters of what means the same as far as words tell.
//
//   Pool pool;
//   const auto placed = pool.add(fragment, features, settings);  // joins the nearest cluster, or opens one
//   pool.add(fragment, features, settings, space_of(model, size));  // by the vector that a model has made
//   for (int id : pool.prune(settings, now)) …                   // those that have grown cold
//
// Bounded: 2,000 clusters and 10,000 fragments, the coldest out first; fragments go after 30 days. Vectors of
// four spaces at most, the built-in one among them; for one more the one with the fewest clusters goes.
// A value; no thread rule beyond that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "extension/evolution/pool/centroids.h"
#include "extension/evolution/pool/embedder.h"
#include "extension/evolution/pool/heat.h"
#include "extension/evolution/pool/packed_vector.h"

namespace schemagate::evolution {

// How long words of users are kept.
inline constexpr Instant kRetention = 30 * kDay;

// One thing that somebody wished for.
struct Fragment {
  std::uint64_t row = 0;  // whoever feeds the pool numbers them
  Instant at = 0;
  ClientNumber client = kAnonymous;
  std::uint64_t tenant = 0;
  bool counts = false;       // its client is known for long enough
  bool instructing = false;  // reads like an instruction to whoever reads it: nothing of it is ever published
  std::uint64_t essence = 0;  // hash of essence()
  std::string text;           // redacted
  PackedVector vector = {};   // that a model has made of it; empty: its vector is the built-in one
};

struct Cluster {
  int id = 0;
  std::string space{kEmbeddedId};  // of its fragments' vectors: never two in one cluster
  std::uint32_t slot = 0;
  std::deque<Fragment> fragments;  // in the order of their coming
  Heat heat;
  bool pinned = false;                      // a key or a queue entry lives of it: it does not grow cold
  bool triggered = false;                   // for everybody
  std::vector<ClientNumber> triggered_for;  // for one client alone
  bool alerted = false;
  std::vector<int> merged;  // ids of those that have become part of it, the last kMergedShown
  double order = 0;         // hotter ones have a higher one, at any time

  // Whether half of the fragments, or more, read like instructions.
  bool mostly_instructs() const;
};

struct Placed {
  Cluster* cluster;  // good until the next call that is not const
  double cosine;     // 1 when it opened the cluster
};

struct NearCluster {
  int id;
  double cosine;  // of the centroids
};

class Pool {
 public:
  static constexpr std::size_t kClustersMax = 2000;
  static constexpr std::size_t kFragmentsMax = 10'000;
  // Of a pinned cluster, which only has to be recognised.
  static constexpr std::size_t kPinnedFragmentsMax = 64;

  // Fragments from which on a cluster is looked at for a merge.
  static constexpr std::size_t kMergedFragmentsMin = 6;
  static constexpr std::size_t kMergedShown = 16;

  static constexpr std::size_t kSpacesMax = 4;

  // `space` is that of the fragment's own vector, where it has one. nullopt: the pool is full and nothing may
  // go.
  std::optional<Placed> add(Fragment fragment, const Features& features, const Settings& settings,
                            std::string_view space = kEmbeddedId);
  // Drops clusters that have grown cold, and fragments that are too old. Returns the ids of the clusters.
  std::vector<int> prune(const Settings& settings, Instant now);

  Cluster* find(int id);
  const std::map<int, Cluster>& clusters() const { return clusters_; }
  const Frequencies& frequencies() const { return frequencies_; }
  std::size_t fragments() const { return fragments_; }
  int last_id() const { return last_id_; }
  // REQUIRES: it is the built-in one, or that of a cluster that is there.
  const Centroids& centroids(std::string_view space = kEmbeddedId) const {
    return spaces_.find(space)->second.centroids;
  }

  // Clusters of the built-in space whose centroids are as near to this one's as a merge asks for, the nearest
  // first; of equally near ones the older. Those with few fragments are left out.
  std::vector<NearCluster> near(const Cluster& cluster, const Settings& settings) const;
  // Everything of `from` goes to `into`, whose centroid is of both then; `from` is gone, its id never used
  // again. REQUIRES: two clusters of one space, `from` not pinned.
  void merge(int from, Cluster& into, const Settings& settings, Instant now);

  void pin(Cluster& cluster);
  // May grow cold again.
  void unpin(Cluster& cluster, const Settings& settings, Instant now);
  void drop(int id);
  // Takes everything of a client out. `features` gives those of a text, for the centroids that stay.
  template <class FeaturesOf>
  void erase(ClientNumber client, const Settings& settings, Instant now, FeaturesOf features);
  // Learns the words and makes the centroids of the built-in space again, from the fragments that are kept:
  // what an earlier release has embedded is not compared with what this one does.
  template <class FeaturesOf>
  void embed_anew(FeaturesOf features);

  // For keeping: the clusters' fragments and heat, with their sums; then what was learnt of the words.
  // REQUIRES: the vectors of a cluster and its sum have the size of its space.
  void restore_cluster(Cluster cluster, const SparseVector& sum, double square, const Settings& settings,
                       Instant now);
  void restore(Frequencies frequencies, int last_id);
  // What was said today, and when old fragments were looked for last.
  Instant day() const { return day_; }
  std::vector<std::uint64_t> repeated() const { return {repeated_.begin(), repeated_.end()}; }
  Instant swept() const { return swept_; }
  void restore_days(Instant day, const std::vector<std::uint64_t>& repeated, Instant swept);

 private:
  struct Space {
    Centroids centroids;
    std::map<std::uint32_t, int> by_slot = {};
  };

  Space& space(std::string_view name);
  void forget_smallest_space();
  std::optional<Centroids::Nearest> nearest(std::string_view space, const SparseVector& vector) const;
  void take_slot(Cluster& cluster);
  void give_slot_back(const Cluster& cluster);
  template <class FeaturesOf>
  SparseVector vector_of(const Fragment& fragment, FeaturesOf features) const;
  template <class FeaturesOf>
  void make_centroid(Cluster& cluster, FeaturesOf features);
  Cluster* open(std::string_view space, const Settings& settings, Instant now);
  bool make_room(const Cluster* keep, const Settings& settings);
  void reorder(Cluster& cluster, const Settings& settings, Instant now);
  bool is_repeated(const Fragment& fragment, int cluster);
  void trim(Cluster& cluster, std::size_t fragments_max);

  std::map<int, Cluster> clusters_;
  std::set<std::pair<double, int>> coldest_;  // (order, id) of those that may go
  std::map<std::string, Space, std::less<>> spaces_{{std::string(kEmbeddedId), {Centroids(kEmbeddedSize)}}};
  Frequencies frequencies_;
  std::size_t fragments_ = 0;
  int last_id_ = 0;
  Instant day_ = 0;  // of repeated_
  std::set<std::uint64_t> repeated_;
  Instant swept_ = 0;
};

template <class FeaturesOf>
SparseVector Pool::vector_of(const Fragment& fragment, FeaturesOf features) const {
  return fragment.vector.empty() ? embed(features(fragment.text), frequencies_) : unpack(fragment.vector);
}

template <class FeaturesOf>
void Pool::make_centroid(Cluster& cluster, FeaturesOf features) {
  give_slot_back(cluster);
  take_slot(cluster);
  Centroids& centroids = space(cluster.space).centroids;
  for (const Fragment& each : cluster.fragments) centroids.add(cluster.slot, vector_of(each, features));
}

template <class FeaturesOf>
void Pool::embed_anew(FeaturesOf features) {
  frequencies_ = {};
  for (const auto& [id, cluster] : clusters_) {
    if (cluster.space != kEmbeddedId) continue;
    for (const Fragment& each : cluster.fragments) frequencies_.add(hashes_of(features(each.text)));
  }
  for (auto& [id, cluster] : clusters_) {
    if (cluster.space == kEmbeddedId) make_centroid(cluster, features);
  }
}

template <class FeaturesOf>
void Pool::erase(ClientNumber client, const Settings& settings, Instant now, FeaturesOf features) {
  std::vector<int> empty;
  for (auto& [id, cluster] : clusters_) {
    const std::size_t before = cluster.fragments.size();
    std::erase_if(cluster.fragments, [client](const Fragment& each) { return each.client == client; });
    cluster.heat.forget(client);
    std::erase(cluster.triggered_for, client);
    if (cluster.fragments.size() == before) continue;
    fragments_ -= before - cluster.fragments.size();
    if (cluster.fragments.empty()) empty.push_back(id);
    make_centroid(cluster, features);
    reorder(cluster, settings, now);
  }
  for (const int id : empty) drop(id);
}

}  // namespace schemagate::evolution
