#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <stop_token>
#include <string_view>
#include <thread>

#include "a2a/client/http.h"

namespace schemagate::a2a::client {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

Certificate self_signed(EVP_PKEY* key, const char* subject_name) {
  Certificate certificate(X509_new(), X509_free);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  auto* text = reinterpret_cast<const unsigned char*>("test");
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, subject_name);
  X509_add_ext(certificate.get(), extension, -1);
  X509_EXTENSION_free(extension);
  X509_sign(certificate.get(), key, EVP_sha256());
  return certificate;
}

// An https server whose certificate names `subject_name`; trusted by this process when told.
class TlsServer {
 public:
  TlsServer(const char* subject_name, bool trusted)
      : key_(EVP_EC_gen("P-256"), EVP_PKEY_free),
        certificate_(self_signed(key_.get(), subject_name)),
        server_(certificate_.get(), key_.get()) {
    if (trusted) trust();
    server_.Get("/", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(std::string(100'000, 'x'), "text/plain");
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~TlsServer() {
    server_.stop();
    thread_.join();
    unsetenv("SSL_CERT_FILE");
    std::remove(path_.c_str());
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  OutgoingRequest request() const {
    return {.url = *parse_url("https://127.0.0.1:" + std::to_string(port_))};
  }

 private:
  void trust() {
    FILE* file = std::fopen(path_.c_str(), "w");
    PEM_write_X509(file, certificate_.get());
    std::fclose(file);
    setenv("SSL_CERT_FILE", path_.c_str(), 1);
  }

  std::string path_ = testing::TempDir() + "tls-" + std::to_string(::getpid()) + ".pem";
  Key key_;
  Certificate certificate_;
  httplib::SSLServer server_;
  int port_ = 0;
  std::thread thread_;
};

TEST(HttpOverTls, ReadsFromATrustedServer) {
  TlsServer server("IP:127.0.0.1", true);
  auto answer = perform(server.request());
  ASSERT_TRUE(answer) << answer.error().error.message;
  EXPECT_EQ(answer->body.size(), 100'000u);
}

TEST(HttpOverTls, RefusesACertificateThatNobodyTrusts) {
  TlsServer server("IP:127.0.0.1", false);
  auto answer = perform(server.request());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTls);
  EXPECT_EQ(answer.error().reason, "has a certificate that it signed itself");
}

TEST(HttpOverTls, RefusesACertificateForAnotherHost) {
  TlsServer server("DNS:other.example", true);
  auto answer = perform(server.request());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTls);
  EXPECT_EQ(answer.error().reason, "has a certificate for another host");
}

// Takes a connection, and never says a whole word of TLS.
class SilentListener {
 public:
  SilentListener() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const at = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    const bool listens = bind(socket_, at, size) == 0 && listen(socket_, 1) == 0;
    EXPECT_TRUE(listens && getsockname(socket_, at, &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~SilentListener() { close(socket_); }
  SilentListener(const SilentListener&) = delete;
  SilentListener& operator=(const SilentListener&) = delete;

  OutgoingRequest request(Timeouts timeouts) const {
    return {.url = *parse_url("https://127.0.0.1:" + std::to_string(port_)), .timeouts = timeouts};
  }
  // Of the next connection, once its first bytes are there.
  void reset() const {
    const int taken = take();
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    setsockopt(taken, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(taken);
  }
  // A first message that never ends, byte by byte, for long. True: the other side has gone before.
  // `heard` is called after each byte.
  bool trickle(const std::function<void()>& heard = [] {}) const {
    const int taken = take();
    const std::string_view begun("\x16\x03\x03\x40\x00\x02\x00\x3f\xf0", 9);
    bool listens = send(taken, begun.data(), begun.size(), MSG_NOSIGNAL) > 0;
    for (int i = 0; i < 300 && listens; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      listens = send(taken, "", 1, MSG_NOSIGNAL) == 1;
      heard();
    }
    close(taken);
    return !listens;
  }

 private:
  int take() const {
    const int taken = accept(socket_, nullptr, nullptr);
    char byte = 0;
    EXPECT_EQ(recv(taken, &byte, 1, 0), 1);
    return taken;
  }

  int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::uint16_t port_ = 0;
};

// The library shuts down what never began, and OpenSSL calls that a mistake of ours: it is nothing of the
// peer's.
TEST(HttpOverTls, SaysThatASilentPeerDidNotAnswerInTime) {
  const SilentListener listener;
  const auto answer = perform(listener.request({.connect = std::chrono::milliseconds(100)}));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTimeout);
  EXPECT_EQ(answer.error().reason, "did not complete the TLS handshake within 0.1 s");
}

TEST(HttpOverTls, SaysThatAPeerBrokeOffTheHandshake) {
  const SilentListener listener;
  std::thread peer([&listener] { listener.reset(); });
  const auto answer = perform(listener.request({.connect = std::chrono::hours(1)}));
  peer.join();
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTls);
  EXPECT_EQ(answer.error().reason, "broke off the TLS handshake");
}

TEST(HttpOverTls, EndsAHandshakeThatDoesNotEndByItself) {
  const SilentListener listener;
  auto peer = std::async(std::launch::async, [&listener] { return listener.trickle(); });
  const auto answer = perform(listener.request({.connect = std::chrono::milliseconds(100)}));
  EXPECT_TRUE(peer.get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kTimeout);
  EXPECT_EQ(answer.error().reason, "did not complete the TLS handshake within 0.1 s");
}

TEST(HttpOverTls, EndsAHandshakeWhenItIsStopped) {
  const SilentListener listener;
  std::stop_source source;
  auto peer =
      std::async(std::launch::async, [&] { return listener.trickle([&source] { source.request_stop(); }); });
  const auto answer = perform(listener.request({.connect = std::chrono::hours(1)}), source.get_token());
  EXPECT_TRUE(peer.get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().cause, Cause::kCanceled);
}

}  // namespace
}  // namespace schemagate::a2a::client
