#include "extension/agent_context/context_uri.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "a2a/signature/base64url.h"
#include "a2a/signature/constant_time.h"
#include "a2a/uri/url.h"
#include "extension/agent_context/agent_context.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::signature::equals_in_constant_time;
using a2a::signature::to_base64url;

constexpr std::string_view kPath = "/contexts/";
constexpr std::string_view kDigestPrefix = "sha-256:";
constexpr std::size_t kDigestSize = kDigestPrefix.size() + 43;

// Everything that is signed, one field a line; no field holds a line end.
std::string signed_text(const ContextReference& reference, std::string_view key_id) {
  std::string text = "schemagate-context-1\n";
  text += reference.use == ReferenceUse::kWrite ? "w\n" : "r\n";
  for (const std::string_view field :
       {std::string_view(reference.store), std::string_view(reference.id),
        std::string_view(reference.audience), std::string_view(reference.digest), key_id}) {
    text.append(field) += '\n';
  }
  return text + std::to_string(reference.expires);
}

std::string hmac(std::string_view secret, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), mac.data(), &size);
  return {reinterpret_cast<const char*>(mac.data()), size};
}

bool is_digest(std::string_view text) {
  return text.size() == kDigestSize && text.starts_with(kDigestPrefix) &&
         a2a::signature::from_base64url(text.substr(kDigestPrefix.size())).has_value();
}

bool is_store(std::string_view text) {
  const auto url = a2a::uri::parse_url(text);
  return url && url->query.empty() && text.size() < kReferenceBytesMax / 2 && !text.ends_with('/') &&
         !text.contains('#');
}

bool is_good(const ContextReference& reference) {
  const bool has_content = reference.use == ReferenceUse::kRead;
  return is_store(reference.store) && is_id(reference.id) && is_id(reference.audience) &&
         reference.expires > 0 && (has_content ? is_digest(reference.digest) : reference.digest.empty());
}

// The query's members in the one order in which they are written.
struct Query {
  std::string audience;
  std::string expires;
  std::string digest;
  std::string use;
  std::string key_id;
  std::string signature;
};

// Takes `name=value` off the front; false when the next member is another one.
bool take(std::string_view& query, std::string_view name, std::string& value) {
  const std::string_view member = query.substr(0, query.find('&'));
  if (!member.starts_with(name) || member.size() <= name.size() || member[name.size()] != '=') return false;
  value = member.substr(name.size() + 1);  // no field has a character that would need an escape
  if (value.empty()) return false;
  query.remove_prefix(std::min(query.size(), member.size() + 1));
  return true;
}

std::optional<Query> read_query(std::string_view text) {
  Query query;
  if (!take(text, "aud", query.audience) || !take(text, "exp", query.expires)) return std::nullopt;
  take(text, "dig", query.digest);
  take(text, "ops", query.use);
  if (!take(text, "kid", query.key_id) || !take(text, "sig", query.signature)) return std::nullopt;
  if (!text.empty() || (!query.use.empty() && query.use != "w")) return std::nullopt;
  return query;
}

std::optional<std::int64_t> read_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_plain =
      error == std::errc() && end == text.data() + text.size() && std::to_string(number) == text;
  return is_plain ? std::optional(number) : std::nullopt;
}

// What the text says, before anything of it is proven.
std::optional<std::pair<ContextReference, Query>> parse(std::string_view uri) {
  if (uri.size() > kReferenceBytesMax) return std::nullopt;
  const std::size_t mark = uri.find('?');
  const std::string_view place = uri.substr(0, mark);
  const std::size_t slash = place.rfind(kPath);
  if (mark == std::string_view::npos || slash == std::string_view::npos) return std::nullopt;
  auto query = read_query(uri.substr(mark + 1));
  const auto expires = query ? read_number(query->expires) : std::nullopt;
  if (!expires) return std::nullopt;
  ContextReference reference{.store = std::string(place.substr(0, slash)),
                             .id = std::string(place.substr(slash + kPath.size())),
                             .audience = query->audience,
                             .expires = *expires,
                             .digest = query->digest,
                             .use = query->use.empty() ? ReferenceUse::kRead : ReferenceUse::kWrite};
  if (!is_good(reference)) return std::nullopt;
  return std::pair(std::move(reference), *std::move(query));
}

}  // namespace

