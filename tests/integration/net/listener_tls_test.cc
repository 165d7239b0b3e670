// https from clients: certificates by name, reloads, client certificates, proxies in front, and peers that
// mean no good.
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include <csignal>
#include <thread>

#include "tests/certificates/test_ca.h"
#include "tests/integration/net/test_server.h"
#include "tests/integration/net/tls_peer.h"

namespace schemagate::net {
namespace {

using namespace std::chrono_literals;
using Role = TlsSide::Role;

constexpr std::string_view kAskSecurely = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

std::string names_in(const PeerIdentity& peer) {
  std::string text = peer.address + (peer.tls ? " tls" : " plain");
  if (!peer.certificate) return text;
  text += " " + peer.certificate->subject;
  for (const std::string& san : peer.certificate->sans) text += " " + san;
  return text;
}

// Answers each request with who asked.
class ListenerTls : public testing::Test {
 protected:
  static CertificateFiles pair(const a2a::tls::Files& files) { return {files.certificate, files.key}; }

  void start(TlsServerFiles files, ListenerOptions options = {}) {
    auto made = TlsServer::make(std::move(files));
    ASSERT_TRUE(made) << made.error().detail;
    tls_ = *made;
    options.tls = tls_;
    start_with({options});
  }
  void start() { start({.certificates = {pair(ca_.issue())}}); }
  void start_with(std::vector<ListenerOptions> listeners) {
    ServerOptions options;
    options.listeners = std::move(listeners);
    options.limits.head_timeout = head_timeout_;
    options.limits.connections_per_address_max = per_address_max_;
    options.on_refused = [this](const RefusedRequest& refused) -> std::vector<Header> {
      const std::lock_guard lock(mutex_);
      refused_ += std::to_string(refused.status) + " " + std::string(refused.message) + ";";
      return {};
    };
    server_ = start_server(
        [](HttpRequest& request, Exchange& exchange, UpstreamClient&) -> Awaitable<void> {
          HttpResponse response;
          response.body = names_in(request.peer) + " " + std::to_string(request.peer.listener);
          co_await exchange.respond(std::move(response));
        },
        std::move(options));
  }
  TlsPeer connect(const TlsSide& side, const std::string& name = "localhost") const {
    return {side, RawSocket::connect(server_->port()), name};
  }
  TlsSide client(const TlsSetting& setting = {}) const {
    return {Role::kClient, {.ca = ca_.file()}, setting};
  }
  // The body of the answer.
  static std::string ask(TlsPeer& peer, std::string_view request = kAskSecurely) {
    peer.send(request);
    const std::string answer = peer.receive();
    const std::size_t end = answer.find("\r\n\r\n");
    return end == answer.npos ? "nothing" : answer.substr(end + 4);
  }
  std::string refused() const {
    const std::lock_guard lock(mutex_);
    return refused_;
  }
  std::string subject_of(const TlsPeer& peer) const {
    X509* certificate = SSL_get0_peer_certificate(&peer.ssl());
    std::array<char, 256> name{};
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name.data(), name.size());
    return name.data();
  }

  const TestCa ca_;
  std::shared_ptr<TlsServer> tls_;
  std::chrono::milliseconds head_timeout_ = 10s;
  std::size_t per_address_max_ = 1'024;
  mutable std::mutex mutex_;
  std::string refused_;
  std::unique_ptr<Server> server_;
};

TEST_F(ListenerTls, AnswersRequestsInOrderOnOneConnection) {
  start();
  const TlsSide side = client();
  TlsPeer peer = connect(side);
  ASSERT_TRUE(peer.is_open()) << peer.error();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(peer), "127.0.0.1 tls 0");
  peer.send(std::string(kAskSecurely) + std::string(kAskSecurely));
  EXPECT_EQ(statuses_in(peer.receive_until("tls 0HTTP") + peer.receive()).substr(0, 3), "200");
}

TEST_F(ListenerTls, TellsOfConnectionsBeyondTheLimitWhichNobodyIsAnswered) {
  per_address_max_ = 1;
  start();
  const TlsSide side = client();
  TlsPeer peer = connect(side);
  ASSERT_TRUE(peer.is_open()) << peer.error();
  EXPECT_FALSE(connect(side).is_open());
  EXPECT_EQ(refused(), "0 too many connections from this address (limits.connections_per_address);");
}

