#include "extension/client_agent/language_model.h"

#include <algorithm>
#include <thread>

#include "a2a/http/retry_after.h"
#include "a2a/json/document.h"
#include "a2a/uri/loopback.h"
#include "extension/schema_interaction/free_text.h"

namespace schemagate::client_agent {
namespace {

using a2a::client::Cause;
using a2a::client::failed;
using a2a::client::Outcome;
using a2a::http::Response;
using std::chrono::milliseconds;

constexpr std::string_view kPath = "/chat/completions";
constexpr std::size_t kWordsBytesMax = 300;

// `error.message`, or `error` itself where that is a text.
std::string words_of(const a2a::http::Response& answer) {
  a2a::JsonDocument document;
  const auto root = document.parse(answer.body, {.bytes_max = answer.body.size()});
  const auto error = root ? root->find("error") : std::nullopt;
  const auto message = error ? error->find("message") : std::nullopt;
  const auto text = message ? message->string() : error ? error->string() : std::nullopt;
  return std::string(text.value_or(""));
}

}  // namespace

ModelClock real_clock() {
  return {.now = [] { return std::chrono::steady_clock::now(); },
          .sleep = [](milliseconds pause) { std::this_thread::sleep_for(pause); }};
}

NextStep next_step(const a2a::http::Response& answer) {
  if (answer.status == 200) return NextStep::kUseAnswer;
  if (answer.status == 400 || answer.status == 422 || answer.status == 501) return NextStep::kSimplifyRequest;
  if (answer.status == 429 || (answer.status >= 500 && answer.status < 600)) return NextStep::kRetryLater;
  return NextStep::kGiveUp;
}

// Blackened before it is cut: of a key, too, nothing is left at the end.
std::string redacted(std::string_view words, std::string_view key) {
  constexpr std::string_view kBlack = "***";
  std::string text(words);
  for (auto at = text.find(key); !key.empty() && at != std::string::npos;
       at = text.find(key, at + kBlack.size()))
    text.replace(at, key.size(), kBlack);
  return schema_interaction::clean_text(text, kWordsBytesMax);
}

milliseconds retry_delay(const a2a::http::Response& answer, milliseconds otherwise) {
  const auto seconds = a2a::http::parse_retry_seconds(answer.header("Retry-After"));
  return seconds ? milliseconds(*seconds) : otherwise;
}

a2a::client::Failure failure_of(const a2a::http::Response& answer, std::string_view key) {
  std::string message = "the model's endpoint answered HTTP " + std::to_string(answer.status);
  if (!answer.header("Location").empty()) message += ", a redirect, which is not followed";
  if (const auto words = redacted(words_of(answer), key); !words.empty()) message += ": " + words;
  const bool refused = answer.status == 400 || answer.status == 401 || answer.status == 403 ||
                       answer.status == 422 || answer.status == 429;
  return failed(refused ? Cause::kAgent : Cause::kProtocol, std::move(message), answer.status).error();
}

Outcome<a2a::uri::Url> completions_url(const ModelEndpoint& endpoint) {
  auto url = a2a::client::parse_url(endpoint.url);
  if (!url) return url;
  if (!endpoint.key.empty() && !url->tls && !a2a::uri::is_this_machine(url->host))
    return failed(Cause::kArgument, "the model's endpoint has a key and needs https");
  while (url->path.ends_with('/')) url->path.pop_back();
  if (!url->path.ends_with(kPath)) url->path += kPath;
  return url;
}

ModelCaller::ModelCaller(const ModelEndpoint& endpoint, const RetryPolicy& retry_policy,
                         const ModelClock& clock)
    : endpoint_(endpoint),
      retry_policy_(retry_policy),
      clock_(clock),
      deadline_(clock.now() + retry_policy.total) {}

milliseconds ModelCaller::time_left() const {
  return std::chrono::duration_cast<milliseconds>(deadline_ - clock_.now());
}

Outcome<a2a::http::Response> ModelCaller::ask(const std::string& body, const std::stop_token& stop) {
  auto url = completions_url(endpoint_);
  if (!url) return std::unexpected(url.error());
  a2a::client::OutgoingRequest request{.method = "POST", .url = *std::move(url), .body = body};
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  if (!endpoint_.key.empty()) request.headers.emplace_back("Authorization", "Bearer " + endpoint_.key);
  request.tls.ca = endpoint_.ca;
  request.body_bytes_max = retry_policy_.answer_bytes_max;
  milliseconds pause = retry_policy_.first_pause;
  for (int tries = 1;; ++tries, pause *= 2) {
    if (time_left() <= milliseconds(0)) return failed(Cause::kTimeout, "the model's endpoint takes too long");
    request.timeouts.silence = milliseconds(0);
    request.timeouts.total = std::min(retry_policy_.answer, time_left());
    auto answer = a2a::client::perform(request, stop);
    if (!answer || next_step(*answer) != NextStep::kRetryLater || tries >= retry_policy_.tries_max)
      return answer;
    const milliseconds wanted = retry_delay(*answer, pause);
    if (wanted > retry_policy_.wait_max || wanted >= time_left()) return answer;
    clock_.sleep(wanted);
  }
}

}  // namespace schemagate::client_agent
