#include "extension/client_agent/llm_mapper.h"

#include "extension/client_agent/model_answer.h"
#include "extension/client_agent/prompt.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;

// One sentence's conversation with the model.
class Conversation {
 public:
  Conversation(ModelCaller& caller, const ModelEndpoint& endpoint, const NegotiatedSchema& negotiated,
               const Request& request)
      : caller_(caller),
        endpoint_(endpoint),
        shape_(mapping_shape(negotiated)),
        messages_(initial_messages(negotiated, request)) {
    request_.model = endpoint.model;
  }

  Outcome<Completion> complete() {
    return client_agent::complete(caller_, endpoint_, request_, messages_, shape_);
  }

  void repair(std::string_view answer, std::string_view problem) {
    append_repair(messages_, answer, problem);
  }

 private:
  ModelCaller& caller_;
  const ModelEndpoint& endpoint_;
  const AnswerShape shape_;
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
