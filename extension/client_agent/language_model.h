// A chat endpoint in the manner of OpenAI's API, POST BASE/chat/completions: one question with its retries,
// deadlines and limits. What is asked stands in prompt.h, what the answer is worth in model_answer.h.
//
//   const ModelClock clock = real_clock();
//   const RetryPolicy policy;
//   ModelCaller caller(endpoint, policy, clock);
//   auto answer = caller.ask(body);                                          // Outcome<a2a::http::Response>
//   if (answer && next_step(*answer) != NextStep::kUseAnswer) return failure_of(*answer, endpoint.key);
//
// The key is sent to the endpoint alone, over https or to this machine, and stands in no message: every text
// of an endpoint goes through redacted() first.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "a2a/client/http.h"

namespace schemagate::client_agent {

// Where the model is. Comes from the user, never from a card or a template.
struct ModelEndpoint {
  std::string url;      // "http://127.0.0.1:11434/v1", with or without /chat/completions
  std::string model;    // as the endpoint calls it
  std::string key;      // sent as Bearer token and nowhere else; empty: none
  std::string ca = {};  // file with the authorities to trust; empty: the system's
};

// How often and how long an endpoint is asked for one mapping.
struct RetryPolicy {
  int tries_max = 3;                           // per question, for 429 and 5xx
  std::chrono::milliseconds wait_max{20'000};  // one pause; who asks for more is not asked again
  std::chrono::milliseconds first_pause{500};  // where the endpoint names none; doubles
  std::chrono::milliseconds answer{60'000};    // one answer
  std::chrono::milliseconds total{180'000};    // everything together
  std::size_t answer_bytes_max = 4 << 20;
};

// Time as the model's caller sees it, given from outside so that tests need not wait. Both are called from
// the thread that calls ModelCaller::ask().
struct ModelClock {
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<void(std::chrono::milliseconds)> sleep;
};
// The machine's steady clock; sleep() blocks the thread.
ModelClock real_clock();

// What the status of an answer means for the next request. Pure.
enum class NextStep {
  kUseAnswer,        // 200
  kSimplifyRequest,  // 400, 422 or 501: the endpoint does not know a parameter
  kRetryLater,       // 429 or 5xx
  kGiveUp,
};
NextStep next_step(const a2a::http::Response& answer);

// The pause that a Retry-After names in seconds; `otherwise` for none and for a date.
std::chrono::milliseconds retry_delay(const a2a::http::Response& answer, std::chrono::milliseconds otherwise);

// Why an answer is no good, for the user: kAgent for 401, 403, 429 and what the endpoint refuses, kProtocol
// for everything else. With the endpoint's own words as redacted() tells them.
a2a::client::Failure failure_of(const a2a::http::Response& answer, std::string_view key);

// An endpoint's words for a message: one line of at most 300 bytes, the key made unreadable wherever it
// stands in them (endpoints exist that quote it).
std::string redacted(std::string_view words, std::string_view key);

// Where to send a question. Errors: kArgument for a URL that is none, and for a key that would travel over
// plain HTTP to another machine.
a2a::client::Outcome<a2a::uri::Url> completions_url(const ModelEndpoint& endpoint);

// Asks one endpoint on behalf of one mapping: RetryPolicy::total begins when it is made. One thread; blocks.
class ModelCaller {
 public:
  // All three are borrowed and must outlive it.
  ModelCaller(const ModelEndpoint& endpoint, const RetryPolicy& retry_policy, const ModelClock& clock);

  // Posts `body`, and again after a pause as long as next_step() says kRetryLater and the policy allows it.
  // Gives the last answer, whatever its status. Errors: kArgument as completions_url(); kTimeout;
  // kUnreachable; kProtocol for an answer beyond the limit.
  a2a::client::Outcome<a2a::http::Response> ask(const std::string& body, const std::stop_token& stop = {});

 private:
  std::chrono::milliseconds time_left() const;

  const ModelEndpoint& endpoint_;
  const RetryPolicy& retry_policy_;
  const ModelClock& clock_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace schemagate::client_agent
