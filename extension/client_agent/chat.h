// One question to a chat endpoint, asked as strictly as that endpoint allows.
//
//   CompletionRequest request{.model = endpoint.model};
//   auto completion = complete(caller, endpoint, request, messages, {"key", true, schema});
//   if (completion) find_object(document, completion->content);  // nothing in it is trusted
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/language_model.h"
#include "extension/client_agent/model_answer.h"

namespace schemagate::client_agent {

// How an endpoint is told to keep to JSON, the strictest first.
enum class AnswerFormat { kJsonSchema, kJsonObject, kPlain };

// One message of the conversation with the model.
struct ChatMessage {
  std::string_view role;  // "system", "user", "assistant"
  std::string content;
};

// The JSON that is wanted, for constrained decoding.
struct AnswerShape {
  std::string name;
  bool strict = false;  // a strict one must require every member
  std::string schema;   // JSON Schema, as text
};

// What is asked of the endpoint beside the messages.
struct CompletionRequest {
  std::string model;
  AnswerFormat format = AnswerFormat::kJsonSchema;
  bool log_probabilities = true;
  int answer_tokens_max = 2048;
};

// The body of a chat completion. With kJsonSchema the shape goes along. Pure.
std::string request_body(const CompletionRequest& request, const std::vector<ChatMessage>& messages,
                         const AnswerShape& shape);

// Drops what the endpoint, which complains so, seems not to know: log-probabilities where it speaks of them,
// else the format. False when nothing is left to drop. Pure.
bool simplify(CompletionRequest& request, std::string_view complaint);

// Asks, and more simply (json_object, then no format at all; without log-probabilities) where the endpoint
// refuses a parameter; `request` is then the one that it took. `endpoint` is the caller's. Errors: those of
// ModelCaller::ask() and read_completion(), with the key made unreadable; failure_of() for answers that are
// none.
a2a::client::Outcome<Completion> complete(ModelCaller& caller, const ModelEndpoint& endpoint,
                                          CompletionRequest& request,
                                          const std::vector<ChatMessage>& messages, const AnswerShape& shape);

}  // namespace schemagate::client_agent
