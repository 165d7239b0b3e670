// load_config(): the agents.
#include "gateway/config/load.h"
#include "tests/certificates/test_ca.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using ConfigAgents = ConfigFolder;

TEST_F(ConfigAgents, ReadTheirUpstream) {
  const auto loaded = load(R"(agents:
  a.b_C-1:
    root: true
    upstream: {url: 'https://10.0.0.1:9001/base', endpoint: 'https://10.0.0.2/rpc', version: 0.3, card_refresh: 1m, binding: HTTP+JSON,
      streaming: never, file_bytes: twice, request_timeout: 1s, stall_timeout: 2s, task_timeout: 3s, poll_interval: 40ms}
)");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_THAT(loaded.problems, IsEmpty());
  const auto& agent = loaded.config->agents.at(0);
  EXPECT_EQ(agent.name, "a.b_C-1");
  EXPECT_TRUE(agent.root);
  EXPECT_EQ(agent.upstream_url, "https://10.0.0.1:9001/base");
  EXPECT_EQ(agent.upstream_endpoint, "https://10.0.0.2/rpc");
  EXPECT_EQ(agent.upstream_version, a2a::wire::Version::kV0_3);
  EXPECT_EQ(agent.upstream_binding, a2a::wire::Binding::kHttpJson);
  EXPECT_FALSE(agent.upstream_streams);
  EXPECT_EQ(agent.upstream_file_bytes, FileBytes::kTwice);
  EXPECT_EQ(agent.card_refresh, 60s);
  EXPECT_EQ(agent.request_timeout, 1s);
  EXPECT_EQ(agent.stall_timeout, 2s);
  EXPECT_EQ(agent.task_timeout, 3s);
  EXPECT_EQ(agent.poll_interval, 40ms);
}

