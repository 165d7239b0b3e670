// A schema template as an agent's owner writes it: the members of the draft (section 4.1), and beside them
// what a published template has no place for.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "extension/schema_interaction/schema_template.h"

namespace schemagate::schema_interaction {

// Descriptions by key.
using Descriptions = std::map<std::string, std::string, std::less<>>;

struct AuthoredTemplate {
  SchemaTemplate schema;                                          // described in `language`
  std::string language = "en";                                    // a language tag (BCP 47)
  std::map<std::string, Descriptions, std::less<>> translations;  // by language tag: every key's
  std::map<std::string, a2a::JsonTree, std::less<>> constraints;  // by key: JSON Schema keywords
};

struct TemplateProblem {
  bool fatal;        // false: a warning
  std::string path;  // JSON Pointer into the template
  std::string message;
  bool operator==(const TemplateProblem&) const = default;
};

struct TemplateReading {
  std::optional<AuthoredTemplate> authored;  // absent when a problem is fatal
  std::vector<TemplateProblem> problems;     // all of them, in the order of the template
};

// Checks every rule of section 4.1 to 4.3, and besides: names in snake_case (SD-26), defaults that fit their
// key, constraints that are keywords of the key's type, translations that describe each key once; unknown
// members are refused with the nearest known name.
TemplateReading read_authored_template(const a2a::JsonTree& tree);

}  // namespace schemagate::schema_interaction
