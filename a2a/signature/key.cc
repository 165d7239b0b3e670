#include "a2a/signature/key.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/signature/base64url.h"
#include "a2a/signature/openssl.h"

namespace schemagate::a2a::signature {
namespace {

constexpr std::size_t kCoordinateBytes = 32;
constexpr std::size_t kSignatureBytes = 64;
constexpr std::size_t kDerBytesMax = 80;  // of an ECDSA signature on P-256
constexpr const char* kP256 = "prime256v1";

using Bio = std::unique_ptr<BIO, FreedBy<BIO_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, FreedBy<ECDSA_SIG_free>>;
using Key = std::shared_ptr<EVP_PKEY>;

std::unexpected<Error> refused(std::string message) {
  return fail(ErrorCode::kInvalidParams, std::move(message));
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}

Key own(EVP_PKEY* key) {
  return {key, EVP_PKEY_free};
}

// --- keys ---

// A point in the uncompressed form; nullptr when it is not on the curve.
Key make_p256_key(std::string point) {
  std::string group = kP256;
  std::array parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
      OSSL_PARAM_construct_end(),
  };
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY* made = nullptr;
  if (!context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_PUBLIC_KEY, parameters.data()) != 1) {
    return nullptr;
  }
  Key key = own(made);
  const KeyContext check(EVP_PKEY_CTX_new_from_pkey(nullptr, made, nullptr));
  return check && EVP_PKEY_public_check(check.get()) == 1 ? key : nullptr;
}

// Points of order 1, 2, 4 and 8 as y in hexadecimal, every way to write it: keys for which anybody can make a
// signature of anything. OpenSSL takes them.
constexpr std::array<std::string_view, 7> kSmallOrder{
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"};

bool has_small_order(std::string_view point) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string y;
  for (const char c : point) y.append(1, kDigits[(c >> 4) & 0xF]).append(1, kDigits[c & 0xF]);
  // The highest bit is the sign of x.
  y[62] = kDigits[(point.back() >> 4) & 0x7];
  return std::ranges::find(kSmallOrder, y) != kSmallOrder.end();
}

Key make_ed25519_key(std::string_view bytes) {
  if (has_small_order(bytes)) return nullptr;
  return own(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes_of(bytes), bytes.size()));
}

bool is_p256(const Key& key) {
  std::array<char, 32> group{};
  return EVP_PKEY_is_a(key.get(), "EC") == 1 &&
         EVP_PKEY_get_utf8_string_param(key.get(), OSSL_PKEY_PARAM_GROUP_NAME, group.data(), group.size(),
                                        nullptr) == 1 &&
         std::string_view(group.data()) == kP256;
}

// One coordinate of a P-256 key.
std::string coordinate(const Key& key, const char* name) {
  BIGNUM* read = nullptr;
  std::string bytes(kCoordinateBytes, '\0');
  EVP_PKEY_get_bn_param(key.get(), name, &read);
  const Number number(read);
  if (number) BN_bn2binpad(number.get(), bytes_of(bytes), static_cast<int>(bytes.size()));
  return bytes;
}

std::string raw_public_key(const Key& key) {
  std::string bytes(kCoordinateBytes, '\0');
  std::size_t size = bytes.size();
  EVP_PKEY_get_raw_public_key(key.get(), bytes_of(bytes), &size);
  return bytes;
}

JsonTree make_jwk(const std::string& id, Algorithm algorithm, const Key& key) {
  JsonTree jwk = JsonTree::object();
  if (algorithm == Algorithm::kEs256) {
    jwk = {{"kty", "EC"}, {"crv", "P-256"}};
    jwk["x"] = to_base64url(coordinate(key, OSSL_PKEY_PARAM_EC_PUB_X));
    jwk["y"] = to_base64url(coordinate(key, OSSL_PKEY_PARAM_EC_PUB_Y));
  } else {
    jwk = {{"kty", "OKP"}, {"crv", "Ed25519"}};
    jwk["x"] = to_base64url(raw_public_key(key));
  }
  jwk["kid"] = id;
  jwk["alg"] = name(algorithm);
  jwk["use"] = "sig";
  return jwk;
}

