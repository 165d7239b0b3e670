#include "gateway/cli/candidate.h"

#include <nlohmann/json.hpp>

#include "extension/schema_interaction/payload.h"
#include "extension/schema_interaction/template_patch.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"

namespace schemagate::cli {
namespace {

using a2a::ErrorCode;
using a2a::JsonTree;
using a2a::Result;
using schema_interaction::AuthoredTemplate;
using schema_interaction::Key;

auto wrong(std::string message) {
  return a2a::fail(ErrorCode::kInvalidParams, std::move(message));
}

bool is_template(const JsonTree& tree) {
  return a2a::find_member(tree, "keys") != nullptr;
}
bool is_patch(const JsonTree& tree) {
  return a2a::find_member(tree, "new_keys") != nullptr || a2a::find_member(tree, "modified_keys") != nullptr;
}

Result<AuthoredTemplate> read_template(const JsonTree& tree) {
  auto reading = schema_interaction::read_authored_template(tree);
  for (const auto& problem : reading.problems) {
    if (problem.fatal) return wrong(problem.path + ": " + problem.message);
  }
  if (!reading.authored) return wrong("is no template");
  return *std::move(reading.authored);
}

// As those who negotiate lay it over their template, signature and expiry aside.
Result<void> lay_over(AuthoredTemplate& authored, const JsonTree& patch) {
  const std::string* parent = a2a::find_string(patch, "parent_schema_id");
  if (parent != nullptr && *parent != authored.schema.schema_id)
    return wrong("is a patch of " + *parent + ", and --base is " + authored.schema.schema_id);
  auto keys = schema_interaction::read_patch_keys(patch);
  if (!keys) return std::unexpected(keys.error());
  if (auto fits = schema_interaction::check_fits(*keys, authored.schema); !fits) return fits;
  for (Key& key : keys->new_keys) {
    if (authored.schema.find(key.name) == nullptr) authored.schema.keys.push_back(std::move(key));
  }
  return {};
}

Result<json_schema::Validator> compiled(std::string_view text) {
  auto validator = json_schema::Validator::compile(text);
  if (!validator) return wrong(validator.error().message);
  return *std::move(validator);
}

}  // namespace

Result<Candidate> Candidate::of(const AuthoredTemplate& authored) {
  schema_interaction::Catalogue catalogue;
  AuthoredTemplate alone = authored;
  alone.supersedes.clear();
  alone.translations.clear();  // a patch has none, and a payload is of no language
  if (auto added = catalogue.add(alone, false); !added) return std::unexpected(added.error());
  auto validator = compiled(a2a::dump_tree(to_json_schema(authored)));
  if (!validator) return std::unexpected(validator.error());
  std::vector<std::string> names{authored.schema.schema_id, authored.schema.scenario};
  if (!authored.supersedes.empty()) names.push_back(authored.supersedes);
  return Candidate(std::move(catalogue), *std::move(validator), std::move(names));
}

Result<Candidate> Candidate::read(std::string_view text, std::string_view base) {
  const auto tree = a2a::parse_tree(text);
  if (!tree) return std::unexpected(tree.error());
  if (is_patch(*tree)) {
    if (base.empty()) return wrong("a patch needs --base, the template that it is for");
    const auto under = a2a::parse_tree(base);
    auto authored = under ? read_template(*under) : std::unexpected(under.error());
    if (!authored) return std::unexpected(authored.error());
    if (auto laid = lay_over(*authored, *tree); !laid) return std::unexpected(laid.error());
    return of(*authored);
  }
  if (is_template(*tree)) {
    const auto authored = read_template(*tree);
    if (!authored) return std::unexpected(authored.error());
    return of(*authored);
  }
  auto validator = compiled(text);
  if (!validator) return std::unexpected(validator.error());
  return Candidate(std::nullopt, *std::move(validator), {});
}

json_schema::Report Candidate::explain(a2a::JsonValue payload) const {
  if (!catalogue_) return validator_.explain(payload);
  const auto opened = schema_interaction::open_payload(catalogue_->entries().front(), payload);
  a2a::JsonDocument document;
  const auto data = document.parse(opened.data, {.bytes_max = opened.data.size()});
  if (!data) return {.verdict = json_schema::Verdict::kLimit, .violations = {}, .total = 0, .limit = "size"};
  return validator_.explain(*data);
}

}  // namespace schemagate::cli
