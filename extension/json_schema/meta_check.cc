#include "extension/json_schema/meta_check.h"

#include "extension/json_schema/compiler.h"
#include "extension/json_schema/document_view.h"
#include "extension/json_schema/evaluate.h"
#include "extension/json_schema/meta_schemas.h"

namespace json_schema {
namespace {

using Failure = std::unexpected<SchemaProblem>;

a2a::Result<Graph, SchemaProblem> compile_meta_schema(const std::string& uri, const CompileOptions& options) {
  const std::string* registered = options.documents == nullptr ? nullptr : options.documents->find(uri);
  Loader loader(options);
  const auto root =
      loader.load(registered != nullptr ? std::string_view(*registered) : built_in_document(uri));
  if (!root) return Failure(root.error());
  auto graph = Compiler(loader, options).compile(*root);
  if (!graph) return graph;
  graph->documents = loader.take_documents();
  graph->resources = loader.take_resources();
  return graph;
}

}  // namespace

a2a::Result<void, SchemaProblem> MetaCheck::check(const Loader& loader, std::uint32_t document) {
  if (loader.documents()[document]->built_in || loader.mixes_dialects(document)) return {};
  const std::string& uri = loader.resource(loader.owner_of({document, 0})).dialect.meta_schema;
  auto known = meta_schemas_.find(uri);
  if (known == meta_schemas_.end()) {
    auto graph = compile_meta_schema(uri, options_);
    if (!graph) {
      graph.error().message = "meta-schema \"" + uri + "\": " + graph.error().message;
      return Failure(std::move(graph.error()));
    }
    known = meta_schemas_.emplace(uri, std::move(*graph)).first;
  }
  const Report report = collect(known->second, DocumentView(loader.documents()[document]->json.root()));
  if (report.verdict == Verdict::kValid) return {};
  if (report.verdict == Verdict::kLimit)
    return Failure(loader.problem({document, 0}, "", "too large to check: " + report.limit));
  const Violation& first = report.violations.front();
  SchemaProblem problem = loader.problem({document, 0}, "", first.message);
  problem.location += first.instance_pointer;
  problem.keyword = first.instance_pointer.substr(first.instance_pointer.rfind('/') + 1);
  return Failure(std::move(problem));
}

}  // namespace json_schema