// --- PEM ---

// A key with a password is refused instead of asking on the terminal.
int no_password(char*, int, int, void*) {
  return -1;
}

Key read_pem(std::string_view pem, auto read) {
  const Bio bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return bio ? own(read(bio.get(), nullptr, no_password, nullptr)) : nullptr;
}

Result<Algorithm> algorithm_of(const Key& key) {
  if (!key) return refused("no PEM block with a key that can be read without a password");
  if (is_p256(key)) return Algorithm::kEs256;
  if (EVP_PKEY_is_a(key.get(), "ED25519") == 1) return Algorithm::kEdDsa;
  return refused("the key is neither on P-256 nor an Ed25519 one");
}

Result<PublicKey> public_half(const std::string& id, const Key& key) {
  const auto algorithm = algorithm_of(key);
  if (!algorithm) return std::unexpected(algorithm.error());
  return PublicKey::from_jwk(make_jwk(id, *algorithm, key));
}

// --- JWK ---

std::string_view text_of(const JsonTree& jwk, std::string_view member) {
  const std::string* text = find_string(jwk, member);
  return text == nullptr ? std::string_view() : *text;
}

Result<std::string> read_coordinate(const JsonTree& jwk, std::string_view member) {
  auto bytes = from_base64url(text_of(jwk, member));
  if (!bytes || bytes->size() != kCoordinateBytes) {
    return refused(std::string(member) + " is not 32 bytes in base64url");
  }
  return *std::move(bytes);
}

struct TypedKey {
  Algorithm algorithm;
  Key key;
};

Result<TypedKey> read_ec(const JsonTree& jwk) {
  if (text_of(jwk, "crv") != "P-256") return refused("crv: of the EC curves only P-256 is known");
  auto x = read_coordinate(jwk, "x");
  if (!x) return std::unexpected(x.error());
  const auto y = read_coordinate(jwk, "y");
  if (!y) return std::unexpected(y.error());
  Key key = make_p256_key("\x04" + *x + *y);
  if (!key) return refused("x and y are no point on P-256");
  return TypedKey{Algorithm::kEs256, std::move(key)};
}

Result<TypedKey> read_okp(const JsonTree& jwk) {
  if (text_of(jwk, "crv") != "Ed25519") return refused("crv: of the OKP curves only Ed25519 is known");
  const auto x = read_coordinate(jwk, "x");
  if (!x) return std::unexpected(x.error());
  Key key = make_ed25519_key(*x);
  if (!key) return refused("x is no Ed25519 key");
  return TypedKey{Algorithm::kEdDsa, std::move(key)};
}

// Refuses a key that is published for another use or algorithm.
Result<void> check_use(const JsonTree& jwk, Algorithm algorithm) {
  if (const auto use = text_of(jwk, "use"); !use.empty() && use != "sig") return refused("use is not sig");
  if (const auto alg = text_of(jwk, "alg"); !alg.empty() && parse_algorithm(alg) != algorithm) {
    return refused("alg does not fit the key");
  }
  return {};
}

// --- ECDSA: DER, which OpenSSL speaks, and r and s side by side, which JOSE does ---

std::optional<std::string> der_to_jose(std::string_view der) {
  const unsigned char* begin = bytes_of(der);
  const EcdsaSignature read(d2i_ECDSA_SIG(nullptr, &begin, static_cast<long>(der.size())));
  std::string jose(kSignatureBytes, '\0');
  constexpr int kHalf = kSignatureBytes / 2;
  const bool written = read && BN_bn2binpad(ECDSA_SIG_get0_r(read.get()), bytes_of(jose), kHalf) == kHalf &&
                       BN_bn2binpad(ECDSA_SIG_get0_s(read.get()), bytes_of(jose) + kHalf, kHalf) == kHalf;
  return written ? std::optional(std::move(jose)) : std::nullopt;
}

