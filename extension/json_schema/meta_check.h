// Checks loaded schemas against their meta-schemas.
#pragma once

#include <map>
#include <string>

#include "extension/json_schema/graph.h"
#include "extension/json_schema/loader.h"
#include "extension/json_schema/validator.h"

namespace json_schema {

class MetaCheck {
 public:
  // `options` outlives the check.
  explicit MetaCheck(const CompileOptions& options) : options_(options) {}

  // Document number `document` of `loader` against the meta-schema of its root. Built-in documents are right,
  // and where resources of several dialects share a document no one meta-schema describes it: both pass.
  a2a::Result<void, SchemaProblem> check(const Loader& loader, std::uint32_t document);

 private:
  const CompileOptions& options_;
  std::map<std::string, Graph, std::less<>> meta_schemas_;  // compiled, by URI
};

}  // namespace json_schema
