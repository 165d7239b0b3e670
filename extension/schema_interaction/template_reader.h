// Reads schema templates: those that an agent's owner has written, by every rule, and those that an agent has
// sent, as far as they can be understood.
//
//   const TemplateReading reading = read_authored_template(*a2a::parse_tree(file));
//   for (const TemplateProblem& problem : reading.problems) print(problem.path, problem.message);
//   if (reading.authored) catalogue.add(*reading.authored, false);
//
//   auto schema = read_template(*a2a::parse_tree(answer));  // Result<SchemaTemplate>
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "extension/schema_interaction/authored_template.h"

namespace schemagate::schema_interaction {

// What was read, and everything that there is to say about it.
struct TemplateReading {
  std::optional<AuthoredTemplate> authored;  // absent when a problem is fatal
  std::vector<TemplateProblem> problems;     // all of them, in the order of the template
};

// Checks every rule of sections 4.1 to 4.3, and besides: names in snake_case, defaults that fit their key,
// constraints that are keywords of the key's type, translations that describe each key once; unknown members
// are refused with the nearest known name. Never fails: a tree that is no template gives a fatal problem.
TemplateReading read_authored_template(const a2a::JsonTree& tree);

// Reads a template as it is negotiated (Figure 2 or 7). Members that are not known are passed over; a
// template without kOther gets it (section 4.3 reserves it in every template); a null default is none, as in
// Figure 2; "float" is read as "number", as in section 5.2.
// Errors: kInvalidParams, with the place in the template and what was expected there: what section 4.1
// requires and is not there, a key that is there twice, kOther as something else than an optional string,
// more than 128 keys, texts of more than a few KiB.
a2a::Result<SchemaTemplate> read_template(const a2a::JsonTree& tree);

}  // namespace schemagate::schema_interaction
