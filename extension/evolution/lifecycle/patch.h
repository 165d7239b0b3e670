// A schema patch (structured-data draft, section 6.2.2, patch packaging; Figure 9 with what the text asks for
// beyond it). Pure; safe from any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "extension/evolution/lifecycle/key.h"

namespace schemagate::evolution {

// Once packaged it does not change: every way of asking gets the same bytes.
struct Patch {
  std::string id;
  std::string parent;  // schema_id
  std::string client;  // for whom alone; empty: for everybody
  Instant at = 0;
  Instant expires = 0;
  std::string key_name;  // that it brings or refines
  std::string text;  // JSON: patch_id, parent_schema_id, timestamp, expiration_date, new_keys | modified_keys
};

struct PatchKey {
  a2a::JsonTree key;  // as write_key() gives it; null: none
  bool modified = false;
};
// Fills in the text. `key` is what it holds.
void package(Patch& patch, const PatchKey& key);

// "flight_booking_v1" -> "flight_booking_v2"; a name without a number gets "_v2".
std::string next_schema_id(std::string_view schema_id);

}  // namespace schemagate::evolution
