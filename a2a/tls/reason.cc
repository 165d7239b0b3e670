#include "a2a/tls/reason.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

namespace schemagate::a2a::tls {
namespace {

constexpr int kAlertOffset = SSL_AD_REASON_OFFSET;  // from here on: alerts that the other side sent

// Of an alert; nullptr for those that need no words of their own.
const char* alert_words(int reason) {
  switch (reason) {
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
      return "it wants a client certificate";
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
      return "it does not know the issuer of our certificate";
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
    case SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE:
    case SSL_R_TLSV1_ALERT_ACCESS_DENIED:
      return "it does not accept our certificate";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
      return "our certificate has expired";
    case SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED:
      return "our certificate has been revoked";
    case SSL_R_TLSV1_UNRECOGNIZED_NAME:
      return "it does not know the host name";
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
      return "it offers neither TLS 1.2 nor 1.3";
    default:
      return nullptr;
  }
}

std::string refusal(int reason) {
  if (const char* words = alert_words(reason)) return std::string("refused the TLS handshake: ") + words;
  return "refused the TLS handshake";
}

}  // namespace

std::string certificate_reason(long verify_result) {
  switch (verify_result) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "has a certificate that has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "has a certificate that is not in force yet";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "has a certificate for another host";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      return "has a certificate that it signed itself";
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
      return "has a certificate of an unknown issuer";
    case X509_V_ERR_CERT_REVOKED:
      return "has a certificate that has been revoked";
    case X509_V_ERR_INVALID_PURPOSE:
      return "has a certificate that is not meant for this use";
    case X509_V_ERR_CA_KEY_TOO_SMALL:
    case X509_V_ERR_CA_MD_TOO_WEAK:
    case X509_V_ERR_EE_KEY_TOO_SMALL:
      return "has a certificate with a weak key or signature";
    default:
      return std::string("has a certificate that cannot be trusted: ") +
             X509_verify_cert_error_string(verify_result);
  }
}

std::string handshake_reason(unsigned long error) {
  if (error == 0 || ERR_GET_LIB(error) != ERR_LIB_SSL) return "broke off the TLS handshake";
  const int reason = ERR_GET_REASON(error);
  if (reason >= kAlertOffset) return refusal(reason);
  switch (reason) {
    case SSL_R_UNEXPECTED_EOF_WHILE_READING:
      return "broke off the TLS handshake";
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
      return kNoTls;
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_VERSION_TOO_LOW:
      return "offers neither TLS 1.2 nor 1.3";
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
      return "showed no certificate";
    case SSL_R_NO_SHARED_CIPHER:
    case SSL_R_NO_SUITABLE_GROUPS:
    case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
    case SSL_R_NO_SHARED_GROUPS:
      return "offers no cipher that is allowed";
    default:
      return "broke the rules of TLS";
  }
}

}  // namespace schemagate::a2a::tls
