// Maps a sentence to keys with a language model (section 6.1 of the structured-data draft): any chat endpoint
// in the manner of OpenAI's API.
//
//   LlmMapper mapper({.url = "http://127.0.0.1:11434/v1", .model = "llama3", .key = ""});
//   auto mapping = mapper.map(negotiated, {"fly to Rome tomorrow", today});
//   Proposal proposal = propose(negotiated, *std::move(mapping));
#pragma once

#include "extension/client_agent/language_model.h"
#include "extension/client_agent/mapping.h"

namespace schemagate::client_agent {

// Asks with the JSON Schema, and more simply (json_object, then no format at all; without log-probabilities)
// where the endpoint refuses a parameter. What comes is checked, and asked for once more with the validator's
// own words when it does not fit.
// Blocks while the endpoint is asked. One thread at a time. Owns its endpoint and its policy.
class LlmMapper final : public Mapper {
 public:
  explicit LlmMapper(ModelEndpoint endpoint, RetryPolicy retry_policy = {}, ModelClock clock = real_clock());

  // Errors: those of ModelCaller::ask() and read_completion(); failure_of() for answers that are none;
  // kProtocol when two answers do not fit.
  a2a::client::Outcome<Mapping> map(const NegotiatedSchema& negotiated, const Request& request) override;

 private:
  ModelEndpoint endpoint_;
  RetryPolicy retry_policy_;
  ModelClock clock_;
};

}  // namespace schemagate::client_agent
