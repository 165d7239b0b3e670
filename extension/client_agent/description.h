// What a semantic description (section 4.2 of the structured-data draft) says in the forms that its figures
// use. Hints for mapping a sentence only: prose is never a rule that a payload is checked against.
//
//   read_description("Cabin class. Acceptable values: economy, first. Example mapping: 'business class' ->
//   'first'.")
//   // values {"economy", "first"}, examples {{"business class", "first"}}
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::client_agent {

// One "Example mapping: 'two people' -> 2" of section 4.2.
struct Example {
  std::string phrase;
  std::string target;  // without its quotes
  bool operator==(const Example&) const = default;
};

// Both ends belong to it.
struct Range {
  double least = 0;
  double most = 0;
  bool operator==(const Range&) const = default;
};

// What a description says of its key. A member that it does not speak of is empty or false.
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

// A description is a stranger's text: what is beyond these limits is not looked at.
inline constexpr std::size_t kDescriptionBytesMax = 8 << 10;  // what lies beyond is not read
inline constexpr std::size_t kValuesMax = 1024;
inline constexpr std::size_t kExamplesMax = 64;

// The hints of a description's English text. Never fails: what is not understood gives no hint.
Hints read_description(std::string_view description);

// The same with what `property`, the key's part of a compiled JSON Schema, says instead where it says it:
// enum, minimum and maximum, format. nullptr: nothing.
Hints hints_of(const schema_interaction::Key& key, const a2a::JsonTree* property);

}  // namespace schemagate::client_agent
