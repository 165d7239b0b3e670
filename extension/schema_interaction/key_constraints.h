// The rules of a key's values: keywords of JSON Schema that stand beside its type under `constraints`. Prose
// of a semantic_description is never parsed into rules. Private to the room. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extension/schema_interaction/authored_template.h"

namespace schemagate::schema_interaction {

// The JSON Schema of the key's value: its type, description, default and constraints; kOther takes a string
// or an array of strings (section 4.3). `constraints` may be nullptr.
a2a::JsonTree value_schema(const Key& key, const a2a::JsonTree* constraints);

// The keywords that can restrict a value of that type.
std::span<const std::string_view> constraint_names(KeyType type);

// Whether JSON Schema defines the format. It tells what kind of text a key holds; whether it refuses any is
// for who validates (`assert_format`).
bool is_known_format(const a2a::JsonTree& format);

// What is wrong with the constraints, and with the key's default under them. `path` is the key's own,
// `constraints` may be nullptr.
std::vector<TemplateProblem> check_values(const Key& key, const a2a::JsonTree* constraints,
                                          const std::string& path);

}  // namespace schemagate::schema_interaction
