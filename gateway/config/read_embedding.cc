#include "gateway/config/read_embedding.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/json/tree.h"
#include "a2a/uri/loopback.h"
#include "extension/evolution/pool/packed_vector.h"
#include "gateway/config/options.h"
#include "gateway/config/read_headers.h"
#include "gateway/net/tls_client.h"

namespace schemagate {
namespace {

constexpr std::string_view kPath = "/embeddings";

void read_url(ConfigSection& section, EmbeddingConfig& out) {
  std::string text;
  if (!section.read_text("url", text)) return section.refuse("", "url is missing");
  auto url = a2a::uri::parse_url(text);
  if (!url) return section.refuse("url", url.error().message);
  while (url->path.ends_with('/')) url->path.pop_back();
  if (!url->path.ends_with(kPath)) url->path += kPath;
  out.url = *std::move(url);
}

void read_model(ConfigSection& section, EmbeddingConfig& out) {
  section.read_text("model", out.model);
  if (out.model.empty() || out.model.size() > evolution::kModelNameBytesMax)
    section.refuse("model", "expected the model's name, of at most 256 bytes");
  if (section.take("dimensions") == nullptr) section.refuse("", "dimensions is missing");
  section.read_count("dimensions", out.dimensions, {1, evolution::kModelSizeMax});
}

void read_threshold(ConfigSection& section, evolution::Settings& settings) {
  constexpr double kLowest = 0.05;
  const YamlNode* node = section.take("threshold");
  if (node == nullptr) return;
  const bool is_number = node->kind == YamlNode::Kind::kNumber;
  const auto value = is_number ? a2a::parse_tree(node->scalar) : a2a::Result<a2a::JsonTree>();
  const double number = value && value->is_number() ? value->get<double>() : 0;
  if (number < kLowest || number > 1) return section.refuse("threshold", "expected a number from 0.05 to 1");
  settings.model_theta = number;
}

void read_key(ConfigSection& section, const std::filesystem::path& folder, EmbeddingConfig& out) {
  section.read_section("key", [&](ConfigSection& key) {
    auto value = secret_of(key, folder);
    if (!value) return key.refuse("", value.error().message);
    if (value->empty() || !a2a::http::is_field_value(*value))
      return key.refuse("", "is empty, or has characters that no header may have");
    out.key = *std::move(value);
  });
}

// What users say goes there.
void check_privacy(ConfigSection& section, const EmbeddingConfig& out) {
  if (out.url.host.empty() || out.url.tls || a2a::uri::is_this_machine(out.url.host)) return;
  if (!out.key.empty()) return section.refuse("url", "a key is sent over https, or to this machine alone");
  section.warn("url", "wishes, redacted, go over plain http to another machine");
}

void read_ca(ConfigSection& section, const std::filesystem::path& folder, EmbeddingConfig& out) {
  if (!section.read_text("ca_file", out.ca_file)) return;
  out.ca_file = (folder / out.ca_file).string();
  const auto made = net::TlsClient::make({.ca = out.ca_file});
  if (!made) section.refuse("ca_file", made.error().detail);
}

}  // namespace

void read_embedding(ConfigSection& evolution, const std::filesystem::path& folder, EvolutionConfig& out) {
  evolution.read_section("embedding", [&](ConfigSection& section) {
    EmbeddingConfig embedding;
    read_url(section, embedding);
    read_model(section, embedding);
    read_threshold(section, out.settings);
    read_options(section, options::kEmbedding, embedding);
    read_key(section, folder, embedding);
    read_ca(section, folder, embedding);
    check_privacy(section, embedding);
    // The profile's cosine is that of the vectors that it is named for.
    out.settings.theta = evolution::Settings().theta;
    out.embedding = std::move(embedding);
  });
}

}  // namespace schemagate
