#include "extension/json_schema/format_uses.h"

#include "extension/json_schema/formats/format.h"
#include "extension/json_schema/load/loader.h"

namespace schemagate::json_schema {
namespace {

constexpr std::string_view kFormat = "format";

FormatEffect effect_of(std::string_view format, const ResourceDialect& dialect,
                       const CompileOptions& options) {
  if (!find_format(format)) return FormatEffect::kUnknown;
  const bool asserted = options.assert_format || (dialect.vocabularies & kFormatAssertion) != 0;
  return asserted ? FormatEffect::kAsserted : FormatEffect::kAnnotates;
}

}  // namespace

std::vector<FormatUse> find_formats(std::string_view schema_text, const CompileOptions& options) {
  std::vector<FormatUse> uses;
  Loader loader(options);
  if (!loader.load(schema_text)) return uses;
  for (const SchemaRef where : loader.subschemas_of_main()) {
    const auto member = loader.value(where).find(kFormat);
    const auto format = member ? member->string() : std::nullopt;
    if (!format) continue;
    const ResourceDialect& dialect = loader.resource(loader.owner_of(where)).dialect;
    uses.push_back({loader.problem(where, kFormat, "").location + "/format", std::string(*format),
                    effect_of(*format, dialect, options)});
  }
  return uses;
}

}  // namespace schemagate::json_schema