TEST_F(ListenerTls, ChoosesTheCertificateByTheNameThatIsAskedFor) {
  const auto named = [this](const std::string& name, const std::string& sans) {
    return pair(ca_.issue(name, {.subject = name, .sans = sans}));
  };
  start({.certificates = {named("first", "DNS:localhost"), named("second", "DNS:B.example,DNS:c.example"),
                          named("wild", "DNS:*.wild.example")}});
  const TlsSide side = client();
  EXPECT_EQ(subject_of(connect(side, "localhost")), "first");
  EXPECT_EQ(subject_of(connect(side, "b.example")), "second");
  EXPECT_EQ(subject_of(connect(side, "C.EXAMPLE")), "second");
  EXPECT_EQ(subject_of(connect(side, "any.wild.example")), "wild");
  EXPECT_EQ(subject_of(connect(side, "two.any.wild.example")), "first");
  EXPECT_EQ(subject_of(connect(side, "unknown.example")), "first");
  EXPECT_EQ(subject_of(connect(side, "")), "first");
}

TEST_F(ListenerTls, TakesNewFilesForNewConnectionsAndKeepsTheOldOnes) {
  start({.certificates = {pair(ca_.issue("leaf", {.subject = "old"}))}});
  const TlsSide side = client();
  TlsPeer before = connect(side);
  EXPECT_EQ(subject_of(before), "old");
  EXPECT_EQ(tls_->reload().value(), false) << "nothing has changed";
  ca_.issue("leaf", {.subject = "new"});
  EXPECT_EQ(tls_->reload().value(), true);
  EXPECT_EQ(subject_of(connect(side)), "new");
  EXPECT_EQ(ask(before), "127.0.0.1 tls 0");
}

TEST_F(ListenerTls, KeepsWhatItHasWhenTheNewFilesAreWrong) {
  const a2a::tls::Files files = ca_.issue("leaf", {.subject = "old"});
  start({.certificates = {pair(files)}});
  std::filesystem::copy_file(ca_.issue("other").key, files.key,
                             std::filesystem::copy_options::overwrite_existing);
  const auto reloaded = tls_->reload();
  ASSERT_FALSE(reloaded);
  EXPECT_EQ(reloaded.error().detail, files.key + ": is not the key of " + files.certificate);
  EXPECT_EQ(tls_->reload().value(), false) << "tried once";
  const TlsSide side = client();
  EXPECT_EQ(subject_of(connect(side)), "old");
}

class ListenerTlsVersions : public ListenerTls, public testing::WithParamInterface<int> {};

TEST_P(ListenerTlsVersions, ResumesSessionsUntilTheFilesChange) {
  start();
  const TlsSide side = client([](SSL_CTX& context) { SSL_CTX_set_max_proto_version(&context, GetParam()); });
  TlsPeer first = connect(side);
  ask(first);
  const std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)> session(SSL_get1_session(&first.ssl()),
                                                                          SSL_SESSION_free);
  const auto resumes = [&] {
    TlsPeer again(side, RawSocket::connect(server_->port()), "localhost", session.get());
    EXPECT_EQ(ask(again), "127.0.0.1 tls 0");
    return again.resumed();
  };
  EXPECT_TRUE(resumes());
  ca_.issue();
  EXPECT_TRUE(tls_->reload().value());
  EXPECT_FALSE(resumes());
}
INSTANTIATE_TEST_SUITE_P(, ListenerTlsVersions, testing::Values(TLS1_2_VERSION, TLS1_3_VERSION),
                         [](const auto& each) { return each.param == TLS1_2_VERSION ? "Tls12" : "Tls13"; });

TEST_F(ListenerTls, TellsWhatAGoodClientCertificateSays) {
  start({.certificates = {pair(ca_.issue())},
         .client_certificates = ClientCertificates::kOptional,
         .client_ca = ca_.file()});
  a2a::tls::Files mine = ca_.issue(
      "client", {.subject = "scheduler", .sans = "URI:spiffe://example/s,DNS:s.example,IP:192.0.2.1"});
  mine.ca = ca_.file();
  const TlsSide with(Role::kClient, mine);
  TlsPeer peer = connect(with);
  EXPECT_EQ(ask(peer), "127.0.0.1 tls CN=scheduler URI:spiffe://example/s DNS:s.example IP:192.0.2.1 0");
  const TlsSide without = client();
  TlsPeer other = connect(without);
  EXPECT_EQ(ask(other), "127.0.0.1 tls 0");
}

