// load_config(): the section `authentication`.
#include "gateway/access/authentication_settings.h"
#include "tests/certificates/test_ca.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string kZeros(64, '0');
const std::string kOnes(64, '1');
constexpr std::string_view kEdKey =
    R"({"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]})";

class LoadAuthentication : public ConfigFolder {
 protected:
  LoadedConfig load_methods(const std::string& members) const {
    return load_with_agents("authentication: {" + members + "}\nrules: {all: {}}");
  }
  static std::string keys(const std::string& members) { return "api_keys: {keys: {ci: {" + members + "}}}"; }
  static std::string tokens(const std::string& members) { return "tokens: {login: {" + members + "}}"; }
  static constexpr const char* kGood = "issuer: 'https://login.test', audience: [gate]";
};

TEST_F(LoadAuthentication, AsksNobodyUnlessItIsTold) {
  const auto loaded = load_with_agents("");
  ASSERT_TRUE(loaded.config);
  EXPECT_FALSE(loaded.config->authentication.enabled());
}

TEST_F(LoadAuthentication, ReadsKeysWithWhatTheyStandFor) {
  const auto loaded =
      load_methods("api_keys: {header: X-Key, keys: {a: {sha256: '" + kZeros +
                   "', subject: ci, tenant: acme, scopes: [s], roles: [r, q]}, b: {sha256: '" + kOnes +
                   "'}}}, anonymous: true");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& settings = loaded.config->authentication;
  EXPECT_TRUE(settings.anonymous);
  const auto& method = std::get<access::ApiKeyMethod>(settings.methods.at(0));
  EXPECT_EQ(method.header, "X-Key");
  ASSERT_THAT(method.keys, SizeIs(2));
  EXPECT_EQ(method.keys[0].principal->subject, "ci");
  EXPECT_EQ(method.keys[0].principal->tenant, "acme");
  EXPECT_THAT(method.keys[0].principal->scopes, ElementsAre("s"));
  EXPECT_THAT(method.keys[0].principal->roles, ElementsAre("r", "q"));
  EXPECT_TRUE(method.keys[0].principal->is_authenticated);
  EXPECT_EQ(method.keys[1].principal->subject, "b");
  EXPECT_EQ(method.keys[1].digest[31], 0x11);
}

TEST_F(LoadAuthentication, TriesTheKindsInTheOrderOfTheFile) {
  const std::string both[] = {keys("sha256: '" + kZeros + "'"), tokens(kGood)};
  const auto keys_first = load_methods(both[0] + ", " + both[1]);
  const auto tokens_first = load_methods(both[1] + ", " + both[0]);
  ASSERT_TRUE(keys_first.config && tokens_first.config);
  EXPECT_TRUE(std::holds_alternative<access::ApiKeyMethod>(keys_first.config->authentication.methods[0]));
  EXPECT_TRUE(std::holds_alternative<access::TokenMethod>(tokens_first.config->authentication.methods[0]));
}

