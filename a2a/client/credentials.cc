#include "a2a/client/credentials.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "a2a/http/field_names.h"
#include "a2a/http/grammar.h"
#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::a2a::client {
namespace {

using Kind = WantedScheme::Kind;

constexpr std::string_view kAuthorization = "Authorization";
constexpr std::string_view kUsualKeyHeader = "X-API-Key";
// Of a name that a message shows.
constexpr std::size_t kNameBytesMax = 100;

std::string_view text_of(JsonValue object, std::string_view member) {
  const auto found = object.find(member);
  return found ? found->string().value_or("") : "";
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> few) {
  return std::ranges::find(few, text) != few.end();
}

WantedScheme api_key(std::string_view name, JsonValue scheme, std::string_view place) {
  WantedScheme wanted{.name = std::string(name), .kind = Kind::kApiKey};
  if (text_of(scheme, place) == "header") wanted.header = text_of(scheme, "name");
  return wanted;
}

std::string issuer_of(JsonValue scheme) {
  constexpr std::string_view kDiscovery = "/.well-known/openid-configuration";
  const auto inside = scheme.find("openIdConnectSecurityScheme");
  const std::string_view url = text_of(inside.value_or(scheme), "openIdConnectUrl");
  if (!url.ends_with(kDiscovery)) return {};
  return std::string(url.substr(0, url.size() - kDiscovery.size()));
}

// v0.3 says the type, v1.0 has it in the member's name; a card for both has both.
WantedScheme read_scheme(std::string_view name, JsonValue scheme) {
  const std::string_view type = text_of(scheme, "type");
  if (type == "apiKey") return api_key(name, scheme, "in");
  if (const auto key = scheme.find("apiKeySecurityScheme")) return api_key(name, *key, "location");
  const auto http = scheme.find("httpAuthSecurityScheme");
  const std::string_view method = http ? text_of(*http, "scheme") : text_of(scheme, "scheme");
  const bool is_token = text::equals_ignore_case(method, "bearer") ||
                        is_one_of(type, {"oauth2", "openIdConnect"}) || scheme.find("oauth2SecurityScheme") ||
                        scheme.find("openIdConnectSecurityScheme");
  return {
      .name = std::string(name), .kind = is_token ? Kind::kToken : Kind::kOther, .issuer = issuer_of(scheme)};
}

// The first scheme of one requirement; nullopt: it asks for none.
std::optional<std::string_view> first_name(JsonValue requirement) {
  const auto schemes = requirement.find("schemes").value_or(requirement);
  for (const JsonValue::Member member : schemes.members()) return member.name;
  return std::nullopt;
}

std::string in_words(const WantedScheme& scheme) {
  switch (scheme.kind) {
    case Kind::kToken:
      return "a token (" + scheme.name + (scheme.issuer.empty() ? "" : ", of the issuer " + scheme.issuer) +
             ")";
    case Kind::kApiKey:
      return "an API key" + (scheme.header.empty() ? " (" + scheme.name + ")" : " in " + scheme.header);
    case Kind::kOther:
      break;
  }
  return scheme.name;
}

bool has(const http::Headers& headers, std::string_view name) {
  return !name.empty() && std::ranges::any_of(headers, [name](const http::Header& each) {
    return text::equals_ignore_case(each.name, name);
  });
}

bool is_served(const WantedScheme& scheme, const http::Headers& headers) {
  if (scheme.kind == Kind::kToken) return has(headers, kAuthorization);
  if (scheme.kind == Kind::kApiKey) return has(headers, scheme.header);
  return true;  // by something that is not known here, a client certificate for example
}

// The card is the agent's word: a field that it names must be none that a call or connection writes itself.
bool is_for_a_key(std::string_view header) {
  return http::is_token(header) && !http::is_of_connection(header) && !http::is_of_call(header);
}

Outcome<std::string> key_header(const std::vector<WantedScheme>& schemes) {
  const auto keys = std::ranges::find(schemes, Kind::kApiKey, &WantedScheme::kind);
  if (keys == schemes.end()) return std::string(kUsualKeyHeader);
  if (keys->header.empty())
    return failed(Cause::kArgument, "the agent wants its API key elsewhere than in a header field");
  if (!is_for_a_key(keys->header)) {
    return failed(Cause::kArgument, "the agent's card wants its API key in the header field " +
                                        in_quotes(text::shortened(keys->header, kNameBytesMax)) +
                                        ", which is no place for one");
  }
  return keys->header;
}

}  // namespace

std::vector<WantedScheme> wanted_schemes(JsonValue card) {
  auto requirements = card.find("securityRequirements");
  if (!requirements) requirements = card.find("security");
  const auto schemes = card.find("securitySchemes");
  std::vector<WantedScheme> wanted;
  if (!requirements || !schemes) return wanted;
  for (const JsonValue requirement : requirements->elements()) {
    const auto name = first_name(requirement);
    if (!name) return {};
    const auto scheme = schemes->find(*name);
    wanted.push_back(scheme ? read_scheme(*name, *scheme) : WantedScheme{.name = std::string(*name)});
  }
  return wanted;
}

Outcome<http::Headers> present(const Credentials& credentials, JsonValue card, const http::Headers& sent) {
  const auto schemes = wanted_schemes(card);
  http::Headers headers;
  if (!credentials.token.empty())
    headers.push_back({std::string(kAuthorization), "Bearer " + credentials.token});
  if (!credentials.api_key.empty()) {
    auto name = key_header(schemes);
    if (!name) return std::unexpected(name.error());
    headers.push_back({*std::move(name), credentials.api_key});
  }
  const auto served = [&](const WantedScheme& each) {
    return is_served(each, headers) || is_served(each, sent);
  };
  if (schemes.empty() || std::ranges::any_of(schemes, served)) return headers;
  std::string missing;
  for (const WantedScheme& each : schemes) missing += (missing.empty() ? "" : ", or ") + in_words(each);
  return failed(Cause::kArgument, "the agent asks for " + missing);
}

}  // namespace schemagate::a2a::client
