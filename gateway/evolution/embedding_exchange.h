// What is said to an embeddings endpoint in the manner of OpenAI's API, and what its answer is worth. Pure.
//
//   const std::string body = embeddings_request(config, texts);
//   auto vectors = read_embeddings(answer.body, texts.size(), config.dimensions);
//
// Nothing in an answer is trusted: neither its size nor its order, neither how many vectors it has nor what
// stands in them. Its words are never repeated.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "extension/evolution/pool/packed_vector.h"
#include "gateway/config/evolution_config.h"

namespace schemagate {

// Texts in one request: what small servers take.
inline constexpr std::size_t kEmbeddedTextsMax = 32;

std::string embeddings_request(const EmbeddingConfig& config, std::span<const std::string> texts);

// Of an answer of so many vectors.
std::size_t answer_bytes_max(std::size_t texts, std::size_t dimensions);

// One vector for each text, in the texts' order, which the members `index` say. Empty for a text whose vector
// is nothing but zeros, or has a null: that is the text's doing. Errors: kInvalidAgentResponse for whatever
// is no whole answer, with what was found and what was expected.
a2a::Result<std::vector<evolution::PackedVector>> read_embeddings(std::string_view body, std::size_t texts,
                                                                  std::size_t dimensions);

}  // namespace schemagate
