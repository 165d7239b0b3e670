#include "extension/evolution/lifecycle/nearness.h"

#include <algorithm>
#include <map>

#include "extension/evolution/text/fold.h"

namespace schemagate::evolution {
namespace {

// Compares one cluster with all that is there.
class Comparison {
 public:
  Comparison(const Cluster& cluster, const Pool& pool, const Settings& settings, const Stemmer& stemmer)
      : cluster_(cluster),
        pool_(pool),
        settings_(settings),
        stemmer_(stemmer),
        words_(words_of_cluster()),
        centroid_(centroid_of(cluster)) {}

  void with_words(const std::string& name, const std::string& description) {
    std::string text = name + ". " + description;
    std::ranges::replace(text, '_', ' ');
    take(name, cosine(words_, vector_of(text)), kNearByWords);
  }

  void with_cluster(const std::string& name, const Cluster& of_key) {
    if (cluster_.space == kEmbeddedId || of_key.space != cluster_.space) return;
    take(name, cosine(centroid_, centroid_of(of_key)), settings_.model_theta - kNearByModelBelowTheta);
  }

  const NearKey& nearest() const { return nearest_; }

 private:
  void take(const std::string& name, double cosine, double threshold) {
    if (cosine >= threshold && cosine > nearest_.cosine) nearest_ = {name, cosine};
  }
  SparseVector vector_of(std::string_view text) const {
    const TokenOptions options{settings_.placeholders, settings_.stop_words};
    return embed(features_of(tokenise(fold(text), options), stemmer_), pool_.frequencies());
  }
  SparseVector centroid_of(const Cluster& cluster) const {
    SparseVector sum = pool_.centroids(cluster.space).sum(cluster.slot);
    normalise(sum);
    return sum;
  }
  // The mean of what is built in, of whichever space the cluster is.
  SparseVector words_of_cluster() const {
    if (cluster_.space == kEmbeddedId) return centroid_of(cluster_);
    std::map<std::uint32_t, float> sums;
    for (const Fragment& each : cluster_.fragments) {
      for (const auto& [at, value] : vector_of(each.text)) sums[at] += value;
    }
    SparseVector mean;
    for (const auto& [at, value] : sums) mean.push_back({at, value});
    normalise(mean);
    return mean;
  }

  const Cluster& cluster_;
  const Pool& pool_;
  const Settings& settings_;
  const Stemmer& stemmer_;
  const SparseVector words_;
  const SparseVector centroid_;
  NearKey nearest_;
};

}  // namespace

NearKey find_near_key(const Cluster& cluster, std::string_view client, const Pool& pool,
                      const schema_interaction::SchemaTemplate& base, const std::vector<EvolvedKey>& keys,
                      const Settings& settings, const Stemmer& stemmer) {
  Comparison comparison(cluster, pool, settings, stemmer);
  for (const auto& key : base.keys) {
    if (key.name != schema_interaction::kOther) comparison.with_words(key.name, key.description);
  }
  for (const EvolvedKey& key : keys) {
    const bool is_seen = key.client.empty() || key.client == client;
    if (!is_seen || key.state == KeyState::kRemoved || key.cluster == cluster.id) continue;
    comparison.with_words(key.what.name, describe(key.what));
    const auto found = pool.clusters().find(key.cluster);
    if (found != pool.clusters().end()) comparison.with_cluster(key.what.name, found->second);
  }
  return comparison.nearest();
}

}  // namespace schemagate::evolution