// Of 64 bytes.
std::string jose_to_der(std::string_view jose) {
  constexpr int kHalf = kSignatureBytes / 2;
  Number r(BN_bin2bn(bytes_of(jose), kHalf, nullptr));
  Number s(BN_bin2bn(bytes_of(jose) + kHalf, kHalf, nullptr));
  const EcdsaSignature signature(ECDSA_SIG_new());
  if (!r || !s || !signature || ECDSA_SIG_set0(signature.get(), r.get(), s.get()) != 1) return {};
  (void)r.release();
  (void)s.release();
  std::string der(kDerBytesMax, '\0');
  unsigned char* end = bytes_of(der);
  const int size = i2d_ECDSA_SIG(signature.get(), &end);
  der.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return der;
}

const EVP_MD* digest_of(Algorithm algorithm) {
  return algorithm == Algorithm::kEs256 ? EVP_sha256() : nullptr;
}

}  // namespace

std::string_view name(Algorithm algorithm) {
  return algorithm == Algorithm::kEs256 ? "ES256" : "EdDSA";
}

std::optional<Algorithm> parse_algorithm(std::string_view name) {
  if (name == "ES256") return Algorithm::kEs256;
  if (name == "EdDSA" || name == "Ed25519") return Algorithm::kEdDsa;
  return std::nullopt;
}

Result<PublicKey> PublicKey::from_jwk(const JsonTree& jwk) {
  const NoTrace no_trace;
  const std::string_view id = text_of(jwk, "kid");
  if (id.empty() || id.size() > kKeyIdBytesMax) return refused("kid is missing or over 256 bytes");
  if (find_member(jwk, "d") != nullptr) return refused("d: the key is a private one");
  const std::string_view type = text_of(jwk, "kty");
  if (type != "EC" && type != "OKP") return refused("kty is neither EC nor OKP");
  auto key = type == "EC" ? read_ec(jwk) : read_okp(jwk);
  if (!key) return std::unexpected(key.error());
  if (auto usable = check_use(jwk, key->algorithm); !usable) return std::unexpected(usable.error());
  return PublicKey(std::string(id), key->algorithm, std::move(key->key));
}

Result<PublicKey> PublicKey::from_pem(std::string id, std::string_view pem) {
  const NoTrace no_trace;
  Key key = read_pem(pem, PEM_read_bio_PUBKEY);
  if (!key) key = read_pem(pem, PEM_read_bio_PrivateKey);
  return public_half(id, key);
}

JsonTree PublicKey::jwk() const {
  return make_jwk(id_, algorithm_, key_);
}

bool PublicKey::verify(std::string_view text, std::string_view signature) const {
  const NoTrace no_trace;
  if (signature.size() != kSignatureBytes) return false;
  const std::string native =
      algorithm_ == Algorithm::kEs256 ? jose_to_der(signature) : std::string(signature);
  const DigestContext context(EVP_MD_CTX_new());
  return context &&
         EVP_DigestVerifyInit(context.get(), nullptr, digest_of(algorithm_), nullptr, key_.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes_of(std::string_view(native)), native.size(), bytes_of(text),
                          text.size()) == 1;
}

Result<PrivateKey> PrivateKey::from_pem(std::string id, std::string_view pem) {
  const NoTrace no_trace;
  Key key = read_pem(pem, PEM_read_bio_PrivateKey);
  auto shown = public_half(id, key);
  if (!shown) return std::unexpected(shown.error());
  return PrivateKey(*std::move(shown), std::move(key));
}

Result<std::string> PrivateKey::sign(std::string_view text) const {
  const DigestContext context(EVP_MD_CTX_new());
  std::string native(kDerBytesMax, '\0');
  std::size_t size = native.size();
  const bool done =
      context &&
      EVP_DigestSignInit(context.get(), nullptr, digest_of(algorithm()), nullptr, key_.get()) == 1 &&
      EVP_DigestSign(context.get(), bytes_of(native), &size, bytes_of(text), text.size()) == 1;
  if (!done) return fail(ErrorCode::kInternal, "OpenSSL cannot sign with the key " + id());
  native.resize(size);
  if (algorithm() == Algorithm::kEdDsa) return native;
  auto jose = der_to_jose(native);
  if (!jose) return fail(ErrorCode::kInternal, "OpenSSL gives no ECDSA signature with the key " + id());
  return *std::move(jose);
}

}  // namespace schemagate::a2a::signature
