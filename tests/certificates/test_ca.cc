#include "tests/certificates/test_ca.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace schemagate {
namespace {

struct Free {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(X509_EXTENSION* extension) const { X509_EXTENSION_free(extension); }
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;
using File = std::unique_ptr<std::FILE, Free>;

void need(bool done) {
  if (!done) throw std::runtime_error("a certificate could not be made");
}

File open_file(const std::filesystem::path& path, const char* mode) {
  File file(std::fopen(path.c_str(), mode));
  need(file != nullptr);
  return file;
}

Certificate blank(const std::string& name, EVP_PKEY* key, std::chrono::seconds begins,
                  std::chrono::seconds ends) {
  Certificate made(X509_new());
  std::uint64_t serial = 0;
  need(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), 7) == 1);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(made.get()), serial);
  X509_set_version(made.get(), X509_VERSION_3);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), begins.count());
  X509_gmtime_adj(X509_getm_notAfter(made.get()), ends.count());
  X509_set_pubkey(made.get(), key);
  const auto* text = reinterpret_cast<const unsigned char*>(name.c_str());
  need(X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8, text, -1, -1, 0) ==
       1);
  return made;
}

void extend(X509* certificate, X509* issuer, int kind, const std::string& value) {
  if (value.empty()) return;
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, Free> extension(
      X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()));
  need(extension && X509_add_ext(certificate, extension.get(), -1) == 1);
}

void sign(X509* certificate, X509* issuer, EVP_PKEY* key) {
  X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
  extend(certificate, issuer, NID_subject_key_identifier, "hash");
  need(X509_sign(certificate, key, EVP_sha256()) > 0);
}

// The new file takes the old one's place at once, as certbot does it.
void write_certificate(const std::filesystem::path& path, X509* certificate) {
  const std::filesystem::path fresh = path.string() + ".new";
  need(PEM_write_X509(open_file(fresh, "w").get(), certificate) == 1);
  std::filesystem::rename(fresh, path);
}

void write_key(const std::filesystem::path& path, EVP_PKEY* key) {
  const std::filesystem::path fresh = path.string() + ".new";
  need(PEM_write_PrivateKey(open_file(fresh, "w").get(), key, nullptr, nullptr, 0, nullptr, nullptr) == 1);
  using enum std::filesystem::perms;
  std::filesystem::permissions(fresh, owner_read | owner_write);
  std::filesystem::rename(fresh, path);
}

}  // namespace

TestCa::TestCa(const std::string& name) {
  std::string pattern = (std::filesystem::temp_directory_path() / "schemagate-ca-XXXXXX").string();
  need(mkdtemp(pattern.data()) != nullptr);
  folder_ = pattern;
  const Key key(EVP_EC_gen("P-256"));
  const Certificate made =
      blank(name, key.get(), std::chrono::hours(-24 * 365), std::chrono::hours(24 * 365));
  extend(made.get(), made.get(), NID_basic_constraints, "critical,CA:TRUE");
  extend(made.get(), made.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
  sign(made.get(), made.get(), key.get());
  write_certificate(file(), made.get());
  write_key(folder_ / "ca.key", key.get());
}

TestCa::~TestCa() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

a2a::tls::Files TestCa::issue(const std::string& name, const Wish& wish) const {
  const Certificate ca(PEM_read_X509(open_file(file(), "r").get(), nullptr, nullptr, nullptr));
  const Key ca_key(PEM_read_PrivateKey(open_file(folder_ / "ca.key", "r").get(), nullptr, nullptr, nullptr));
  const Key key(EVP_EC_gen("P-256"));
  const Certificate made = blank(wish.subject, key.get(), wish.begins, wish.ends);
  X509* issuer = wish.self_signed ? made.get() : ca.get();
  extend(made.get(), issuer, NID_subject_alt_name, wish.sans);
  extend(made.get(), issuer, NID_ext_key_usage, wish.usage);
  sign(made.get(), issuer, wish.self_signed ? key.get() : ca_key.get());
  const a2a::tls::Files files{.certificate = (folder_ / (name + ".pem")).string(),
                              .key = (folder_ / (name + ".key")).string()};
  write_key(files.key, key.get());
  write_certificate(files.certificate, made.get());
  return files;
}

}  // namespace schemagate
