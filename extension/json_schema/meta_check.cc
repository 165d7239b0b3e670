#include "extension/json_schema/meta_check.h"

#include <algorithm>
#include <vector>

#include "extension/json_schema/compile/compiler.h"
#include "extension/json_schema/evaluate/evaluate.h"
#include "extension/json_schema/load/meta_schemas.h"
#include "extension/json_schema/values/document_view.h"

namespace schemagate::json_schema {
namespace {

using Failure = std::unexpected<SchemaProblem>;

a2a::Result<Graph, SchemaProblem> compile_meta_schema(const std::string& uri, const CompileOptions& options) {
  const std::string* registered = options.documents == nullptr ? nullptr : options.documents->find(uri);
  Loader loader(options);
  const auto root =
      loader.load(registered != nullptr ? std::string_view(*registered) : built_in_document(uri));
  if (!root) return Failure(root.error());
  auto graph = Compiler(loader, options).compile(*root, Compiler::Scope::kDocument);
  if (!graph) return graph;
  graph->documents = loader.take_documents();
  graph->resources = loader.take_resources();
  return graph;
}

// Resources that lie in one another and share a dialect.
struct Region {
  const Resource* root;
  std::vector<a2a::JsonValue> foreign = {};  // what begins in it in another dialect, in document order
};

std::vector<const Resource*> resources_of(const Loader& loader, std::uint32_t document) {
  std::vector<const Resource*> resources;
  for (const Resource& resource : loader.resources()) {
    if (resource.root.document == document) resources.push_back(&resource);
  }
  std::ranges::sort(resources, {}, [](const Resource* resource) { return resource->root.index; });
  return resources;
}

std::vector<Region> regions_of(const Loader& loader, std::uint32_t document) {
  struct Open {
    std::uint32_t end;
    std::size_t region;
  };
  std::vector<Region> regions;
  std::vector<Open> open;
  for (const Resource* resource : resources_of(loader, document)) {
    const std::uint32_t begin = resource->root.index;
    while (!open.empty() && open.back().end <= begin) open.pop_back();
    std::size_t region = open.empty() ? regions.size() : open.back().region;
    const bool starts = open.empty() || resource->unusable ||
                        regions[region].root->dialect.meta_schema != resource->dialect.meta_schema;
    if (starts) {
      if (!open.empty()) regions[region].foreign.push_back(loader.value(resource->root));
      region = regions.size();
      regions.push_back({resource});
    }
    open.push_back({begin + loader.documents()[document]->json.node(begin).span, region});
  }
  return regions;
}

// The text of `schema` with empty schemas in place of `foreign` ones.
std::string text_without(a2a::JsonValue schema, const std::vector<a2a::JsonValue>& foreign) {
  std::string_view rest = schema.raw();
  std::string text;
  for (const a2a::JsonValue value : foreign) {
    const std::string_view cut = value.raw();
    const auto before = static_cast<std::size_t>(cut.data() - rest.data());
    text.append(rest.substr(0, before)).append("{}");
    rest.remove_prefix(before + cut.size());
  }
  return text.append(rest);
}

}  // namespace

a2a::Result<void, SchemaProblem> MetaCheck::check(const Loader& loader, std::uint32_t document) {
  if (loader.documents()[document]->built_in) return {};
  const Limits& limits = options_.limits;
  for (const Region& region : regions_of(loader, document)) {
    if (region.root->unusable) continue;
    a2a::JsonDocument copy;
    a2a::JsonValue schema = loader.value(region.root->root);
    if (!region.foreign.empty()) {
      const auto parsed =
          copy.parse_own(text_without(schema, region.foreign),
                         {limits.schema_bytes_max, limits.schema_depth_max, limits.schema_nodes_max});
      if (!parsed) return Failure(loader.problem(region.root->root, "", parsed.error().message));
      schema = *parsed;
    }
    if (auto checked = check_one(loader, *region.root, schema); !checked) return checked;
  }
  return {};
}

a2a::Result<const Graph*, SchemaProblem> MetaCheck::meta_schema(const std::string& uri) {
  auto known = meta_schemas_.find(uri);
  if (known == meta_schemas_.end()) {
    auto graph = compile_meta_schema(uri, options_);
    if (!graph) {
      graph.error().message = "meta-schema \"" + uri + "\": " + graph.error().message;
      return Failure(std::move(graph.error()));
    }
    known = meta_schemas_.emplace(uri, std::move(*graph)).first;
  }
  return &known->second;
}

a2a::Result<void, SchemaProblem> MetaCheck::check_one(const Loader& loader, const Resource& root,
                                                      a2a::JsonValue schema) {
  const auto graph = meta_schema(root.dialect.meta_schema);
  if (!graph) return Failure(graph.error());
  const Report report = collect(**graph, DocumentView(schema));
  if (report.verdict == Verdict::kValid) return {};
  if (report.verdict == Verdict::kLimit || report.violations.empty())
    return Failure(loader.problem(root.root, "", "too large to check: " + report.limit));
  const Violation& first = report.violations.front();
  SchemaProblem problem = loader.problem(root.root, "", first.message);
  problem.location += first.instance_pointer;
  problem.keyword = first.instance_pointer.substr(first.instance_pointer.rfind('/') + 1);
  return Failure(std::move(problem));
}

}  // namespace schemagate::json_schema
