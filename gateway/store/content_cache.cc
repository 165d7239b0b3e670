#include "gateway/store/content_cache.h"

#include <utility>

namespace schemagate::store {

void ContentCache::add(Slot& slot) {
  remove(slot);
  const std::size_t bytes = memory_of(*slot);
  // One that is much of the whole would push out many others.
  const auto place = bytes > bytes_max_ / 4 ? order_.begin() : order_.end();
  places_[&slot] = order_.insert(place, {&slot, bytes});
  bytes_ += bytes;
}

void ContentCache::touch(const Slot& slot) {
  const auto found = places_.find(&slot);
  if (found != places_.end()) order_.splice(order_.end(), order_, found->second);
}

void ContentCache::remove(const Slot& slot) {
  const auto found = places_.find(&slot);
  if (found == places_.end()) return;
  bytes_ -= found->second->bytes;
  order_.erase(found->second);
  places_.erase(found);
}

std::vector<ContentCache::Slot> ContentCache::evict() {
  std::vector<Slot> evicted;
  while (bytes_ > bytes_max_) {
    Slot& oldest = *order_.front().slot;
    remove(oldest);
    evicted.push_back(std::move(oldest));
  }
  return evicted;
}

}  // namespace schemagate::store
