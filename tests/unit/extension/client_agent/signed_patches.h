// Patches as a gateway sends them, signed with keys that are for tests alone.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "a2a/json/canonical.h"
#include "a2a/signature/detached.h"
#include "tests/unit/a2a/signature/test_data.h"

namespace schemagate {

inline a2a::JsonTree signed_patch(a2a::JsonTree patch, const std::string& key_file = "p256.pem") {
  const auto key = a2a::signature::test_key(key_file);
  const auto made = a2a::signature::sign_detached(a2a::canonical_json(patch).value(), key, "").value();
  patch["signatures"] = a2a::JsonTree::array(
      {a2a::JsonTree{{"protected", made.protected_header}, {"signature", made.signature}}});
  return patch;
}

// C2, step 2.4: good for the rest of the century.
inline a2a::JsonTree seat_patch(const std::string& id = "flight_booking_v1.p1") {
  return {{"patch_id", id},
          {"parent_schema_id", "flight_booking_v1"},
          {"timestamp", "2026-04-30T08:05:00.000Z"},
          {"expiration_date", "2099-07-29T08:05:00.000Z"},
          {"new_keys", a2a::JsonTree::array(
                           {{{"key_name", "seat_preference"},
                             {"key_type", "string"},
                             {"required", false},
                             {"default_value", "none"},
                             {"semantic_description",
                              "Seat preference. Acceptable values: window, none. Example mapping: 'window "
                              "seat' -> 'window'."},
                             {"experimental", true}}})}};
}

}  // namespace schemagate
