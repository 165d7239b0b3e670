#include "a2a/signature/card.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/signature/detached.h"

namespace schemagate::a2a::signature {
namespace {

constexpr std::array kForms{CardForm::kSpecification, CardForm::kSdk};
using Payloads = std::array<std::string, kForms.size()>;  // in the order of kForms

Result<Payloads> payloads_of(const JsonTree& card) {
  Payloads payloads;
  for (std::size_t i = 0; i < kForms.size(); ++i) {
    auto payload = signed_payload(card, kForms[i]);
    if (!payload) return std::unexpected(payload.error());
    payloads[i] = *std::move(payload);
  }
  return payloads;
}

Result<void> add_signature(JsonTree& signatures, std::string_view payload, const PrivateKey& key,
                           std::string_view key_set_url) {
  auto made = sign_detached(payload, key, key_set_url);
  if (!made) return std::unexpected(made.error());
  signatures.push_back(
      {{"protected", std::move(made->protected_header)}, {"signature", std::move(made->signature)}});
  return {};
}

std::string text_member(const JsonTree& object, std::string_view name) {
  const auto* text = find_string(object, name);
  return text == nullptr ? "" : *text;
}

// RFC 7515 section 7.2.1: no parameter is given twice, once protected and once not.
bool repeats_a_parameter(const JsonTree& entry) {
  const JsonTree* open = find_member(entry, "header");
  return open != nullptr && (open->contains("alg") || open->contains("kid") || open->contains("crit"));
}

class Check {
 public:
  Check(const Payloads& payloads, std::span<const PublicKey> keys) : payloads_(payloads), keys_(keys) {}

  CheckedSignature operator()(const JsonTree& entry) const {
    CheckedSignature checked;
    const DetachedSignature signature{text_member(entry, "protected"), text_member(entry, "signature")};
    auto header = parse_protected_header(signature.protected_header);
    if (!header) {
      checked.reason = header.error().message;
      return checked;
    }
    checked.key_id = std::move(header->key_id);
    checked.algorithm = std::move(header->algorithm);
    checked.key_set_url = std::move(header->key_set_url);
    if (repeats_a_parameter(entry)) {
      checked.reason = "the unprotected header repeats what only the protected one may say";
    } else if (!parse_algorithm(checked.algorithm)) {
      checked.reason = "of the algorithms only ES256 and EdDSA are known";
    } else {
      decide(signature, checked);
    }
    return checked;
  }

 private:
  void decide(const DetachedSignature& signature, CheckedSignature& checked) const {
    checked.status = SignatureStatus::kUnknownKey;
    checked.reason = "there is no key of that id";
    for (const PublicKey& key : keys_) {
      if (key.id() != checked.key_id) continue;
      checked.status = SignatureStatus::kInvalid;
      checked.reason = parse_algorithm(checked.algorithm) == key.algorithm()
                           ? "the signature does not fit the card and the key"
                           : "the key of that id signs with another algorithm";
      checked.form = verified_form(signature, key);
      if (!checked.form) continue;
      checked.status = SignatureStatus::kValid;
      checked.reason.clear();
      return;
    }
  }

  std::optional<CardForm> verified_form(const DetachedSignature& signature, const PublicKey& key) const {
    for (std::size_t i = 0; i < kForms.size(); ++i) {
      if (verify_detached(payloads_[i], signature, key)) return kForms[i];
    }
    return std::nullopt;
  }

  const Payloads& payloads_;
  std::span<const PublicKey> keys_;
};

}  // namespace

Result<void> sign_card(JsonTree& card, const PrivateKey& key, std::string_view key_set_url) {
  card.erase("signatures");
  const auto payloads = payloads_of(card);
  if (!payloads) return std::unexpected(payloads.error());
  const auto& [full, sdk] = *payloads;
  JsonTree signatures = JsonTree::array();
  if (auto added = add_signature(signatures, full, key, key_set_url); !added) return added;
  if (sdk != full && card.contains("supportedInterfaces")) {
    if (auto added = add_signature(signatures, sdk, key, key_set_url); !added) return added;
  }
  card["signatures"] = std::move(signatures);
  return {};
}

Result<std::vector<CheckedSignature>> check_signatures(const JsonTree& card,
                                                       std::span<const PublicKey> keys) {
  std::vector<CheckedSignature> found;
  const JsonTree* signatures = find_member(card, "signatures");
  if (signatures == nullptr) return found;
  if (!signatures->is_array()) return fail(ErrorCode::kInvalidParams, "signatures is no array");
  if (signatures->size() > kSignaturesMax) {
    return fail(ErrorCode::kInvalidParams,
                "the card has more than " + std::to_string(kSignaturesMax) + " signatures");
  }
  const auto payloads = payloads_of(card);
  if (!payloads) return std::unexpected(payloads.error());
  std::ranges::transform(*signatures, std::back_inserter(found), Check(*payloads, keys));
  return found;
}

}  // namespace schemagate::a2a::signature
