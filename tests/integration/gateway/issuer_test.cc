// An issuer whose key set is slow, huge, wrong, empty or private, over real sockets: its tokens are not
// taken, others' are, and nobody waits for it.
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "gateway/access/issuer_keys.h"
#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
using testing::Not;

// Answers every request with the same bytes, and stays silent behind them for as long as it lives.
class Issuer {
 public:
  explicit Issuer(std::string bytes, bool closes = true)
      : bytes_(std::move(bytes)),
        closes_(closes),
        thread_([this](const std::stop_token& stop) { serve(stop); }) {}
  ~Issuer() {
    thread_.request_stop();
    (void)net::RawSocket::connect(listener_.port());
  }
  Issuer(const Issuer&) = delete;
  Issuer& operator=(const Issuer&) = delete;

  std::string url(const std::string& path = "/keys") const {
    return "http://127.0.0.1:" + std::to_string(listener_.port()) + path;
  }

 private:
  void serve(const std::stop_token& stop) {
    std::vector<net::RawSocket> open;
    while (!stop.stop_requested()) {
      net::RawSocket socket = listener_.accept();
      if (stop.stop_requested()) return;
      (void)socket.receive_until("\r\n\r\n");
      (void)socket.send(bytes_);
      if (!closes_) open.push_back(std::move(socket));
    }
  }

  const std::string bytes_;
  const bool closes_;
  net::RawListener listener_;
  std::jthread thread_;
};

std::string key_answer(const std::string& body, const std::string& head = "HTTP/1.1 200 OK") {
  return head + "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

// Why the key set cannot be had.
std::string key_problem(const Issuer& issuer) {
  const auto text = access::fetch_key_set(access::KeySetUrl{issuer.url()}, "", {});
  if (!text) return text.error().message;
  const auto keys = access::parse_token_keys(*text);
  return keys ? "" : keys.error().message;
}

constexpr std::string_view kIssuerKeys =
    R"({"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]})";

TEST(IssuerOfTokens, IsReadWhereItsKeysAre) {
  EXPECT_EQ(key_problem(Issuer(key_answer(std::string(kIssuerKeys)))), "");
}

TEST(IssuerOfTokens, WithoutUsableKeysIsSaidToHaveNone) {
  for (const auto& [bytes, reason] :
       {std::pair(key_answer("", "HTTP/1.1 404 Not Found"), "answers HTTP 404"),
        std::pair(key_answer("", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/"), "answers HTTP 302"),
        std::pair(key_answer(""), ""), std::pair(key_answer("<html>"), ""),
        std::pair(key_answer(R"({"keys":[]})"), "no key that can be used: it is empty"),
        std::pair(key_answer(R"({"keys":{}})"), "no key set"),
        std::pair(
            key_answer(
                R"({"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",)"
                R"("d":"canary"}]})"),
            "private"),
        std::pair(std::string("no http at all\r\n\r\n"), "http://127.0.0.1"),
        std::pair(std::string("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"keys\":["),
                  "http://127.0.0.1")}) {
    const std::string found = key_problem(Issuer(bytes));
    EXPECT_NE(found, "") << bytes;
    EXPECT_THAT(found, HasSubstr(reason)) << bytes;
    EXPECT_THAT(found, Not(HasSubstr("canary")));
  }
}

TEST(IssuerOfTokens, WithAHugeKeySetIsNotReadToItsEnd) {
  EXPECT_NE(key_problem(Issuer(key_answer(std::string(access::kTokenKeysBytesMax + 1, ' ')))), "");
  EXPECT_NE(key_problem(Issuer("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n")), "");
}

class SlowIssuer : public testing::Test {
 protected:
  Json configuration() const {
    Json config = with_api_keys({"alice"});
    config["rules"] = {{"all", Json::object()}};
    config["authentication"]["tokens"]["login"] = {
        {"issuer", "https://login.test"}, {"audience", {"schemagate"}}, {"jwks_url", issuer_.url()}};
    return config;
  }
  const Issuer issuer_{"HTTP/1.1 200 OK\r\nContent-Le", false};  // and nothing more
  ScriptedAgent agent_;
  const RunningGateway gateway_{agent_, configuration()};
  const GatewayClient client_ = gateway_.client();
};

TEST_F(SlowIssuer, KeepsNobodyWaiting) {
  // {"alg":"EdDSA","kid":"a"}.{"iss":"https://login.test","aud":"schemagate","sub":"a","exp":9999999999}
  const std::string token =
      "eyJhbGciOiJFZERTQSIsImtpZCI6ImEifQ."
      "eyJpc3MiOiJodHRwczovL2xvZ2luLnRlc3QiLCJhdWQiOiJzY2hlbWFnYXRlIiwic3ViIjoiYSIsImV4cCI6OTk5OTk5OTk5OX0." +
      std::string(86, 'A');
  for (int i = 0; i < 20; ++i) {
    const HttpMessage known = client_.request("GET", "/fight/tasks", {{"Authorization", "Bearer " + token}});
    EXPECT_EQ(known.status(), 503) << known.body;
    EXPECT_EQ(known.header("Retry-After"), "5");
    EXPECT_EQ(client_.request("GET", "/fight/tasks", key_of("alice")).status(), 200);
    EXPECT_EQ(client_.request("GET", "/healthz").status(), 200);
  }
}

}  // namespace
}  // namespace schemagate
