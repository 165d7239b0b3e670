// What a key counts, and numbers that say which one. Private to the room. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

struct Total {
  double count = 0;  // 0: not certain
  Span words;
  double confidence = 0.9;
  bool is_none = false;           // "no waiters"
  bool is_of_things = false;      // names the thing itself: "three tickets", not "my parents"
  std::optional<Span> also = {};  // further words that say it
};

// "Pieces", "quantity": of whatever is ordered.
bool counts_anything(const KeyTerms& key);
// Tickets, seats or places.
bool counts_tickets(const KeyTerms& key);
// "a ride", where riders are counted.
bool is_what_they_do(const KeyTerms& key, std::string_view text);

// "third floor", "floor 3", "the ground floor".
std::optional<Total> find_ordinal(const Parse& parse, const KeyTerms& key);

}  // namespace schemagate::client_agent