// The proxy's certificate would make the same caller of all its clients.
TEST_F(ListenerTls, TellsNothingOfTheCertificateThatATrustedProxyShows) {
  start({.certificates = {pair(ca_.issue())},
         .client_certificates = ClientCertificates::kRequired,
         .client_ca = ca_.file()},
        {.trusted_proxies = {*AddressRange::parse("127.0.0.0/8")}});
  a2a::tls::Files mine = ca_.issue("client", {.subject = "proxy", .sans = ""});
  mine.ca = ca_.file();
  const TlsSide side(Role::kClient, mine);
  TlsPeer peer = connect(side);
  EXPECT_EQ(ask(peer), "127.0.0.1 tls 0");
}

TEST_F(ListenerTls, LetsNobodyInWithoutTheCertificateThatItRequires) {
  start({.certificates = {pair(ca_.issue())},
         .client_certificates = ClientCertificates::kRequired,
         .client_ca = ca_.file()});
  const TestCa other("Other CA");
  const auto answer = [this](a2a::tls::Files files) {
    files.ca = ca_.file();
    const TlsSide side(Role::kClient, files);
    TlsPeer peer = connect(side);
    return ask(peer);
  };
  EXPECT_EQ(answer({}), "nothing");
  EXPECT_EQ(answer(other.issue("client")), "nothing");
  EXPECT_EQ(answer(ca_.issue("old", {.begins = -48h, .ends = -24h})), "nothing");
  EXPECT_EQ(answer(ca_.issue("server", {.usage = "serverAuth"})), "nothing");
  EXPECT_EQ(answer(ca_.issue("client", {.subject = "a", .sans = ""})), "127.0.0.1 tls CN=a 0");
  EXPECT_TRUE(eventually([this] { return refused().contains("certificate that has expired"); })) << refused();
  EXPECT_TRUE(refused().contains("0 TLS: the client showed no certificate")) << refused();
  EXPECT_TRUE(refused().contains("0 TLS: the client has a certificate of an unknown issuer")) << refused();
}

// A resumed session is as good as the certificate that it began with.
TEST_F(ListenerTls, TellsTheCertificateOfAResumedSession) {
  start({.certificates = {pair(ca_.issue())},
         .client_certificates = ClientCertificates::kRequired,
         .client_ca = ca_.file()});
  a2a::tls::Files mine = ca_.issue("client", {.subject = "a", .sans = ""});
  mine.ca = ca_.file();
  const TlsSide side(Role::kClient, mine);
  TlsPeer first = connect(side);
  EXPECT_EQ(ask(first), "127.0.0.1 tls CN=a 0");
  const std::unique_ptr<SSL_SESSION, decltype(&SSL_SESSION_free)> session(SSL_get1_session(&first.ssl()),
                                                                          SSL_SESSION_free);
  TlsPeer again(side, RawSocket::connect(server_->port()), "localhost", session.get());
  EXPECT_EQ(ask(again), "127.0.0.1 tls CN=a 0");
  EXPECT_TRUE(again.resumed());
}

TEST_F(ListenerTls, RefusesOldVersionsAndWeakCiphers) {
  start();
  const auto error_with = [this](const TlsSetting& setting) {
    const TlsSide side = client([&setting](SSL_CTX& context) {
      SSL_CTX_set_cipher_list(&context, "ALL:@SECLEVEL=0");
      setting(context);
    });
    return connect(side).error();
  };
  const auto version = [](int most) {
    return [most](SSL_CTX& context) {
      SSL_CTX_set_min_proto_version(&context, TLS1_VERSION);
      SSL_CTX_set_max_proto_version(&context, most);
    };
  };
  const auto cipher = [](const char* name) {
    return [name](SSL_CTX& context) {
      SSL_CTX_set_max_proto_version(&context, TLS1_2_VERSION);
      SSL_CTX_set_cipher_list(&context, name);
    };
  };
  EXPECT_EQ(error_with(version(TLS1_VERSION)), "tlsv1 alert protocol version");
  EXPECT_EQ(error_with(version(TLS1_1_VERSION)), "tlsv1 alert protocol version");
  EXPECT_EQ(error_with(version(TLS1_2_VERSION)), "");
  EXPECT_EQ(error_with(cipher("ECDHE-ECDSA-AES128-SHA")), "sslv3 alert handshake failure");
  EXPECT_EQ(error_with(cipher("ECDHE-ECDSA-AES128-GCM-SHA256")), "");
  EXPECT_TRUE(eventually([this] {
    return refused().contains("TLS: the client offers neither TLS 1.2 nor 1.3");
  })) << refused();
}

