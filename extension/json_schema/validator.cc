#include "extension/json_schema/validator.h"

#include "extension/json_schema/compile/compiler.h"
#include "extension/json_schema/load/loader.h"
#include "extension/json_schema/meta_check.h"

namespace schemagate::json_schema {
namespace {

using Failure = std::unexpected<SchemaProblem>;

}  // namespace

a2a::Result<Validator, SchemaProblem> Validator::compile(std::string_view schema_text,
                                                         const CompileOptions& options) {
  Loader loader(options);
  const auto root = loader.load(schema_text);
  if (!root) return Failure(root.error());
  // The schema itself first: what its meta-schema says is more exact than what the compiler stumbles over.
  MetaCheck meta_check(options);
  if (auto checked = meta_check.check(loader, 0); !checked) return Failure(std::move(checked.error()));
  auto graph = Compiler(loader, options).compile(*root);
  if (!graph) return Failure(std::move(graph.error()));
  for (std::uint32_t i = 1; i < loader.documents().size(); ++i) {
    if (auto checked = meta_check.check(loader, i); !checked) return Failure(std::move(checked.error()));
  }
  graph->documents = loader.take_documents();
  graph->resources = loader.take_resources();
  return Validator(std::make_shared<const Graph>(std::move(*graph)));
}

}  // namespace schemagate::json_schema
