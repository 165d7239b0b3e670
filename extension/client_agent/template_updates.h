// Patches of a template on the side of who uses it (section 6.2.2 of the structured-data draft): asked for,
// verified, and laid over what was negotiated.
//
//   const auto answer = client.call(updates_call(negotiated.schema.schema_id));
//   const auto texts = patch_texts(answer->text);
//   std::vector<std::string> refused;
//   const auto patches = read_patches(*texts, trust, refused);
//   const auto adopted = adopt(negotiated, patches, refused);  // its template has the new keys
//
// A patch may add optional keys and say more of keys that are there, and nothing else, whoever has signed it.
// Pure; safe from any thread.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/client.h"
#include "a2a/model/task.h"
#include "a2a/signature/key.h"
#include "extension/client_agent/mapping.h"
#include "extension/schema_interaction/template_patch.h"

namespace schemagate::client_agent {

inline constexpr std::size_t kPatchesMax = 64;  // of one template; what lies beyond is passed over
inline constexpr std::size_t kPatchBytesMax = 64 << 10;

// Which patches there are for the template, as a JSON-RPC method and as a path.
a2a::client::ExtensionCall updates_call(std::string_view schema_id);

// The patches in the answer to updates_call(), each as JSON. Errors: kInvalidAgentResponse.
a2a::Result<std::vector<std::string>> patch_texts(std::string_view answer);
// Those that came along with an answer: in metadata of artifacts, and in their data (Figure 9).
std::vector<std::string> suggested_patches(const a2a::Task& task);

// Against what a patch is held.
struct PatchTrust {
  std::span<const a2a::signature::PublicKey> keys;  // of the agent's owner; none: nothing is taken
  std::string_view schema_id;                       // that was negotiated
  std::chrono::sys_seconds now;
};

// A patch that was verified. Owns its texts.
struct TemplatePatch {
  std::string id;
  std::string expires;  // RFC 3339, UTC
  schema_interaction::PatchKeys keys;
  std::string text;  // as it was received
};

// In the order of `texts`, each id once. Patches of other templates are passed over; what is not signed by
// one of the keys, has expired or says what a patch may not say is left out, and told in `refused`.
std::vector<TemplatePatch> read_patches(std::span<const std::string> texts, const PatchTrust& trust,
                                        std::vector<std::string>& refused);

// The template with the patches laid over it. A new key that is there with the same type stays as it is: the
// card vouches for it. Nothing is filled in for a key of a patch that the sentence does not mention: its use
// is measured. A patch that does not fit the template is left out, and told in `refused`.
NegotiatedSchema adopt(const NegotiatedSchema& negotiated, std::span<const TemplatePatch> patches,
                       std::vector<std::string>& refused);

}  // namespace schemagate::client_agent