TEST_F(ListenerTls, RefusesRenegotiation) {
  start();
  const TlsSide side =
      client([](SSL_CTX& context) { SSL_CTX_set_max_proto_version(&context, TLS1_2_VERSION); });
  TlsPeer peer = connect(side);
  EXPECT_EQ(ask(peer), "127.0.0.1 tls 0");
  SSL_renegotiate(&peer.ssl());
  EXPECT_NE(SSL_do_handshake(&peer.ssl()), 1);
  TlsPeer other = connect(side);
  EXPECT_EQ(ask(other), "127.0.0.1 tls 0");
}

TEST_F(ListenerTls, SpeaksHttp11OnlyWhenProtocolsAreOffered) {
  start();
  const auto offer = [this](std::string_view protocols) {
    const TlsSide side = client([&](SSL_CTX& context) {
      SSL_CTX_set_alpn_protos(&context, reinterpret_cast<const unsigned char*>(protocols.data()),
                              static_cast<unsigned>(protocols.size()));
    });
    TlsPeer peer = connect(side);
    return peer.is_open() ? ask(peer) : peer.error();
  };
  EXPECT_EQ(offer("\x02h2\x08http/1.1"), "127.0.0.1 tls 0");
  EXPECT_EQ(offer("\x02h2"), "tlsv1 alert no application protocol");
  EXPECT_EQ(offer("\x04smtp"), "tlsv1 alert no application protocol");
}

TEST_F(ListenerTls, TellsAPlainClientThatHttpsIsExpected) {
  start();
  RawSocket plain = RawSocket::connect(server_->port());
  plain.send(kAskSecurely);
  const std::string answer = plain.receive_all();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 Bad Request\r\n")) << answer;
  EXPECT_TRUE(answer.contains("\r\nX-Content-Type-Options: nosniff\r\n")) << answer;
  const std::string body = answer.substr(answer.find("\r\n\r\n") + 4);
  EXPECT_EQ(body, "{\"error\":\"https is expected here\"}");
  EXPECT_TRUE(answer.contains("\r\nContent-Length: " + std::to_string(body.size()) + "\r\n")) << answer;
  EXPECT_TRUE(eventually([this] { return refused() == "0 TLS: the client does not speak TLS;"; }))
      << refused();
}

TEST_F(ListenerTls, EndsHandshakesThatTakeTooLong) {
  head_timeout_ = 100ms;
  start();
  RawSocket silent = RawSocket::connect(server_->port());
  EXPECT_TRUE(silent.ends());
  RawSocket half = RawSocket::connect(server_->port());
  half.send("\x16\x03\x01\x02");
  EXPECT_TRUE(half.ends());
}

// Each sends a byte of a ClientHello now and then: the others are served meanwhile.
TEST_F(ListenerTls, ServesOthersWhileFiveHundredHandshakesDrip) {
  start();
  std::vector<RawSocket> dripping;
  for (int i = 0; i < 500; ++i) dripping.push_back(RawSocket::connect(server_->port()));
  const std::string hello("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11);
  const TlsSide side = client();
  int answered = 0;
  for (const char byte : hello) {
    for (RawSocket& each : dripping) each.send({&byte, 1});
    TlsPeer peer = connect(side);
    if (ask(peer) == "127.0.0.1 tls 0") ++answered;
  }
  EXPECT_EQ(answered, static_cast<int>(hello.size()));
  EXPECT_GE(server_->connections(), 500u);
}

// OpenSSL takes such messages in for as long as more of them come.
TEST_F(ListenerTls, ServesOthersWhileAClientSendsKeyUpdatesWithoutEnd) {
  std::signal(SIGPIPE, SIG_IGN);  // it is cut off while it writes
  start();
  const TlsSide side = client();
  TlsPeer flooding = connect(side);
  ask(flooding);
  std::jthread flood([&flooding](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      if (SSL_key_update(&flooding.ssl(), SSL_KEY_UPDATE_NOT_REQUESTED) != 1) return;
      if (SSL_do_handshake(&flooding.ssl()) != 1) return;
    }
  });
  for (int i = 0; i < 20; ++i) {
    TlsPeer peer = connect(side);
    EXPECT_EQ(ask(peer), "127.0.0.1 tls 0");
  }
  flood.request_stop();
}

