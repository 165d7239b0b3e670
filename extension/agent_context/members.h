// Reading the draft's objects, whose members may be spelled in any case. Private to the room; pure.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/agent_context/remark.h"

namespace schemagate::agent_context {

// The first member with one of these names, their case aside.
std::optional<a2a::JsonValue> find_any_case(a2a::JsonValue object,
                                            std::initializer_list<std::string_view> names);

// What `wrapper` holds when that is the only member that counts; `value` itself otherwise.
a2a::JsonValue unwrapped(a2a::JsonValue value, std::string_view wrapper);

// A remark for each member that is not in `known`.
void remark_unknown(a2a::JsonValue object, std::span<const std::string_view> known,
                    std::vector<Remark>& remarks);

// The text of a member; empty when it is absent or null. Errors: kInvalidParams for another kind, and for
// more than `bytes_max`.
a2a::Result<std::string> read_text(a2a::JsonValue object, std::string_view name, std::size_t bytes_max);

// The elements of a member; empty when it is absent or null. Errors: kInvalidParams for another kind, and for
// more than `max` elements.
a2a::Result<std::vector<a2a::JsonValue>> read_list(a2a::JsonValue object, std::string_view name,
                                                   std::size_t max);

}  // namespace schemagate::agent_context
