#include "extension/json_schema/schema_compiler.h"

#include "extension/json_schema/compile/compiler.h"
#include "extension/json_schema/load/loader.h"
#include "extension/json_schema/meta_check.h"

namespace schemagate::json_schema {
namespace {

using Failure = std::unexpected<SchemaProblem>;

}  // namespace

SchemaCompiler::SchemaCompiler(CompileOptions options)
    : options_(options), meta_check_(std::make_unique<MetaCheck>(options_)) {}

SchemaCompiler::~SchemaCompiler() = default;

a2a::Result<Validator, SchemaProblem> SchemaCompiler::compile(std::string_view schema_text) {
  Loader loader(options_);
  const auto root = loader.load(schema_text);
  if (!root) return Failure(root.error());
  // The schema itself first: what its meta-schema says is more exact than what the compiler stumbles over.
  if (auto checked = meta_check_->check(loader, 0); !checked) return Failure(std::move(checked.error()));
  Compiler whole(loader, options_);
  auto graph = whole.compile(*root, Compiler::Scope::kDocument);
  // What is wrong where nothing reaches it does no harm.
  if (!graph) graph = Compiler(loader, options_).compile(*root, Compiler::Scope::kReached);
  if (!graph) return Failure(std::move(graph.error()));
  graph->warnings = whole.take_problems();
  for (std::uint32_t i = 1; i < loader.documents().size(); ++i) {
    if (auto checked = meta_check_->check(loader, i); !checked) return Failure(std::move(checked.error()));
  }
  graph->documents = loader.take_documents();
  graph->resources = loader.take_resources();
  return Validator(std::make_shared<const Graph>(std::move(*graph)));
}

a2a::Result<Validator, SchemaProblem> Validator::compile(std::string_view schema_text,
                                                         const CompileOptions& options) {
  return SchemaCompiler(options).compile(schema_text);
}

const std::vector<SchemaProblem>& Validator::warnings() const {
  return graph_->warnings;
}

}  // namespace schemagate::json_schema
