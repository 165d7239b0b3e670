#include "extension/client_agent/chat.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"

namespace schemagate::client_agent {
namespace {

using a2a::client::Outcome;

Outcome<Completion> read(std::string_view body, std::string_view key) {
  auto completion = read_completion(body);
  if (completion) return completion;
  a2a::client::Failure failure = std::move(completion.error());
  failure.error.message = redacted(failure.error.message, key);
  return std::unexpected(std::move(failure));
}

}  // namespace

std::string request_body(const CompletionRequest& request, const std::vector<ChatMessage>& messages,
                         const AnswerShape& shape) {
  a2a::JsonTree said = a2a::JsonTree::array();
  for (const ChatMessage& message : messages)
    said.push_back({{"role", message.role}, {"content", message.content}});
  a2a::JsonTree body = {{"model", request.model},
                        {"messages", std::move(said)},
                        {"temperature", 0},
                        {"max_tokens", request.answer_tokens_max}};
  if (request.log_probabilities) body["logprobs"] = true;
  if (request.format == AnswerFormat::kJsonObject) body["response_format"] = {{"type", "json_object"}};
  if (request.format == AnswerFormat::kJsonSchema) {
    const auto schema = a2a::parse_tree(shape.schema).value_or(a2a::JsonTree::object());
    body["response_format"] = {
        {"type", "json_schema"},
        {"json_schema", {{"name", shape.name}, {"strict", shape.strict}, {"schema", schema}}}};
  }
  return a2a::dump_tree(body);
}

bool simplify(CompletionRequest& request, std::string_view complaint) {
  if (request.log_probabilities && a2a::text::lower_case(complaint).contains("logprobs")) {
    request.log_probabilities = false;
  } else if (request.format == AnswerFormat::kJsonSchema) {
    request.format = AnswerFormat::kJsonObject;
  } else if (request.format == AnswerFormat::kJsonObject) {
    request.format = AnswerFormat::kPlain;
  } else if (request.log_probabilities) {
    request.log_probabilities = false;
  } else {
    return false;
  }
  return true;
}

Outcome<Completion> complete(ModelCaller& caller, const ModelEndpoint& endpoint, CompletionRequest& request,
                             const std::vector<ChatMessage>& messages, const AnswerShape& shape) {
  for (;;) {
    const auto answer = caller.ask(request_body(request, messages, shape));
    if (!answer) return std::unexpected(answer.error());
    const NextStep step = next_step(*answer);
    if (step == NextStep::kUseAnswer) return read(answer->body, endpoint.key);
    const bool simpler = step == NextStep::kSimplifyRequest && simplify(request, answer->body);
    if (!simpler) return std::unexpected(failure_of(*answer, endpoint.key));
  }
}

}  // namespace schemagate::client_agent
