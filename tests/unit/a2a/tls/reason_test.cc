#include "a2a/tls/reason.h"

#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

namespace schemagate::a2a::tls {
namespace {

TEST(CertificateReason, TellsTheUsualReasonsApart) {
  EXPECT_EQ(certificate_reason(X509_V_ERR_CERT_HAS_EXPIRED), "has a certificate that has expired");
  EXPECT_EQ(certificate_reason(X509_V_ERR_HOSTNAME_MISMATCH), "has a certificate for another host");
  EXPECT_EQ(certificate_reason(X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY),
            "has a certificate of an unknown issuer");
  EXPECT_EQ(certificate_reason(X509_V_ERR_CERT_REVOKED), "has a certificate that has been revoked");
  EXPECT_EQ(certificate_reason(X509_V_ERR_EE_KEY_TOO_SMALL),
            "has a certificate with a weak key or signature");
}

TEST(CertificateReason, PassesOnTheLibrarysWordsForTheOthers) {
  EXPECT_EQ(certificate_reason(X509_V_ERR_PATH_LENGTH_EXCEEDED),
            "has a certificate that cannot be trusted: path length constraint exceeded");
}

std::string reason_of(int reason) {
  return handshake_reason(ERR_PACK(ERR_LIB_SSL, 0, reason));
}

TEST(HandshakeReason, TellsAlertsFromOurOwnFindings) {
  EXPECT_EQ(reason_of(SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED),
            "refused the TLS handshake: it wants a client certificate");
  EXPECT_EQ(reason_of(SSL_R_TLSV1_ALERT_INTERNAL_ERROR), "refused the TLS handshake");
  EXPECT_EQ(reason_of(SSL_R_WRONG_VERSION_NUMBER), "does not speak TLS");
  EXPECT_EQ(reason_of(SSL_R_UNSUPPORTED_PROTOCOL), "offers neither TLS 1.2 nor 1.3");
  EXPECT_EQ(reason_of(SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE), "showed no certificate");
  EXPECT_EQ(reason_of(SSL_R_NO_SHARED_CIPHER), "offers no cipher that is allowed");
  EXPECT_EQ(reason_of(SSL_R_BAD_EXTENSION), "broke the rules of TLS");
}

TEST(HandshakeReason, SaysThatItBrokeOffWhenThereIsNoOther) {
  EXPECT_EQ(handshake_reason(0), "broke off the TLS handshake");
  EXPECT_EQ(reason_of(SSL_R_UNEXPECTED_EOF_WHILE_READING), "broke off the TLS handshake");
}

}  // namespace
}  // namespace schemagate::a2a::tls
