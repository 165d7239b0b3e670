// The words of a key's name and description, to be asked for. Private to the room. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/description.h"

namespace schemagate::client_agent {

std::vector<std::string> words_of(std::string_view text);

// Borrows the key and its part of the compiled JSON Schema. Each list is of words in lower case, separated by
// blanks.
struct KeyText {
  // `json_schema`: nullptr: none.
  KeyText(const schema_interaction::Key& of, const a2a::JsonTree* json_schema);

  bool names(std::string_view list) const;  // a word of the name is in the list
  bool says(std::string_view list) const;   // a word of the description
  bool heads(std::string_view list) const;  // the same before its first full stop or bracket
  bool has(std::string_view part) const { return description.contains(part); }
  bool name_is_plural() const;
  // Of the JSON Schema: "pattern", "format"; empty without it.
  std::string_view constraint(std::string_view name) const;

  const schema_interaction::Key& key;
  const a2a::JsonTree* property;
  const std::string description;  // in lower case
  const std::vector<std::string> name_words;
  const std::vector<std::string> all_words;  // of the description
};

}  // namespace schemagate::client_agent
