#include "extension/evolution/pool/pool.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace schemagate::evolution {
namespace {

constexpr double kColdHeat = 0.05;
constexpr double kRounding = 1e-6;
constexpr std::size_t kRepeatedMax = 50'000;

std::uint64_t mixed(std::uint64_t one, std::uint64_t other) {
  one ^= other + 0x9e3779b97f4a7c15U + (one << 6) + (one >> 2);
  return one * 0xbf58476d1ce4e5b9U;
}

std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return value;
}

// All heat decays alike, so that this does not change with the time.
double order_of(double activity, const Settings& settings, Instant now) {
  if (activity <= 0) return -std::numeric_limits<double>::max();
  return std::log2(activity) +
         static_cast<double>(now) / (settings.half_life_hours * static_cast<double>(kHour));
}

}  // namespace

std::optional<Placed> Pool::add(Fragment fragment, const Features& features, const Settings& settings,
                                std::string_view space) {
  const SparseVector vector =
      vector_of(fragment, [all = &features](const std::string&) -> const Features& { return *all; });
  frequencies_.add(hashes_of(features));
  const Instant now = fragment.at;
  const double theta = space == kEmbeddedId ? settings.theta : settings.model_theta;
  const auto nearest = this->nearest(space, vector);
  const bool joins = nearest && nearest->cosine >= theta - kRounding;
  Cluster* cluster = joins ? find(spaces_.find(space)->second.by_slot.at(nearest->slot)) : nullptr;
  if (fragments_ >= kFragmentsMax && !make_room(cluster, settings)) return std::nullopt;
  if (!joins) cluster = open(space, settings, now);
  if (cluster == nullptr) return std::nullopt;
  const bool repeated = joins && !settings.cluster_only && is_repeated(fragment, cluster->id);
  if (!joins) is_repeated(fragment, cluster->id);
  if (!repeated) this->space(space).centroids.add(cluster->slot, vector);
  cluster->heat.add(fragment.client, fragment.tenant, fragment.counts, settings, now);
  cluster->fragments.push_back(std::move(fragment));
  ++fragments_;
  if (cluster->pinned) trim(*cluster, kPinnedFragmentsMax);
  reorder(*cluster, settings, now);
  return Placed{cluster, joins ? nearest->cosine : 1};
}

std::vector<int> Pool::prune(const Settings& settings, Instant now) {
  std::vector<int> gone;
  if (settings.cluster_only) return gone;
  const double cold = order_of(kColdHeat, settings, now);
  while (!coldest_.empty() && coldest_.begin()->first < cold) {
    gone.push_back(coldest_.begin()->second);
    drop(gone.back());
  }
  if (now - swept_ < kDay) return gone;
  swept_ = now;
  std::vector<int> empty;
  for (auto& [id, cluster] : clusters_) {
    while (!cluster.fragments.empty() && now - cluster.fragments.front().at > kRetention) {
      cluster.fragments.pop_front();
      --fragments_;
    }
    if (cluster.fragments.empty() && !cluster.pinned) empty.push_back(id);
  }
  for (const int id : empty) drop(id);
  gone.insert(gone.end(), empty.begin(), empty.end());
  return gone;
}

bool Cluster::mostly_instructs() const {
  return 2 * static_cast<std::size_t>(std::ranges::count_if(fragments, &Fragment::instructing)) >=
         fragments.size();
}

Cluster* Pool::find(int id) {
  const auto found = clusters_.find(id);
  return found == clusters_.end() ? nullptr : &found->second;
}

std::vector<NearCluster> Pool::near(const Cluster& cluster, const Settings& settings) const {
  if (cluster.space != kEmbeddedId) return {};
  const Space& in = spaces_.find(cluster.space)->second;
  SparseVector centroid = in.centroids.sum(cluster.slot);
  normalise(centroid);
  std::vector<NearCluster> all;
  for (const auto& [slot, cosine] : in.centroids.within(centroid, settings.merge_cosine() - kRounding)) {
    const Cluster& other = clusters_.at(in.by_slot.at(slot));
    if (other.id != cluster.id && other.fragments.size() >= kMergedFragmentsMin)
      all.push_back({other.id, cosine});
  }
  std::ranges::sort(all, [](const NearCluster& one, const NearCluster& two) {
    return std::pair(-one.cosine, one.id) < std::pair(-two.cosine, two.id);
  });
  return all;
}

void Pool::merge(int from, Cluster& into, const Settings& settings, Instant now) {
  Cluster& gone = clusters_.at(from);
  Centroids& centroids = space(into.space).centroids;
  centroids.add(into.slot, centroids.sum(gone.slot));
  into.heat.take(gone.heat, settings, now);
  into.alerted = into.alerted || gone.alerted;
  into.merged.insert(into.merged.end(), gone.merged.begin(), gone.merged.end());
  into.merged.push_back(from);
  if (into.merged.size() > kMergedShown)
    into.merged.erase(into.merged.begin(), into.merged.end() - kMergedShown);
  std::deque<Fragment> both;
  std::ranges::merge(std::move(into.fragments), std::move(gone.fragments), std::back_inserter(both), {},
                     &Fragment::at, &Fragment::at);
  into.fragments = std::move(both);
  gone.fragments.clear();
  drop(from);
  if (into.pinned) trim(into, kPinnedFragmentsMax);
  reorder(into, settings, now);
}

