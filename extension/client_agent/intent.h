// What a sentence is for, before any key is looked for: only what asks for the action is mapped to be sent.
//
//   read_intent(Utterance("Do not book a flight"), schema)  // {kRefusal, "Do not book"}
//
// English. Private to the room. Pure.
#pragma once

#include "extension/client_agent/mapping.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {

// An intent, and whether a word asks for the action; false for a mere fragment ("a room in Lyon, 5 to 9
// June"), which is a request only when some key takes what it says.
struct IntentReading {
  Intent intent;
  bool is_explicit = false;
};

// A request in any part of the text makes it one; a refusal before it, a cancellation anywhere, or an object
// that the template does not know does not.
IntentReading read_intent(const Utterance& utterance, const schema_interaction::SchemaTemplate& schema);

// A verb in which things are asked for: "book", "send", "repair".
bool is_request_verb(std::string_view word);

}  // namespace schemagate::client_agent
