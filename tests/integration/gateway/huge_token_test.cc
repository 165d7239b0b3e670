// Tokens of 1 MB over real sockets, which are good but for their size: nobody reads them, and they stand
// nowhere.
#include <gmock/gmock.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "tests/integration/gateway/gateway_fixture.h"
#include "tests/unit/gateway/access/token_maker.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

class HugeTokens : public testing::Test {
 protected:
  HugeTokens() { std::ofstream(keys_) << issuer_.key_set(); }
  ~HugeTokens() override {
    std::filesystem::remove(keys_);
    std::filesystem::remove(audit_);
  }

  Json configuration(const std::string& header_bytes) const {
    const Json issuer{{"issuer", access::kIssuer}, {"audience", {access::kAudience}}, {"jwks_file", keys_}};
    return {{"rules", {{"all", Json::object()}}},
            {"audit", {{"file", audit_}}},
            {"limits", {{"header_bytes", header_bytes}}},
            {"authentication", {{"tokens", {{"issuer", issuer}}}}}};
  }
  // A signed token that is in force, with a claim of that many bytes.
  Headers token_of(std::size_t bytes) const {
    const Json claims{{"iss", access::kIssuer},
                      {"aud", access::kAudience},
                      {"sub", "alice"},
                      {"exp", std::time(nullptr) + 600},
                      {"more", "canary" + std::string(bytes, 'x')}};
    return {{"Authorization", "Bearer " + issuer_.token(claims.dump())}};
  }
  // Once the issuer's keys are there: until then it is 503.
  HttpMessage ask(const GatewayClient& client, const Headers& headers) const {
    HttpMessage answer = client.request("GET", "/fight/tasks", headers);
    for (int i = 0; i < 1'000 && answer.status() == 503; ++i)
      answer = client.request("GET", "/fight/tasks", headers);
    return answer;
  }
  std::string audited() const {
    std::ifstream lines(audit_);
    return {std::istreambuf_iterator<char>(lines), {}};
  }

  const std::string keys_ = testing::TempDir() + "schemagate-huge-keys-" + std::to_string(::getpid());
  const std::string audit_ = testing::TempDir() + "schemagate-huge-audit-" + std::to_string(::getpid());
  const access::TokenMaker issuer_;
  const ScriptedAgent agent_;
};

TEST_F(HugeTokens, AreMoreThanAHeadMayHave) {
  const RunningGateway gateway(agent_, configuration("32KiB"));
  const GatewayClient client = gateway.client();
  EXPECT_EQ(ask(client, token_of(0)).status(), 200) << "the same but for its size";
  const HttpMessage refused = client.request("GET", "/fight/tasks", token_of(1'000'000));
  EXPECT_EQ(refused.status(), 431);
  EXPECT_THAT(refused.body, Not(HasSubstr("canary")));
  EXPECT_EQ(ask(client, token_of(0)).status(), 200);
}

TEST_F(HugeTokens, AreNotReadWhereAHeadMayHaveThem) {
  const RunningGateway gateway(agent_, configuration("1MiB"));
  const GatewayClient client = gateway.client();
  EXPECT_EQ(ask(client, token_of(8'000)).status(), 200);
  const HttpMessage refused = client.request("GET", "/fight/tasks", token_of(750'000));
  EXPECT_EQ(refused.status(), 401);
  EXPECT_EQ(refused.json()["error"]["message"], "the token is over 16384 bytes");
  EXPECT_THAT(audited(), HasSubstr("unauthenticated"));
  EXPECT_THAT(audited(), Not(HasSubstr("canary")));
  EXPECT_EQ(agent_.call_count(), 0U);
}

}  // namespace
}  // namespace schemagate
