#include "extension/json_schema/load/loader.h"

#include <algorithm>

#include "a2a/json/pointer.h"
#include "a2a/uri/percent.h"
#include "a2a/uri/reference.h"
#include "extension/json_schema/load/meta_schemas.h"

namespace schemagate::json_schema {
namespace {

using a2a::JsonValue;
using Failure = std::unexpected<SchemaProblem>;

std::optional<std::string_view> string_member(JsonValue object, std::string_view name) {
  const auto member = object.find(name);
  return member ? member->string() : std::nullopt;
}

}  // namespace

a2a::Result<SchemaRef, SchemaProblem> Loader::load(std::string_view text) {
  ResourceDialect dialect;
  dialect.draft = options_.default_dialect;
  dialect.meta_schema = meta_schema_uri(dialect.draft);
  return add_document("", text, false, dialect);
}

SchemaProblem Loader::problem(SchemaRef at, std::string_view keyword, std::string message) const {
  const SchemaDocument& document = *documents_[at.document];
  std::string location = a2a::json_pointer::pointer_to(document.json, at.index);
  if (!document.uri.empty()) location = document.uri + "#" + location;
  return {std::move(location), std::string(keyword), std::move(message)};
}

a2a::Result<SchemaRef, SchemaProblem> Loader::add_document(std::string uri, std::string_view text,
                                                           bool built_in, const ResourceDialect& dialect) {
  const Limits& limits = options_.limits;
  if (text.size() > limits.schema_bytes_max) {
    return Failure({uri, "",
                    "the schema has " + std::to_string(text.size()) + " bytes; schema_bytes_max is " +
                        std::to_string(limits.schema_bytes_max)});
  }
  auto document = std::make_unique<SchemaDocument>();
  document->uri = uri;
  document->built_in = built_in;
  document->text.reserve(text.size() + 64);
  document->text = text;
  const auto parsed = document->json.parse(
      document->text, {limits.schema_bytes_max, limits.schema_depth_max, limits.schema_nodes_max});
  if (!parsed) return Failure({uri, "", parsed.error().message});
  const SchemaRef root{static_cast<std::uint32_t>(documents_.size()), 0};
  documents_.push_back(std::move(document));
  const auto resource = add_resource(root, std::move(uri), dialect);
  if (!resource) return Failure(resource.error());
  if (auto scanned = scan(root, *resource); !scanned) return Failure(std::move(scanned.error()));
  return root;
}

a2a::Result<ResourceId, SchemaProblem> Loader::add_resource(SchemaRef root, std::string uri,
                                                            const ResourceDialect& inherited) {
  Resource resource{root, uri, inherited};
  if (const auto name = string_member(value(root), "$schema")) {
    auto dialect = find_dialect(root, *name);
    const bool is_embedded = root.index != 0;
    if (!dialect && !is_embedded) return Failure(std::move(dialect.error()));
    if (dialect) {
      resource.dialect = std::move(*dialect);
    } else {
      resource.unusable = std::move(dialect.error());
    }
  }
  const auto id = static_cast<ResourceId>(resources_.size());
  resources_.push_back(std::move(resource));
  if (!resources_by_uri_.emplace(uri, id).second) {
    return Failure(problem(root, "$id", "two resources have the URI \"" + uri + "\""));
  }
  return id;
}

a2a::Result<ResourceDialect, SchemaProblem> Loader::find_dialect(SchemaRef at, std::string_view uri) {
  const auto bare = a2a::uri::without_fragment(uri);
  ResourceDialect dialect;
  dialect.meta_schema = bare;
  if (find_draft(bare, dialect.draft)) return dialect;
  return custom_dialect(at, std::string(bare));
}

a2a::Result<ResourceDialect, SchemaProblem> Loader::custom_dialect(SchemaRef at, const std::string& uri) {
  const std::string* text = options_.documents == nullptr ? nullptr : options_.documents->find(uri);
  if (text == nullptr) {
    return Failure(problem(at, "$schema",
                           "dialect \"" + uri +
                               "\" is unknown; expected 2020-12, 2019-09, draft-07, or a "
                               "registered meta-schema"));
  }
  const Limits& limits = options_.limits;
  a2a::JsonDocument json;
  const auto meta_schema =
      json.parse(*text, {limits.schema_bytes_max, limits.schema_depth_max, limits.schema_nodes_max});
  if (!meta_schema) return Failure(problem(at, "$schema", uri + ": " + meta_schema.error().message));
  ResourceDialect dialect;
  dialect.draft = options_.default_dialect;
  dialect.meta_schema = uri;
  const auto base = string_member(*meta_schema, "$schema");
  if (base && !find_draft(a2a::uri::without_fragment(*base), dialect.draft)) {
    return Failure(problem(at, "$schema", "meta-schema \"" + uri + "\" is itself in no supported draft"));
  }
  if (auto added = add_vocabularies(at, *meta_schema, dialect); !added)
    return Failure(std::move(added.error()));
  return dialect;
}

Loader::Status Loader::add_vocabularies(SchemaRef at, JsonValue meta_schema, ResourceDialect& dialect) const {
  const auto vocabulary = meta_schema.find("$vocabulary");
  if (!vocabulary || dialect.draft == Dialect::kDraft7) return {};
  dialect.vocabularies = kCore;
  for (const auto& [name, required] : vocabulary->members()) {
    const Vocabularies found = find_vocabulary(name);
    if (found != kUnknownVocabulary) {
      dialect.vocabularies |= found;
    } else if (required.boolean().value_or(false)) {
      return Failure(
          problem(at, "$schema", "vocabulary \"" + std::string(name) + "\" is required but unknown"));
    }
  }
  return {};
}

Loader::Status Loader::scan(SchemaRef from, ResourceId resource) {
  std::vector<Pending> pending{{from.index, resource}};
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    if (auto scanned = scan_one(from.document, next, pending); !scanned) return scanned;
  }
  return {};
}

