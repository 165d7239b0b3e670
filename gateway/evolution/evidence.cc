#include "gateway/evolution/evidence.h"

#include <algorithm>

namespace schemagate {
namespace {

using a2a::JsonTree;

constexpr std::size_t kWishBytes = 80;

std::string shortened(const std::string& text) {
  if (text.size() <= kWishBytes) return text;
  std::size_t end = kWishBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "…";
}

}  // namespace

std::vector<ShownWish> shown_wishes(const evolution::Cluster& cluster, std::size_t count_max) {
  std::vector<ShownWish> wishes;
  for (const evolution::Fragment& fragment : cluster.fragments) {
    if (wishes.size() >= count_max) break;
    if (fragment.instructing) continue;
    std::string text = shortened(fragment.text);
    if (std::ranges::find(wishes, text, &ShownWish::text) != wishes.end()) continue;
    wishes.push_back({fragment.client, fragment.at, std::move(text)});
  }
  return wishes;
}

std::optional<Evidence> evidence_of(const evolution::Engine& engine, const evolution::Event& event) {
  const evolution::Scenario* scenario = engine.find(event.scenario);
  const JsonTree* id = a2a::find_member(event.members, "cluster");
  if (scenario == nullptr || id == nullptr || !id->is_number_integer()) return std::nullopt;
  const auto& clusters = scenario->pool().clusters();
  const auto found = clusters.find(id->get<int>());
  if (found == clusters.end()) return std::nullopt;
  const evolution::Cluster& cluster = found->second;
  const evolution::Settings& settings = engine.settings();
  const evolution::Instant since = event.at - evolution::days(settings.window_days);
  return Evidence{{{"fragments", cluster.fragments.size()},
                   {"clients", cluster.heat.clients_since(since, settings)},
                   {"heat", evolution::rounded(cluster.heat.value(settings, event.at))}},
                  shown_wishes(cluster)};
}

}  // namespace schemagate
