// What a patch says of a template (Figure 9; section 6.2.2 of the draft), whoever has signed it and whenever
// it expires. Pure; safe from any thread.
//
//   const auto patch = read_patch_keys(tree);
//   if (patch && check_fits(*patch, schema)) …
#pragma once

#include <cstddef>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::schema_interaction {

inline constexpr std::size_t kPatchKeysMax = 16;  // of either kind

struct PatchKeys {
  std::vector<Key> new_keys;       // optional, without defaults
  std::vector<Key> modified_keys;  // name and description
};

// Descriptions are cleaned as those of a stranger. Errors, with what is wrong, kInvalidParams: lists that are
// none or longer than kPatchKeysMax; a name that is none in snake_case, is longer than kKeyNameBytesMax, or
// is kOther; a new key without type; a key that would be required.
a2a::Result<PatchKeys> read_patch_keys(const a2a::JsonTree& patch);

// Whether it can be laid over the template. Errors, kInvalidParams: a new key that is there with another
// type, a modified one that is not there.
a2a::Result<void> check_fits(const PatchKeys& patch, const SchemaTemplate& schema);

}  // namespace schemagate::schema_interaction
