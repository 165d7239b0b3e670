#include "gateway/access/token.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/json/pointer.h"
#include "a2a/signature/base64url.h"
#include "a2a/text/ascii.h"

namespace schemagate::access {
namespace {

using a2a::JsonDocument;
using a2a::JsonValue;
using Refused = std::unexpected<std::string_view>;
using Checked = a2a::Result<void, std::string_view>;

constexpr a2a::JsonLimits kJsonLimits{
    .bytes_max = kTokenBytesMax, .depth_max = kTokenDepthMax, .values_max = 2'048};
// What would change the meaning of the token, and is not done here.
constexpr std::array<std::string_view, 3> kNotDone{"crit", "b64", "zip"};
// `typ` of tokens for access; issuers write others into what is meant for something else.
constexpr std::array<std::string_view, 3> kTypes{"JWT", "at+jwt", "application/at+jwt"};

// Header, claims and signature, encoded.
struct Parts {
  std::string_view header;
  std::string_view claims;
  std::string_view signature;
  std::string_view signed_text;
};

std::optional<Parts> split(std::string_view text) {
  const auto first = text.find('.');
  const auto second = first == text.npos ? text.npos : text.find('.', first + 1);
  if (second == text.npos || text.find('.', second + 1) != text.npos) return std::nullopt;
  return Parts{text.substr(0, first), text.substr(first + 1, second - first - 1), text.substr(second + 1),
               text.substr(0, second)};
}

// An object in `document`; nullopt for anything else.
std::optional<JsonValue> read_object(JsonDocument& document, std::string_view encoded) {
  auto text = a2a::signature::from_base64url(encoded);
  if (!text) return std::nullopt;
  const auto value = document.parse_own(*std::move(text), kJsonLimits);
  return value && value->is_object() ? std::optional(*value) : std::nullopt;
}

std::string_view text_of(JsonValue object, std::string_view member) {
  const auto found = object.find(member);
  return found ? found->string().value_or("") : "";
}

Checked check_header(JsonValue header, const TokenRules& rules, Token& token) {
  for (const std::string_view name : kNotDone) {
    if (header.find(name)) return Refused("the token's header asks for what is not done here");
  }
  const auto algorithm = parse_token_algorithm(text_of(header, "alg"));
  if (!algorithm || std::ranges::find(rules.algorithms, *algorithm) == rules.algorithms.end())
    return Refused("the token is signed in a way that is not allowed");
  if (header.find("typ")) {
    const std::string_view type = text_of(header, "typ");
    const auto fits = [type](std::string_view each) { return a2a::text::equals_ignore_case(type, each); };
    if (std::ranges::none_of(kTypes, fits)) return Refused("the token is of a type that is not for access");
  }
  if (const auto id = header.find("kid")) {
    if (!id->is_string()) return Refused("the token's key id is no text");
    token.key_id = *id->string();
  }
  token.algorithm = *algorithm;
  return {};
}

bool is_for(const std::optional<JsonValue>& audience, const std::vector<std::string>& ours) {
  if (!audience) return false;
  const auto is_ours = [&ours](JsonValue each) {
    const auto text = each.string();
    return text && std::ranges::find(ours, *text) != ours.end();
  };
  if (!audience->is_array()) return is_ours(*audience);
  for (const JsonValue each : audience->elements()) {
    if (is_ours(each)) return true;
  }
  return false;
}

// A NumericDate (RFC 7519 section 2); nullopt for what is none, or lies outside of the years 1970 to 9999.
std::optional<Timestamp> time_of(std::optional<JsonValue> claim) {
  constexpr double kLatest = 253'402'300'799.0;
  const auto seconds = claim ? claim->number() : std::nullopt;
  if (!seconds || !(*seconds >= 0 && *seconds <= kLatest)) return std::nullopt;
  return Timestamp(std::chrono::seconds(static_cast<std::int64_t>(std::floor(*seconds))));
}

Checked check_times(JsonValue claims, const TokenRules& rules, Timestamp now, Token& token) {
  const auto expires = time_of(claims.find("exp"));
  if (!expires) return Refused("the token does not say when it expires");
  token.good_until = *expires + rules.skew;
  if (token.good_until <= now) return Refused("the token has expired");
  for (const std::string_view name : {"nbf", "iat"}) {
    const auto claim = claims.find(name);
    if (!claim) continue;
    const auto begins = time_of(claim);
    if (!begins) return Refused("the token's times are no times");
    if (*begins > now + rules.skew) return Refused("the token is not good yet");
  }
  return {};
}

std::optional<JsonValue> find_claim(JsonValue claims, const std::string& name) {
  if (name.empty()) return std::nullopt;
  return name.front() == '/' ? a2a::json_pointer::find(claims, name) : claims.find(name);
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kSubjectBytesMax &&
         std::ranges::none_of(text, a2a::text::is_control);
}

// A text of words, or an array of texts. False: neither, or beyond a bound.
bool read_grants(const std::optional<JsonValue>& claim, std::vector<std::string>& grants) {
  if (!claim || claim->kind() == a2a::JsonKind::kNull) return true;
  if (claim->is_array()) {
    for (const JsonValue each : claim->elements()) grants.emplace_back(each.string().value_or(""));
  } else if (const auto text = claim->string()) {
    std::string_view rest = *text;
    while (!(rest = a2a::text::trimmed_front(rest)).empty()) {
      const auto end = std::min(rest.find(' '), rest.size());
      grants.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
  } else {
    return false;
  }
  return grants.size() <= kGrantsMax && std::ranges::all_of(grants, is_name);
}

Checked read_principal(JsonValue claims, const TokenRules& rules, Token& token) {
  Principal claimed;
  const ClaimNames& names = rules.claims;
  const auto subject = find_claim(claims, names.subject);
  const auto tenant = find_claim(claims, names.tenant);
  claimed.subject = subject ? subject->string().value_or("") : "";
  if (!is_name(claimed.subject)) return Refused("the token names no subject that can be used");
  if (tenant) claimed.tenant = tenant->string().value_or("");
  if (!names.tenant.empty() && !is_name(claimed.tenant)) return Refused("the token names no tenant");
  if (!read_grants(find_claim(claims, names.scopes), claimed.scopes))
    return Refused("the token's scopes cannot be used");
  if (!read_grants(find_claim(claims, names.roles), claimed.roles))
    return Refused("the token's roles cannot be used");
  token.principal = authenticated(rules.issuer, std::move(claimed));
  return {};
}

Checked check_claims(JsonValue claims, const TokenRules& rules, Timestamp now, Token& token) {
  if (text_of(claims, "iss") != rules.issuer) return Refused("the token is of another issuer");
  if (!is_for(claims.find("aud"), rules.audiences)) return Refused("the token is meant for somebody else");
  if (claims.find("cnf")) return Refused("the token is bound to a key that is not checked here");
  if (auto checked = check_times(claims, rules, now, token); !checked) return checked;
  return read_principal(claims, rules, token);
}

}  // namespace

std::optional<std::string> issuer_of(std::string_view text) {
  if (text.size() > kTokenBytesMax) return std::nullopt;
  const auto parts = split(text);
  JsonDocument document;
  const auto claims = parts ? read_object(document, parts->claims) : std::nullopt;
  const auto issuer = claims ? claims->find("iss") : std::nullopt;
  const auto named = issuer ? issuer->string() : std::nullopt;
  return named ? std::optional<std::string>(*named) : std::nullopt;
}

a2a::Result<Token, std::string_view> read_token(std::string_view text, const TokenRules& rules,
                                                Timestamp now) {
  if (text.size() > kTokenBytesMax) return Refused("the token is over 16384 bytes");
  const auto parts = split(text);
  if (!parts) return Refused("the token is not made of three parts");
  Token token;
  JsonDocument document;
  const auto header = read_object(document, parts->header);
  if (!header) return Refused("the token's header cannot be read");
  if (auto checked = check_header(*header, rules, token); !checked) return Refused(checked.error());
  auto signature = a2a::signature::from_base64url(parts->signature);
  if (!signature || signature->empty()) return Refused("the token's signature cannot be read");
  const auto claims = read_object(document, parts->claims);
  if (!claims) return Refused("the token's claims cannot be read");
  if (auto checked = check_claims(*claims, rules, now, token); !checked) return Refused(checked.error());
  token.signed_text = parts->signed_text;
  token.signature = *std::move(signature);
  return token;
}

}  // namespace schemagate::access
