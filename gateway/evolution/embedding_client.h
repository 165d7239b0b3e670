// Asks an embeddings endpoint for the vectors of wishes, for one agent. What it does not get in time, or does
// not get whole, is left to the built-in embedder: whoever asks always has an answer.
//
//   EmbeddingClient client(config, embeddings_over_http(config), clock);
//   std::vector<ModelVector> vectors = client.embed(texts, stop);
//   // where one is empty, it is the built-in embedder's turn
//
// One deadline for all texts of a call. A text that the endpoint refuses is tried apart from the others, so
// that it takes none of them away; that alone is no failure of the endpoint. Used by one thread; blocks.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/http/message.h"
#include "a2a/json/tree.h"
#include "extension/evolution/pool/packed_vector.h"
#include "gateway/config/evolution_config.h"
#include "gateway/environment/clock.h"
#include "gateway/evolution/embedding_breaker.h"

namespace schemagate {

// One exchange with the endpoint.
struct EmbeddingCall {
  std::string body;
  std::chrono::milliseconds timeout;
  std::size_t answer_bytes_max;
};
using EmbeddingTransport =
    std::function<a2a::client::Outcome<a2a::http::Response>(const EmbeddingCall&, const std::stop_token&)>;

// Over HTTP with the configuration's key and authorities; redirects are not followed.
EmbeddingTransport embeddings_over_http(const EmbeddingConfig& config);

class EmbeddingClient {
 public:
  // `clock` outlives it.
  EmbeddingClient(EmbeddingConfig config, EmbeddingTransport transport, const Clock& clock);

  // One for each text.
  std::vector<evolution::ModelVector> embed(const std::vector<std::string>& texts,
                                            const std::stop_token& stop);

  // Why the last texts were not embedded by the endpoint: our words alone, neither texts nor the endpoint's.
  // Empty: they were, or there were none.
  const std::string& cause() const { return cause_; }
  // Whether the next texts go to it.
  bool is_in_use() const { return breaker_.lets_through(clock_.monotonic()); }
  std::string space() const { return evolution::space_of(config_.model, config_.dimensions); }
  std::chrono::seconds rests_for() const;
  // For operators: host, model, dimensions, state, counts.
  a2a::JsonTree describe() const;

 private:
  struct Batch;
  void embed_part(Batch& batch, std::size_t begin, std::size_t end);
  void fail(Batch& batch, std::string cause, std::chrono::seconds asked_pause = {});
  void settle(const Batch& batch);

  const EmbeddingConfig config_;
  const EmbeddingTransport transport_;
  const Clock& clock_;
  EmbeddingBreaker breaker_;
  std::string cause_;
  std::uint64_t requests_ = 0;
  std::uint64_t failures_ = 0;
  std::uint64_t embedded_ = 0;  // texts
  std::uint64_t built_in_ = 0;  // texts that were left to the built-in embedder
};

}  // namespace schemagate
