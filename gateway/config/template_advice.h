// What of a template keeps a client agent without a language model from filling it. Pure.
#pragma once

#include <string>
#include <vector>

#include "extension/schema_interaction/authored_template.h"

namespace schemagate {

// A sentence for each key that no rule can use as it is, with what to write instead; at most 20. Only what is
// certain: a description that says no more than the key's name, a type that no sentence fills, a choice that
// nobody says in words.
std::vector<std::string> template_advice(const schema_interaction::AuthoredTemplate& authored);

}  // namespace schemagate