Loader::Status Loader::scan_one(std::uint32_t document, Pending next, std::vector<Pending>& pending) {
  const SchemaRef where{document, next.index};
  const JsonValue schema = value(where);
  if (schema.is_object()) {
    if (auto identified = identify(where, next.resource); !identified) return identified;
  }
  owners_.emplace(where.key(), next.resource);
  if (resources_[next.resource].unusable) return {};
  const ResourceDialect& dialect = resources_[next.resource].dialect;
  const bool only_definitions = dialect.draft == Dialect::kDraft7 && schema.find("$ref").has_value();
  for (const auto& [name, keyword_value] : schema.members()) {
    const KeywordRule* rule = find_keyword(name);
    if (rule == nullptr || !rule->applies_in(dialect)) continue;
    if (only_definitions && rule->keyword != Keyword::kDefinitions) continue;
    queue_children(keyword_value, rule->subschemas, next.resource, pending);
  }
  return {};
}

void Loader::queue_children(JsonValue keyword_value, Subschemas where, ResourceId resource,
                            std::vector<Pending>& pending) const {
  if (where == Subschemas::kNoSchema) return;
  if (where == Subschemas::kSchemaMap) {
    for (const auto& [name, child] : keyword_value.members()) {
      if (!child.is_array()) pending.push_back({child.index(), resource});  // `dependencies` may hold names
    }
  } else if (keyword_value.is_array()) {
    for (const JsonValue child : keyword_value.elements()) pending.push_back({child.index(), resource});
  } else {
    pending.push_back({keyword_value.index(), resource});
  }
}

// Applies `$id` and the anchors; `resource` becomes the one that starts here, if one does.
Loader::Status Loader::identify(SchemaRef where, ResourceId& resource) {
  const JsonValue schema = value(where);
  const bool draft_7 = resources_[resource].dialect.draft == Dialect::kDraft7;
  const bool is_root = resources_[resource].root == where;
  const auto id = string_member(schema, "$id");
  // Beside `$ref`, draft-07 ignores every keyword.
  if (id && !(draft_7 && schema.find("$ref"))) {
    if (draft_7 && id->starts_with('#')) {
      anchors_.emplace(std::pair(resource, std::string(id->substr(1))), Anchor{where, false});
    } else {
      if (auto fits = check_length(where, "$id", *id); !fits) return fits;
      const std::string uri(a2a::uri::without_fragment(a2a::uri::resolve(resources_[resource].uri, *id)));
      if (auto fits = check_length(where, "$id", uri); !fits) return fits;
      if (uri != resources_[resource].uri && is_root) {
        resources_[resource].uri = uri;
        if (!resources_by_uri_.emplace(uri, resource).second) {
          return Failure(problem(where, "$id", "two resources have the URI \"" + uri + "\""));
        }
      } else if (!is_root) {
        const auto added = add_resource(where, uri, ResourceDialect(resources_[resource].dialect));
        if (!added) return Failure(added.error());
        resource = *added;
      }
    }
  }
  return add_anchors(where, resource);
}

Loader::Status Loader::add_anchors(SchemaRef where, ResourceId resource) {
  const JsonValue schema = value(where);
  const ResourceDialect& dialect = resources_[resource].dialect;
  if (dialect.draft == Dialect::kDraft7) return {};
  const auto add = [this, where, resource](std::string_view name, bool dynamic) -> Status {
    const auto [at, added] =
        anchors_.try_emplace(std::pair(resource, std::string(name)), Anchor{where, false});
    if (!added && at->second.where != where) {
      return Failure(problem(where, "$anchor", "anchor \"" + std::string(name) + "\" is declared twice"));
    }
    if (dynamic && !at->second.dynamic) dynamic_anchors_.push_back({std::string(name), resource, where});
    at->second.dynamic |= dynamic;
    return {};
  };
  if (const auto name = string_member(schema, "$anchor")) {
    if (auto added = add(*name, false); !added) return added;
  }
  if (dialect.draft == Dialect::k2020_12) {
    const auto name = string_member(schema, "$dynamicAnchor");
    return name ? add(*name, true) : Status();
  }
  const auto recursive = schema.find("$recursiveAnchor");
  const bool declared = recursive && recursive->boolean().value_or(false);
  return declared && resources_[resource].root == where ? add(kRecursive, true) : Status();
}

