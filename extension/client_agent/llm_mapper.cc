#include "extension/client_agent/llm_mapper.h"

#include "a2a/text/ascii.h"
#include "extension/client_agent/model_answer.h"
#include "extension/client_agent/prompt.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;

// Drops what the endpoint seems not to know: log-probabilities where it speaks of them, else the format.
// False when nothing is left to drop.
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

// One sentence's conversation with the model.
class Conversation {
 public:
  Conversation(ModelCaller& caller, const ModelEndpoint& endpoint, const NegotiatedSchema& negotiated,
               const Request& request)
      : caller_(caller),
        endpoint_(endpoint),
        negotiated_(negotiated),
        messages_(initial_messages(negotiated, request)) {
    request_.model = endpoint.model;
  }

  Outcome<Completion> complete() {
    for (;;) {
      const auto answer = caller_.ask(request_body(request_, messages_, negotiated_));
      if (!answer) return std::unexpected(answer.error());
      const NextStep step = next_step(*answer);
      if (step == NextStep::kUseAnswer) return read(answer->body);
      const bool simpler = step == NextStep::kSimplifyRequest && simplify(request_, answer->body);
      if (!simpler) return std::unexpected(failure_of(*answer, endpoint_.key));
    }
  }

  Outcome<Completion> read(std::string_view body) const {
    auto completion = read_completion(body);
    if (completion) return completion;
    a2a::client::Failure failure = std::move(completion.error());
    failure.error.message = redacted(failure.error.message, endpoint_.key);
    return std::unexpected(std::move(failure));
  }

  void repair(std::string_view answer, std::string_view problem) {
    append_repair(messages_, answer, problem);
  }

 private:
  ModelCaller& caller_;
  const ModelEndpoint& endpoint_;
  const NegotiatedSchema& negotiated_;
  CompletionRequest request_;
  std::vector<ChatMessage> messages_;
};

}  // namespace

LlmMapper::LlmMapper(ModelEndpoint endpoint, RetryPolicy retry_policy, ModelClock clock)
    : endpoint_(std::move(endpoint)), retry_policy_(retry_policy), clock_(std::move(clock)) {}

Outcome<Mapping> LlmMapper::map(const NegotiatedSchema& negotiated, const Request& request) {
  ModelCaller caller(endpoint_, retry_policy_, clock_);
  Conversation conversation(caller, endpoint_, negotiated, request);
  auto first = conversation.complete();
  if (!first) return std::unexpected(first.error());
  ModelMapping mapped = read_mapping(*first, negotiated, request);
  if (mapped.problem.empty()) return std::move(mapped.mapping);
  conversation.repair(first->content, mapped.problem);
  auto second = conversation.complete();
  if (!second && !mapped.is_usable) return std::unexpected(second.error());
  if (second) {
    ModelMapping repaired = read_mapping(*second, negotiated, request);
    if (repaired.is_usable || !mapped.is_usable) mapped = std::move(repaired);
  }
  if (mapped.is_usable) return std::move(mapped.mapping);
  return a2a::client::failed(Cause::kProtocol,
                             "the model's answer does not fit the template: " + mapped.problem);
}

}  // namespace schemagate::client_agent
