#include "gateway/net/tls_server.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/tls/policy.h"
#include "gateway/environment/file_stamp.h"
#include "gateway/net/tls_session.h"

namespace schemagate::net {
namespace {

constexpr std::chrono::hours kKeysLast{24};

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using Context = std::unique_ptr<SSL_CTX, FreeContext>;

// The DNS names of a certificate, in lower case.
std::vector<std::string> names_of(const X509* certificate) {
  std::vector<std::string> names;
  auto* found =
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
  for (int i = 0; i < sk_GENERAL_NAME_num(found); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(found, i);
    if (name->type != GEN_DNS) continue;
    const unsigned char* text = ASN1_STRING_get0_data(name->d.dNSName);
    names.push_back(a2a::text::lower_case({reinterpret_cast<const char*>(text),
                                           static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName))}));
  }
  GENERAL_NAMES_free(found);
  return names;
}

std::chrono::system_clock::time_point time_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return {};
  return std::chrono::system_clock::from_time_t(::timegm(&parts));
}

CertificateTerm term_of(const std::string& file, const X509& certificate) {
  return {file, time_of(X509_get0_notBefore(&certificate)), time_of(X509_get0_notAfter(&certificate))};
}

// What was read of the files at one time.
class Credentials {
 public:
  static Result<std::shared_ptr<const Credentials>> read(const TlsServerFiles& files);

  SSL_CTX& first() const { return *contexts_.front(); }
  const std::vector<CertificateTerm>& terms() const { return terms_; }
  // The context for a name that a client asked for (RFC 6125 section 6.4.3: a wildcard is one whole label).
  SSL_CTX* find(std::string_view host) const {
    const std::string name = a2a::text::lower_case(host);
    const auto exact = by_name_.find(name);
    if (exact != by_name_.end()) return exact->second;
    const auto wild = by_name_.find("*" + name.substr(std::min(name.find('.'), name.size())));
    return wild == by_name_.end() ? nullptr : wild->second;
  }

 private:
  Result<void> add(const TlsServerFiles& files, const CertificateFiles& each);

  std::vector<Context> contexts_;
  std::vector<CertificateTerm> terms_;  // of each
  std::unordered_map<std::string, SSL_CTX*> by_name_;
};

// One connection. It holds what its callbacks need.
class ServerSession final : public TlsSession {
 public:
  ServerSession(std::shared_ptr<const Credentials> credentials, int descriptor)
      : TlsSession(credentials->first(), descriptor), credentials_(std::move(credentials)) {
    SSL_set_app_data(&ssl(), this);
    SSL_set_accept_state(&ssl());
  }

  static int choose_certificate(SSL* ssl, int* /*alert*/, void* /*argument*/) {
    const auto* self = static_cast<ServerSession*>(SSL_get_app_data(ssl));
    const char* host = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
    SSL_CTX* context = self != nullptr && host != nullptr ? self->credentials_->find(host) : nullptr;
    if (context != nullptr) SSL_set_SSL_CTX(ssl, context);
    return SSL_TLSEXT_ERR_OK;
  }

 private:
  const std::shared_ptr<const Credentials> credentials_;
};

