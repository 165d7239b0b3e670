// As whom an owner shares what is kept with others (owner_queues.h).
#pragma once

#include <string_view>

namespace schemagate::store {

// Owners whose names begin so are runs of plans: what their agents are sent is theirs.
inline constexpr std::string_view kRunOwners = "plan/";

// All runs share as one, any other owner as itself.
inline std::string_view sharer(std::string_view owner) {
  return owner.starts_with(kRunOwners) ? kRunOwners : owner;
}

}  // namespace schemagate::store
