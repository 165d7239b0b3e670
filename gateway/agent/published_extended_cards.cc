#include "gateway/agent/published_extended_cards.h"

#include <utility>

namespace schemagate {

std::size_t PublishedExtendedCards::place_of(ExtendedCardForm form) {
  return (form.version == a2a::wire::Version::kV1_0 ? 2U : 0U) + (form.with_root_schemas ? 1U : 0U);
}

std::optional<std::string> PublishedExtendedCards::find(std::string_view agents_text,
                                                        ExtendedCardForm form) const {
  return cards_.with([&](const Cards& cards) -> std::optional<std::string> {
    const Card& card = cards[place_of(form)];
    if (card.published.empty() || card.agents_text != agents_text) return std::nullopt;
    return card.published;
  });
}

void PublishedExtendedCards::keep(std::string agents_text, ExtendedCardForm form, std::string published) {
  cards_.with([&](Cards& cards) { cards[place_of(form)] = {std::move(agents_text), std::move(published)}; });
}

}  // namespace schemagate
