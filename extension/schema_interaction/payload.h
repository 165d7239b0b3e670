// Payloads of the structured exchange (section 3.2 of the draft, step 4, and Figures 4, 5 and 8): the
// envelope around a payload, and what is done to the payload before and after it is checked.
//
//   if (const auto envelope = find_envelope(data); envelope && envelope->is_whole()) {
//     const Entry* entry = catalogue.find_schema(envelope->schema_id);
//     OpenedPayload opened = open_payload(*entry, *envelope->payload);
//     …                                       // opened.data is validated against the JSON Schema
//     FinishedPayload finished = finish_payload(*entry, validated, false);
//   }
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::schema_interaction {

// {"schema_id":…,"payload":{…}} (Figure 4), whole or with something wrong. Borrows from the data.
struct Envelope {
  std::string_view schema_id;             // empty: absent, or no string
  std::optional<a2a::JsonValue> payload;  // of any kind; nullopt: absent

  // Whether it has the shape of the figure.
  bool is_whole() const { return !schema_id.empty() && payload && payload->is_object(); }
};
// nullopt when the data has neither member. That is no error, and neither is an envelope that is not whole:
// the data may mean something else. Further members are passed over.
std::optional<Envelope> find_envelope(a2a::JsonValue data);

// A payload as its schema is to see it. Owns its texts.
struct OpenedPayload {
  std::string data;                    // JSON
  std::vector<std::string> fragments;  // of a kOther that the schema has no place for: taken out and cleaned
};
// Drops nulls of optional keys (to send null says the same as to leave the key out, which section 4.1
// allows); numbers and texts keep their spelling. Nothing is checked here: a payload that is no object stays
// what it is.
OpenedPayload open_payload(const Entry& entry, a2a::JsonValue payload);

// A valid payload as it is handed on. Owns its texts.
struct FinishedPayload {
  std::string data;                    // JSON object
  std::vector<std::string> fragments;  // kOther's, cleaned
};
// Defaults take the place of optional keys that were left out (section 4.1); kOther is cleaned (section 7),
// and left out when nothing is left of it or when `without_other`. Where it has no place in the schema, a
// member of its name that is still there is one like any other. `data` must have passed its schema.
FinishedPayload finish_payload(const Entry& entry, a2a::JsonValue data, bool without_other);

// The fragments as one line of text for an agent that takes prompts: JSON behind words that say that it is a
// quotation and no instruction (section 7).
std::string quote_fragments(const std::vector<std::string>& fragments);

// What a finished payload has under keys that a prompt leaves out, as one line of text to stand behind it:
// for each its name, what it means where the template says so, and its value, as JSON behind such words as
// quote_fragments() has. `named` are the JSON Pointers of the prompt; a key is named when one leads to it or
// into it, all are by "". Keys that have their default are left out, and so is what is null. Empty: there is
// nothing to be told.
std::string quote_unnamed(const Entry& entry, a2a::JsonValue data, const std::vector<std::string>& named);

}  // namespace schemagate::schema_interaction
