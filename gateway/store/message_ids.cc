#include "gateway/store/message_ids.h"

namespace schemagate::store {

// An agent's name has no line break.
bool MessageIds::claim(const std::string& agent, std::string_view id, WideHash message, WallTime now,
                       WallTime until) {
  drop_expired(now);
  std::string name;
  name.reserve(agent.size() + 1 + id.size());
  name.append(agent).append(1, '\n').append(id);
  const std::uint64_t place = hash_(name);
  const auto [claim, is_new] = claims_.try_emplace(place, message.high);
  const bool is_own = claim->second == message.high;
  if (is_new) order_.push_back({place, until});
  if (order_.size() > ids_max_) drop_oldest();
  return is_own;
}

void MessageIds::drop_expired(WallTime now) {
  while (!order_.empty() && order_.front().until <= now) drop_oldest();
}

void MessageIds::drop_oldest() {
  claims_.erase(order_.front().id);
  order_.pop_front();
}

}  // namespace schemagate::store