a2a::Result<std::optional<ResourceId>, SchemaProblem> Loader::find_resource(SchemaRef at,
                                                                            const std::string& uri,
                                                                            ResourceId referrer) {
  if (const auto known = resources_by_uri_.find(uri); known != resources_by_uri_.end()) return known->second;
  const std::string* registered = options_.documents == nullptr ? nullptr : options_.documents->find(uri);
  const std::string_view text =
      registered != nullptr ? std::string_view(*registered) : built_in_document(uri);
  if (text.empty()) return std::nullopt;
  const auto loaded =
      add_document(uri, text, registered == nullptr, ResourceDialect(resources_[referrer].dialect));
  if (!loaded) {
    SchemaProblem inner = loaded.error();
    inner.message +=
        " (referenced at \"" + a2a::json_pointer::pointer_to(documents_[at.document]->json, at.index) + "\")";
    return Failure(std::move(inner));
  }
  return owner_of(*loaded);
}

a2a::Result<Target, SchemaProblem> Loader::resolve(SchemaRef at, Keyword keyword, ResourceId resource,
                                                   std::string_view reference) {
  if (auto fits = check_length(at, name_of(keyword), reference); !fits)
    return Failure(std::move(fits.error()));
  const std::string uri = a2a::uri::resolve(resources_[resource].uri, reference);
  const auto found = find_resource(at, std::string(a2a::uri::without_fragment(uri)), resource);
  if (!found) return Failure(found.error());
  if (!*found) {
    return Failure(
        problem(at, name_of(keyword), "\"" + uri + "\" is not a registered document; nothing is fetched"));
  }
  const auto fragment = a2a::uri::percent_decoded(a2a::uri::fragment_of(uri));
  if (!fragment) {
    return Failure(
        problem(at, name_of(keyword), "\"" + uri + "\" has a percent sign that begins no escape: write %25"));
  }
  if (fragment->empty() || fragment->starts_with('/')) return follow_pointer(at, keyword, **found, *fragment);
  const auto anchor = find_anchor(**found, *fragment);
  if (!anchor)
    return Failure(problem(at, name_of(keyword), "no anchor \"" + *fragment + "\" in \"" + uri + "\""));
  return Target{anchor->where, owner_of(anchor->where), anchor->dynamic ? *fragment : ""};
}

a2a::Result<Target, SchemaProblem> Loader::follow_pointer(SchemaRef at, Keyword keyword, ResourceId resource,
                                                          std::string_view pointer) {
  SchemaRef where = resources_[resource].root;
  for (const std::string& token : a2a::json_pointer::split(pointer)) {
    const auto found = child(where, token);
    if (!found) {
      return Failure(
          problem(at, name_of(keyword),
                  "nothing at \"" + std::string(pointer) + "\" in \"" + resources_[resource].uri + "\""));
    }
    where.index = found->index();
    if (const auto owner = owners_.find(where.key()); owner != owners_.end()) resource = owner->second;
  }
  if (!owners_.contains(where.key())) {
    if (auto scanned = scan(where, resource); !scanned) return Failure(std::move(scanned.error()));
  }
  return Target{where, owner_of(where), ""};
}

std::optional<JsonValue> Loader::child(SchemaRef parent, const std::string& name) {
  constexpr std::size_t kMany = 32;
  const JsonValue holder = value(parent);
  if (holder.size() < kMany) return a2a::json_pointer::child(holder, name);
  const auto [at, added] = children_.try_emplace(parent.key());
  auto& children = at->second;
  if (added) {
    for (const auto& [member, item] : holder.members()) children.emplace(member, item.index());
    for (const JsonValue element : holder.elements())
      children.emplace(std::to_string(children.size()), element.index());
  }
  const auto found = children.find(name);
  if (found == children.end()) return std::nullopt;
  return value({parent.document, found->second});
}

// Every reference is resolved against the URI of its resource.
Loader::Status Loader::check_length(SchemaRef at, std::string_view keyword, std::string_view uri) const {
  const std::size_t most = options_.limits.uri_bytes_max;
  if (uri.size() <= most) return {};
  return Failure(
      problem(at, keyword,
              "a URI of " + std::to_string(uri.size()) + " bytes; uri_bytes_max is " + std::to_string(most)));
}

std::optional<Anchor> Loader::find_anchor(ResourceId resource, std::string_view name) const {
  const auto found = anchors_.find(std::pair(resource, std::string(name)));
  return found == anchors_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<SchemaRef> Loader::subschemas_of_main() const {
  std::vector<SchemaRef> found;
  for (const auto& [key, resource] : owners_) {
    if ((key >> 32) == 0) found.push_back({0, static_cast<std::uint32_t>(key)});
  }
  std::ranges::sort(found, {}, &SchemaRef::key);
  return found;
}

}  // namespace schemagate::json_schema
