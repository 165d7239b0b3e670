// Whether a template may take the place of an earlier one without breaking anybody who still follows that one
// (structured-data draft, section 6.2.2: only additive or descriptive changes). Pure; safe from any thread.
#pragma once

#include <string>
#include <vector>

#include "extension/schema_interaction/schema_template.h"

namespace schemagate::evolution {

// What is wrong, a sentence each; empty: compatible. Every key stays, with its type, its `required` and its
// default; keys that come are optional; kOther stays as it is.
std::vector<std::string> incompatibilities(const schema_interaction::SchemaTemplate& before,
                                           const schema_interaction::SchemaTemplate& after);

}  // namespace schemagate::evolution
