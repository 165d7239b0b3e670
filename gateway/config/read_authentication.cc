#include "gateway/config/read_authentication.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "a2a/uri/url.h"
#include "gateway/access/card_security.h"
#include "gateway/config/file.h"
#include "gateway/config/options.h"

namespace schemagate {
namespace {

using access::ApiKeyMethod;
using access::AuthenticationSettings;
using access::CertificateMethod;
using access::TokenAlgorithm;
using access::TokenMethod;

constexpr std::size_t kIssuersMax = 16;
constexpr std::string_view kNameExpected = "expected 1 to 256 bytes without control characters";
// Fields that HTTP, A2A or another method give a meaning to.
constexpr std::array<std::string_view, 9> kTakenHeaders{"Authorization", "Content-Type", "Content-Length",
                                                        "Host",          "Connection",   "Cookie",
                                                        "Accept",        "A2A-Version",  "Last-Event-ID"};

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= access::kSubjectBytesMax &&
         std::ranges::none_of(text, a2a::text::is_control);
}

// An absent member leaves `out` as it is.
void read_name(ConfigSection& section, std::string_view member, std::string& out) {
  if (section.read_text(member, out) && !is_name(out)) section.refuse(member, std::string(kNameExpected));
}

std::vector<std::string> read_names(ConfigSection& section, std::string_view member) {
  std::vector<std::string> names;
  for (PlacedText& each : section.read_list(member)) {
    if (!is_name(each.text)) section.refuse(each, std::string(kNameExpected));
    names.push_back(std::move(each.text));
  }
  if (names.size() > access::kGrantsMax) section.refuse(member, "at most 256 are taken");
  return names;
}

// --- API keys ---

void read_api_key(std::string_view name, ConfigSection& section, ApiKeyMethod& method) {
  Principal principal{.subject = std::string(name)};
  read_name(section, "subject", principal.subject);
  read_name(section, "tenant", principal.tenant);
  principal.scopes = read_names(section, "scopes");
  principal.roles = read_names(section, "roles");
  std::string text;
  section.read_text("sha256", text);
  const auto digest = access::parse_digest(text);
  if (!digest) {
    return section.refuse("sha256",
                          "expected the SHA-256 of the key in 64 hexadecimal digits: "
                          "printf %s KEY | sha256sum");
  }
  const auto is_same = [&digest](const access::ApiKey& each) { return each.digest == *digest; };
  if (std::ranges::any_of(method.keys, is_same)) section.refuse("sha256", "stands twice");
  method.keys.push_back(
      {*digest, std::make_shared<const Principal>(authenticated("key", std::move(principal)))});
}

void read_api_keys(ConfigSection& section, AuthenticationSettings& settings) {
  ApiKeyMethod method;
  if (section.read_text("header", method.header)) {
    const auto is_same = [&method](std::string_view each) {
      return a2a::text::equals_ignore_case(each, method.header);
    };
    if (!a2a::http::is_token(method.header)) section.refuse("header", "expected the name of a header field");
    if (std::ranges::any_of(kTakenHeaders, is_same)) section.refuse("header", "means something else already");
  }
  section.read_sections("keys", access::kApiKeysMax, [&method](std::string_view name, ConfigSection& key) {
    read_api_key(name, key, method);
  });
  if (section.take("keys") == nullptr) section.refuse("", "keys is missing");
  settings.methods.emplace_back(std::move(method));
}

// --- client certificates ---

access::CertificateName certificate_name(std::string_view text) {
  if (text == "uri") return access::CertificateName::kUri;
  if (text == "dns") return access::CertificateName::kDns;
  return text == "email" ? access::CertificateName::kEmail : access::CertificateName::kSubject;
}

void read_certificate_client(ConfigSection& section, CertificateMethod& method) {
  Principal principal;
  if (section.take("name") == nullptr) section.refuse("", "name is missing");
  read_name(section, "name", principal.subject);
  if (method.name == access::CertificateName::kDns)
    principal.subject = a2a::text::lower_case(principal.subject);
  read_name(section, "tenant", principal.tenant);
  principal.scopes = read_names(section, "scopes");
  principal.roles = read_names(section, "roles");
  if (std::ranges::find(method.clients, principal.subject, &access::CertificateClient::name) !=
      method.clients.end())
    section.refuse("name", "stands twice");
  std::string name = principal.subject;
  method.clients.push_back({std::move(name), std::make_shared<const Principal>(authenticated(
                                                 access::kCertificateAuthority, std::move(principal)))});
}

void read_client_certificates(ConfigSection& section, AuthenticationSettings& settings) {
  CertificateMethod method;
  std::string name;
  section.read_choice("name", name, options::kCertificateNames);
  method.name = certificate_name(name);
  section.read_sections(
      "clients", access::kCertificateClientsMax,
      [&method](std::string_view, ConfigSection& client) { read_certificate_client(client, method); });
  if (section.take("clients") != nullptr && method.clients.empty())
    section.refuse("clients",
                   "expected one at least: without the member everybody with a certificate is known");
  settings.methods.emplace_back(std::move(method));
}

// --- tokens ---

void read_algorithms(ConfigSection& section, access::TokenRules& rules) {
  const auto names = section.read_list("algorithms");
  if (names.empty()) return;
  rules.algorithms.clear();
  for (const PlacedText& each : names) {
    if (const auto algorithm = access::parse_token_algorithm(each.text)) {
      rules.algorithms.push_back(*algorithm);
    } else {
      section.refuse(each, "expected RS256, PS256, ES256 or EdDSA");
    }
  }
}

// A member's name or a JSON Pointer; an empty text stands for no claim.
void read_claims(ConfigSection& section, access::ClaimNames& claims) {
  read_name(section, "subject_claim", claims.subject);
  read_name(section, "tenant_claim", claims.tenant);
  read_name(section, "scopes_claim", claims.scopes);
  read_name(section, "roles_claim", claims.roles);
}

void read_key_source(ConfigSection& section, const std::filesystem::path& folder, TokenMethod& method) {
  std::string file;
  std::string url;
  const bool has_file = section.read_text("jwks_file", file);
  const bool has_url = section.read_text("jwks_url", url);
  if (has_file && has_url) section.refuse("jwks_url", "jwks_file says already where the keys are");
  if (has_url) {
    if (!access::is_safe_key_url(url))
      section.refuse("jwks_url", "expected a URL with https, or one of this machine with http");
    method.source = access::KeySetUrl{url};
  } else if (has_file) {
    method.source = access::KeyFile{folder / file};
    const auto text = read_file(folder / file, access::kTokenKeysBytesMax);
    if (!text) return section.refuse("jwks_file", text.error().message);
    if (const auto keys = access::parse_token_keys(*text); !keys)
      section.refuse("jwks_file", keys.error().message);
  } else if (!method.rules.issuer.empty() && !access::is_safe_key_url(method.rules.issuer)) {
    section.refuse("issuer", "is no URL with https: name the keys in jwks_url or jwks_file");
  }
}

void read_issuer(std::string_view name, ConfigSection& section, const std::filesystem::path& folder,
                 AuthenticationSettings& settings) {
  TokenMethod method{.name = std::string(name)};
  if (name == access::kApiKeyScheme || name == access::kCertificateScheme)
    section.refuse("", "the card calls another method so: choose another name");
  if (section.take("issuer") == nullptr) section.refuse("", "issuer is missing");
  read_name(section, "issuer", method.rules.issuer);
  method.rules.audiences = read_names(section, "audience");
  if (method.rules.audiences.empty())
    section.refuse("audience", "is missing: tokens that are meant for others would be taken");
  read_algorithms(section, method.rules);
  read_claims(section, method.rules.claims);
  read_key_source(section, folder, method);
  read_options(section, options::kTokens, method);
  for (const access::AuthenticationMethod& each : settings.methods) {
    const auto* other = std::get_if<TokenMethod>(&each);
    if (other != nullptr && other->rules.issuer == method.rules.issuer)
      section.refuse("issuer", "stands twice: " + other->name + " has it already");
  }
  settings.methods.emplace_back(std::move(method));
}

void read_methods(ConfigSection& section, const std::filesystem::path& folder,
                  AuthenticationSettings& settings) {
  const std::array<std::string_view, 3> kinds{"api_keys", "client_certificates", "tokens"};
  for (const std::string_view kind : kinds) section.take(kind);
  for (const std::string_view kind : section.in_order(kinds)) {
    if (kind == "api_keys") {
      section.read_section(kind, [&settings](ConfigSection& keys) { read_api_keys(keys, settings); });
    } else if (kind == "client_certificates") {
      section.read_section(
          kind, [&settings](ConfigSection& method) { read_client_certificates(method, settings); });
    } else {
      section.read_sections(kind, kIssuersMax, [&](std::string_view name, ConfigSection& issuer) {
        read_issuer(name, issuer, folder, settings);
      });
    }
  }
  read_options(section, options::kAuthentication, settings);
  if (!settings.enabled() && !section.has_unknown() && !section.is_refused(""))
    section.refuse("", "expected api_keys, tokens or client_certificates: nobody could prove who he is");
}

}  // namespace

AuthenticationSettings read_authentication(ConfigSection& root, const std::filesystem::path& folder) {
  AuthenticationSettings settings;
  root.read_section("authentication",
                    [&](ConfigSection& section) { read_methods(section, folder, settings); });
  return settings;
}

}  // namespace schemagate
