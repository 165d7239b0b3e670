#include "gateway/agent/agent_credentials.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "a2a/http/grammar.h"
#include "a2a/signature/base64url.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/percent.h"
#include "gateway/access/digest.h"
#include "gateway/config/read_headers.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

std::string text_of(const JsonTree& object, const char* name) {
  const std::string* text = a2a::find_string(object, name);
  return text == nullptr ? "" : *text;
}

// nullopt: the scheme is no API key. v0.3 says the type, v1.0 has it in the member's name.
std::optional<ApiKeyPlace> read_place(const JsonTree& scheme) {
  const JsonTree* members = a2a::find_member(scheme, "apiKeySecurityScheme");
  const bool is_v0_3 = text_of(scheme, "type") == "apiKey";
  if (members == nullptr && !is_v0_3) return std::nullopt;
  const JsonTree& described = members != nullptr ? *members : scheme;
  const std::string in = text_of(described, members != nullptr ? "location" : "in");
  using enum ApiKeyPlace::In;
  return ApiKeyPlace{in == "query" ? kQuery : in == "cookie" ? kCookie : kHeader, text_of(described, "name")};
}

// The names of the schemes in the order of the card's requirements, then all others.
std::vector<std::string> scheme_names(const JsonTree& card, const JsonTree& schemes) {
  std::vector<std::string> names;
  for (const char* member : {"securityRequirements", "security"}) {
    const JsonTree* requirements = a2a::find_member(card, member);
    if (requirements == nullptr || !requirements->is_array()) continue;
    for (const JsonTree& requirement : *requirements) {
      const JsonTree* inside = a2a::find_member(requirement, "schemes");
      const JsonTree& named = inside != nullptr ? *inside : requirement;
      if (!named.is_object()) continue;
      for (const auto& [name, scopes] : named.items()) names.push_back(name);
    }
  }
  for (const auto& [name, scheme] : schemes.items()) names.push_back(name);
  return names;
}

// The card is the agent's word: a field that it names must be one that the gateway does not write itself.
bool is_usable(const ApiKeyPlace& place) {
  if (place.in == ApiKeyPlace::In::kHeader) return header_problem(place.name).empty();
  return !place.name.empty() && (place.in == ApiKeyPlace::In::kQuery || a2a::http::is_token(place.name));
}

std::unexpected<a2a::Error> refused(std::string message) {
  return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(message));
}

void add_texts(JsonTree& claims, const char* name, const std::vector<std::string>& texts) {
  if (!texts.empty()) claims[name] = texts;
}

}  // namespace

a2a::Result<ApiKeyPlace> find_api_key_place(const JsonTree& card) {
  const JsonTree* schemes = a2a::find_member(card, "securitySchemes");
  if (schemes == nullptr || !schemes->is_object())
    return refused("upstream.credentials has an API key, and the agent's card names none");
  for (const std::string& name : scheme_names(card, *schemes)) {
    const JsonTree* scheme = a2a::find_member(*schemes, name);
    auto place = scheme != nullptr ? read_place(*scheme) : std::nullopt;
    if (!place) continue;
    if (!is_usable(*place)) return refused("the agent's card wants its API key where none can be sent");
    return *std::move(place);
  }
  return refused("upstream.credentials has an API key, and the agent's card names none");
}

void add_api_key(net::UpstreamRequest& request, const ApiKeyPlace& place, const std::string& key,
                 const std::string& target) {
  switch (place.in) {
    case ApiKeyPlace::In::kHeader:
      request.headers.push_back({place.name, key});
      return;
    case ApiKeyPlace::In::kCookie:
      request.headers.push_back({"Cookie", place.name + "=" + key});
      return;
    case ApiKeyPlace::In::kQuery:
      if (request.target.empty()) request.target = target;
      request.target += request.target.contains('?') ? '&' : '?';
      request.target += a2a::uri::percent_encoded(place.name) + "=" + a2a::uri::percent_encoded(key);
      return;
  }
}

a2a::Result<std::string> caller_token(const Principal& caller, const CallerTokenSettings& settings,
                                      const a2a::signature::PrivateKey& signer, std::string_view issuer,
                                      std::chrono::sys_seconds now) {
  const JsonTree header{{"alg", name(signer.algorithm())}, {"typ", "caller+jwt"}, {"kid", signer.id()}};
  const auto seconds = now.time_since_epoch().count();
  JsonTree claims{{"iss", issuer},
                  {"sub", caller.subject},
                  {"aud", settings.audience},
                  {"iat", seconds},
                  {"exp", seconds + settings.lifetime.count()}};
  if (!caller.tenant.empty()) claims["tenant"] = caller.tenant;
  add_texts(claims, "roles", caller.roles);
  std::string scope;
  for (const std::string& each : caller.scopes) scope.append(scope.empty() ? "" : " ").append(each);
  if (!scope.empty()) claims["scope"] = scope;
  std::string text = a2a::signature::to_base64url(a2a::dump_tree(header)) + "." +
                     a2a::signature::to_base64url(a2a::dump_tree(claims));
  const auto signature = signer.sign(text);
  if (!signature) return std::unexpected(signature.error());
  return text + "." + a2a::signature::to_base64url(*signature);
}

std::string token_key(const Principal& caller, std::string_view token) {
  const access::Digest digest = access::digest_of(token);
  std::string key(digest.begin(), digest.end());
  return key + caller.owner;
}

std::string_view bearer_of(std::string_view authorization) {
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() <= kScheme.size() ||
      !a2a::text::equals_ignore_case(authorization.substr(0, kScheme.size()), kScheme))
    return {};
  return authorization.substr(kScheme.size());
}

}  // namespace schemagate