TEST_F(LoadAuthentication, ReadsIssuers) {
  write("keys.json", kEdKey);
  const auto loaded = load_methods(
      "tokens: {login: {issuer: 'https://login.test', audience: [a, b], algorithms: [ES256, EdDSA], "
      "tenant_claim: tid, roles_claim: /realm_access/roles, skew: 5s, refresh: 1m}, "
      "file: {issuer: x, audience: [a], jwks_file: keys.json}, "
      "url: {issuer: y, audience: [a], jwks_url: 'http://127.0.0.1:9/k'}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& methods = loaded.config->authentication.methods;
  ASSERT_THAT(methods, SizeIs(3));
  const auto& login = std::get<access::TokenMethod>(methods[0]);
  EXPECT_EQ(login.rules.issuer, "https://login.test");
  EXPECT_THAT(login.rules.audiences, ElementsAre("a", "b"));
  EXPECT_THAT(login.rules.algorithms,
              ElementsAre(access::TokenAlgorithm::kEs256, access::TokenAlgorithm::kEdDsa));
  EXPECT_EQ(login.rules.claims.tenant, "tid");
  EXPECT_EQ(login.rules.claims.roles, "/realm_access/roles");
  EXPECT_EQ(login.skew, std::chrono::seconds(5));
  EXPECT_EQ(login.refresh, std::chrono::minutes(1));
  EXPECT_TRUE(std::holds_alternative<access::Discovery>(login.source));
  EXPECT_EQ(std::get<access::KeyFile>(std::get<access::TokenMethod>(methods[1]).source).path,
            folder_ / "keys.json");
  EXPECT_EQ(std::get<access::KeySetUrl>(std::get<access::TokenMethod>(methods[2]).source).url,
            "http://127.0.0.1:9/k");
}

TEST_F(LoadAuthentication, RefusesWhatWouldLetTheWrongOnesIn) {
  for (const auto& [members, path, reason] : {
           std::tuple(std::string("anonymous: true"), "authentication", "nobody could prove"),
           std::tuple(std::string(), "authentication", "nobody could prove"),
           std::tuple(std::string("tokens: {}"), "authentication", "nobody could prove"),
           std::tuple(keys("sha256: secret"), "authentication.api_keys.keys.ci.sha256", "64 hexadecimal"),
           std::tuple(keys("subject: a"), "authentication.api_keys.keys.ci.sha256", "64 hexadecimal"),
           std::tuple(keys("sha256: '" + kZeros + "', subject: ''"),
                      "authentication.api_keys.keys.ci.subject", "1 to 256"),
           std::tuple("api_keys: {keys: {a: {sha256: '" + kZeros + "'}, b: {sha256: '" + kZeros + "'}}}",
                      "authentication.api_keys.keys.b.sha256", "stands twice"),
           std::tuple(std::string("api_keys: {header: 'a b', keys: {}}"), "authentication.api_keys.header",
                      "name of a header"),
           std::tuple(std::string("api_keys: {header: authorization, keys: {}}"),
                      "authentication.api_keys.header", "something else"),
           std::tuple(std::string("api_keys: {}"), "authentication.api_keys", "keys is missing"),
           std::tuple(tokens("audience: [a]"), "authentication.tokens.login", "issuer is missing"),
           std::tuple(tokens("issuer: 'https://a'"), "authentication.tokens.login.audience", "is missing"),
           std::tuple(tokens("issuer: 'https://a', audience: []"), "authentication.tokens.login.audience",
                      "is missing"),
           std::tuple(tokens(std::string(kGood) + ", algorithms: [HS256]"),
                      "authentication.tokens.login.algorithms[0]", "RS256, PS256"),
           std::tuple(tokens(std::string(kGood) + ", algorithms: [none]"),
                      "authentication.tokens.login.algorithms[0]", "RS256, PS256"),
           std::tuple(tokens(std::string(kGood) + ", jwks_url: 'http://login.test/keys'"),
                      "authentication.tokens.login.jwks_url", "https"),
           std::tuple(tokens("issuer: 'http://login.test', audience: [a]"),
                      "authentication.tokens.login.issuer", "https"),
           std::tuple(tokens(std::string(kGood) + ", jwks_file: none.json"),
                      "authentication.tokens.login.jwks_file", "does not exist"),
           std::tuple(tokens(std::string(kGood) + ", jwks_file: ab.json"),
                      "authentication.tokens.login.jwks_file", "no key set"),
           std::tuple(tokens(std::string(kGood) + ", jwks_file: ab.json, jwks_url: 'https://a'"),
                      "authentication.tokens.login.jwks_url", "already"),
           std::tuple(tokens(std::string(kGood) + ", skew: 6m"), "authentication.tokens.login.skew", "5m"),
           std::tuple("tokens: {a: {" + std::string(kGood) + "}, b: {" + kGood + "}}",
                      "authentication.tokens.b.issuer", "stands twice"),
       }) {
    const auto loaded = load_methods(members);
    EXPECT_FALSE(loaded.config) << members;
    EXPECT_THAT(loaded.problems, Contains(IsProblem(true, path, 2, reason))) << members;
  }
}

class LoadClientCertificates : public LoadAuthentication {
 protected:
  // With a listener of the CA for each of `authorities`.
  LoadedConfig load_certificates(const std::string& members,
                                 const std::vector<std::string>& authorities) const {
    const a2a::tls::Files mine = ca_.issue();
    std::string listeners;
    for (const std::string& each : authorities) {
      listeners += "  l" + std::to_string(listeners.size()) +
                   ": {address: '127.0.0.1:0', certificates: {main: {cert: " + mine.certificate +
                   ", key: " + mine.key + "}}, client_certificates: required, client_ca: " + each + "}\n";
    }
    return load_with_agents("authentication: {client_certificates: {" + members +
                            "}}\nrules: {r: {scopes: [a]}}\n" +
                            (listeners.empty() ? "" : "listeners:\n" + listeners));
  }
  const TestCa ca_;
};

TEST_F(LoadClientCertificates, ReadsWhoIsKnownByWhichName) {
  const auto loaded = load_certificates(
      "name: dns, clients: {a: {name: A.example, tenant: acme, scopes: [s], roles: [r]}, b: {name: "
      "b.example}}",
      {ca_.file()});
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& method = std::get<access::CertificateMethod>(loaded.config->authentication.methods.at(0));
  EXPECT_EQ(method.name, access::CertificateName::kDns);
  ASSERT_THAT(method.clients, SizeIs(2));
  EXPECT_EQ(method.clients[0].name, "a.example");
  EXPECT_EQ(method.clients[0].principal->subject, "a.example");
  EXPECT_EQ(method.clients[0].principal->tenant, "acme");
  EXPECT_THAT(method.clients[0].principal->scopes, ElementsAre("s"));
  EXPECT_THAT(method.clients[0].principal->roles, ElementsAre("r"));
  EXPECT_TRUE(method.clients[0].principal->is_authenticated);
}

TEST_F(LoadClientCertificates, TakesEverybodyByTheSubjectWhenNothingIsSaid) {
  const auto loaded = load_certificates("", {ca_.file()});
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const auto& method = std::get<access::CertificateMethod>(loaded.config->authentication.methods.at(0));
  EXPECT_EQ(method.name, access::CertificateName::kSubject);
  EXPECT_THAT(method.clients, IsEmpty());
}

TEST_F(LoadClientCertificates, RefusesWhatWouldLetTheWrongOnesIn) {
  const std::string place = "authentication.client_certificates.";
  for (const auto& [members, path, reason] :
       {std::tuple("name: cn", "name", "subject, uri, dns, email"),
        std::tuple("clients: {}", "clients", "one at least"),
        std::tuple("clients: {a: {roles: [r]}}", "clients.a", "name is missing"),
        std::tuple("clients: {a: {name: ''}}", "clients.a.name", "1 to 256"),
        std::tuple("clients: {a: {name: x}, b: {name: x}}", "clients.b.name", "stands twice"),
        std::tuple("name: dns, clients: {a: {name: x.example}, b: {name: X.example}}", "clients.b.name",
                   "stands twice")}) {
    const auto loaded = load_certificates(members, {ca_.file()});
    EXPECT_FALSE(loaded.config) << members;
    EXPECT_THAT(loaded.problems, Contains(IsProblem(true, place + path, 2, reason))) << members;
  }
}

TEST_F(LoadClientCertificates, WarnsWhereNoListenerAsksForThemOrSeveralAuthoritiesGiveNames) {
  EXPECT_THAT(load_certificates("", {}).problems,
              Contains(IsProblem(false, "authentication", 2, "no listener asks for client certificates")));
  EXPECT_THAT(load_certificates("", {ca_.file(), ca_.file()}).problems, IsEmpty());
  const TestCa other("Other CA");
  EXPECT_THAT(load_certificates("", {ca_.file(), other.file()}).problems,
              ElementsAre(IsProblem(false, "listeners", 4, "several files of client_ca")));
}

TEST_F(LoadAuthentication, NoIssuerIsCalledAsTheCardCallsAnotherMethod) {
  for (const std::string name : {"apiKey", "clientCertificate"}) {
    EXPECT_THAT(load_methods("tokens: {" + name + ": {" + kGood + "}}").problems,
                Contains(IsProblem(true, "authentication.tokens." + name, 2, "choose another name")));
  }
}

TEST_F(LoadAuthentication, NoProblemSaysWhatStandsWhereADigestBelongs) {
  const auto loaded = load_methods(keys("sha256: canary-secret"));
  for (const auto& problem : loaded.problems) EXPECT_EQ(problem.message.find("canary"), std::string::npos);
}

}  // namespace
}  // namespace schemagate
