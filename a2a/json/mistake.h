// Where a text stops being JSON, for messages to whoever has written it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace schemagate::a2a {

// The offset of the byte that cannot stand there; the size of the text where more was expected. nullopt: the
// grammar is kept, whatever limits or rules of JsonDocument are not. A number beyond the range of double
// counts as a mistake. Pure; safe from any thread.
std::optional<std::size_t> find_mistake(std::string_view text);

}  // namespace schemagate::a2a
