// The words that stand in a description as examples: said by several clients, stripped of what differs, two
// words long at most, so that no sentence of a stranger is ever published. Pure. Private to the room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/induction/heads.h"

namespace schemagate::evolution {

// The most heard groups of words that hold one of `stems` (placeholders are among them: "<num>"), the most
// heard first. A number stands as "2", a date as "4 May", a time as "9:30", a sum as "20 dollars"; groups
// with names are left out.
std::vector<std::string> example_phrases(const Readings& readings, const std::vector<std::string>& stems,
                                         const Publicity& publicity, std::size_t count_max);

}  // namespace schemagate::evolution
