// A schema template as an agent's owner writes it: the members of the draft (section 4.1 of
// draft-zhou-structured-data-schema-interaction-00), and beside them what a published template has no place
// for: descriptions in further languages (section 4.2), and rules for values, which the draft leaves to
// prose.
//
//   AuthoredTemplate authored;  // or read_authored_template() of template_reader.h
//   authored.translations["zh-CN"]["cabin_class"] = "舱位等级";
//   authored.constraints["cabin_class"] = {{"enum", {"economy"}}};
//
// Pure; safe from any thread.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "extension/schema_interaction/schema_template.h"

namespace schemagate::schema_interaction {

// semantic_description by key_name.
using Descriptions = std::map<std::string, std::string, std::less<>>;

// One template with everything that its owner has written. Owns everything in it.
struct AuthoredTemplate {
  SchemaTemplate schema;        // described in `language`
  std::string supersedes = {};  // schema_id of the template whose place it takes; empty: of none
  std::string language = "en";  // a language tag (BCP 47)
  std::map<std::string, Descriptions, std::less<>> translations;  // by language tag: every key's
  std::map<std::string, a2a::JsonTree, std::less<>> constraints;  // by key: JSON Schema keywords
  std::vector<std::string> forbidden_keys = {};  // names that no key of it may have, whoever wishes for one
};

// What is wrong at one place of a template.
struct TemplateProblem {
  bool fatal;        // false: a warning
  std::string path;  // JSON Pointer into the template
  std::string message;
  bool operator==(const TemplateProblem&) const = default;
};

}  // namespace schemagate::schema_interaction
