// What we ask of TLS, set on OpenSSL's contexts.
//
//   SSL_CTX* context = SSL_CTX_new(TLS_client_method());
//   auto done = tls::prepare_client(*context, {.ca = "ca.pem"});
//   if (!done) return std::unexpected(done.error());
//   tls::expect_host(*SSL_get0_param(ssl), "agent.example");
//
// Any thread, as long as the context is used by one.
#pragma once

#include <string>

#include "a2a/error.h"
#include "a2a/tls/files.h"

extern "C" {
struct ssl_ctx_st;
struct X509_VERIFY_PARAM_st;
}

namespace schemagate::a2a::tls {

// TLS 1.2 or newer, ephemeral keys and authenticated ciphers only, no renegotiation, no compression.
void set_policy(ssl_ctx_st& context);

// The policy, and a peer that must show a certificate that leads to `files.ca` or to the system's
// authorities. Errors: as load_authorities() and load_certificate().
Result<void> prepare_client(ssl_ctx_st& context, const Files& files);

// Trusts the certificates of `file`. Errors: kInvalidParams, with the file's name, when it has none.
Result<void> load_authorities(ssl_ctx_st& context, const std::string& file);

// Presents that certificate with its chain. Errors: kInvalidParams, with the file's name: not readable, no
// certificate or key in it, a key under a passphrase, or not the certificate's.
Result<void> load_certificate(ssl_ctx_st& context, const std::string& certificate, const std::string& key);

// The peer's certificate must be for `host`: a DNS name, or an IP address without brackets.
void expect_host(X509_VERIFY_PARAM_st& parameters, const std::string& host);
bool is_ip_address(const std::string& host);

}  // namespace schemagate::a2a::tls