// A client that offers other protocols only means another service (RFC 7301 section 3.2).
int choose_protocol(SSL* /*ssl*/, const unsigned char** out, unsigned char* out_size,
                    const unsigned char* offered, unsigned offered_size, void* /*argument*/) {
  constexpr std::string_view kHttp11 = "http/1.1";
  for (unsigned at = 0; at < offered_size; at += 1U + offered[at]) {
    const std::string_view name(reinterpret_cast<const char*>(offered) + at + 1, offered[at]);
    if (name != kHttp11) continue;
    *out = offered + at + 1;
    *out_size = offered[at];
    return SSL_TLSEXT_ERR_OK;
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

int verify_mode(ClientCertificates wanted) {
  switch (wanted) {
    case ClientCertificates::kNone:
      return SSL_VERIFY_NONE;
    case ClientCertificates::kOptional:
      return SSL_VERIFY_PEER;
    case ClientCertificates::kRequired:
      return SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  }
  std::unreachable();
}

// Sessions are in tickets that their clients keep, encrypted with keys that this context alone has.
void set_up(SSL_CTX* context) {
  a2a::tls::set_policy(*context);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  constexpr std::array<unsigned char, 10> kName{'s', 'c', 'h', 'e', 'm', 'a', 'g', 'a', 't', 'e'};
  SSL_CTX_set_session_id_context(context, kName.data(), kName.size());
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, nullptr);
  // The library's macro has a cast that we do not compile.
  SSL_CTX_callback_ctrl(context, SSL_CTRL_SET_TLSEXT_SERVERNAME_CB,
                        reinterpret_cast<void (*)()>(ServerSession::choose_certificate));
}

Result<void> Credentials::add(const TlsServerFiles& files, const CertificateFiles& each) {
  Context context(SSL_CTX_new(TLS_server_method()));
  if (!context) return failed(FailureKind::kLocal, "no memory for TLS");
  set_up(context.get());
  if (auto loaded = a2a::tls::load_certificate(*context, each.certificate, each.key); !loaded)
    return failed(FailureKind::kInvalid, loaded.error().message);
  if (files.client_certificates != ClientCertificates::kNone) {
    if (auto loaded = a2a::tls::load_authorities(*context, files.client_ca); !loaded)
      return failed(FailureKind::kInvalid, loaded.error().message);
    SSL_CTX_set_client_CA_list(context.get(), SSL_load_client_CA_file(files.client_ca.c_str()));
  }
  SSL_CTX_set_verify(context.get(), verify_mode(files.client_certificates), nullptr);
  for (const std::string& name : names_of(SSL_CTX_get0_certificate(context.get())))
    by_name_.try_emplace(name, context.get());
  terms_.push_back(term_of(each.certificate, *SSL_CTX_get0_certificate(context.get())));
  contexts_.push_back(std::move(context));
  return {};
}

Result<std::shared_ptr<const Credentials>> Credentials::read(const TlsServerFiles& files) {
  auto credentials = std::make_shared<Credentials>();
  for (const CertificateFiles& each : files.certificates) {
    if (auto added = credentials->add(files, each); !added) return std::unexpected(added.error());
  }
  if (credentials->contexts_.empty()) return failed(FailureKind::kInvalid, "there is no certificate");
  return credentials;
}

class ReloadingServer final : public TlsServer {
 public:
  explicit ReloadingServer(TlsServerFiles files) : files_(std::move(files)) {}

  std::unique_ptr<TlsSession> accept(int descriptor) const override {
    std::unique_lock lock(mutex_);
    auto credentials = credentials_;
    lock.unlock();
    return std::make_unique<ServerSession>(std::move(credentials), descriptor);
  }
  Result<bool> reload() override;
  std::vector<CertificateTerm> terms() const override {
    const std::lock_guard lock(mutex_);
    return credentials_->terms();
  }

 private:
  std::vector<FileStamp> stamps() const;

  const TlsServerFiles files_;
  std::mutex reloading_;  // guards the two below: one reload at a time
  std::vector<FileStamp> stamps_;
  std::chrono::steady_clock::time_point read_at_{};
  mutable std::mutex mutex_;  // guards what is below
  std::shared_ptr<const Credentials> credentials_;
};

std::vector<FileStamp> ReloadingServer::stamps() const {
  std::vector<FileStamp> all{stamp_of(files_.client_ca)};
  for (const CertificateFiles& each : files_.certificates) {
    all.push_back(stamp_of(each.certificate));
    all.push_back(stamp_of(each.key));
  }
  return all;
}

// Files that do not fit together are tried once: whoever replaces two of them changes the second one later.
Result<bool> ReloadingServer::reload() {
  const std::lock_guard one(reloading_);
  const auto now = std::chrono::steady_clock::now();
  std::vector<FileStamp> found = stamps();
  if (found == stamps_ && now - read_at_ < kKeysLast) return false;
  stamps_ = std::move(found);
  read_at_ = now;
  auto read = Credentials::read(files_);
  if (!read) return std::unexpected(read.error());
  const std::lock_guard lock(mutex_);
  credentials_ = *std::move(read);
  return true;
}

}  // namespace

Result<std::shared_ptr<TlsServer>> TlsServer::make(TlsServerFiles files) {
  auto server = std::make_shared<ReloadingServer>(std::move(files));
  if (auto read = server->reload(); !read) return std::unexpected(read.error());
  return server;
}

}  // namespace schemagate::net
