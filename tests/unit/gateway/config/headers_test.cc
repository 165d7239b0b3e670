// load_config(): what goes along with every call to an agent.
#include <cstdlib>

#include "gateway/config/load.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ConfigHeaders : public ConfigFolder {
 protected:
  LoadedConfig load_upstream(const std::string& members) const {
    return load("agents: {fight: {upstream: {url: 'http://127.0.0.1:9001', " + members + "}}}");
  }
};

TEST_F(ConfigHeaders, TakeTheirValuesFromTheFileTheEnvironmentAndFiles) {
  write("key.txt", "k-1\r\n");
  ::setenv("SCHEMAGATE_TEST_TOKEN", "t-1", 1);
  const auto loaded = load_upstream(
      "headers: {X-Team: {value: weighing}, Authorization: {env: SCHEMAGATE_TEST_TOKEN, prefix: 'Bearer '},"
      " X-Api-Key: {file: key.txt}}, client_headers: [X-Customer, Accept-Language]");
  ::unsetenv("SCHEMAGATE_TEST_TOKEN");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const AgentConfig& agent = loaded.config->agents.at(0);
  a2a::http::Headers headers;
  append(agent.upstream_headers, headers);
  EXPECT_EQ(headers, (a2a::http::Headers{
                         {"X-Team", "weighing"}, {"Authorization", "Bearer t-1"}, {"X-Api-Key", "k-1"}}));
  EXPECT_THAT(agent.client_headers, ElementsAre("X-Customer", "Accept-Language"));
}

TEST_F(ConfigHeaders, AreRefusedWithTheirPlaceAndWithoutTheirValue) {
  write("binary.key", std::string("secret\0", 7));
  const std::pair<std::string, std::string> cases[] = {
      {"{value: secret, env: HOME}", "expected one of value, env and file"},
      {"{prefix: secret}", "expected one of value, env and file"},
      {"{env: SCHEMAGATE_TEST_NOT_SET}", "the environment has no \"SCHEMAGATE_TEST_NOT_SET\""},
      {"{file: nothing.key}", "nothing.key"},
      {"{file: binary.key}", "has characters that no header may have"},
      {"{value: \"secret\\r\\nX: y\"}", "has characters that no header may have"},
      {"{value: " + std::string(9'000, 's') + "}", "longer than 8KiB"},
      {"{valu: secret}", "did you mean \"value\"?"}};
  for (const auto& [header, message] : cases) {
    const auto loaded = load_upstream("headers: {X-Key: " + header + "}");
    EXPECT_FALSE(loaded.config) << header;
    ASSERT_FALSE(loaded.problems.empty()) << header;
    EXPECT_THAT(testing::PrintToString(loaded.problems), HasSubstr(message));
    EXPECT_THAT(loaded.problems.front().path, HasSubstr("agents.fight.upstream.headers.X-Key")) << header;
    for (const ConfigProblem& problem : loaded.problems)
      EXPECT_THAT(problem.message, Not(HasSubstr("secret")));
  }
}

TEST_F(ConfigHeaders, AreNoneThatTheGatewayWritesItself) {
  for (const std::string name : {"Host", "content-length", "A2A-Version", "Connection", "Transfer-Encoding",
                                 "traceparent", "Content-Type"}) {
    EXPECT_FALSE(load_upstream("headers: {" + name + ": {value: x}}").config) << name;
    EXPECT_FALSE(load_upstream("client_headers: [" + name + "]").config) << name;
  }
  EXPECT_FALSE(load_upstream("headers: {'X Key': {value: x}}").config);
  EXPECT_FALSE(load_upstream("client_headers: ['X:Key']").config);
}

TEST_F(ConfigHeaders, HaveOneSource) {
  EXPECT_THAT(
      load_upstream("headers: {X-Key: {value: x}}, client_headers: [x-key]").problems,
      ElementsAre(IsProblem(true, "agents.fight.upstream.client_headers[0]", 1, "a value of its own")));
}

}  // namespace
}  // namespace schemagate
