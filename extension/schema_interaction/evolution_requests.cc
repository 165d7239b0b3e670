#include "extension/schema_interaction/evolution_requests.h"

#include <utility>

#include "extension/schema_interaction/free_text.h"
#include "extension/schema_interaction/negotiation.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::Result;

constexpr std::size_t kTextBytesMax = 4096;

std::unexpected<a2a::Error> malformed(std::string_view path, std::string_view member,
                                      std::string_view expected) {
  const std::string field = std::string(path) + "." + std::string(member);
  return std::unexpected(a2a::Error{a2a::ErrorCode::kInvalidParams,
                                    field + ": " + std::string(expected),
                                    {{field, std::string(expected)}}});
}

Result<std::string> text_of(a2a::JsonValue params, std::string_view path, std::string_view member) {
  const auto value = params.find(member);
  const auto text = value ? value->string() : std::nullopt;
  if (!text || text->empty() || text->size() > kTextBytesMax)
    return malformed(path, member, "expected a string of 1 to 4096 bytes");
  return std::string(*text);
}

}  // namespace

const std::string_view kPatchSchema =
    R"({"$schema":"https://json-schema.org/draft/2020-12/schema","title":"schema_patch","description":"Keys that )"
    R"(join a template, or say more of keys that it has.","type":"object","required":["patch_id",)"
    R"("parent_schema_id","timestamp","expiration_date"],"properties":{"patch_id":{"type":"string"},)"
    R"("parent_schema_id":{"type":"string"},"timestamp":{"type":"string"},"expiration_date":{"type":"string"},)"
    R"("new_keys":{"type":"array","items":{"$ref":"#/$defs/key"}},"modified_keys":{"type":"array","items":)"
    R"({"$ref":"#/$defs/key"}},"signatures":{"type":"array","items":{"type":"object"}}},"$defs":{"key":{"type":)"
    R"("object","required":["key_name"],"properties":{"key_name":{"type":"string"},"key_type":{"type":"string"},)"
    R"("required":{"const":false},"semantic_description":{"type":"string"},"experimental":{"type":"boolean"}}}}})";

bool is_request(a2a::JsonValue data, std::string_view method) {
  const auto named = data.find("method");
  return named && named->string() == method;
}

Result<UpdatesRequest> read_updates_request(a2a::JsonValue params, std::string_view path) {
  auto schema_id = text_of(params, path, "schema_id");
  if (!schema_id) return std::unexpected(schema_id.error());
  UpdatesRequest request{*std::move(schema_id), {}};
  const auto since = params.find("since");
  if (!since || since->kind() == a2a::JsonKind::kNull) return request;
  auto text = text_of(params, path, "since");
  if (!text) return std::unexpected(text.error());
  request.since = *std::move(text);
  return request;
}

Result<ExtensionRequest> read_extension_request(a2a::JsonValue params, std::string_view path) {
  auto scenario = text_of(params, path, "scenario");
  if (!scenario) return std::unexpected(scenario.error());
  const auto description = text_of(params, path, "description");
  if (!description) return std::unexpected(description.error());
  ExtensionRequest request{*std::move(scenario), clean_text(*description, kTextBytesMax)};
  if (!is_meaningful(request.description))
    return malformed(path, "description", "expected words that say what is missing");
  return request;
}

Result<const Entry*> find_entry(const Catalogue& catalogue, std::string_view name, std::string_view path) {
  const Entry* entry = catalogue.find_schema(name);
  if (entry == nullptr) entry = catalogue.find_scenario(name);
  if (entry == nullptr) return std::unexpected(unknown_schema_id(catalogue, name, path));
  return entry;
}

}  // namespace schemagate::schema_interaction
