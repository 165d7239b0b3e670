// Payloads of the structured exchange (section 3.2, step 4, and Figures 4, 5 and 8 of the draft): the
// envelope around a payload, and what is done to the payload before and after it is checked. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::schema_interaction {

// {"schema_id":…,"payload":{…}}; borrows from the data.
struct Envelope {
  std::string_view schema_id;
  a2a::JsonValue payload;
};
// nullopt when the data has another shape. Further members are passed over.
std::optional<Envelope> find_envelope(a2a::JsonValue data);

// A payload as its schema is to see it.
struct OpenedPayload {
  std::string data;                    // JSON object
  std::vector<std::string> fragments;  // of a kOther that the schema has no place for: taken out and cleaned
};
// Nulls of optional keys are dropped, numbers and texts keep their spelling.
OpenedPayload open_payload(const Entry& entry, a2a::JsonValue payload);

// A valid payload as it is handed on.
struct FinishedPayload {
  std::string data;                    // JSON object
  std::vector<std::string> fragments;  // kOther's, cleaned
};
// Defaults take the place of optional keys that were left out (SD-31); kOther is cleaned (SD-94), and left
// out when nothing is left of it or when `without_other`. Where it has no place in the schema, a member of
// its name that is still there is one like any other.
FinishedPayload finish_payload(const Entry& entry, a2a::JsonValue data, bool without_other);

// The fragments as one line of text that cannot be taken for anything but a quotation: JSON behind words that
// say what it is.
std::string quote_fragments(const std::vector<std::string>& fragments);

}  // namespace schemagate::schema_interaction
