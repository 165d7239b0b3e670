#include "gateway/front/shared_texts.h"

#include <utility>

namespace schemagate {

SharedTextHandle SharedTexts::find(const std::string& key) const {
  return texts_.with([&key](const Texts& texts) {
    const auto found = texts.find(key);
    return found == texts.end() ? nullptr : found->second.lock();
  });
}

SharedTextHandle SharedTexts::add(const std::string& key, SharedText text, const std::string& holder) {
  text.held = memory_.part_of(holder);
  if (!text.held.grow_to(net::counted_bytes(text.json))) return find(key);
  auto added = std::make_shared<const SharedText>(std::move(text));
  return texts_.with([&](Texts& texts) {
    std::erase_if(texts, [](const auto& entry) { return entry.second.expired(); });
    auto& place = texts[key];
    if (auto earlier = place.lock(); earlier && earlier->version == added->version) return earlier;
    place = added;
    return added;
  });
}

}  // namespace schemagate
