#include "gateway/config/read_signing.h"

#include <array>
#include <string_view>
#include <utility>

#include "a2a/signature/key_set.h"
#include "gateway/config/file.h"
#include "gateway/config/key_file.h"

namespace schemagate {
namespace {

using a2a::signature::PrivateKey;
using a2a::signature::PublicKey;

constexpr std::size_t kSigningKeysMax = 16;
constexpr std::size_t kPemBytesMax = 16 << 10;
constexpr std::array<std::string_view, 2> kCardSignature{"required", "optional"};

// The first key signs.
a2a::Result<void> add_key(SigningConfig& signing, const std::string& id, std::string_view pem) {
  if (!signing.signer) {
    auto signer = PrivateKey::from_pem(id, pem);
    if (!signer) return std::unexpected(signer.error());
    signing.keys.push_back(signer->public_key());
    signing.signer = *std::move(signer);
    return {};
  }
  auto key = PublicKey::from_pem(id, pem);
  if (!key) return std::unexpected(key.error());
  signing.keys.push_back(*std::move(key));
  return {};
}

void read_keys(ConfigSection& section, const std::filesystem::path& folder, SigningConfig& signing) {
  for (const auto& [id, file] : section.read_texts("keys", kSigningKeysMax)) {
    if (!check_key_id(section, id, file)) continue;
    const auto pem = read_file(folder / file.text, kPemBytesMax);
    if (!pem) {
      section.refuse(file, pem.error().message);
      continue;
    }
    if (pem->contains("PRIVATE KEY")) check_access_to(section, file, folder / file.text);
    if (auto added = add_key(signing, id, *pem); !added) {
      section.refuse(file, added.error().message);
    }
  }
}

}  // namespace

SigningConfig read_signing(ConfigSection& root, const std::filesystem::path& folder) {
  SigningConfig signing;
  root.read_section("signing", [&](ConfigSection& section) { read_keys(section, folder, signing); });
  return signing;
}

void read_card_keys(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent) {
  std::string signature(kCardSignature.front());
  const bool chosen = upstream.read_choice("card_signature", signature, kCardSignature);
  agent.card_signature_required = signature == kCardSignature.front();
  std::string name;
  if (!upstream.read_text("card_keys", name)) {
    if (chosen) upstream.warn("card_signature", "does nothing without card_keys");
    return;
  }
  const auto text = read_file(folder / name, a2a::signature::kKeySetBytesMax);
  if (!text) return upstream.refuse("card_keys", text.error().message);
  auto keys = a2a::signature::parse_key_set(*text);
  if (!keys) return upstream.refuse("card_keys", keys.error().message);
  agent.card_keys = *std::move(keys);
}

}  // namespace schemagate
