// Callers who are known by their certificates, against the real gateway on a TLS listener.
#include <gmock/gmock.h>

#include "tests/certificates/test_ca.h"
#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/integration/net/tls_peer.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Answer {
  int status = 0;
  std::string head;
  Json json;
};

class CertifiedGateway : public testing::Test {
 protected:
  // "alice" may do everything; "bob" may read; whoever else has a certificate is not known.
  Json configuration() const {
    const a2a::tls::Files mine = ca_.issue("edge");
    Json config = with_api_keys({"key"});
    config["listen"] = nullptr;
    config["listeners"]["edge"] = {
        {"address", "127.0.0.1:0"},
        {"certificates", {{"main", {{"cert", mine.certificate}, {"key", mine.key}}}}},
        {"client_certificates", "optional"},
        {"client_ca", ca_.file()}};
    config["listeners"]["plain"] = {{"address", "127.0.0.1:0"}, {"public_url", "http://plain.test:8080"}};
    config["authentication"]["client_certificates"] = {
        {"name", "uri"},
        {"clients",
         {{"alice", {{"name", "spiffe://test/alice"}, {"roles", {"all"}}}},
          {"bob", {{"name", "spiffe://test/bob"}, {"roles", {"reader"}}}}}}};
    config["rules"] = {{"all", {{"roles", {"all"}}}},
                       {"read", {{"roles", {"reader"}}, {"operations", {"GetTask", "ListTasks"}}}}};
    return config;
  }

  // Without a certificate where `who` is empty.
  Answer call(const std::string& who, const std::string& method, const Json& params) const {
    return send(
        who,
        request_text("POST", "/fight",
                     {{"A2A-Version", "1.0"}, {"Content-Type", "application/json"}, {"Connection", "close"}},
                     call_body(method, params).dump()));
  }
  Answer send(const std::string& who, const std::string& request) const {
    a2a::tls::Files files;
    if (!who.empty())
      files = ca_.issue(who, {.subject = "canary-" + who, .sans = "URI:spiffe://test/" + who});
    files.ca = ca_.file();
    const net::TlsSide side(net::TlsSide::Role::kClient, files);
    net::TlsPeer peer(side, net::RawSocket::connect(gateway_.port()), "localhost");
    EXPECT_TRUE(peer.is_open()) << peer.error();
    peer.send(request);
    const std::string text = peer.receive_all();
    const auto end = text.find("\r\n\r\n");
    if (end == text.npos || text.size() < 12) return {};
    return {std::stoi(text.substr(9, 3)), text.substr(0, end),
            Json::parse(text.substr(end + 4), nullptr, false)};
  }

  const TestCa ca_;
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, configuration()};
};

TEST_F(CertifiedGateway, ItsHolderMayDoWhatTheRulesAllowHim) {
  give_task(agent_, completed_task(v1_0()));
  const Json message{{"message", comparison(v1_0())}};
  const Answer sent = call("alice", "SendMessage", message);
  ASSERT_EQ(sent.status, 200) << sent.json;
  const std::string id = sent.json["result"]["task"]["id"];
  EXPECT_EQ(call("alice", "GetTask", {{"id", id}}).json["result"]["id"], id);
  EXPECT_EQ(call("bob", "SendMessage", message).status, 403);
  EXPECT_EQ(call("bob", "ListTasks", Json::object()).json["result"]["totalSize"], 0);
  EXPECT_EQ(call("bob", "GetTask", {{"id", id}}).json["error"]["code"], -32001) << "it is somebody else's";
}

TEST_F(CertifiedGateway, WhoIsNotListedIsRefusedAndTheReasonHasNothingOfHisCertificate) {
  const Answer refused = call("mallory", "ListTasks", Json::object());
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(refused.json["error"]["message"], "the client certificate is not known");
  EXPECT_THAT(refused.head, HasSubstr("WWW-Authenticate: ClientCertificate realm=\"schemagate\""));
  EXPECT_THAT(refused.head + refused.json.dump(), Not(HasSubstr("mallory")));
}

TEST_F(CertifiedGateway, WithoutACertificateTheOtherMethodsAreLeft) {
  EXPECT_EQ(call("", "ListTasks", Json::object()).status, 401);
  const std::string with_key = request_text(
      "GET", "/fight/tasks", {{"A2A-Version", "1.0"}, {"X-API-Key", "key-key"}, {"Connection", "close"}}, "");
  EXPECT_EQ(send("", with_key).status, 403) << "known, and without a rule";
}

TEST_F(CertifiedGateway, TheCardNamesTheMethodInTheFormOfEachVersion) {
  const auto card = [this](const std::string& version) {
    return send("", request_text("GET", "/fight/.well-known/agent-card.json",
                                 {{"A2A-Version", version}, {"Connection", "close"}}, ""))
        .json;
  };
  const Json v1 = card("1.0");
  EXPECT_EQ(v1["securitySchemes"]["clientCertificate"], Json::parse(R"({"mtlsSecurityScheme":{}})"));
  EXPECT_THAT(v1["securityRequirements"].dump(),
              HasSubstr(R"({"schemes":{"clientCertificate":{"list":[]}}})"));
  const Json v0_3 = card("0.3");
  EXPECT_EQ(v0_3["securitySchemes"]["clientCertificate"], Json::parse(R"({"type":"mutualTLS"})"));
  EXPECT_THAT(v0_3["security"].dump(), HasSubstr(R"({"clientCertificate":[]})"));
}

// The same agent at a listener that asks nobody for a certificate.
TEST_F(CertifiedGateway, TheCardOfAnotherListenerLeadsToThatAndNamesWhatCountsThere) {
  const auto card = [this](const std::string& version) {
    net::RawSocket plain = net::RawSocket::connect(gateway_.port(1));
    plain.send(request_text("GET", "/fight/.well-known/agent-card.json",
                            {{"A2A-Version", version}, {"Connection", "close"}}, ""));
    const std::string text = plain.receive_all();
    return Json::parse(text.substr(text.find("\r\n\r\n") + 4), nullptr, false);
  };
  const Json v1 = card("1.0");
  for (const Json& each : v1["supportedInterfaces"])
    EXPECT_THAT(each["url"].get<std::string>(), testing::StartsWith("http://plain.test:8080/fight"));
  EXPECT_TRUE(v1["securitySchemes"].contains("apiKey")) << v1;
  EXPECT_FALSE(v1["securitySchemes"].contains("clientCertificate"));
  const Json v0_3 = card("0.3");
  EXPECT_EQ(v0_3["url"], "http://plain.test:8080/fight");
  EXPECT_THAT(v0_3.dump(), Not(HasSubstr("mutualTLS")));
  const Json secure = send("", request_text("GET", "/fight/.well-known/agent-card.json",
                                            {{"A2A-Version", "1.0"}, {"Connection", "close"}}, ""))
                          .json;
  EXPECT_THAT(secure.dump(), Not(HasSubstr("plain.test")));
}

}  // namespace
}  // namespace schemagate
