// Room for a text that grows while it is received: asked for before it is taken, so that what is not granted
// is never there, and as much as is asked for.
//
//   auto granted = [&](std::size_t bytes) { return held.grow_to(counted_bytes(bytes)); };
//   if (!make_room(body, {.bytes = body.size() + piece.size(), .most = length}, granted)) return refuse(503);
//   body.append(piece);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace schemagate::net {

// Of capacity behind each text: a JSON reader may look past the end.
inline constexpr std::size_t kSpareTextBytes = 64;

struct TextNeed {
  std::size_t bytes;   // that the text is to hold now
  std::uint64_t most;  // that it will ever hold; at least `bytes`
};

// The capacity for that, spare bytes included, when it is `capacity` now: twice that, so that copying stays
// cheap, but no more than the text can need in the end.
std::size_t grown_capacity(std::size_t capacity, const TextNeed& need);
// Moves the text to where it has exactly that capacity. The old room is there until it has moved.
void move_to_room(std::string& text, std::size_t capacity);

// Has room for `need` and the spare bytes afterwards. `granted`: bool(std::size_t capacity), asked before
// there is more than now. False: it is not granted, and the text is as it was.
template <class Granted>
[[nodiscard]] bool make_room(std::string& text, const TextNeed& need, const Granted& granted) {
  if (need.bytes + kSpareTextBytes <= text.capacity()) return true;
  const std::size_t capacity = grown_capacity(text.capacity(), need);
  if (!granted(capacity)) return false;
  move_to_room(text, capacity);
  return true;
}

}  // namespace schemagate::net
