#include "a2a/signature/detached.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/signature/base64url.h"

namespace schemagate::a2a::signature {
namespace {

constexpr std::array<std::string_view, 2> kNotDone{"crit", "b64"};

std::unexpected<Error> bad_header(std::string reason) {
  return fail(ErrorCode::kInvalidParams, "the protected header " + std::move(reason));
}

std::string signing_input(std::string_view protected_header, std::string_view payload) {
  return std::string(protected_header) + '.' + to_base64url(payload);
}

std::string header_text(const PrivateKey& key, std::string_view key_set_url) {
  std::string header = "{";
  append_string_member(header, "alg", name(key.algorithm()));
  append_string_member(header, "typ", "JOSE");
  append_string_member(header, "kid", key.id());
  if (!key_set_url.empty()) append_string_member(header, "jku", key_set_url);
  return header + "}";
}

// Absent is empty; nullopt for what is no text.
std::optional<std::string> optional_text(const JsonTree& header, std::string_view name) {
  const JsonTree* member = find_member(header, name);
  if (member == nullptr) return "";
  const auto* text = member->get_ptr<const std::string*>();
  return text == nullptr ? std::nullopt : std::optional(*text);
}

}  // namespace

Result<DetachedSignature> sign_detached(std::string_view payload, const PrivateKey& key,
                                        std::string_view key_set_url) {
  DetachedSignature made{to_base64url(header_text(key, key_set_url)), {}};
  const auto signature = key.sign(signing_input(made.protected_header, payload));
  if (!signature) return std::unexpected(signature.error());
  made.signature = to_base64url(*signature);
  return made;
}

Result<ProtectedHeader> parse_protected_header(std::string_view encoded) {
  if (encoded.size() > kHeaderBytesMax) return bad_header("is over 4096 bytes");
  const auto text = from_base64url(encoded);
  if (!text) return bad_header("is not base64url");
  const auto header = parse_tree(*text, {.bytes_max = kHeaderBytesMax, .depth_max = 8});
  if (!header || !header->is_object()) return bad_header("is no JSON object");
  for (const std::string_view name : kNotDone) {
    if (find_member(*header, name) != nullptr) return bad_header("has " + std::string(name));
  }
  auto algorithm = optional_text(*header, "alg");
  auto key_id = optional_text(*header, "kid");
  auto key_set_url = optional_text(*header, "jku");
  if (!algorithm || algorithm->empty()) return bad_header("has no alg");
  if (!key_id || key_id->empty() || key_id->size() > kKeyIdBytesMax) return bad_header("has no usable kid");
  if (!key_set_url) return bad_header("has a jku that is no text");
  return ProtectedHeader{*std::move(algorithm), *std::move(key_id), *std::move(key_set_url)};
}

bool verify_detached(std::string_view payload, const DetachedSignature& signature, const PublicKey& key) {
  const auto header = parse_protected_header(signature.protected_header);
  if (!header || parse_algorithm(header->algorithm) != key.algorithm()) return false;
  const auto bytes = from_base64url(signature.signature);
  return bytes && key.verify(signing_input(signature.protected_header, payload), *bytes);
}

}  // namespace schemagate::a2a::signature
