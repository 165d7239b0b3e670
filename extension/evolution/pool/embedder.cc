#include "extension/evolution/pool/embedder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "a2a/text/utf8.h"
#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

constexpr double kStemWeight = 1.0;
constexpr double kGramsWeight = 0.5;
// Of 0.5, 0.7, 0.8 and 0.95 the one that found most on half of a public set (README).
constexpr double kRelationWeight = 0.7;
// A stem has four coordinates: with one, two short fragments of a large pool would often share it by chance.
constexpr int kStemParts = 4;
constexpr int kPartBits = 11;  // ten of the place, one of the sign
constexpr float kPartShare = 0.5;
constexpr std::uint64_t kSignBit = kEmbeddedSize;
constexpr std::size_t kGramMin = 3;
constexpr std::size_t kGramMax = 5;

// FNV-1a, and a last round of SplitMix64, because its low bits alone are not spread enough.
std::uint64_t hash(char kind, std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325U;
  const auto mix = [&value](char c) { value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U; };
  mix(kind);
  for (const char c : text) mix(c);
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

// Where the characters of a text begin, and its end.
std::vector<std::size_t> boundaries(std::string_view text) {
  std::vector<std::size_t> begins;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!a2a::text::is_continuation(text[at])) begins.push_back(at);
  }
  begins.push_back(text.size());
  return begins;
}

void add_grams(Features& features, const std::string& stem) {
  const std::string framed = "^" + stem + "$";
  const auto begins = boundaries(framed);
  const std::size_t first = features.size();
  for (std::size_t size = kGramMin; size <= kGramMax; ++size) {
    for (std::size_t at = 0; at + size < begins.size(); ++at) {
      const std::size_t begin = begins[at];
      features.push_back({hash('g', std::string_view(framed).substr(begin, begins[at + size] - begin)), 0});
    }
  }
  const double weight = kGramsWeight / std::sqrt(static_cast<double>(features.size() - first));
  for (std::size_t i = first; i < features.size(); ++i) features[i].weight = weight;
}

// Function words that tell two wishes apart: "to <name>" from "from <name>", "when" from "where".
void add_relations(Features& features, const std::vector<Token>& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const Token& token = tokens[at];
    if (asks_for(token.text)) features.push_back({hash('q', token.text), kRelationWeight});
    if (at + 1 == tokens.size()) break;
    const Token& next = tokens[at + 1];
    if (token.text == "how") features.push_back({hash('q', "how " + next.text), kRelationWeight});
    const bool says_where = is_preposition(token.text) && next.kind != TokenKind::kWord;
    if (says_where) features.push_back({hash('p', token.text + next.text), kRelationWeight});
  }
}

// Of features that are there twice the weights are added.
void unite(Features& features) {
  std::ranges::sort(features, {}, &Feature::hash);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (kept > 0 && features[kept - 1].hash == features[i].hash) {
      features[kept - 1].weight += features[i].weight;
    } else {
      features[kept++] = features[i];
    }
  }
  features.resize(kept);
}

}  // namespace

std::uint64_t stem_feature(std::string_view stem) {
  return hash('s', stem);
}

Features features_of(const std::vector<Token>& tokens, const Stemmer& stemmer) {
  Features features;
  std::vector<std::string_view> seen;
  for (const Token& token : tokens) {
    if (!token.content || std::ranges::find(seen, token.text) != seen.end()) continue;
    seen.push_back(token.text);
    const std::string stem = stemmer.stem(token.text);
    features.push_back({stem_feature(stem), kStemWeight});
    if (token.kind == TokenKind::kWord) add_grams(features, stem);
  }
  add_relations(features, tokens);
  unite(features);
  return features;
}

std::vector<std::uint64_t> hashes_of(const Features& features) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(features.size());
  for (const Feature& feature : features) hashes.push_back(feature.hash);
  return hashes;
}

SparseVector embed(const Features& features, const Frequencies& frequencies) {
  std::array<float, kEmbeddedSize> sums{};
  const auto add = [&sums](std::uint64_t bits, float value) {
    sums[bits % kEmbeddedSize] += (bits & kSignBit) != 0 ? value : -value;
  };
  for (const auto& [hash, weight] : features) {
    const auto value = static_cast<float>(weight * std::sqrt(frequencies.inverse(hash)));
    if (weight < kStemWeight) {
      add(hash, value);
      continue;
    }
    for (int part = 0; part < kStemParts; ++part) add(hash >> (part * kPartBits), value * kPartShare);
  }
  SparseVector vector;
  vector.reserve(features.size());
  for (std::uint32_t at = 0; at < kEmbeddedSize; ++at) {
    if (sums[at] != 0) vector.push_back({at, sums[at]});
  }
  normalise(vector);
  return vector;
}

}  // namespace schemagate::evolution
