#include "gateway/config/read_credentials.h"

#include <algorithm>
#include <array>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "gateway/config/options.h"
#include "gateway/config/read_headers.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::array<std::string_view, 2> kGrants{"client_credentials", "token_exchange"};
constexpr std::array<std::string_view, 2> kSecretPlaces{"basic", "form"};
constexpr std::size_t kScopesMax = 64;

void read_text_of(ConfigSection& section, std::string_view name, std::string& out) {
  if (section.read_text(name, out) && !a2a::http::is_field_value(out))
    section.refuse(name, "has characters that no header may have");
}

void read_scopes(ConfigSection& section, a2a::client::TokenEndpoint& endpoint) {
  for (PlacedText& scope : section.read_list("scopes")) {
    if (!a2a::http::is_field_value(scope.text) || scope.text.contains(' '))
      section.refuse(scope, "expected one scope: without blanks and control characters");
    endpoint.scopes.push_back(std::move(scope.text));
  }
  if (endpoint.scopes.size() > kScopesMax) section.refuse("scopes", "at most 64 are taken");
}

void read_tokens(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent) {
  AgentTokenSettings settings;
  a2a::client::TokenEndpoint& endpoint = settings.endpoint;
  if (!section.read_text("token_url", endpoint.url)) {
    section.refuse("", "token_url is missing");
  } else if (!a2a::client::is_safe_token_url(endpoint.url)) {
    section.refuse("token_url", "expected a URL with https, or one of this machine with http");
  }
  read_text_of(section, "client_id", endpoint.client_id);
  if (endpoint.client_id.empty()) section.refuse("", "client_id is missing");
  settings.client_secret = read_secret(section, "client_secret", folder);
  std::string place;
  section.read_choice("client_secret_in", place, kSecretPlaces);
  endpoint.secret_in_form = place == "form";
  read_scopes(section, endpoint);
  read_text_of(section, "audience", endpoint.audience);
  read_text_of(section, "resource", endpoint.resource);
  if (std::string file; section.read_text("ca_file", file)) endpoint.tls.ca = (folder / file).string();
  std::string grant;
  section.read_choice("grant", grant, kGrants);
  if (grant == kGrants[1]) settings.grant = TokenGrant::kExchange;
  if (settings.grant == TokenGrant::kClientCredentials && settings.client_secret.empty())
    section.refuse("", "client_secret is missing");
  agent.credentials.tokens = std::move(settings);
}

void read_caller(ConfigSection& section, AgentConfig& agent) {
  CallerTokenSettings settings{.audience = agent.upstream_url};
  read_options(section, options::kCallerToken, settings);
  section.read_text("header", settings.header);
  if (const auto problem = header_problem(settings.header); !problem.empty())
    section.refuse("header", in_quotes(settings.header) + " " + problem);
  read_text_of(section, "audience", settings.audience);
  agent.credentials.caller = std::move(settings);
}

// That `name` is written by nobody else.
void check_only(ConfigSection& section, std::string_view place, std::string_view name,
                const AgentConfig& agent) {
  const auto is_same = [name](std::string_view other) { return a2a::text::equals_ignore_case(other, name); };
  const bool is_configured = std::ranges::any_of(agent.upstream_headers, is_same, &FixedHeader::name);
  if (is_configured || std::ranges::any_of(agent.client_headers, is_same))
    section.refuse(place, in_quotes(name) + " stands in headers or client_headers, too");
}

}  // namespace

void read_credentials(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent) {
  upstream.read_section("credentials", [&](ConfigSection& section) {
    agent.credentials.api_key = read_secret(section, "api_key", folder);
    section.read_section("oauth2", [&](ConfigSection& tokens) { read_tokens(tokens, folder, agent); });
    section.read_section("caller", [&](ConfigSection& caller) { read_caller(caller, agent); });
    if (agent.credentials.tokens) check_only(section, "oauth2", "Authorization", agent);
    if (agent.credentials.caller) check_only(section, "caller", agent.credentials.caller->header, agent);
  });
}

void check_caller_tokens(ConfigSection& root, const std::vector<AgentConfig>& agents, bool has_signer) {
  const auto wants = [](const AgentConfig& agent) { return agent.credentials.caller.has_value(); };
  if (has_signer || std::ranges::none_of(agents, wants)) return;
  root.refuse("signing",
              "is missing: the tokens of upstream.credentials.caller are signed with its first key");
}

}  // namespace schemagate
