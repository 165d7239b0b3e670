// What a semantic description (section 4.2 of the structured-data draft) says in the forms that its figures
// use. Hints for mapping a sentence only: prose is never a rule that a payload is checked against.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::client_agent {

// 'two people' -> 2
struct Example {
  std::string phrase;
  std::string target;  // without its quotes
  bool operator==(const Example&) const = default;
};

struct Range {
  double least = 0;
  double most = 0;
  bool operator==(const Range&) const = default;
};

struct Hints {
  std::vector<std::string> values;  // "Acceptable values: a, b, c", each one word
  std::optional<Range> range;       // "Range: 1-9"
  std::vector<Example> examples;    // "Example mapping: 'x' -> 'y'"
  bool is_date = false;             // ISO 8601
  bool takes_code_only = false;     // of an airport, and no city's name
  bool is_place = false;
  bool is_count = false;              // "Number of …"
  bool wants_other_for_fine = false;  // "use other for fine-grained …"
};

inline constexpr std::size_t kDescriptionBytesMax = 8 << 10;  // what lies beyond is not read
inline constexpr std::size_t kValuesMax = 1024;
inline constexpr std::size_t kExamplesMax = 64;

Hints read_description(std::string_view description);

// The same with what `property`, the key's part of a compiled JSON Schema, says instead where it says it:
// enum, minimum and maximum, format. nullptr: nothing.
Hints hints_of(const schema_interaction::Key& key, const a2a::JsonTree* property);

}  // namespace schemagate::client_agent