void Pool::pin(Cluster& cluster) {
  cluster.pinned = true;
  coldest_.erase({cluster.order, cluster.id});
  trim(cluster, kPinnedFragmentsMax);
}

void Pool::unpin(Cluster& cluster, const Settings& settings, Instant now) {
  cluster.pinned = false;
  reorder(cluster, settings, now);
}

void Pool::drop(int id) {
  Cluster* cluster = find(id);
  if (cluster == nullptr) return;
  fragments_ -= cluster->fragments.size();
  coldest_.erase({cluster->order, id});
  give_slot_back(*cluster);
  clusters_.erase(id);
}

void Pool::restore_cluster(Cluster cluster, const SparseVector& sum, double square, const Settings& settings,
                           Instant now) {
  const int id = cluster.id;
  fragments_ += cluster.fragments.size();
  Cluster& kept = clusters_[id] = std::move(cluster);
  take_slot(kept);
  space(kept.space).centroids.restore(kept.slot, sum, square);
  reorder(kept, settings, now);
}

void Pool::restore(Frequencies frequencies, int last_id) {
  frequencies_ = std::move(frequencies);
  last_id_ = last_id;
}

void Pool::restore_days(Instant day, const std::vector<std::uint64_t>& repeated, Instant swept) {
  day_ = day;
  repeated_ = {repeated.begin(), repeated.end()};
  swept_ = swept;
}

Pool::Space& Pool::space(std::string_view name) {
  const auto found = spaces_.find(name);
  if (found != spaces_.end()) return found->second;
  if (spaces_.size() >= kSpacesMax) forget_smallest_space();
  const auto size = static_cast<std::uint32_t>(size_of_space(name).value_or(kEmbeddedSize));
  return spaces_.emplace(std::string(name), Space{Centroids(size)}).first->second;
}

// Only models that were used before leave clusters behind in spaces of their own.
void Pool::forget_smallest_space() {
  auto smallest = spaces_.end();
  for (auto each = spaces_.begin(); each != spaces_.end(); ++each) {
    if (each->first == kEmbeddedId) continue;
    const bool is_smaller =
        smallest == spaces_.end() || each->second.by_slot.size() < smallest->second.by_slot.size();
    if (is_smaller) smallest = each;
  }
  std::vector<int> ids;
  for (const auto& [slot, id] : smallest->second.by_slot) ids.push_back(id);
  for (const int id : ids) drop(id);  // with the last one the space goes
}

std::optional<Centroids::Nearest> Pool::nearest(std::string_view space, const SparseVector& vector) const {
  const auto found = spaces_.find(space);
  return found == spaces_.end() ? std::nullopt : found->second.centroids.nearest(vector);
}

void Pool::take_slot(Cluster& cluster) {
  Space& in = space(cluster.space);
  cluster.slot = in.centroids.open();
  in.by_slot[cluster.slot] = cluster.id;
}

// What a space without clusters has taken is given back.
void Pool::give_slot_back(const Cluster& cluster) {
  const auto in = spaces_.find(cluster.space);
  in->second.by_slot.erase(cluster.slot);
  in->second.centroids.close(cluster.slot);
  if (in->second.by_slot.empty() && in->first != kEmbeddedId) spaces_.erase(in);
}

Cluster* Pool::open(std::string_view space, const Settings& settings, Instant now) {
  if (clusters_.size() >= kClustersMax) {
    if (settings.cluster_only || coldest_.empty()) return nullptr;
    drop(coldest_.begin()->second);
  }
  const int id = ++last_id_;
  Cluster& cluster = clusters_[id];
  cluster.id = id;
  cluster.space = space;
  take_slot(cluster);
  cluster.order = order_of(settings.increment, settings, now);
  coldest_.insert({cluster.order, id});
  return &cluster;
}

// The coldest cluster goes; where only the one is left that the fragment joins, that one's oldest fragment.
bool Pool::make_room(const Cluster* keep, const Settings& settings) {
  if (settings.cluster_only) return false;
  for (const auto& [order, id] : coldest_) {
    if (keep != nullptr && id == keep->id) continue;
    drop(id);
    return true;
  }
  if (keep == nullptr || keep->fragments.empty()) return false;
  trim(clusters_.at(keep->id), keep->fragments.size() - 1);
  return true;
}

void Pool::reorder(Cluster& cluster, const Settings& settings, Instant now) {
  coldest_.erase({cluster.order, cluster.id});
  cluster.order = order_of(cluster.heat.activity(settings, now), settings, now);
  if (!cluster.pinned) coldest_.insert({cluster.order, cluster.id});
}

// What one client has said in the same words on the same day moves the centroid once. Beyond the bound
// nothing moves it.
bool Pool::is_repeated(const Fragment& fragment, int cluster) {
  const Instant today = fragment.at / kDay;
  if (today != day_) {
    day_ = today;
    repeated_.clear();
  }
  if (repeated_.size() >= kRepeatedMax) return true;
  const std::uint64_t who = mixed(fragment.client, static_cast<std::uint64_t>(cluster));
  return !repeated_.insert(mixed(who, hash(fragment.text))).second;
}

void Pool::trim(Cluster& cluster, std::size_t fragments_max) {
  while (cluster.fragments.size() > fragments_max) {
    cluster.fragments.pop_front();
    --fragments_;
  }
}

}  // namespace schemagate::evolution
