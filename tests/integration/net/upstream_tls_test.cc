// https towards agents: who is trusted, what is said when somebody is not, and that handshakes are saved.
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <atomic>
#include <thread>

#include "tests/certificates/test_ca.h"
#include "tests/integration/net/test_upstream.h"
#include "tests/integration/net/tls_peer.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;
using Role = TlsSide::Role;

constexpr std::string_view kSecureOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

Url https_url(std::uint16_t port, const std::string& host = "localhost") {
  return {.tls = true, .host = host, .port = port};
}

std::shared_ptr<const TlsClient> client_with(const a2a::tls::Files& files) {
  auto made = TlsClient::make(files);
  if (made) return *made;
  ADD_FAILURE() << made.error().detail;
  return nullptr;
}

// An agent that answers each request on each connection with kSecureOk, one connection after the other.
class TlsAgent {
 public:
  explicit TlsAgent(const a2a::tls::Files& files, const TlsSetting& setting = {})
      : side_(Role::kServer, files, setting), thread_([this](const std::stop_token& stop) { serve(stop); }) {}

  std::uint16_t port() const { return listener_.port(); }
  int connections() const { return connections_; }
  int resumed() const { return resumed_; }
  // Whether every connection that has ended did so with the client's word (close_notify).
  bool ends_were_told() const { return ends_were_told_; }

 private:
  void serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      if (!listener_.has_waiting(10ms)) continue;
      TlsPeer peer(side_, listener_.accept());
      if (!peer.is_open()) continue;
      ++connections_;
      if (peer.resumed()) ++resumed_;
      while (!peer.receive_until("\r\n\r\n").empty()) peer.send(kSecureOk);
      if (!peer.was_told_end()) ends_were_told_ = false;
    }
  }

  const TlsSide side_;
  RawListener listener_;
  std::atomic<int> connections_ = 0;
  std::atomic<int> resumed_ = 0;
  std::atomic<bool> ends_were_told_ = true;
  std::jthread thread_;
};

class UpstreamTls : public testing::Test {
 protected:
  // What a GET from an agent with that certificate gives, when only ca_ is trusted.
  std::string fetch(const a2a::tls::Files& agents, const TlsSetting& setting = {},
                    const a2a::tls::Files& ours = {}) {
    const TlsAgent agent({.ca = ours.ca, .certificate = agents.certificate, .key = agents.key}, setting);
    return fetch_at(agent.port(), ours);
  }
  std::string fetch_at(std::uint16_t port, a2a::tls::Files ours = {}, const std::string& host = "localhost") {
    ours.ca = ca_.file();
    UpstreamLoop loop;
    return loop.fetch(https_url(port, host), {.method = "GET", .tls = client_with(ours)});
  }

  const TestCa ca_;
};

TEST_F(UpstreamTls, FetchesFromAnAgentThatItTrusts) {
  EXPECT_EQ(fetch(ca_.issue()), "200 ok");
}

TEST_F(UpstreamTls, AsksForTheHostByName) {
  std::string asked;
  const TlsAgent agent(ca_.issue(), [&asked](SSL_CTX& context) {
    SSL_CTX_set_client_hello_cb(
        &context,
        [](SSL* ssl, int*, void* data) {
          const unsigned char* name = nullptr;
          std::size_t size = 0;
          if (SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_server_name, &name, &size) == 1 && size > 5)
            *static_cast<std::string*>(data) = std::string(name + 5, name + size);
          return SSL_CLIENT_HELLO_SUCCESS;
        },
        &asked);
  });
  EXPECT_EQ(fetch_at(agent.port()), "200 ok");
  EXPECT_EQ(asked, "localhost");
  asked.clear();
  EXPECT_EQ(fetch_at(agent.port(), {}, "127.0.0.1"), "200 ok");
  EXPECT_EQ(asked, "") << "an address is no name (RFC 6066 section 3)";
}

TEST_F(UpstreamTls, SaysWhyItTrustsNoCertificate) {
  const TestCa other("Other CA");
  EXPECT_EQ(fetch(ca_.issue("old", {.begins = -48h, .ends = -24h})),
            "untrusted: has a certificate that has expired");
  EXPECT_EQ(fetch(ca_.issue("new", {.begins = 24h, .ends = 48h})),
            "untrusted: has a certificate that is not in force yet");
  EXPECT_EQ(fetch(ca_.issue("other", {.sans = "DNS:elsewhere.example"})),
            "untrusted: has a certificate for another host");
  EXPECT_EQ(fetch(ca_.issue("named", {.subject = "localhost", .sans = ""})),
            "untrusted: has a certificate for another host")
      << "the common name is never looked at";
  EXPECT_EQ(fetch(ca_.issue("selfish", {.self_signed = true})),
            "untrusted: has a certificate that it signed itself");
  EXPECT_EQ(fetch(other.issue()), "untrusted: has a certificate of an unknown issuer");
  EXPECT_EQ(fetch(ca_.issue("client", {.usage = "clientAuth"})),
            "untrusted: has a certificate that is not meant for this use");
}

