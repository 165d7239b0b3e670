// Whom `ask` trusts, and to whom it shows what.
#include <gmock/gmock.h>
#include <httplib.h>

#include <thread>

#include "ask_command.h"
#include "tests/certificates/test_ca.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

// A chat endpoint by https, with a certificate of `ca`.
class SecureModel {
 public:
  SecureModel(const TestCa& ca, const std::string& answer) : files_(ca.issue("model")) {
    server_.Post("/v1/chat/completions", [answer](const httplib::Request&, httplib::Response& response) {
      response.set_content(answer, "application/json");
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~SecureModel() {
    server_.stop();
    thread_.join();
  }
  SecureModel(const SecureModel&) = delete;
  SecureModel& operator=(const SecureModel&) = delete;

  std::string url() const { return "https://localhost:" + std::to_string(port_) + "/v1"; }

 private:
  const a2a::tls::Files files_;
  httplib::SSLServer server_{files_.certificate.c_str(), files_.key.c_str()};
  int port_ = 0;
  std::thread thread_;
};

TEST_F(AskCommand, AsksAModelOfAnAuthorityOfItsOwn) {
  const TestCa ca;
  const std::string answer =
      R"({"payload":{"origin":"PEK","destination":"SHA","departure_date":"2026-05-05"},"evidence":{}})";
  const SecureModel model(ca, R"({"choices":[{"message":{"role":"assistant","content":)" +
                                  a2a::dump_tree(a2a::JsonTree(answer)) + "}}]}");
  const std::vector<std::string> by_model = {kFlightSentence, "--yes",    "--threshold", "0.1",
                                             "--mapper",      "llm",      "--llm-model", "one",
                                             "--llm-url",     model.url()};
  const auto with = [&by_model](std::vector<std::string> more) {
    more.insert(more.begin(), by_model.begin(), by_model.end());
    return more;
  };
  const auto trusted = ask(with({"--llm-ca", ca.file()}));
  EXPECT_EQ(trusted.exit_code, 0) << trusted.err;
  EXPECT_THAT(flight_.agent().last().body, HasSubstr(R"("departure_date":"2026-05-05")"));
  for (const auto& more : {std::vector<std::string>{}, {"--ca", ca.file()}}) {
    const auto unknown = ask(with(more));
    EXPECT_EQ(unknown.exit_code, 3);
    EXPECT_THAT(unknown.err, HasSubstr("unknown issuer")) << "--ca is for agents";
  }
  EXPECT_EQ(flight_.sent(), 1U);
}

// The token is of the issuer that the command line names, and goes to the agent that was chosen, to nobody
// else.
TEST_F(AskCommand, ShowsTheChosenAgentATokenOfTheIssuerThatIsNamed) {
  ScriptedAgent issuer;
  issuer.page("/.well-known/openid-configuration",
              {R"({"issuer":")" + issuer.url() + R"(","token_endpoint":")" + issuer.url("/token") + "\"}"});
  issuer.page("/token", {R"({"access_token":"token-42","token_type":"Bearer","expires_in":60})"});
  const std::vector<std::string> known = {kFlightSentence,
                                          "--yes",
                                          "--issuer",
                                          issuer.url(),
                                          "--client-id",
                                          "me",
                                          "--client-secret-file",
                                          write("secret", "secret-7\n")};
  const auto result = ask(known);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(issuer.last().body, HasSubstr("grant_type=client_credentials"));
  EXPECT_EQ(flight_.agent().last().header("Authorization"), "Bearer token-42");
  EXPECT_EQ(flight_.agent().seen().front().header("Authorization"), "(absent)") << "of who is not yet chosen";
  for (const auto& request : photo_.agent().seen()) EXPECT_EQ(request.header("Authorization"), "(absent)");
  for (const std::string secret : {"token-42", "secret-7"})
    EXPECT_THAT(result.out + result.err, Not(HasSubstr(secret)));
  issuer.page("/token", {R"({"error":"invalid_client"})", "application/json", 401});
  const auto refused = ask(known);
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("invalid_client"));
  EXPECT_EQ(flight_.sent(), 1U);
}

}  // namespace
}  // namespace schemagate
