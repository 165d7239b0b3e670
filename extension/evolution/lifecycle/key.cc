#include "extension/evolution/lifecycle/key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "extension/evolution/lifecycle/decision.h"

namespace schemagate::evolution {
namespace {

using a2a::JsonTree;
using schema_interaction::KeyType;

constexpr std::array<std::string_view, 5> kNames = {"experimental", "stable", "deprecated", "withdrawn",
                                                    "removed"};
constexpr int kExtensionsMax = 2;
constexpr Instant kWithdrawalLatest = 90 * kDay;  // after deprecation

// The trial's end, as often as it comes before the patch expires.
std::optional<Transition> after_trial(EvolvedKey& key, const Settings& settings, Instant now) {
  if (key.review > now || key.review >= key.expires) {
    if (key.expires <= now) return Transition{key.expires, KeyState::kDeprecated, "patch_expired"};
    return std::nullopt;
  }
  const Instant at = key.review;
  const auto age = static_cast<std::size_t>((at - key.since) / kDay + 1);
  const auto [verdict, rule] =
      judge(key.metrics.figures(std::min(settings.observation_days, age), at), settings);
  if (verdict == Verdict::kPromote) return Transition{at, KeyState::kStable, rule};
  if (verdict == Verdict::kDeprecate) return Transition{at, KeyState::kDeprecated, rule};
  if (verdict == Verdict::kExtend && key.extensions == kExtensionsMax)
    return Transition{at, KeyState::kDeprecated, "between_limits_to_the_end"};
  if (verdict == Verdict::kExtend) ++key.extensions;
  key.review += days(settings.trial_days);
  return Transition{at, KeyState::kExperimental, rule};
}

// A key that somebody has used within as long as the grace is not withdrawn yet.
std::optional<Transition> after_grace(EvolvedKey& key, const Settings& settings, Instant now) {
  const Instant grace = days(settings.grace_days);
  while (key.review <= now) {
    const Instant at = key.review;
    const bool used = key.metrics.last_used() != 0 && at - key.metrics.last_used() < grace;
    if (!used) return Transition{at, KeyState::kWithdrawn, "grace_over"};
    if (at - key.since >= kWithdrawalLatest) return Transition{at, KeyState::kWithdrawn, "in_use_too_long"};
    key.review += std::min(kDay, grace);
  }
  return std::nullopt;
}

JsonTree share(std::optional<double> value) {
  return value ? JsonTree(std::round(*value * 1e4) / 1e4) : JsonTree(nullptr);
}

}  // namespace

std::string_view name(KeyState state) {
  return kNames[static_cast<std::size_t>(state)];
}

std::optional<KeyState> key_state(std::string_view name) {
  const auto* found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<KeyState>(found - kNames.begin());
}

std::optional<Transition> next_transition(EvolvedKey& key, const Settings& settings, Instant now) {
  std::optional<Transition> due;
  switch (key.state) {
    case KeyState::kExperimental:
      due = after_trial(key, settings, now);
      break;
    case KeyState::kDeprecated:
      due = after_grace(key, settings, now);
      break;
    case KeyState::kWithdrawn:
      if (const Instant at = key.since + days(settings.acceptance_days); at <= now) {
        due = Transition{at, KeyState::kRemoved, "acceptance_over"};
      }
      break;
    case KeyState::kStable:
    case KeyState::kRemoved:
      break;
  }
  if (!due || due->to == key.state) return due;
  key.state = due->to;
  key.since = due->at;
  if (due->to == KeyState::kDeprecated) key.review = due->at + days(settings.grace_days);
  return due;
}

void begin_trial(EvolvedKey& key, const Settings& settings, Instant now) {
  key.state = KeyState::kExperimental;
  key.since = now;
  key.review = now + days(settings.trial_days);
  key.expires = now + days(settings.life_days);
  key.extensions = 0;
}

bool fits(KeyType type, a2a::JsonValue value) {
  switch (type) {
    case KeyType::kString:
      return value.is_string();
    case KeyType::kNumber:
      return value.kind() == a2a::JsonKind::kNumber;
    case KeyType::kInteger: {
      const auto number = value.number();
      return number && *number == std::floor(*number);
    }
    case KeyType::kBoolean:
      return value.boolean().has_value();
    case KeyType::kArray:
      return value.is_array();
    case KeyType::kObject:
      return value.is_object();
    case KeyType::kNull:
      return value.kind() == a2a::JsonKind::kNull;
  }
  return false;
}

JsonTree write_key(const EvolvedKey& key) {
  JsonTree tree;
  tree["key_name"] = key.what.name;
  tree["key_type"] = schema_interaction::name(key.what.type);
  tree["required"] = false;
  tree["default_value"] = nullptr;
  if (key.what.default_value) {
    if (auto value = a2a::parse_tree(*key.what.default_value)) tree["default_value"] = std::move(*value);
  }
  tree["semantic_description"] = describe(key.what);
  if (key.state == KeyState::kExperimental) tree["experimental"] = true;
  if (key.state == KeyState::kDeprecated) tree["deprecated"] = true;
  return tree;
}

JsonTree write_figures(const Figures& figures) {
  JsonTree tree;
  tree["usage_frequency"] = share(usage_frequency(figures));
  tree["receiver_usage_frequency"] = share(receiver_usage_frequency(figures));
  tree["semantic_alignment_accuracy"] = share(semantic_alignment_accuracy(figures));
  tree["value_type_correctness"] = share(value_type_correctness(figures));
  tree["client_adoption_rate"] = share(client_adoption_rate(figures));
  tree["payloads"] = figures.payloads;
  tree["receiver_payloads"] = figures.receiver_payloads;
  tree["present"] = figures.present;
  tree["received"] = figures.received;
  tree["judged"] = figures.judged;
  tree["clients"] = figures.clients;
  tree["receivers"] = figures.receivers;
  tree["adopters"] = figures.adopters;
  return tree;
}

}  // namespace schemagate::evolution
