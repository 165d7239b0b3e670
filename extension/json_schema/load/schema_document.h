// Schema documents, the resources in them, and places in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "a2a/json/document.h"
#include "extension/json_schema/compile_options.h"
#include "extension/json_schema/keywords/dialect.h"

namespace schemagate::json_schema {

// A JSON document that holds schemas. `text` is borrowed by `json`.
struct SchemaDocument {
  std::string uri;  // under which it was found; "" for the schema being compiled
  std::string text;
  a2a::JsonDocument json;
  bool built_in = false;
};

// A value in one of the loaded documents.
struct SchemaRef {
  std::uint32_t document = 0;
  std::uint32_t index = 0;
  std::uint64_t key() const { return (std::uint64_t{document} << 32) | index; }
  bool operator==(const SchemaRef&) const = default;
};

using ResourceId = std::uint32_t;

struct Resource {
  SchemaRef root;
  std::string uri;  // without fragment; "" when nothing names it
  ResourceDialect dialect;
  // Why nothing in it can be applied: an embedded resource of an unknown dialect.
  std::optional<SchemaProblem> unusable = {};
};

}  // namespace schemagate::json_schema
