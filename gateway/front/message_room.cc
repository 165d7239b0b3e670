#include "gateway/front/message_room.h"

#include <memory>
#include <utility>

namespace schemagate {

Step take_message_room(const net::SharedLimit& memory, CallContext& context, std::size_t bytes) {
  const std::size_t counted = net::counted_bytes(bytes);
  if (counted == 0) return {};
  auto room = std::make_shared<net::SharedLimit::Part>(memory.part_of(context.payer.holder()));
  if (!room->grow_to(counted)) return std::unexpected(unavailable(kMemoryTaken));
  context.room = std::move(room);
  return {};
}

}  // namespace schemagate
