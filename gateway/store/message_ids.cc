#include "gateway/store/message_ids.h"

namespace schemagate::store {

// An agent's name has no line break.
bool MessageIds::claim(const std::string& agent, std::string_view id, std::string_view message, WallTime now,
                       WallTime until) {
  drop_expired(now);
  std::string name = agent;
  name.append(1, '\n').append(id);
  const std::uint64_t place = hash_(name);
  const std::uint64_t claimant = hash_(message);
  const auto [claim, is_new] = claims_.try_emplace(place, Claim{claimant, until});
  const bool is_own = claim->second.message == claimant;
  if (is_new) order_.push_back(place);
  if (order_.size() > ids_max_) drop_oldest();
  return is_own;
}

void MessageIds::drop_expired(WallTime now) {
  while (!order_.empty() && claims_.at(order_.front()).until <= now) drop_oldest();
}

void MessageIds::drop_oldest() {
  claims_.erase(order_.front());
  order_.pop_front();
}

}  // namespace schemagate::store
