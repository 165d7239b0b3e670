// Extended cards as they were published last: to sign one again costs more than all else of the answer (0.1
// ms for a card of 2 KB). Safe from any thread.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/wire/version.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// What a client may get of the agent's text.
struct ExtendedCardForm {
  a2a::wire::Version version;
  bool with_root_schemas;
};

// Keeps one text of the agent for each form, the last: a card of another text takes its place.
class PublishedExtendedCards {
 public:
  // nullopt when it was made of another text, or not yet.
  std::optional<std::string> find(std::string_view agents_text, ExtendedCardForm form) const;
  void keep(std::string agents_text, ExtendedCardForm form, std::string published);

 private:
  struct Card {
    std::string agents_text;
    std::string published;  // empty: not yet
  };
  using Cards = std::array<Card, 4>;
  static std::size_t place_of(ExtendedCardForm form);

  store::Guarded<Cards> cards_;
};

}  // namespace schemagate
