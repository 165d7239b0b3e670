#include "gateway/evolution/embedding_client.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/client/http.h"
#include "a2a/http/retry_after.h"
#include "gateway/evolution/embedding_exchange.h"

namespace schemagate {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;
using a2a::http::Response;
using evolution::ModelVector;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds kConnect{5'000};

// Something in the request is to blame, perhaps one text of many: too long for the model, for example.
bool refuses_request(int status) {
  return status == 400 || status == 413 || status == 422 || status == 500;
}

// The last of them is a server's own failure where there is only one text.
bool refuses_text(int status) {
  return status != 500 && refuses_request(status);
}

seconds asked_pause(const Response& answer) {
  return a2a::http::parse_retry_seconds(answer.header("Retry-After")).value_or(seconds(0));
}

a2a::Result<std::vector<evolution::PackedVector>> vectors_of(const Response& answer, std::size_t texts,
                                                             std::size_t dimensions) {
  if (answer.status == 200) return read_embeddings(answer.body, texts, dimensions);
  return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse,
                   "the endpoint answered with HTTP status " + std::to_string(answer.status));
}

// Without the peer's words, which may have the text in them.
std::string cause_of(const a2a::client::Failure& failure) {
  switch (failure.cause) {
    case Cause::kTimeout:
      return "the endpoint did not answer in time";
    case Cause::kTls:
      return "the endpoint " + failure.reason;
    case Cause::kProtocol:
      return "the endpoint's answer is not HTTP, or too large";
    case Cause::kArgument:
      return "the request cannot be sent: " + failure.error.message;
    case Cause::kUnreachable:
    case Cause::kAgent:
    case Cause::kCanceled:
      return "no connection to the endpoint, or it broke";
  }
  std::unreachable();
}

}  // namespace

EmbeddingTransport embeddings_over_http(const EmbeddingConfig& config) {
  a2a::client::OutgoingRequest request{.method = "POST", .url = config.url};
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  request.tls.ca = config.ca_file;
  return [request, key = config.key](const EmbeddingCall& call, const std::stop_token& stop) {
    a2a::client::OutgoingRequest sent = request;
    if (!key.empty()) sent.headers.emplace_back("Authorization", "Bearer " + key.value());
    sent.body = call.body;
    sent.body_bytes_max = call.answer_bytes_max;
    sent.timeouts = {
        .connect = std::min(call.timeout, kConnect), .silence = milliseconds(0), .total = call.timeout};
    return a2a::client::perform(sent, stop);
  };
}

// The texts of one call, each once, on their way.
struct EmbeddingClient::Batch {
  std::vector<std::string> texts = {};
  std::vector<evolution::PackedVector> vectors = {};
  MonotonicTime deadline;
  std::stop_token stop;
  std::size_t requests_left = 0;
  bool is_over = false;      // nothing more is asked
  bool has_success = false;  // an answer was good
  std::string cause = {};
  seconds asked_pause{};
};

EmbeddingClient::EmbeddingClient(EmbeddingConfig config, EmbeddingTransport transport, const Clock& clock)
    : config_(std::move(config)), transport_(std::move(transport)), clock_(clock) {}

std::vector<ModelVector> EmbeddingClient::embed(const std::vector<std::string>& texts,
                                                const std::stop_token& stop) {
  constexpr std::size_t kRequestsMore = 12;  // to find the text that the endpoint refuses
  std::vector<ModelVector> vectors(texts.size());
  if (texts.empty()) return vectors;
  std::map<std::string_view, std::size_t> places;
  Batch batch{.deadline = clock_.monotonic() + config_.timeout, .stop = stop};
  for (const std::string& text : texts) {
    if (places.emplace(text, batch.texts.size()).second) batch.texts.push_back(text);
  }
  batch.vectors.resize(batch.texts.size());
  batch.requests_left = batch.texts.size() / kEmbeddedTextsMax + 1 + kRequestsMore;
  if (is_in_use() && !stop.stop_requested()) {
    for (std::size_t begin = 0; begin < batch.texts.size(); begin += kEmbeddedTextsMax)
      embed_part(batch, begin, std::min(begin + kEmbeddedTextsMax, batch.texts.size()));
    settle(batch);
  }
  for (std::size_t at = 0; at < texts.size(); ++at) {
    const auto& values = batch.vectors[places.at(texts[at])];
    ++(values.empty() ? built_in_ : embedded_);
    if (!values.empty()) vectors[at] = {config_.model, values};
  }
  return vectors;
}

// In one request, and in halves where that is refused.
void EmbeddingClient::embed_part(Batch& batch, std::size_t begin, std::size_t end) {
  if (batch.is_over) return;
  const auto left = std::chrono::floor<milliseconds>(batch.deadline - clock_.monotonic());
  if (left <= milliseconds(0)) return fail(batch, "the endpoint did not answer in time");
  if (batch.requests_left == 0) return fail(batch, "the endpoint refuses too many texts");
  --batch.requests_left;
  ++requests_;
  const std::span<const std::string> texts(batch.texts.data() + begin, end - begin);
  const auto answer = transport_(
      {embeddings_request(config_, texts), left, answer_bytes_max(texts.size(), config_.dimensions)},
      batch.stop);
  if (batch.stop.stop_requested()) batch.is_over = true;
  if (!answer) return fail(batch, cause_of(answer.error()));
  auto vectors = vectors_of(*answer, texts.size(), config_.dimensions);
  if (vectors) {
    batch.has_success = true;
    std::ranges::move(*vectors, batch.vectors.begin() + static_cast<std::ptrdiff_t>(begin));
  } else if (texts.size() > 1 && (answer->status == 200 || refuses_request(answer->status))) {
    const std::size_t middle = begin + texts.size() / 2;
    embed_part(batch, begin, middle);
    embed_part(batch, middle, end);
  } else if (refuses_text(answer->status)) {
    batch.cause = vectors.error().message;
  } else {
    fail(batch, vectors.error().message, asked_pause(*answer));
  }
}

void EmbeddingClient::fail(Batch& batch, std::string cause, seconds asked_pause) {
  batch.is_over = true;
  batch.cause = std::move(cause);
  batch.asked_pause = asked_pause;
}

// What was broken off says nothing about the endpoint; one that has answered works.
void EmbeddingClient::settle(const Batch& batch) {
  if (batch.stop.stop_requested()) return;
  cause_ = batch.cause;
  if (batch.is_over) ++failures_;
  if (!batch.is_over || (batch.has_success && batch.asked_pause == seconds(0))) {
    breaker_.note_success();
  } else {
    breaker_.note_failure(clock_.monotonic(), batch.asked_pause);
  }
}

seconds EmbeddingClient::rests_for() const {
  const auto left = std::chrono::ceil<seconds>(breaker_.rests_until() - clock_.monotonic());
  return std::max(left, seconds(0));
}

a2a::JsonTree EmbeddingClient::describe() const {
  const char* state = !is_in_use() ? "rests" : requests_ == 0 ? "unused" : cause_.empty() ? "works" : "fails";
  a2a::JsonTree tree{{"host", config_.url.host},
                     {"model", config_.model},
                     {"dimensions", config_.dimensions},
                     {"state", state}};
  if (!cause_.empty()) tree["cause"] = cause_;
  if (rests_for() > seconds(0)) tree["rests_for_seconds"] = rests_for().count();
  tree["requests"] = requests_;
  tree["failed"] = failures_;
  tree["texts_embedded"] = embedded_;
  tree["texts_built_in"] = built_in_;
  return tree;
}

}  // namespace schemagate
