#include "gateway/net/tls_client.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>

#include <array>
#include <fstream>
#include <iterator>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "a2a/tls/policy.h"
#include "gateway/net/tls_session.h"

namespace schemagate::net {
namespace {

constexpr std::size_t kHostsMax = 1'024;

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct FreeSession {
  void operator()(SSL_SESSION* session) const { SSL_SESSION_free(session); }
};
using Context = std::unique_ptr<SSL_CTX, FreeContext>;
using Ticket = std::unique_ptr<SSL_SESSION, FreeSession>;

// The last session of each host.
class Tickets {
 public:
  void keep(const std::string& key, Ticket ticket) {
    const std::lock_guard lock(mutex_);
    if (by_key_.size() >= kHostsMax && !by_key_.contains(key)) by_key_.erase(by_key_.begin());
    by_key_.insert_or_assign(key, std::move(ticket));
  }
  // nullptr when there is none.
  Ticket find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end() || SSL_SESSION_up_ref(found->second.get()) != 1) return nullptr;
    return Ticket(found->second.get());
  }
  bool forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return by_key_.erase(key) > 0;
  }

 private:
  mutable std::mutex mutex_;  // guards all below
  std::unordered_map<std::string, Ticket> by_key_;
};

// One connection; OpenSSL's callback finds it behind the SSL object.
class ClientSession final : public TlsSession {
 public:
  ClientSession(SSL_CTX& context, Tickets& tickets, const std::string& host, const std::string& key,
                int descriptor)
      : TlsSession(context, descriptor), tickets_(tickets), key_(key) {
    SSL_set_app_data(&ssl(), this);
    SSL_set_connect_state(&ssl());
    a2a::tls::expect_host(*SSL_get0_param(&ssl()), host);
    if (!a2a::tls::is_ip_address(host)) name_server(host);
    if (const Ticket ticket = tickets_.find(key_)) SSL_set_session(&ssl(), ticket.get());
  }

  // The session is ours to keep when 1 is returned.
  static int take_ticket(SSL* ssl, SSL_SESSION* session) {
    auto* self = static_cast<ClientSession*>(SSL_get_app_data(ssl));
    if (self == nullptr || SSL_SESSION_is_resumable(session) != 1) return 0;
    self->tickets_.keep(self->key_, Ticket(session));
    return 1;
  }

 private:
  // RFC 6066 section 3; the library's macro has a cast that we do not compile.
  void name_server(std::string host) {
    SSL_ctrl(&ssl(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data());
  }

  Tickets& tickets_;
  const std::string key_;
};

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string digest_of(const a2a::tls::Files& files) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::string* file : {&files.ca, &files.certificate, &files.key}) {
    if (!file->empty()) text += content_of(*file);
    text += '\0';
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr);
  std::string id;
  for (std::size_t i = 0; i < 16; ++i) {
    id += kDigits[digest[i] >> 4U];
    id += kDigits[digest[i] & 15U];
  }
  return id;
}

class ContextClient final : public TlsClient {
 public:
  ContextClient(Context context, std::string id) : context_(std::move(context)), id_(std::move(id)) {
    SSL_CTX_set_session_cache_mode(context_.get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE);
    SSL_CTX_sess_set_new_cb(context_.get(), ClientSession::take_ticket);
    SSL_CTX_set_read_ahead(context_.get(), 1);
    constexpr std::array<unsigned char, 9> kHttp11{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    SSL_CTX_set_alpn_protos(context_.get(), kHttp11.data(), kHttp11.size());
  }

  std::unique_ptr<TlsSession> connect(const std::string& host, const std::string& key,
                                      int descriptor) const override {
    return std::make_unique<ClientSession>(*context_, tickets_, host, key, descriptor);
  }
  bool forget_session(const std::string& key) const override { return tickets_.forget(key); }
  const std::string& id() const override { return id_; }

 private:
  const Context context_;
  const std::string id_;
  mutable Tickets tickets_;
};

}  // namespace

Result<std::shared_ptr<const TlsClient>> TlsClient::make(const a2a::tls::Files& files) {
  Context context(SSL_CTX_new(TLS_client_method()));
  if (!context) return failed(FailureKind::kLocal, "no memory for TLS");
  if (auto prepared = a2a::tls::prepare_client(*context, files); !prepared)
    return failed(FailureKind::kInvalid, prepared.error().message);
  return std::make_shared<const ContextClient>(std::move(context), digest_of(files));
}

std::shared_ptr<const TlsClient> TlsClient::of_system() {
  auto made = make({});
  return made ? *std::move(made) : nullptr;
}

}  // namespace schemagate::net
