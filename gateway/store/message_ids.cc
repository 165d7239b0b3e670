#include "gateway/store/message_ids.h"

namespace schemagate::store {

// An agent's name has no line break.
bool MessageIds::claim(const Scope& scope, std::string_view id, WideHash message, WallTime now,
                       WallTime until) {
  drop_expired(now);
  std::string name;
  name.reserve(scope.agent.size() + 1 + id.size());
  name.append(scope.agent).append(1, '\n').append(id);
  const std::uint64_t place = hash_(name);
  const auto [claim, is_new] = claims_.try_emplace(place, Claim{message.high});
  if (!is_new) return claim->second.message == message.high;
  Queues::Share& share = queues_.of(scope.owner);
  queues_.hold(share, 0);
  queues_.push(share, *claim, until);
  if (claims_.size() > ids_max_) drop_oldest(*queues_.with_most(Measure::kCount, nullptr));
  return true;
}

void MessageIds::drop_expired(WallTime now) {
  while (queues_.is_due(now)) drop_oldest(*queues_.next_due());
}

void MessageIds::drop_oldest(Queues::Share& share) {
  const Claims::value_type& oldest = queues_.pop(share);
  queues_.release(share, 0);
  claims_.erase(claims_.find(oldest.first));
}

}  // namespace schemagate::store
