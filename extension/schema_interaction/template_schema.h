// A template as JSON Schema (2020-12), and back.
//
//   const a2a::JsonTree schema = to_json_schema(authored);  // {"type":"object","properties":{…},…
//   auto validator = json_schema::Validator::compile(a2a::dump_tree(schema));
//
// Pure; safe from any thread.
#pragma once

#include <string_view>

#include "extension/schema_interaction/authored_template.h"

namespace schemagate::schema_interaction {

// An object of exactly the template's keys: kOther takes a string or an array of strings (section 4.3),
// unknown keys are refused (section 2: exchange stays within the agreed schema). Only keywords that every
// validator of the dialect knows; `$comment` tells where it comes from.
a2a::JsonTree to_json_schema(const AuthoredTemplate& authored);

// Whether the schema is one of to_json_schema().
bool is_made_of_template(const a2a::JsonTree& schema);

// A flat object schema as the template that an owner would write for it, to be read with
// read_authored_template(), whose rules then hold for it. What of a property's schema no template says
// (title, examples, a format that JSON Schema does not know) is left out. Errors: kInvalidParams for what is
// not flat: no `"type": "object"`, properties that come from elsewhere than `properties`, a property without
// one single type.
a2a::Result<a2a::JsonTree> to_template(const a2a::JsonTree& schema, std::string_view schema_id,
                                       std::string_view scenario);

}  // namespace schemagate::schema_interaction
