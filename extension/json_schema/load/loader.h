// Finds what a schema consists of: its documents, their resources ($id), anchors, and the owner of every
// subschema; resolves references among them. Documents come from the caller's Documents and the built-in
// meta-schemas only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "a2a/json/document.h"
#include "extension/json_schema/compile_options.h"
#include "extension/json_schema/keywords/dialect.h"
#include "extension/json_schema/keywords/keywords.h"
#include "extension/json_schema/load/schema_document.h"

namespace schemagate::json_schema {

struct Anchor {
  SchemaRef where;
  bool dynamic = false;
};

struct DynamicAnchor {
  std::string name;
  ResourceId resource;
  SchemaRef where;
};

// What a reference leads to.
struct Target {
  SchemaRef where;
  ResourceId resource = 0;
  std::string dynamic_anchor;  // its name when the fragment is one ($dynamicAnchor), else empty
};

class Loader {
 public:
  // The name under which `$recursiveAnchor: true` is kept; no `$dynamicAnchor` can be empty.
  static constexpr std::string_view kRecursive{};

  explicit Loader(const CompileOptions& options) : options_(options) {}

  // Parses and scans the schema to compile. Call once, first.
  a2a::Result<SchemaRef, SchemaProblem> load(std::string_view text);

  // `reference` resolved against `resource`; loads the document it names when needed. `at` is to blame for
  // errors.
  a2a::Result<Target, SchemaProblem> resolve(SchemaRef at, Keyword keyword, ResourceId resource,
                                             std::string_view reference);

  std::optional<Anchor> find_anchor(ResourceId resource, std::string_view name) const;
  // Those of `$dynamicAnchor` and `$recursiveAnchor`, in the order in which they were found: it only grows.
  const std::vector<DynamicAnchor>& dynamic_anchors() const { return dynamic_anchors_; }
  ResourceId owner_of(SchemaRef where) const { return owners_.at(where.key()); }
  const Resource& resource(ResourceId id) const { return resources_[id]; }
  const std::vector<Resource>& resources() const { return resources_; }
  a2a::JsonValue value(SchemaRef where) const { return documents_[where.document]->json.value(where.index); }
  // Every subschema of the schema being compiled, in document order.
  std::vector<SchemaRef> subschemas_of_main() const;
  const std::vector<std::unique_ptr<SchemaDocument>>& documents() const { return documents_; }

  SchemaProblem problem(SchemaRef at, std::string_view keyword, std::string message) const;
  // Hands the documents over; values stay where they are.
  std::vector<std::unique_ptr<SchemaDocument>> take_documents() { return std::move(documents_); }
  std::vector<Resource> take_resources() { return std::move(resources_); }

 private:
  struct Pending {
    std::uint32_t index;
    ResourceId resource;
  };
  using Status = a2a::Result<void, SchemaProblem>;

  // `dialect` holds unless the document names its own.
  a2a::Result<SchemaRef, SchemaProblem> add_document(std::string uri, std::string_view text, bool built_in,
                                                     const ResourceDialect& dialect);
  // A document that is loaded for it takes the dialect of `referrer` unless it names its own.
  a2a::Result<std::optional<ResourceId>, SchemaProblem> find_resource(SchemaRef at, const std::string& uri,
                                                                      ResourceId referrer);
  a2a::Result<Target, SchemaProblem> follow_pointer(SchemaRef at, Keyword keyword, ResourceId resource,
                                                    std::string_view pointer);
  Status scan(SchemaRef from, ResourceId resource);
  Status scan_one(std::uint32_t document, Pending next, std::vector<Pending>& pending);
  Status identify(SchemaRef where, ResourceId& resource);
  Status add_anchors(SchemaRef where, ResourceId resource);
  a2a::Result<ResourceId, SchemaProblem> add_resource(SchemaRef root, std::string uri,
                                                      const ResourceDialect& inherited);
  a2a::Result<ResourceDialect, SchemaProblem> find_dialect(SchemaRef at, std::string_view uri);
  a2a::Result<ResourceDialect, SchemaProblem> custom_dialect(SchemaRef at, const std::string& uri);
  Status add_vocabularies(SchemaRef at, a2a::JsonValue meta_schema, ResourceDialect& dialect) const;
  std::optional<a2a::JsonValue> child(SchemaRef parent, const std::string& name);
  Status check_length(SchemaRef at, std::string_view keyword, std::string_view uri) const;
  void queue_children(a2a::JsonValue keyword_value, Subschemas where, ResourceId resource,
                      std::vector<Pending>& pending) const;

  const CompileOptions& options_;
  std::vector<std::unique_ptr<SchemaDocument>> documents_;
  std::vector<Resource> resources_;
  std::map<std::string, ResourceId, std::less<>> resources_by_uri_;
  std::map<std::pair<ResourceId, std::string>, Anchor> anchors_;
  std::vector<DynamicAnchor> dynamic_anchors_;
  std::unordered_map<std::uint64_t, ResourceId> owners_;
  // By name or index, of what has many: to look along them for each reference would be quadratic.
  std::unordered_map<std::uint64_t, std::unordered_map<std::string, std::uint32_t>> children_;
};

}  // namespace schemagate::json_schema
