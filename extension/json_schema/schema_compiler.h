// Compiles many schemas by the same options. What their meta-schemas are compiled to is made at the first
// schema that needs it and used for all: for small schemas that is nearly all the work.
//
//   SchemaCompiler compiler({.assert_format = true});
//   for (const std::string& text : texts) validators.push_back(compiler.compile(text));
#pragma once

#include <memory>
#include <string_view>

#include "a2a/error.h"
#include "extension/json_schema/compile_options.h"
#include "extension/json_schema/validator.h"

namespace schemagate::json_schema {

class MetaCheck;

// Not synchronised: one thread at a time. Its validators may outlive it.
class SchemaCompiler {
 public:
  // `options.documents` outlives the compiler and does not change while it lives.
  explicit SchemaCompiler(CompileOptions options = {});
  ~SchemaCompiler();
  SchemaCompiler(const SchemaCompiler&) = delete;
  SchemaCompiler& operator=(const SchemaCompiler&) = delete;

  // As Validator::compile(): no schema's verdicts or errors depend on the schemas before it.
  a2a::Result<Validator, SchemaProblem> compile(std::string_view schema_text);

  const CompileOptions& options() const { return options_; }

 private:
  const CompileOptions options_;
  std::unique_ptr<MetaCheck> meta_check_;  // borrows `options_`
};

}  // namespace schemagate::json_schema
