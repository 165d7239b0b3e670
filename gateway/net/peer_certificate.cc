#include "gateway/net/peer_certificate.h"

#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <optional>
#include <span>

#include "a2a/text/ascii.h"
#include "gateway/net/ip_address.h"

namespace schemagate::net {
namespace {

constexpr int kNamesMax = 100;

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

// RFC 2253, whose escapes leave nothing but printable ASCII.
std::string text_of(const X509_NAME* name) {
  const std::unique_ptr<BIO, Free> out(BIO_new(BIO_s_mem()));
  if (!out || X509_NAME_print_ex(out.get(), name, 0, XN_FLAG_RFC2253) < 0) return {};
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return size > 0 ? std::string(text, static_cast<std::size_t>(size)) : std::string();
}

std::optional<std::string> typed(std::string_view type, const ASN1_STRING* value) {
  const auto* bytes = reinterpret_cast<const char*>(ASN1_STRING_get0_data(value));
  const std::string_view text(bytes, static_cast<std::size_t>(ASN1_STRING_length(value)));
  if (std::ranges::any_of(text, [](char c) { return c <= ' ' || c > '~'; })) return std::nullopt;
  return std::string(type).append(":").append(text);
}

std::optional<std::string> address_of(const ASN1_OCTET_STRING* value) {
  const std::span bytes(ASN1_STRING_get0_data(value), static_cast<std::size_t>(ASN1_STRING_length(value)));
  if (bytes.size() == 4) return "IP:" + IpAddress::mapped(bytes.first<4>()).text();
  IpAddress::Bytes v6{};
  if (bytes.size() != v6.size()) return std::nullopt;
  std::ranges::copy(bytes, v6.begin());
  return "IP:" + IpAddress::of(v6).text();
}

std::optional<std::string> text_of(const GENERAL_NAME& name) {
  if (name.type == GEN_DNS) return typed("DNS", name.d.dNSName);
  if (name.type == GEN_URI) return typed("URI", name.d.uniformResourceIdentifier);
  if (name.type == GEN_EMAIL) return typed("EMAIL", name.d.rfc822Name);
  return name.type == GEN_IPADD ? address_of(name.d.iPAddress) : std::nullopt;
}

std::vector<std::string> sans_of(const X509* certificate) {
  std::vector<std::string> sans;
  const std::unique_ptr<GENERAL_NAMES, Free> names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  const int count = std::min(sk_GENERAL_NAME_num(names.get()), kNamesMax);
  for (int i = 0; i < count; ++i) {
    if (auto text = text_of(*sk_GENERAL_NAME_value(names.get(), i))) sans.push_back(*std::move(text));
  }
  return sans;
}

}  // namespace

std::shared_ptr<const PeerCertificate> peer_certificate_of(ssl_st& ssl) {
  const std::unique_ptr<X509, Free> certificate(SSL_get1_peer_certificate(&ssl));
  const bool asked = (SSL_get_verify_mode(&ssl) & SSL_VERIFY_PEER) != 0;
  if (!certificate || !asked || SSL_get_verify_result(&ssl) != X509_V_OK) return nullptr;
  return std::make_shared<const PeerCertificate>(
      PeerCertificate{text_of(X509_get_subject_name(certificate.get())), sans_of(certificate.get())});
}

}  // namespace schemagate::net
