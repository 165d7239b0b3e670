// What a client may ask about the evolution of a template (section 6.2.2 of the draft, patch delivery;
// section 3.2, step 6): patches since it looked last, and that a scenario be able to do something.
//
//   auto request = read_updates_request(params, "params");  // {"schema_id":"flight_booking_v1","since":…}
//   auto wish = read_extension_request(params, "params");   // {"scenario":…,"description":"window seats"}
//
// Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::schema_interaction {

// Methods in JSON-RPC, and of data in a message.
inline constexpr std::string_view kUpdatesMethod = "get_schema_updates";
inline constexpr std::string_view kExtensionMethod = "request_schema_extension";
// Member of an artifact's metadata that tells of a patch, and of the data itself (Figure 9).
inline constexpr std::string_view kSuggestionMember = "schema_update_suggestion";
inline constexpr std::string_view kSuggestionKey =
    "https://datatracker.ietf.org/doc/html/draft-zhou-structured-data-schema-interaction-00/"
    "schema_update_suggestion";

// The schema of a patch, as a card declares it: a client whose acceptedOutputModes name it gets a patch as a
// data part of its own beside the result.
inline constexpr std::string_view kPatchSchemaName = "schema_patch";
extern const std::string_view kPatchSchema;  // JSON Schema

// Own their texts.
struct UpdatesRequest {
  std::string schema_id;  // or a scenario
  std::string since;      // RFC 3339; empty: all that is good
};
struct ExtensionRequest {
  std::string scenario;     // or a schema_id
  std::string description;  // natural language, cleaned, not empty
};

// From the `params` of the method, which `path` names. Errors: kInvalidParams with the member: what is
// missing, no string, says nothing, or is longer than 4 KiB.
a2a::Result<UpdatesRequest> read_updates_request(a2a::JsonValue params, std::string_view path);
a2a::Result<ExtensionRequest> read_extension_request(a2a::JsonValue params, std::string_view path);

// The entry that a schema_id or a scenario names. Errors: kInvalidParams with the ids that there are; `path`
// names the text.
a2a::Result<const Entry*> find_entry(const Catalogue& catalogue, std::string_view name,
                                     std::string_view path);

// Whether the data of a part asks with that method.
bool is_request(a2a::JsonValue data, std::string_view method);

}  // namespace schemagate::schema_interaction
