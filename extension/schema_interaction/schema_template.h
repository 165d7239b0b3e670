// The schema template of the structured-data draft (draft-zhou-structured-data-schema-interaction-00,
// section 4.1) as a value: what an agent publishes and what a client agent maps a sentence to.
//
//   auto schema = read_template(*a2a::parse_tree(text));  // template_reader.h
//   if (const Key* key = schema->find("cabin_class")) …   // key->type == KeyType::kString
//   a2a::dump_tree(write_template(*schema))
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/tree.h"

namespace schemagate::schema_interaction {

inline constexpr std::string_view kExtensionUri =
    "https://datatracker.ietf.org/doc/html/draft-zhou-structured-data-schema-interaction-00";
// Reserved in every template for what no key has a place for (section 4.3).
inline constexpr std::string_view kOther = "other";

// key_type of section 4.1.
enum class KeyType { kString, kNumber, kInteger, kBoolean, kArray, kObject, kNull };

// As JSON Schema names it.
std::string_view name(KeyType type);
// The type of that exact name; nullopt for others.
std::optional<KeyType> key_type(std::string_view name);

// Whether two spellings name one scenario: upper case, blanks, hyphens and underscores make no difference.
// The draft writes "flight booking" (section 3.2) and flight_booking (Figure 2).
bool is_same_scenario(std::string_view one, std::string_view other);

// One key of a template. Owns everything in it.
struct Key {
  std::string name;  // key_name
  KeyType type = KeyType::kString;
  bool required = false;
  std::string description;                   // semantic_description
  std::optional<std::string> default_value;  // JSON text; nullopt: none
};

// A template without what only its owner knows (see authored_template.h). Owns everything in it.
struct SchemaTemplate {
  std::string schema_id;
  std::string scenario;
  std::string response_schema;  // name of a schema of the card (section 3.2, step 5); empty: none
  std::vector<Key> keys;        // kOther is always among them

  // nullptr when there is no such key.
  const Key* find(std::string_view name) const;
};

// As it is published (Figure 7): members in the draft's order, absent what is not set.
a2a::JsonTree write_template(const SchemaTemplate& schema);

}  // namespace schemagate::schema_interaction
