#include "extension/json_schema/evaluate/schema_words.h"

#include <array>
#include <string_view>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/utf8.h"

namespace schemagate::json_schema {
namespace {

using a2a::JsonValue;

constexpr std::size_t kWordsBytes = 120;
constexpr std::size_t kListedMax = 3;

std::string cut(std::string_view text) {
  return a2a::text::shortened(text, kWordsBytes);
}

// Names and constants of members: `with members "a", "b" and "kind" = "c"`.
std::string members_in_words(JsonValue schema) {
  std::string words;
  std::size_t listed = 0;
  const auto add = [&words, &listed](const std::string& word) {
    if (++listed <= kListedMax) words += (words.empty() ? "" : ", ") + word;
  };
  const auto properties = schema.find("properties");
  const auto constant_of = [&properties](std::string_view name) {
    const auto property = properties ? properties->find(name) : std::nullopt;
    return property ? property->find("const") : std::nullopt;
  };
  if (properties) {
    for (const auto& [name, property] : properties->members()) {
      if (listed > kListedMax) break;
      const auto constant = property.find("const");
      const auto values = property.find("enum");
      const std::string quoted = '"' + std::string(name) + '"';
      if (constant) add(quoted + " = " + cut(constant->raw()));
      if (!constant && values) add(quoted + " one of " + cut(values->raw()));
    }
  }
  if (const auto required = schema.find("required")) {
    for (const JsonValue name : required->elements()) {
      if (listed > kListedMax) break;
      if (name.string() && !constant_of(*name.string())) add(std::string(name.raw()));
    }
  }
  if (listed > kListedMax) words += ", …";
  return words;
}

// What is said behind the type: keyword, words before its value.
constexpr auto kQualities = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"minimum", " of at least "},
    {"maximum", " of at most "},
    {"exclusiveMinimum", " above "},
    {"exclusiveMaximum", " below "},
    {"multipleOf", " that is a multiple of "},
    {"pattern", " that matches "},
    {"format", " of format "},
    {"minLength", " with a length of at least "},
    {"maxLength", " with a length of at most "},
    {"minItems", " with a size of at least "},
    {"maxItems", " with a size of at most "},
});

std::string type_in_words(JsonValue schema) {
  const auto type = schema.find("type");
  if (!type) return {};
  if (type->string()) return std::string(*type->string());
  std::string words;
  for (const JsonValue element : type->elements())
    words += (words.empty() ? "" : " or ") + std::string(element.string().value_or(""));
  return words;
}

std::string object_in_words(JsonValue schema) {
  if (const auto constant = schema.find("const")) return cut(constant->raw());
  if (const auto values = schema.find("enum")) return "one of " + cut(values->raw());
  const std::string type = type_in_words(schema);
  std::string words;
  for (const auto& [keyword, before] : kQualities) {
    if (const auto value = schema.find(keyword)) words += std::string(before) + cut(value->raw());
  }
  if (const std::string members = members_in_words(schema); !members.empty()) words += " with " + members;
  if (!type.empty()) return cut(type + words);
  const bool of_members = schema.find("required") || schema.find("properties");
  return words.empty() ? std::string() : cut((of_members ? "object" : "value") + words);
}

}  // namespace

std::string schema_in_words(const Graph& graph, NodeId id) {
  while (graph.origins[id].alias_of != kNoNode) id = graph.origins[id].alias_of;
  const JsonValue schema = graph.value(graph.origins[id].where);
  if (const auto boolean = schema.boolean()) return *boolean ? "any value" : "no value";
  const auto title = schema.find("title");
  if (title && title->string()) return cut(title->raw());
  std::string words = object_in_words(schema);
  if (!words.empty()) return words;
  return schema.size() == 0 ? "any value" : "value of the schema " + cut(schema.raw());
}

}  // namespace schemagate::json_schema
