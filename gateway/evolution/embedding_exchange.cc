#include "gateway/evolution/embedding_exchange.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/json/tree.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::JsonValue;
using evolution::PackedVector;

constexpr std::size_t kNumberBytes = 32;  // of one coordinate, with what stands around it
constexpr std::size_t kOtherBytes = 64 << 10;
constexpr std::size_t kOtherValues = 1 << 10;

std::unexpected<a2a::Error> refuse(std::string message) {
  return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(message));
}

// Empty for a vector that is no direction.
a2a::Result<PackedVector> read_vector(JsonValue element, std::size_t dimensions) {
  const auto embedding = element.find("embedding");
  if (!embedding || !embedding->is_array()) return refuse("an element of data has no array embedding");
  if (embedding->size() != dimensions)
    return refuse("a vector has " + std::to_string(embedding->size()) + " numbers instead of " +
                  std::to_string(dimensions));
  std::vector<float> values;
  values.reserve(dimensions);
  for (const JsonValue each : embedding->elements()) {
    if (each.kind() == a2a::JsonKind::kNull) return PackedVector();
    const auto number = each.number();
    if (!number) return refuse("a vector has something that is no number");
    values.push_back(static_cast<float>(*number));
  }
  return evolution::pack(values);
}

}  // namespace

std::string embeddings_request(const EmbeddingConfig& config, std::span<const std::string> texts) {
  JsonTree body{{"model", config.model}, {"encoding_format", "float"}};
  if (config.send_dimensions) body["dimensions"] = config.dimensions;
  JsonTree input = JsonTree::array();
  for (const std::string& text : texts) input.push_back(text);
  body["input"] = std::move(input);
  return a2a::dump_tree(body);
}

std::size_t answer_bytes_max(std::size_t texts, std::size_t dimensions) {
  return texts * dimensions * kNumberBytes + kOtherBytes;
}

a2a::Result<std::vector<PackedVector>> read_embeddings(std::string_view body, std::size_t texts,
                                                       std::size_t dimensions) {
  a2a::JsonDocument document;
  const auto root = document.parse(body, {.bytes_max = answer_bytes_max(texts, dimensions),
                                          .depth_max = 8,
                                          .values_max = texts * (dimensions + 16) + kOtherValues});
  if (!root) return refuse("the answer is no JSON, or beyond its bounds");
  const auto data = root->find("data");
  if (!data || !data->is_array()) return refuse("the answer has no array data");
  if (data->size() != texts)
    return refuse("data has " + std::to_string(data->size()) + " vectors instead of " +
                  std::to_string(texts));
  std::vector<std::optional<PackedVector>> found(texts);
  for (const JsonValue element : data->elements()) {
    const auto index = element.find("index");
    const auto at = index ? index->int64() : std::nullopt;
    if (!at || *at < 0 || static_cast<std::size_t>(*at) >= texts || found[static_cast<std::size_t>(*at)])
      return refuse("the elements of data have not each of the indexes 0 to " + std::to_string(texts - 1) +
                    " once");
    auto vector = read_vector(element, dimensions);
    if (!vector) return std::unexpected(std::move(vector.error()));
    found[static_cast<std::size_t>(*at)] = *std::move(vector);
  }
  std::vector<PackedVector> vectors;
  vectors.reserve(texts);
  for (auto& each : found) vectors.push_back(*std::move(each));
  return vectors;
}

}  // namespace schemagate