Result<void> KeyRing::add(ContextKey key) {
  if (!is_id(key.id))
    return a2a::fail(ErrorCode::kInvalidParams, "the key's id: expected letters and digits");
  if (key.secret.size() < kContextKeyBytesMin)
    return a2a::fail(ErrorCode::kInvalidParams, "the key " + key.id + ": expected at least 32 bytes");
  std::erase_if(keys_, [&key](const ContextKey& each) { return each.id == key.id; });
  keys_.push_back(std::move(key));
  return {};
}

const ContextKey* KeyRing::find(std::string_view id) const {
  const auto key = std::ranges::find(keys_, id, &ContextKey::id);
  return key == keys_.end() ? nullptr : &*key;
}

Result<std::string> sign_reference(const ContextReference& reference, const KeyRing& ring) {
  const ContextKey* key = ring.signing();
  if (key == nullptr) return a2a::fail(ErrorCode::kInternal, "there is no key for context references");
  if (!is_good(reference)) return a2a::fail(ErrorCode::kInvalidParams, "a context reference that is none");
  std::string uri = reference.store + std::string(kPath) + reference.id;
  uri += "?aud=" + reference.audience + "&exp=" + std::to_string(reference.expires);
  if (!reference.digest.empty()) uri += "&dig=" + reference.digest;
  if (reference.use == ReferenceUse::kWrite) uri += "&ops=w";
  uri += "&kid=" + key->id + "&sig=" + to_base64url(hmac(key->secret, signed_text(reference, key->id)));
  return uri;
}

std::string_view name(ReferenceFault fault) {
  switch (fault) {
    case ReferenceFault::kMalformed:
      return "malformed";
    case ReferenceFault::kUnknownKey:
      return "unknown_key";
    case ReferenceFault::kWrongSignature:
      return "wrong_signature";
    case ReferenceFault::kWrongAudience:
      return "wrong_audience";
    case ReferenceFault::kExpired:
      return "expired";
    case ReferenceFault::kRevoked:
      return "revoked";
    case ReferenceFault::kDigestChanged:
      return "digest_changed";
  }
  std::unreachable();
}

int status_of(ReferenceFault fault) {
  return fault >= ReferenceFault::kExpired ? 410 : 403;
}

Result<ContextReference, ReferenceFault> verify_reference(std::string_view uri, const IsAudience& is_audience,
                                                          std::int64_t now, const KeyRing& ring) {
  auto parsed = parse(uri);
  if (!parsed) return std::unexpected(ReferenceFault::kMalformed);
  const auto& [reference, query] = *parsed;
  const ContextKey* key = ring.find(query.key_id);
  if (key == nullptr) return std::unexpected(ReferenceFault::kUnknownKey);
  const std::string expected = to_base64url(hmac(key->secret, signed_text(reference, key->id)));
  if (!equals_in_constant_time(expected, query.signature))
    return std::unexpected(ReferenceFault::kWrongSignature);
  if (!is_audience(reference.audience)) return std::unexpected(ReferenceFault::kWrongAudience);
  if (now - kClockSkew > reference.expires) return std::unexpected(ReferenceFault::kExpired);
  return reference;
}

Result<ContextReference, ReferenceFault> verify_reference(std::string_view uri, std::string_view audience,
                                                          std::int64_t now, const KeyRing& ring) {
  return verify_reference(uri, [audience](std::string_view named) { return named == audience; }, now, ring);
}

std::string content_digest(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
  return std::string(kDigestPrefix) + to_base64url({reinterpret_cast<const char*>(digest.data()), size});
}

bool has_digest(std::string_view bytes, std::string_view digest) {
  return equals_in_constant_time(content_digest(bytes), digest);
}

}  // namespace schemagate::agent_context
