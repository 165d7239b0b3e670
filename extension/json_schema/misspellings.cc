#include "extension/json_schema/misspellings.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "a2a/json/pointer.h"
#include "a2a/text/ascii.h"
#include "extension/json_schema/load/loader.h"
#include "extension/json_schema/nearest_name.h"

namespace schemagate::json_schema {
namespace {

using a2a::JsonValue;

constexpr std::size_t kFoundMax = 8;
constexpr std::size_t kComparisonsMax = 100'000;

using Names = std::vector<std::string_view>;

class Search {
 public:
  explicit Search(const Loader& loader) : loader_(loader) {}

  bool ended() const { return found_.size() == kFoundMax || compared_ > kComparisonsMax; }
  std::vector<SchemaProblem> take() { return std::move(found_); }

  void look_at(SchemaRef where) {
    const JsonValue schema = loader_.value(where);
    if (!schema.is_object()) return;
    const ResourceDialect& dialect = loader_.resource(loader_.owner_of(where)).dialect;
    // Draft-07 section 8.3: what stands beside a reference is ignored.
    if (dialect.draft == Dialect::kDraft7 && schema.find(name_of(Keyword::kRef))) return;
    look_at_members(where, schema, dialect);
    look_at_required(where, schema);
  }

 private:
  void look_at_members(SchemaRef where, JsonValue schema, const ResourceDialect& dialect) {
    Names keywords;
    for (std::size_t i = 0; i < kKeywordCount; ++i) {
      const KeywordRule& rule = rule_of(static_cast<Keyword>(i));
      if (rule.applies_in(dialect)) keywords.push_back(rule.name);
    }
    for (const auto& [name, value] : schema.members()) {
      if (ended()) return;
      if (find_keyword(name) != nullptr) continue;
      if (const auto meant = meant_by(name, keywords))
        add({where.document, value.index()}, name,
            std::string(name) + ": not a keyword; did you mean " + std::string(*meant) + "?");
    }
  }

  void look_at_required(SchemaRef where, JsonValue schema) {
    const auto properties = schema.find(name_of(Keyword::kProperties));
    const auto required = schema.find(name_of(Keyword::kRequired));
    if (!properties || !required) return;
    std::set<std::string_view> declared;
    for (const auto& [name, value] : properties->members()) declared.insert(name);
    std::vector<std::pair<std::string_view, SchemaRef>> undeclared;
    std::set<std::string_view> unused = declared;
    for (const JsonValue element : required->elements()) {
      const auto name = element.string();
      if (!name) continue;
      unused.erase(*name);
      if (!declared.contains(*name)) undeclared.push_back({*name, {where.document, element.index()}});
    }
    const Names candidates(unused.begin(), unused.end());
    for (const auto& [name, at] : undeclared) {
      if (ended()) return;
      if (const auto meant = meant_by(name, candidates))
        add(at, name_of(Keyword::kRequired),
            "required names " + std::string(name) + ", which properties does not have; did you mean " +
                std::string(*meant) + "?");
    }
  }

  std::optional<std::string_view> meant_by(std::string_view name, const Names& candidates) {
    compared_ += candidates.size();
    if (ended()) return std::nullopt;
    for (const std::string_view candidate : candidates) {
      if (a2a::text::equals_ignore_case(candidate, name)) return candidate;
    }
    if (name.size() < 3) return std::nullopt;  // "id" and "if" are one edit apart and not alike
    return nearest_name(name, candidates, name.size() < 8 ? 1 : 2);
  }

  void add(SchemaRef at, std::string_view keyword, std::string message) {
    std::ranges::replace_if(message, a2a::text::is_control, '?');  // names are whatever the schema says
    found_.push_back(loader_.problem(at, keyword, std::move(message)));
  }

  const Loader& loader_;
  std::size_t compared_ = 0;
  std::vector<SchemaProblem> found_;
};

}  // namespace

std::vector<SchemaProblem> find_misspellings(std::string_view schema_text, const CompileOptions& options) {
  Loader loader(options);
  if (!loader.load(schema_text)) return {};
  Search search(loader);
  for (const SchemaRef where : loader.subschemas_of_main()) {
    if (search.ended()) break;
    search.look_at(where);
  }
  return search.take();
}

}  // namespace schemagate::json_schema
