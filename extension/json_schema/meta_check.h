// Checks loaded schemas against their meta-schemas.
#pragma once

#include <map>
#include <string>

#include "extension/json_schema/compile_options.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/load/loader.h"

namespace schemagate::json_schema {

class MetaCheck {
 public:
  // `options` outlives the check.
  explicit MetaCheck(const CompileOptions& options) : options_(options) {}

  // Document number `document` of `loader`, each resource against the meta-schema of its own dialect.
  // Built-in documents are right.
  a2a::Result<void, SchemaProblem> check(const Loader& loader, std::uint32_t document);

 private:
  // `schema` is what stands at `root`.
  a2a::Result<void, SchemaProblem> check_one(const Loader& loader, const Resource& root,
                                             a2a::JsonValue schema);
  a2a::Result<const Graph*, SchemaProblem> meta_schema(const std::string& uri);

  const CompileOptions& options_;
  std::map<std::string, Graph, std::less<>> meta_schemas_;  // compiled, by URI
};

}  // namespace schemagate::json_schema
