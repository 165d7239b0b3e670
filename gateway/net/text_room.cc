#include "gateway/net/text_room.h"

#include <algorithm>

namespace schemagate::net {
namespace {

constexpr std::size_t kLeastBytes = 4 << 10;
constexpr std::size_t kPageBytes = 8 << 10;  // the allocator rounds up to it

// What an allocation of that capacity and its final byte takes.
std::size_t in_pages(std::size_t capacity) {
  if (capacity < kLeastBytes) return capacity;
  return (capacity / kPageBytes + 1) * kPageBytes - 1;
}

}  // namespace

std::size_t grown_capacity(std::size_t capacity, const TextNeed& need) {
  const std::size_t wanted = std::max({2 * capacity, need.bytes + kSpareTextBytes, kLeastBytes - 1});
  const bool is_all = need.most <= wanted && need.most + kSpareTextBytes <= wanted;
  return in_pages(is_all ? need.most + kSpareTextBytes : wanted);
}

void move_to_room(std::string& text, std::size_t capacity) {
  std::string roomy;
  roomy.reserve(capacity);  // of an empty one: no more than that
  roomy.append(text);
  text.swap(roomy);
}

}  // namespace schemagate::net
