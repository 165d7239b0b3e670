// How the templates of one agent evolve. A value.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "a2a/uri/url.h"
#include "extension/evolution/settings.h"
#include "gateway/config/secret.h"

namespace schemagate {

// An embeddings endpoint in the manner of OpenAI's API, in place of the built-in embedder. In the
// configuration: `agents.*.evolution.embedding`. Its threshold is evolution::Settings::model_theta.
struct EmbeddingConfig {
  a2a::uri::Url url;             // with /embeddings behind it
  std::string model = {};        // as the endpoint calls it
  std::size_t dimensions = 0;    // of its vectors
  bool send_dimensions = false;  // ask for so many: for models that can give different numbers of them
  std::chrono::milliseconds timeout{5'000};  // for the wishes that are embedded together
  Secret key = {};                           // sent as Bearer token and nowhere else; empty: none
  std::string ca_file = {};                  // empty: the system's authorities
};

// In the configuration: `agents.*.evolution`; without it, or with the mode `off`, nothing evolves.
struct EvolutionConfig {
  bool enabled = false;
  evolution::Settings settings = {};  // `mode` says whether a person approves
  std::optional<EmbeddingConfig> embedding = {};
};

}  // namespace schemagate
