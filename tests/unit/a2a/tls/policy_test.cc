#include "a2a/tls/policy.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <cstdio>
#include <memory>

#include "tests/certificates/test_ca.h"

namespace schemagate::a2a::tls {
namespace {

struct Free {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;

Key ed25519() {
  return Key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
}

Result<void> loaded(const Files& files) {
  const std::unique_ptr<SSL_CTX, Free> context(SSL_CTX_new(TLS_method()));
  return load_certificate(*context, files.certificate, files.key);
}

void expect_no_fit(const Key& key) {
  const TestCa ca;
  Files files = ca.issue();
  files.key = (ca.folder() / "other.key").string();
  PEM_write_PrivateKey(std::unique_ptr<std::FILE, Free>(std::fopen(files.key.c_str(), "w")).get(), key.get(),
                       nullptr, nullptr, 0, nullptr, nullptr);
  const auto result = loaded(files);
  EXPECT_EQ(result ? "" : result.error().message, files.key + ": is not the key of " + files.certificate);
}

TEST(LoadCertificate, TakesACertificateWithItsKey) {
  const TestCa ca;
  EXPECT_TRUE(loaded(ca.issue()));
}

TEST(LoadCertificate, RefusesAKeyOfTheSameKind) {
  expect_no_fit(Key(EVP_EC_gen("P-256")));
}

TEST(LoadCertificate, RefusesAKeyOfAnotherKind) {
  expect_no_fit(Key(EVP_RSA_gen(2048)));
  expect_no_fit(ed25519());
}

}  // namespace
}  // namespace schemagate::a2a::tls