TEST_F(ListenerTls, ForgetsAClientThatGoesInTheMiddle) {
  start();
  const TlsSide side = client();
  {
    TlsPeer peer = connect(side);
    peer.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf");
    peer.socket().reset();
  }
  {
    TlsPeer peer = connect(side);
    peer.send("GET / HTTP/1.1\r\nHo");
  }
  EXPECT_TRUE(eventually([this] { return server_->connections() == 0; }));
}

TEST_F(ListenerTls, SaysWhenItIsAtTheEnd) {
  start();
  const TlsSide side = client();
  TlsPeer peer = connect(side);
  EXPECT_EQ(ask(peer, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"), "127.0.0.1 tls 0");
  peer.receive_all();
  EXPECT_TRUE(peer.was_told_end());
}

TEST_F(ListenerTls, TellsHstsWhereItIsToldTo) {
  start({.certificates = {pair(ca_.issue())}}, {.hsts = std::chrono::hours(1)});
  const TlsSide side = client();
  TlsPeer peer = connect(side);
  peer.send(kAskSecurely);
  EXPECT_TRUE(peer.receive().contains("\r\nStrict-Transport-Security: max-age=3600\r\n"));
  TlsPeer wrong = connect(side);
  wrong.send("BAD\r\n\r\n");
  const std::string answer = wrong.receive();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << answer;
  EXPECT_TRUE(answer.contains("\r\nStrict-Transport-Security: max-age=3600\r\n")) << answer;
}

TEST_F(ListenerTls, ListensWhereItIsToldToAndSaysWhere) {
  ListenerOptions secure;
  secure.tls = *TlsServer::make({.certificates = {pair(ca_.issue())}});
  start_with({ListenerOptions{}, secure});
  ASSERT_NE(server_->port(0), server_->port(1));
  RawSocket plain = RawSocket::connect(server_->port(0));
  plain.send(kAskSecurely);
  EXPECT_TRUE(receive_answer(plain).ends_with("127.0.0.1 plain 0"));
  const TlsSide side = client();
  TlsPeer peer(side, RawSocket::connect(server_->port(1)), "localhost");
  EXPECT_EQ(ask(peer), "127.0.0.1 tls 1");
}

std::string proxy_header(std::string_view source) {
  std::string header("\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c", 16);
  return header.append(source).append("\x7f\0\0\1\x12\x34\x01\xbb", 8);
}

TEST_F(ListenerTls, TakesTheClientFromThePROXYHeaderOfATrustedProxy) {
  start({.certificates = {pair(ca_.issue())}},
        {.proxy_protocol = true, .trusted_proxies = {*AddressRange::parse("127.0.0.1")}});
  const TlsSide side = client();
  RawSocket socket = RawSocket::connect(server_->port());
  socket.send(proxy_header(std::string_view("\xc0\0\2\1", 4)));
  TlsPeer peer(side, std::move(socket), "localhost");
  EXPECT_EQ(ask(peer), "192.0.2.1 tls 0");
  EXPECT_EQ(ask(peer, "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n"), "192.0.2.1 tls 0")
      << "the client is no proxy";
}

// What stands behind the line is TLS's, to the byte.
TEST_F(ListenerTls, TakesTheClientFromThePROXYLineOfATrustedProxy) {
  start({.certificates = {pair(ca_.issue())}},
        {.proxy_protocol = true, .trusted_proxies = {*AddressRange::parse("127.0.0.1")}});
  const TlsSide side = client();
  for (const auto& [line, told] :
       {std::pair("PROXY TCP4 192.0.2.1 127.0.0.1 4660 443\r\n", "192.0.2.1 tls 0"),
        std::pair("PROXY TCP6 2001:db8::7 ::1 4660 443\r\n", "2001:db8::7 tls 0"),
        std::pair("PROXY UNKNOWN\r\n", "127.0.0.1 tls 0")}) {
    RawSocket socket = RawSocket::connect(server_->port());
    socket.send(line);
    TlsPeer peer(side, std::move(socket), "localhost");
    EXPECT_EQ(ask(peer), told) << line;
  }
}

std::string proxy_header_v6(std::string_view network, char last) {
  std::string header("\r\n\r\n\0\r\nQUIT\n\x21\x21\0\x24", 16);
  header.append(network).append(7, '\0').append(1, last);
  return header.append(15, '\0').append("\1\x12\x34\x01\xbb", 5);
}

// Every client of IPv6 has a /64 network of addresses to choose from.
TEST_F(ListenerTls, CountsTheConnectionsOfAnIpv6NetworkTogether) {
  per_address_max_ = 2;
  start_with({{.proxy_protocol = true, .trusted_proxies = {*AddressRange::parse("127.0.0.1")}}});
  const auto enter = [this](std::string_view network, char last) {
    RawSocket socket = RawSocket::connect(server_->port());
    socket.send(proxy_header_v6(network, last) + std::string(kAskSecurely));
    return socket;
  };
  constexpr std::string_view kHome("\x20\x01\x0d\xb8\0\0\0\1", 8);
  constexpr std::string_view kNeighbour("\x20\x01\x0d\xb8\0\0\0\2", 8);
  RawSocket first = enter(kHome, 1);
  EXPECT_TRUE(receive_answer(first).ends_with("2001:db8:0:1::1 plain 0")) << "told by its own address";
  RawSocket second = enter(kHome, 2);
  EXPECT_TRUE(receive_answer(second).ends_with("2001:db8:0:1::2 plain 0"));
  EXPECT_EQ(enter(kHome, 3).receive_all(), "") << "the third of this network";
  EXPECT_EQ(refused(), "0 too many connections from this address (limits.connections_per_address);");
  RawSocket other = enter(kNeighbour, 1);
  EXPECT_TRUE(receive_answer(other).ends_with("2001:db8:0:2::1 plain 0"));
}

TEST_F(ListenerTls, ClosesConnectionsWithoutThePROXYHeader) {
  start_with({{.proxy_protocol = true, .trusted_proxies = {*AddressRange::parse("127.0.0.1")}}});
  RawSocket plain = RawSocket::connect(server_->port());
  plain.send(kAskSecurely);
  EXPECT_EQ(plain.receive_all(), "");
  EXPECT_TRUE(eventually([this] { return refused() == "0 no header of the PROXY protocol;"; }));
}

TEST_F(ListenerTls, ClosesConnectionsThatAreNoProxys) {
  start_with({{.proxy_protocol = true, .trusted_proxies = {*AddressRange::parse("10.0.0.0/8")}}});
  RawSocket plain = RawSocket::connect(server_->port());
  plain.send(proxy_header(std::string_view("\xc0\0\2\1", 4)) + std::string(kAskSecurely));
  EXPECT_EQ(plain.receive_all(), "");
}

TEST_F(ListenerTls, BelievesForwardedHeadersOfTrustedProxiesOnly) {
  const std::string request =
      "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 6.6.6.6, 192.0.2.7\r\nX-Forwarded-Proto: https\r\n\r\n";
  ListenerOptions trusting{.trusted_proxies = {*AddressRange::parse("127.0.0.0/8")}};
  ListenerOptions others{.trusted_proxies = {*AddressRange::parse("10.0.0.0/8")}};
  start_with({trusting, others});
  RawSocket proxy = RawSocket::connect(server_->port(0));
  proxy.send(request);
  EXPECT_TRUE(receive_answer(proxy).ends_with("\r\n\r\n192.0.2.7 tls 0"));
  RawSocket stranger = RawSocket::connect(server_->port(1));
  stranger.send(request);
  EXPECT_TRUE(receive_answer(stranger).ends_with("\r\n\r\n127.0.0.1 plain 1"));
}

// A proxy may pass a client's Connection on.
TEST_F(ListenerTls, BelievesForwardedHeadersThatAClientHasNamedInConnection) {
  start_with({{.trusted_proxies = {*AddressRange::parse("127.0.0.0/8")}}});
  RawSocket proxy = RawSocket::connect(server_->port());
  proxy.send(
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: X-Forwarded-For, X-Forwarded-Proto\r\n"
      "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n\r\n");
  EXPECT_TRUE(receive_answer(proxy).ends_with("\r\n\r\n192.0.2.7 tls 0"));
}

}  // namespace
}  // namespace schemagate::net
