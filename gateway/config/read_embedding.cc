#include "gateway/config/read_embedding.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "a2a/json/tree.h"
#include "a2a/uri/loopback.h"
#include "extension/evolution/pool/packed_vector.h"
#include "gateway/config/options.h"
#include "gateway/config/read_authorities.h"
#include "gateway/config/read_headers.h"

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

// What users say goes there.
void check_privacy(ConfigSection& section, const EmbeddingConfig& out) {
  if (out.url.host.empty() || out.url.tls || a2a::uri::is_this_machine(out.url.host)) return;
  if (!out.key.empty()) return section.refuse("url", "a key is sent over https, or to this machine alone");
  section.warn("url", "wishes, redacted, go over plain http to another machine");
}

}  // namespace

void read_embedding(ConfigSection& evolution, const std::filesystem::path& folder, EvolutionConfig& out) {
  evolution.read_section("embedding", [&](ConfigSection& section) {
    EmbeddingConfig embedding;
    read_url(section, embedding);
    read_model(section, embedding);
    read_threshold(section, out.settings);
    read_options(section, options::kEmbedding, embedding);
    embedding.key = read_secret(section, "key", folder);
    embedding.ca_file = read_authorities(section, folder);
    check_privacy(section, embedding);
    // The profile's cosine is that of the vectors that it is named for.
    out.settings.theta = evolution::Settings().theta;
    out.embedding = std::move(embedding);
  });
}

}  // namespace schemagate
