#include "extension/client_agent/llm_mapper.h"

#include "extension/client_agent/model_answer.h"
#include "extension/client_agent/prompt.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;

// Drops what the endpoint seems not to know: log-probabilities where it speaks of them, else the format.
// False when nothing is left to drop.
bool ask_more_simply(Asking& asking, std::string_view complaint) {
  if (asking.log_probabilities && lower_case(complaint).contains("logprobs")) {
    asking.log_probabilities = false;
  } else if (asking.format == AnswerFormat::kJsonSchema) {
    asking.format = AnswerFormat::kJsonObject;
  } else if (asking.format == AnswerFormat::kJsonObject) {
    asking.format = AnswerFormat::kPlain;
  } else if (asking.log_probabilities) {
    asking.log_probabilities = false;
  } else {
    return false;
  }
  return true;
}

// One sentence's conversation with the model.
class Conversation {
 public:
  Conversation(ModelCaller& caller, const ModelEndpoint& endpoint, const Contract& contract, const Wish& wish)
      : caller_(caller), endpoint_(endpoint), contract_(contract), turns_(first_turns(contract, wish)) {
    asking_.model = endpoint.model;
  }

  Outcome<Completion> complete() {
    for (;;) {
      const auto answer = caller_.ask(request_body(asking_, turns_, contract_));
      if (!answer) return std::unexpected(answer.error());
      const Verdict verdict = judge(*answer);
      if (verdict == Verdict::kRead) return read(answer->body);
      const bool simpler = verdict == Verdict::kAskMoreSimply && ask_more_simply(asking_, answer->body);
      if (!simpler) return std::unexpected(failure_of(*answer, endpoint_.key));
    }
  }

  Outcome<Completion> read(std::string_view body) const {
    auto completion = read_completion(body);
    if (completion) return completion;
    a2a::client::Failure failure = std::move(completion.error());
    failure.error.message = told(failure.error.message, endpoint_.key);
    return std::unexpected(std::move(failure));
  }

  void repair(std::string_view answer, std::string_view problem) { add_repair(turns_, answer, problem); }

 private:
  ModelCaller& caller_;
  const ModelEndpoint& endpoint_;
  const Contract& contract_;
  Asking asking_;
  std::vector<Turn> turns_;
};

}  // namespace

LlmMapper::LlmMapper(ModelEndpoint endpoint, Patience patience, ModelClock clock)
    : endpoint_(std::move(endpoint)), patience_(patience), clock_(std::move(clock)) {}

Outcome<Mapping> LlmMapper::map(const Contract& contract, const Wish& wish) {
  ModelCaller caller(endpoint_, patience_, clock_);
  Conversation conversation(caller, endpoint_, contract, wish);
  auto first = conversation.complete();
  if (!first) return std::unexpected(first.error());
  ModelMapping mapped = read_mapping(*first, contract, wish);
  if (mapped.problem.empty()) return std::move(mapped.mapping);
  conversation.repair(first->content, mapped.problem);
  auto second = conversation.complete();
  if (!second && !mapped.is_usable) return std::unexpected(second.error());
  if (second) {
    ModelMapping repaired = read_mapping(*second, contract, wish);
    if (repaired.is_usable || !mapped.is_usable) mapped = std::move(repaired);
  }
  if (mapped.is_usable) return std::move(mapped.mapping);
  return a2a::client::failed(Cause::kProtocol,
                             "the model's answer does not fit the template: " + mapped.problem);
}

}  // namespace schemagate::client_agent
