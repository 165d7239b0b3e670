// What a language model is asked (section 6.1 of the structured-data draft): the template with all its
// descriptions, the sentence as data, and the shape of the answer.
//
//   auto messages = initial_messages(negotiated, request);
//   caller.ask(request_body({.model = "llama3"}, messages, negotiated));
//   append_repair(messages, answer, problem);  // and ask once more
//
// Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// How an endpoint is told to keep to JSON, the strictest first.
enum class AnswerFormat { kJsonSchema, kJsonObject, kPlain };

// One message of the conversation with the model.
struct ChatMessage {
  std::string_view role;  // "system", "user", "assistant"
  std::string content;
};

// The template stands in the system's message; the sentence is a JSON string in the user's, so nothing in it
// can end it.
std::vector<ChatMessage> initial_messages(const NegotiatedSchema& negotiated, const Request& request);

// The one repair round: what the model answered, and the validator's words about it.
void append_repair(std::vector<ChatMessage>& messages, std::string_view answer, std::string_view problem);

// What is asked of the endpoint beside the messages.
struct CompletionRequest {
  std::string model;
  AnswerFormat format = AnswerFormat::kJsonSchema;
  bool log_probabilities = true;
};

// The body of a chat completion. With kJsonSchema the negotiated JSON Schema goes along (constrained
// decoding).
std::string request_body(const CompletionRequest& request, const std::vector<ChatMessage>& messages,
                         const NegotiatedSchema& negotiated);

}  // namespace schemagate::client_agent
