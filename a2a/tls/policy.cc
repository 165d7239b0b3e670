#include "a2a/tls/policy.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace schemagate::a2a::tls {
namespace {

// Those of TLS 1.2 (RFC 7525 and its successor RFC 9325, section 4.2); TLS 1.3 has no others.
constexpr const char* kCiphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr const char* kGroups = "X25519:P-256:P-384";

// Instead of asking at the terminal.
int no_passphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*data*/) {
  return -1;
}

std::unexpected<Error> refused(const std::string& file, const std::string& what) {
  ERR_clear_error();
  const bool readable = ::access(file.c_str(), R_OK) == 0;
  const std::string cause = readable ? what : std::string("cannot be read: ") + std::strerror(errno);
  return fail(ErrorCode::kInvalidParams, file + ": " + cause);
}

}  // namespace

void set_policy(ssl_ctx_st& context) {
  SSL_CTX_set_min_proto_version(&context, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(&context, kCiphers);
  SSL_CTX_set1_groups_list(&context, kGroups);
  SSL_CTX_set_options(&context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                    SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  SSL_CTX_set_mode(&context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                 SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_default_passwd_cb(&context, no_passphrase);
}

Result<void> prepare_client(ssl_ctx_st& context, const Files& files) {
  set_policy(context);
  SSL_CTX_set_verify(&context, SSL_VERIFY_PEER, nullptr);
  if (files.ca.empty()) {
    SSL_CTX_set_default_verify_paths(&context);
  } else if (auto loaded = load_authorities(context, files.ca); !loaded) {
    return loaded;
  }
  if (files.certificate.empty()) return {};
  return load_certificate(context, files.certificate, files.key);
}

Result<void> load_authorities(ssl_ctx_st& context, const std::string& file) {
  ERR_clear_error();
  if (SSL_CTX_load_verify_locations(&context, file.c_str(), nullptr) == 1) return {};
  return refused(file, "holds no certificate");
}

Result<void> load_certificate(ssl_ctx_st& context, const std::string& certificate, const std::string& key) {
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(&context, certificate.c_str()) != 1)
    return refused(certificate, "holds no certificate");
  const bool is_key = SSL_CTX_use_PrivateKey_file(&context, key.c_str(), SSL_FILETYPE_PEM) == 1;
  // A key of another kind OpenSSL keeps beside the certificate, for one that may still come.
  if (is_key && SSL_CTX_check_private_key(&context) == 1) return {};
  const bool is_another = is_key || ERR_GET_LIB(ERR_peek_last_error()) == ERR_LIB_X509;
  return refused(key, is_another ? "is not the key of " + certificate
                                 : "holds no private key, or one under a passphrase");
}

void expect_host(X509_VERIFY_PARAM_st& parameters, const std::string& host) {
  X509_VERIFY_PARAM_set_hostflags(&parameters,
                                  X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
  if (is_ip_address(host)) {
    X509_VERIFY_PARAM_set1_ip_asc(&parameters, host.c_str());
  } else {
    X509_VERIFY_PARAM_set1_host(&parameters, host.c_str(), host.size());
  }
}

bool is_ip_address(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 || inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

}  // namespace schemagate::a2a::tls
