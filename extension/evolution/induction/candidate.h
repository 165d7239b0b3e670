// What a cluster of wishes would be as a key (structured-data draft, section 6.2.2, intent induction): a
// value.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/schema_interaction/schema_template.h"

namespace schemagate::evolution {

// What a sentence of natural language becomes: "'window seat' -> 'window'".
struct Example {
  std::string words;
  std::string value;  // JSON
  bool operator==(const Example&) const = default;
};

struct Candidate {
  std::string name;  // key_name
  schema_interaction::KeyType type = schema_interaction::KeyType::kString;
  std::optional<std::string> default_value = {};  // JSON
  std::string meaning = {};                       // first sentence of the description, without its full stop
  std::vector<std::string> values = {};           // acceptable ones, without "none"; empty: any of the type
  std::vector<Example> examples = {};
  std::string rule = {};                // which rule found the type
  std::vector<std::string> stems = {};  // of the name
  bool operator==(const Candidate&) const = default;
};

// semantic_description: meaning, acceptable values, examples. At most 2,000 bytes.
std::string describe(const Candidate& candidate);

}  // namespace schemagate::evolution