TEST_F(UpstreamTls, ChecksAnAddressAgainstAddressesOnly) {
  const a2a::tls::Files named = ca_.issue("named", {.sans = "DNS:localhost,DNS:127.0.0.1"});
  const TlsAgent agent(named);
  EXPECT_EQ(fetch_at(agent.port(), {}, "127.0.0.1"), "untrusted: has a certificate for another host");
}

TEST_F(UpstreamTls, TrustsTheSystemsAuthoritiesUnlessOthersAreNamed) {
  const TlsAgent agent(ca_.issue());
  UpstreamLoop loop;
  EXPECT_EQ(loop.fetch(https_url(agent.port())), "untrusted: has a certificate of an unknown issuer");
}

TEST_F(UpstreamTls, TakesNoOldVersion) {
  const auto old_versions = [](SSL_CTX& context) {
    SSL_CTX_set_min_proto_version(&context, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(&context, TLS1_1_VERSION);
    SSL_CTX_set_cipher_list(&context, "ALL:@SECLEVEL=0");
  };
  EXPECT_EQ(fetch(ca_.issue(), old_versions),
            "handshake: refused the TLS handshake: it offers neither TLS 1.2 nor 1.3");
}

TEST_F(UpstreamTls, ShowsItsCertificateToAnAgentThatAsks) {
  a2a::tls::Files mine = ca_.issue("gateway", {.subject = "gateway", .sans = ""});
  mine.ca = ca_.file();
  EXPECT_EQ(fetch(ca_.issue(), {}, mine), "200 ok");
}

TEST_F(UpstreamTls, SaysThatTheAgentWantsACertificate) {
  const auto at_most = [](int version) {
    return [version](SSL_CTX& context) { SSL_CTX_set_max_proto_version(&context, version); };
  };
  const a2a::tls::Files none{.ca = ca_.file()};
  EXPECT_EQ(fetch(ca_.issue(), at_most(TLS1_3_VERSION), none),
            "handshake: refused the TLS handshake: it wants a client certificate");
  EXPECT_EQ(fetch(ca_.issue(), at_most(TLS1_2_VERSION), none), "handshake: refused the TLS handshake");
}

TEST_F(UpstreamTls, SaysThatTheAgentDoesNotKnowOurIssuer) {
  const TestCa other("Other CA");
  const a2a::tls::Files mine = other.issue("gateway");
  a2a::tls::Files agents = ca_.issue();
  agents.ca = ca_.file();
  const TlsAgent agent(agents);
  EXPECT_EQ(fetch_at(agent.port(), mine),
            "handshake: refused the TLS handshake: it does not know the issuer of our certificate");
}

TEST_F(UpstreamTls, SaysThatAPlainAgentSpeaksNoTls) {
  ScriptedAgent agent([](RawListener& listener) {
    RawSocket socket = listener.accept();
    socket.receive();
    socket.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
  });
  EXPECT_EQ(fetch_at(agent.url().port), "handshake: does not speak TLS");
}

TEST_F(UpstreamTls, GivesUpOnAHandshakeThatHangs) {
  ScriptedAgent agent([](RawListener& listener) { listener.accept().receive_all(); });
  UpstreamLoop loop({.connect_timeout = 100ms});
  EXPECT_EQ(loop.fetch(https_url(agent.url().port), {.tls = client_with({.ca = ca_.file()})}),
            "unreachable: could not be reached: the TLS handshake timed out");
}

TEST_F(UpstreamTls, SaysThatTheHandshakeBrokeOff) {
  ScriptedAgent agent([](RawListener& listener) { listener.accept().receive(); });
  EXPECT_EQ(fetch_at(agent.url().port), "handshake: broke off the TLS handshake");
}

TEST_F(UpstreamTls, KeepsTheConnectionAndEndsItProperly) {
  TlsAgent agent(ca_.issue());
  {
    UpstreamLoop loop;
    const auto tls = client_with({.ca = ca_.file()});
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(loop.fetch(https_url(agent.port()), {.method = "GET", .tls = tls}), "200 ok");
    EXPECT_EQ(agent.connections(), 1);
  }
  UpstreamLoop other;
  EXPECT_EQ(other.fetch(https_url(agent.port()), {.method = "GET", .tls = client_with({.ca = ca_.file()})}),
            "200 ok");
  EXPECT_TRUE(agent.ends_were_told());
}

class UpstreamTlsVersions : public UpstreamTls, public testing::WithParamInterface<int> {};

TEST_P(UpstreamTlsVersions, ResumesTheSessionOnANewConnection) {
  const auto at_most = [](SSL_CTX& context) { SSL_CTX_set_max_proto_version(&context, GetParam()); };
  const TlsAgent agent(ca_.issue(), at_most);
  const auto tls = client_with({.ca = ca_.file()});
  for (int i = 0; i < 3; ++i) {
    UpstreamLoop loop;
    EXPECT_EQ(loop.fetch(https_url(agent.port()), {.method = "GET", .tls = tls}), "200 ok");
  }
  EXPECT_EQ(agent.connections(), 3);
  EXPECT_EQ(agent.resumed(), 2);
}
INSTANTIATE_TEST_SUITE_P(, UpstreamTlsVersions, testing::Values(TLS1_2_VERSION, TLS1_3_VERSION),
                         [](const auto& each) { return each.param == TLS1_2_VERSION ? "Tls12" : "Tls13"; });

// Such an agent asks for a certificate and names no context that its sessions belong to.
TEST_P(UpstreamTlsVersions, BeginsAnewWithAnAgentThatRefusesItsOwnSession) {
  const auto at_most = [](SSL_CTX& context) {
    SSL_CTX_set_max_proto_version(&context, GetParam());
    SSL_CTX_set_session_id_context(&context, nullptr, 0);
  };
  a2a::tls::Files agents = ca_.issue();
  agents.ca = ca_.file();
  a2a::tls::Files mine = ca_.issue("gateway");
  mine.ca = ca_.file();
  const TlsAgent agent(agents, at_most);
  const auto tls = client_with(mine);
  for (int i = 0; i < 3; ++i) {
    UpstreamLoop loop;
    EXPECT_EQ(loop.fetch(https_url(agent.port()), {.method = "GET", .tls = tls}), "200 ok");
  }
  EXPECT_EQ(agent.resumed(), 0);
}

TEST_F(UpstreamTls, NeverSharesConnectionsBetweenCertificates) {
  TlsAgent agent(ca_.issue());
  UpstreamLoop loop;
  const auto first = client_with({.ca = ca_.file()});
  a2a::tls::Files mine = ca_.issue("gateway");
  mine.ca = ca_.file();
  EXPECT_EQ(loop.fetch(https_url(agent.port()), {.method = "GET", .tls = first}), "200 ok");
  // The agent serves one connection at a time: the second one waits, and gets none of the first's.
  EXPECT_EQ(loop.fetch(https_url(agent.port()), {.method = "GET", .tls = client_with(mine)}, 200ms),
            "unreachable: could not be reached: the TLS handshake timed out");
  EXPECT_EQ(agent.connections(), 1);
}

// RFC 8446 section 6.1: whoever can cut the connection must not be able to shorten an answer.
TEST_F(UpstreamTls, TakesNoCutConnectionForTheEndOfAnAnswer) {
  const a2a::tls::Files files = ca_.issue();
  const auto answer_and = [&files](bool says_end) {
    return [&files, says_end](RawListener& listener) {
      const TlsSide side(Role::kServer, {.certificate = files.certificate, .key = files.key});
      TlsPeer peer(side, listener.accept());
      peer.receive_until("\r\n\r\n");
      peer.send("HTTP/1.1 200 OK\r\n\r\nhalf");
      if (says_end) peer.say_end();
      peer.socket().half_close();
      peer.socket().receive_all();
    };
  };
  ScriptedAgent honest(answer_and(true));
  EXPECT_EQ(fetch_at(honest.url().port), "200 half");
  ScriptedAgent cut(answer_and(false));
  EXPECT_EQ(fetch_at(cut.url().port), "closed: broke off its answer or broke HTTP's framing");
}

TEST_F(UpstreamTls, CarriesLargeBodiesBothWays) {
  const a2a::tls::Files files = ca_.issue();
  const std::string large(3 << 20, 'x');
  std::size_t received = 0;
  ScriptedAgent agent([&](RawListener& listener) {
    const TlsSide side(Role::kServer, {.certificate = files.certificate, .key = files.key});
    TlsPeer peer(side, listener.accept());
    std::string all = peer.receive_until("\r\n\r\n");
    const std::size_t head = all.find("\r\n\r\n") + 4;
    while (all.size() < head + large.size()) all += peer.receive();
    received = all.size() - head;
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(large.size()) + "\r\n\r\n");
    peer.send(large);
    peer.receive_all();
  });
  UpstreamLoop loop;
  const std::string answer =
      loop.fetch(https_url(agent.url().port), {.body = large, .tls = client_with({.ca = ca_.file()})});
  EXPECT_EQ(answer.size(), 4 + large.size());
  EXPECT_EQ(received, large.size());
}

TEST_F(UpstreamTls, ReportsFilesThatAreNone) {
  const a2a::tls::Files mine = ca_.issue("mine");
  const a2a::tls::Files other = ca_.issue("other");
  const auto problem = [](const a2a::tls::Files& files) {
    const auto made = TlsClient::make(files);
    return made ? "none" : made.error().detail;
  };
  EXPECT_EQ(problem(mine), "none");
  EXPECT_EQ(problem({.ca = "/nonexistent"}), "/nonexistent: cannot be read: No such file or directory");
  EXPECT_EQ(problem({.ca = mine.key}), mine.key + ": holds no certificate");
  EXPECT_EQ(problem({.certificate = mine.certificate, .key = mine.certificate}),
            mine.certificate + ": holds no private key, or one under a passphrase");
  EXPECT_EQ(problem({.certificate = mine.certificate, .key = other.key}),
            other.key + ": is not the key of " + mine.certificate);
}

}  // namespace
}  // namespace schemagate::net
