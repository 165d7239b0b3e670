// What a language model is asked (section 6.1 of the structured-data draft): the template with all its
// descriptions, the sentence as data, and the shape of the answer. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// How an endpoint is told to keep to JSON, the strictest first.
enum class AnswerFormat { kJsonSchema, kJsonObject, kPlain };

struct ChatMessage {
  std::string_view role;  // "system", "user", "assistant"
  std::string content;
};

// The template stands in the system's turn; the sentence is a JSON string in the user's, so nothing in it can
// end it.
std::vector<ChatMessage> initial_messages(const NegotiatedSchema& negotiated, const Request& request);

// The one repair round: what the model answered, and the validator's words about it.
void append_repair(std::vector<ChatMessage>& messages, std::string_view answer, std::string_view problem);

struct CompletionRequest {
  std::string model;
  AnswerFormat format = AnswerFormat::kJsonSchema;
  bool log_probabilities = true;
};

// The body of a chat completion. With kJsonSchema the negotiated's JSON Schema goes along (constrained
// decoding).
std::string request_body(const CompletionRequest& request, const std::vector<ChatMessage>& messages,
                         const NegotiatedSchema& negotiated);

}  // namespace schemagate::client_agent
