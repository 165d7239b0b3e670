// What a decision about a cluster of wishes stands on, for people: counts, and some of the wishes, redacted.
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/evolution/engine.h"

namespace schemagate {

// One that is shown; whose it is, so that it can be forgotten.
struct ShownWish {
  evolution::ClientNumber client = evolution::kAnonymous;
  evolution::Instant at = 0;
  std::string text;  // redacted, 80 bytes at most
};

struct Evidence {
  a2a::JsonTree counts = nullptr;  // {"fragments":…,"clients":…,"heat":…}; null: nothing is known
  std::vector<ShownWish> wishes = {};
};

inline constexpr std::size_t kWishesShown = 3;      // of a cluster
inline constexpr std::size_t kWishesShownMax = 20;  // to who asks for more

// Different ones, the oldest first; none that reads like an instruction, which is repeated to nobody.
std::vector<ShownWish> shown_wishes(const evolution::Cluster& cluster, std::size_t count_max = kWishesShown);

// Of the cluster that the event names; nothing where it is gone.
std::optional<Evidence> evidence_of(const evolution::Engine& engine, const evolution::Event& event);

}  // namespace schemagate
