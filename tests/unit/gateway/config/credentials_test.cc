// load_config(): what the gateway shows to an agent besides header fields.
#include <cstdlib>

#include "gateway/config/load.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kServer = "token_url: 'https://t/token', client_id: gw";

class ConfigCredentials : public ConfigFolder {
 protected:
  ConfigCredentials() { write("secret.txt", "canary\n"); }
  LoadedConfig load_credentials(const std::string& members, const std::string& more = "") const {
    return load("agents: {fight: {upstream: {url: 'https://a', " + more + " credentials: {" + members +
                "}}}}");
  }
  std::string first_problem(const std::string& members, const std::string& more = "") const {
    const auto loaded = load_credentials(members, more);
    EXPECT_FALSE(loaded.config) << members;
    if (loaded.problems.empty()) return "";
    const ConfigProblem& problem = loaded.problems.front();
    EXPECT_THAT(problem.message, Not(HasSubstr("canary")));
    return problem.path + ": " + problem.message;
  }
};

TEST_F(ConfigCredentials, AreReadWithTheirSecretsFromFilesAndTheEnvironment) {
  ::setenv("SCHEMAGATE_TEST_KEY", "k-1", 1);
  const auto loaded =
      load_credentials("api_key: {env: SCHEMAGATE_TEST_KEY}, oauth2: {" + kServer +
                       ", client_secret: {file: secret.txt}, client_secret_in: form, scopes: [a, b],"
                       " audience: x, resource: 'urn:y', grant: token_exchange}");
  ::unsetenv("SCHEMAGATE_TEST_KEY");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const UpstreamCredentials& credentials = loaded.config->agents.at(0).credentials;
  EXPECT_EQ(credentials.api_key.value(), "k-1");
  EXPECT_TRUE(credentials.exchanges());
  const a2a::client::TokenEndpoint& endpoint = credentials.tokens->endpoint;
  EXPECT_EQ(endpoint.url, "https://t/token");
  EXPECT_EQ(endpoint.client_id, "gw");
  EXPECT_EQ(credentials.tokens->endpoint_now().client_secret, "canary");
  EXPECT_TRUE(endpoint.secret_in_form);
  EXPECT_THAT(endpoint.scopes, ElementsAre("a", "b"));
  EXPECT_EQ(endpoint.audience, "x");
  EXPECT_EQ(endpoint.resource, "urn:y");
}

TEST_F(ConfigCredentials, AreRefusedWithTheirPlaceAndWithoutTheSecret) {
  const std::string secret = ", client_secret: {file: secret.txt}";
  const std::string place = "agents.fight.upstream.credentials";
  EXPECT_THAT(first_problem("api_key: {value: canary}"),
              HasSubstr(place + ".api_key: expected one of env and file"));
  EXPECT_THAT(first_problem("oauth2: {client_id: gw" + secret + "}"),
              HasSubstr(place + ".oauth2: token_url is missing"));
  EXPECT_THAT(first_problem("oauth2: {token_url: 'http://t/token', client_id: gw" + secret + "}"),
              HasSubstr(place + ".oauth2.token_url: expected a URL with https"));
  EXPECT_THAT(first_problem("oauth2: {" + kServer + "}"),
              HasSubstr(place + ".oauth2: client_secret is missing"));
  EXPECT_THAT(first_problem("oauth2: {" + kServer + secret + ", scopes: ['a b']}"),
              HasSubstr("expected one scope"));
  EXPECT_THAT(first_problem("caller: {header: Content-Length}"),
              HasSubstr("is written by the gateway itself"));
}

TEST_F(ConfigCredentials, WriteNoFieldThatOthersWrite) {
  const std::string tokens = "oauth2: {" + kServer + ", client_secret: {file: secret.txt}}";
  EXPECT_THAT(first_problem(tokens, "client_headers: [authorization],"),
              HasSubstr("\"Authorization\" stands in headers or client_headers, too"));
  EXPECT_THAT(first_problem("caller: {header: X-Who}", "headers: {x-who: {value: a}},"),
              HasSubstr("\"X-Who\" stands in headers or client_headers, too"));
}

TEST_F(ConfigCredentials, NeedAKeyThatSignsWhoCalls) {
  EXPECT_EQ(first_problem("caller: {}"),
            "signing: is missing: the tokens of upstream.credentials.caller are signed with its first key");
}

}  // namespace
}  // namespace schemagate
