// What a language model is asked (section 6.1 of the structured-data draft): the template with all its
// descriptions, the sentence as data, and the shape of the answer.
//
//   auto messages = initial_messages(negotiated, request);
//   auto completion = complete(caller, endpoint, completion_request, messages, mapping_shape(negotiated));
//   append_repair(messages, answer, problem);  // and ask once more
//
// Pure; safe from any thread.
#pragma once

#include <string_view>
#include <vector>

#include "extension/client_agent/chat.h"
#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// The template stands in the system's message; the sentence is a JSON string in the user's, so nothing in it
// can end it.
std::vector<ChatMessage> initial_messages(const NegotiatedSchema& negotiated, const Request& request);

// The one repair round: what the model answered, and the validator's words about it.
void append_repair(std::vector<ChatMessage>& messages, std::string_view answer, std::string_view problem);

// The mapping as it is wanted: a payload of the negotiated JSON Schema, and its evidence.
AnswerShape mapping_shape(const NegotiatedSchema& negotiated);

}  // namespace schemagate::client_agent
