// Why TLS did not come about, in words. Each reason is a sentence without its subject, which is the other
// side: "has a certificate that has expired". It names no host, file or address.
//
// Pure; safe from any thread.
#pragma once

#include <string>

namespace schemagate::a2a::tls {

// `verify_result`: as SSL_get_verify_result() gives it, not X509_V_OK.
std::string certificate_reason(long verify_result);

// The reason where the peer speaks something else.
inline constexpr const char* kNoTls = "does not speak TLS";

// `error`: the one of OpenSSL that ended a handshake, or a read, that failed; 0: the connection
// ended.
std::string handshake_reason(unsigned long error);

}  // namespace schemagate::a2a::tls
