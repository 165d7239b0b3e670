#include "tests/integration/net/tls_peer.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>
#include <csignal>
#include <utility>

namespace schemagate::net {
namespace {

// The library writes without MSG_NOSIGNAL; this thread is spared the signal.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec now{};
    while (sigtimedwait(&pipe_, nullptr, &now) == SIGPIPE) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
};

}  // namespace

void TlsSide::Free::operator()(ssl_ctx_st* context) const {
  SSL_CTX_free(context);
}

void TlsPeer::Free::operator()(ssl_st* ssl) const {
  SSL_free(ssl);
}

TlsSide::TlsSide(Role role, const a2a::tls::Files& files, const TlsSetting& setting)
    : context_(SSL_CTX_new(role == Role::kServer ? TLS_server_method() : TLS_client_method())), role_(role) {
  SSL_CTX* context = context_.get();
  const int mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  if (!files.ca.empty()) SSL_CTX_load_verify_locations(context, files.ca.c_str(), nullptr);
  if (!files.ca.empty()) SSL_CTX_set_verify(context, mode, nullptr);
  if (!files.certificate.empty()) {
    SSL_CTX_use_certificate_chain_file(context, files.certificate.c_str());
    SSL_CTX_use_PrivateKey_file(context, files.key.c_str(), SSL_FILETYPE_PEM);
  }
  if (setting) setting(*context);
}

TlsPeer::TlsPeer(const TlsSide& side, RawSocket socket, const std::string& name, ssl_session_st* session)
    : socket_(std::move(socket)), ssl_(SSL_new(&side.context())) {
  SSL_set_fd(ssl_.get(), socket_.descriptor());
  if (session != nullptr) SSL_set_session(ssl_.get(), session);
  std::string host = name;
  if (!host.empty())
    SSL_ctrl(ssl_.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data());
  const NoSigpipe guard;
  ERR_clear_error();
  open_ = note(side.role() == TlsSide::Role::kServer ? SSL_accept(ssl_.get()) : SSL_connect(ssl_.get()));
}

TlsPeer::~TlsPeer() = default;
TlsPeer::TlsPeer(TlsPeer&&) noexcept = default;

bool TlsPeer::note(int result) {
  if (result > 0) return true;
  const char* words = ERR_reason_error_string(ERR_peek_last_error());
  error_ = words != nullptr ? words : "the connection ended";
  return false;
}

bool TlsPeer::send(std::string_view bytes) {
  const NoSigpipe guard;
  ERR_clear_error();
  return note(SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())));
}

std::string TlsPeer::receive() {
  const NoSigpipe guard;
  std::array<char, 64 << 10> buffer{};
  ERR_clear_error();
  const int got = SSL_read(ssl_.get(), buffer.data(), buffer.size());
  if (!note(got)) return "";
  return {buffer.data(), static_cast<std::size_t>(got)};
}

std::string TlsPeer::receive_until(std::string_view mark) {
  std::string all;
  while (!all.contains(mark)) {
    const std::string more = receive();
    if (more.empty()) break;
    all += more;
  }
  return all;
}

std::string TlsPeer::receive_all() {
  std::string all;
  for (std::string more = receive(); !more.empty(); more = receive()) all += more;
  return all;
}

void TlsPeer::say_end() {
  const NoSigpipe guard;
  SSL_shutdown(ssl_.get());
}

bool TlsPeer::was_told_end() const {
  return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

bool TlsPeer::resumed() const {
  return SSL_session_reused(ssl_.get()) == 1;
}

}  // namespace schemagate::net