TEST_F(ConfigAgents, KeepTheOrderOfTheFile) {
  const auto loaded = load(
      "agents: {z: {upstream: {url: 'https://a'}}, a: {upstream: {url: 'https://a', version: auto, binding: "
      "auto, streaming: auto, file_bytes: auto}},"
      " m: {upstream: {url: 'https://a', version: '1.0', binding: JSONRPC, file_bytes: once}}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  ASSERT_THAT(loaded.config->agents, SizeIs(3));
  EXPECT_EQ(loaded.config->agents[0].name, "z");
  EXPECT_EQ(loaded.config->agents[1].upstream_version, std::nullopt);
  EXPECT_EQ(loaded.config->agents[1].upstream_binding, std::nullopt);
  EXPECT_TRUE(loaded.config->agents[1].upstream_streams);
  EXPECT_EQ(loaded.config->agents[1].upstream_file_bytes, FileBytes::kAuto);
  EXPECT_EQ(loaded.config->agents[2].upstream_file_bytes, FileBytes::kOnce);
  EXPECT_EQ(loaded.config->agents[2].upstream_version, a2a::wire::Version::kV1_0);
  EXPECT_EQ(loaded.config->agents[2].upstream_binding, a2a::wire::Binding::kJsonRpc);
}

TEST_F(ConfigAgents, AreNeeded) {
  EXPECT_THAT(load("threads: 1").problems, ElementsAre(IsProblem(true, "agents", 1, "at least one agent")));
  EXPECT_THAT(load("agents: {}").problems, ElementsAre(IsProblem(true, "agents", 1, "at least one agent")));
  EXPECT_THAT(load("agents: []").problems, ElementsAre(IsProblem(true, "agents", 1, "expected members")));
}

TEST_F(ConfigAgents, NeedAnUpstreamWithAUrl) {
  EXPECT_THAT(load("agents: {fight: {root: true}}").problems,
              ElementsAre(IsProblem(true, "agents.fight", 1, "upstream is missing")));
  EXPECT_THAT(load("agents: {fight: {upstream: {version: auto}}}").problems,
              ElementsAre(IsProblem(true, "agents.fight.upstream", 1, "url is missing")));
}

TEST_F(ConfigAgents, RefuseUrlsThatTheGatewayCannotCall) {
  for (const auto* url : {"ftp://agent", "agent:9001", "http://", "https://a/?x=1", "http://u:p@a"}) {
    const auto loaded = load("agents: {fight: {upstream: {url: '" + std::string(url) + "'}}}");
    ASSERT_THAT(loaded.problems, SizeIs(1)) << url;
    EXPECT_EQ(loaded.problems[0].path, "agents.fight.upstream.url") << url;
    const bool has_password = std::string_view(url).contains('@');
    EXPECT_EQ(loaded.problems[0].message.contains(url), !has_password) << loaded.problems[0].message;
  }
  EXPECT_THAT(load("agents: {fight: {upstream: {url: '127.0.0.1:18491'}}}").problems,
              ElementsAre(IsProblem(true, "agents.fight.upstream.url", 1,
                                    "must begin with http:// or https://, found \"127.0.0.1:18491\"")));
}

TEST_F(ConfigAgents, RefuseHttpToOtherMachinesUnlessItIsAllowedByName) {
  const auto with = [this](const std::string& upstream) {
    return load("agents: {fight: {upstream: {" + upstream + "}}}");
  };
  for (const std::string url : {"http://agent", "http://10.0.0.1:9001", "http://[fd00::1]",
                                "http://128.0.0.1", "http://localhost.example", "http://[::ffff:10.0.0.1]"}) {
    EXPECT_THAT(with("url: '" + url + "'").problems,
                ElementsAre(IsProblem(true, "agents.fight.upstream.url", 1, "say plain_http: true")))
        << url;
    EXPECT_TRUE(with("url: '" + url + "', plain_http: true").config) << url;
  }
  for (const std::string url : {"https://agent", "http://127.0.0.1:1", "http://127.8.9.1", "http://[::1]",
                                "http://localhost", "http://LOCALHOST:9001"}) {
    EXPECT_TRUE(with("url: '" + url + "'").config) << url;
  }
  EXPECT_THAT(with("url: 'https://agent', endpoint: 'http://agent/rpc'").problems,
              ElementsAre(IsProblem(true, "agents.fight.upstream.endpoint", 1, "say plain_http: true")));
}

TEST_F(ConfigAgents, ReadTheFilesOfTls) {
  const TestCa ca;
  const a2a::tls::Files files = ca.issue();
  const auto with = [this](const std::string& tls) {
    return load("agents: {fight: {upstream: {url: 'https://agent', tls: {" + tls + "}}}}");
  };
  const std::string pair = "cert: " + files.certificate + ", key: " + files.key;
  const auto loaded = with("ca_file: " + ca.file() + ", " + pair);
  ASSERT_TRUE(loaded.config);
  EXPECT_EQ(loaded.config->agents[0].upstream_files.ca, ca.file());
  EXPECT_TRUE(loaded.config->agents[0].upstream_tls);
  const auto problem_with = [&](const std::string& tls, const std::string& text) {
    EXPECT_THAT(with(tls).problems, ElementsAre(IsProblem(true, "agents.fight.upstream.tls", 1, text)));
  };
  problem_with("cert: " + files.certificate, "cert and key need one another");
  problem_with("key: " + files.key, "cert and key need one another");
  problem_with("ca_file: nowhere.pem", "nowhere.pem: cannot be read");
  problem_with("ca_file: ab.json", "ab.json: holds no certificate");
  problem_with("cert: " + files.certificate + ", key: " + ca.issue("other").key, "is not the key of");
}

TEST_F(ConfigAgents, WarnOfTlsForAnHttpUrl) {
  const TestCa ca;
  const auto loaded =
      load("agents: {fight: {upstream: {url: 'http://127.0.0.1', tls: {ca_file: " + ca.file() + "}}}}");
  EXPECT_THAT(loaded.problems, ElementsAre(IsProblem(false, "agents.fight.upstream.tls", 1, "no effect")));
}

TEST_F(ConfigAgents, RefuseNamesThatAreNoPathSegment) {
  for (const std::string name : {"a/b", "a b", "ä", "", "a%2fb", "a:b"}) {
    EXPECT_THAT(
        load("agents: {'" + name + "': {upstream: {url: 'https://a'}}}").problems,
        ElementsAre(testing::Field(&ConfigProblem::message, testing::HasSubstr("an agent's name is"))))
        << name;
  }
  EXPECT_FALSE(load("agents: {" + std::string(65, 'a') + ": {upstream: {url: 'https://a'}}}").config);
}

TEST_F(ConfigAgents, RefuseNamesOfTheGatewaysOwnPaths) {
  for (const std::string name :
       {".", "..", "v1", ".well-known", "healthz", "readyz", "metrics", "tasks", "extendedAgentCard"}) {
    EXPECT_THAT(load("agents: {" + name + ": {upstream: {url: 'https://a'}}}").problems,
                ElementsAre(IsProblem(true, "agents." + name, 1, "is a path of the gateway itself")));
  }
}

TEST_F(ConfigAgents, HaveOneRootAtMost) {
  EXPECT_THAT(load(R"(agents:
  a: {root: true, upstream: {url: 'https://a'}}
  b: {root: false, upstream: {url: 'https://a'}}
  c: {root: true, upstream: {url: 'https://a'}}
)")
                  .problems,
              ElementsAre(IsProblem(true, "agents.c.root", 4, "only one agent can be the root: \"a\" is")));
}

TEST_F(ConfigAgents, AreBoundedInNumber) {
  std::string text = "agents:\n";
  for (int i = 0; i < 10'001; ++i) text += "  a" + std::to_string(i) + ": {upstream: {url: 'https://a'}}\n";
  EXPECT_THAT(load(text).problems,
              ElementsAre(IsProblem(true, "agents", 1, "has 10001 members, more than 10000")));
}

TEST_F(ConfigAgents, TakeACardFileAsItIs) {
  write("card.json", R"({"name": "X", "skills": [{"id": "a"}, {"id": "b"}]})");
  const auto loaded = load_agent("card: card.json");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  EXPECT_EQ(loaded.config->agents[0].card_text, R"({"name": "X", "skills": [{"id": "a"}, {"id": "b"}]})");
}

TEST_F(ConfigAgents, RefuseCardFilesThatCannotBeLaidOverACard) {
  const std::pair<std::string, std::string> cases[] = {
      {"{", "card.json"},
      {"[]", "is not a JSON object"},
      {R"({"name":1,"name":2})", "card.json"},
      {R"({"skills":{}})", "/skills is not an array"},
      {R"({"skills":[{}]})", "/skills/0 has no id"},
      {R"({"skills":[1]})", "/skills/0 has no id"},
      {R"({"skills":[{"id":"a"},{"id":"a"}]})", "/skills/1 has the id of an earlier skill"}};
  for (const auto& [text, message] : cases) {
    write("card.json", text);
    EXPECT_THAT(load_agent("card: card.json").problems,
                ElementsAre(IsProblem(true, "agents.fight.card", 1, message)))
        << text;
  }
  EXPECT_THAT(load_agent("card: none.json").problems,
              ElementsAre(IsProblem(true, "agents.fight.card", 1, "does not exist")));
}

TEST_F(ConfigAgents, LookAtTheModesOfACardFileWhereNothingElseDeclaresSchemas) {
  write("card.json", R"({"skills":[{"id":"a","inputModes":["text/plain","application/json;schema=nope"]}]})");
  EXPECT_THAT(load_agent("card: card.json, contract: configured").problems,
              ElementsAre(IsProblem(true, "agents.fight.card", 1, "the schema nope, which is not declared")));
  EXPECT_TRUE(load_agent("card: card.json, contract: adopt").config) << "the agent's card may declare it";
}

}  // namespace
}  // namespace schemagate
