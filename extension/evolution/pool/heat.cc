#include "extension/evolution/pool/heat.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace schemagate::evolution {
namespace {

constexpr std::size_t kSourcesMax = 256;

struct Share {
  std::uint64_t tenant;
  double heat;
};

// Of each tenant the first `count` when the hottest stand first.
template <class Each>
void for_hottest(std::vector<Share>& shares, std::size_t count, Each each) {
  std::ranges::sort(shares, [](const Share& one, const Share& two) {
    return std::pair(one.tenant, -one.heat) < std::pair(two.tenant, -two.heat);
  });
  std::size_t taken = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    taken = i > 0 && shares[i - 1].tenant == shares[i].tenant ? taken + 1 : 0;
    if (taken < count) each(shares[i]);
  }
}

}  // namespace

double decayed(double level, Instant elapsed, const Settings& settings) {
  const double half_life = settings.half_life_hours * static_cast<double>(kHour);
  return level * std::exp2(-static_cast<double>(std::max<Instant>(elapsed, 0)) / half_life);
}

void Heat::add(ClientNumber client, std::uint64_t tenant, bool counts, const Settings& settings,
               Instant now) {
  Source& from = source(client, tenant, settings, now);
  const Instant elapsed = now - from.at;
  from.brought = decayed(from.brought, elapsed, settings) + settings.increment;
  from.counted = decayed(from.counted, elapsed, settings);
  from.at = std::max(now, from.at);
  from.tenant = tenant;
  if (!counts) return;
  from.counted = std::min(from.counted + settings.increment, settings.cap());
  from.counted_at = now;
}

double Heat::value(const Settings& settings, Instant now) const {
  std::vector<Share> shares;
  shares.reserve(sources_.size());
  for (const Source& from : sources_)
    shares.push_back({from.tenant, decayed(from.counted, now - from.at, settings)});
  double sum = 0;
  for_hottest(shares, settings.per_tenant, [&sum](const Share& share) { sum += share.heat; });
  return sum;
}

double Heat::activity(const Settings& settings, Instant now) const {
  double sum = 0;
  for (const Source& from : sources_) {
    sum += decayed(std::min(from.brought, settings.cap()), now - from.at, settings);
  }
  return sum;
}

double Heat::of_client(ClientNumber client, const Settings& settings, Instant now) const {
  const auto from = std::ranges::find(sources_, client, &Source::client);
  return from == sources_.end() ? 0 : decayed(from->brought, now - from->at, settings);
}

std::size_t Heat::clients_since(Instant since, const Settings& settings) const {
  std::vector<Share> shares;
  for (const Source& from : sources_) {
    if (from.counted_at != 0 && from.counted_at >= since) shares.push_back({from.tenant, 1});
  }
  std::size_t count = 0;
  for_hottest(shares, settings.per_tenant, [&count](const Share&) { ++count; });
  return count;
}

void Heat::take(const Heat& other, const Settings& settings, Instant now) {
  for (const Source& more : other.sources_) {
    Source& to = source(more.client, more.tenant, settings, now);
    const Instant at = std::max(to.at, more.at);
    to.brought = decayed(to.brought, at - to.at, settings) + decayed(more.brought, at - more.at, settings);
    const double counted =
        decayed(to.counted, at - to.at, settings) + decayed(more.counted, at - more.at, settings);
    to.counted = std::min(counted, settings.cap());
    to.at = at;
    to.counted_at = std::max(to.counted_at, more.counted_at);
  }
}

void Heat::forget(ClientNumber client) {
  std::erase_if(sources_, [client](const Source& from) { return from.client == client; });
}

Heat::Source& Heat::source(ClientNumber client, std::uint64_t tenant, const Settings& settings, Instant now) {
  const auto found = std::ranges::find(sources_, client, &Source::client);
  if (found != sources_.end()) return *found;
  if (sources_.size() >= kSourcesMax) {
    const auto coolest = std::ranges::min_element(sources_, {}, [&settings, now](const Source& from) {
      return decayed(from.brought, now - from.at, settings);
    });
    sources_.erase(coolest);
  }
  return sources_.emplace_back(Source{client, tenant, 0, 0, now, 0});
}

}  // namespace schemagate::evolution
