// JSON that is changed, not only read:
//
//   auto card = parse_tree(text);                       // Result<JsonTree>
//   if (const std::string* name = find_string(*card, "name")) …
//   (*card)["version"] = "2";   // needs <nlohmann/json.hpp>
//   std::string pretty = dump_tree(*card, 2);
//
// Whoever does more with a tree than hand it on includes <nlohmann/json.hpp>: it is only declared here.
//
// nlohmann::json off the hot path: cards, configuration, schemas, tools, tests. The only place that calls
// nlohmann's parse and dump; both here are total and throw nothing.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"

namespace schemagate::a2a {

// Keeps the order of members: cards and schemas are published as they were written.
using JsonTree = nlohmann::ordered_json;

// Same acceptance as JsonDocument::parse (limits, duplicate names, UTF-8), then a tree.
// Integers beyond 64 bits become the nearest double. Errors: kParse.
Result<JsonTree> parse_tree(std::string_view text, const JsonLimits& limits = {});

// Bytes that are not UTF-8 become U+FFFD. `indent` < 0: one line.
std::string dump_tree(const JsonTree& tree, int indent = -1);

// Members of an object without exceptions: nullptr when `tree` is no object or has no such member.
const JsonTree* find_member(const JsonTree& tree, std::string_view name);
// nullptr when absent or not a string.
const std::string* find_string(const JsonTree& tree, std::string_view name);
// Position of the first element of an array whose member `name` is `text`; nullopt when there is none.
std::optional<std::size_t> find_index(const JsonTree& tree, std::string_view name, std::string_view text);

}  // namespace schemagate::a2a
