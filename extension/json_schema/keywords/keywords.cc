#include "extension/json_schema/keywords/keywords.h"

#include <algorithm>

namespace schemagate::json_schema {
namespace {

using enum Part;
using enum Subschemas;
using KW = Keyword;

constexpr std::uint8_t k2020 = 1 << static_cast<int>(Dialect::k2020_12);
constexpr std::uint8_t k2019 = 1 << static_cast<int>(Dialect::k2019_09);
constexpr std::uint8_t k7 = 1 << static_cast<int>(Dialect::kDraft7);
constexpr std::uint8_t kAll = k2020 | k2019 | k7;
constexpr std::uint8_t kModern = k2020 | k2019;
constexpr std::uint8_t kOld = k2019 | k7;
constexpr Vocabularies kFormats = kFormatAnnotation | kFormatAssertion;

constexpr std::string_view kIsReference = "a URI reference";
constexpr std::string_view kIsSchema = "a schema";
constexpr std::string_view kIsSchemas = "an array of schemas";
constexpr std::string_view kIsBranches = "a non-empty array of schemas";
constexpr std::string_view kIsSchemaMap = "an object of schemas";
constexpr std::string_view kIsCount = "a non-negative integer";
constexpr std::string_view kIsNumber = "a number";

constexpr std::string_view kForbidden = "no value is allowed here, found {found}";
constexpr std::array<std::string_view, 4> kUnexpected = {
    "unexpected member {name}; did you mean {nearest}? known members: {siblings}",
    "unexpected member {name}; known members: {siblings}", "unexpected member {name}", kForbidden};
constexpr std::string_view kDependency = "member {present} requires member {name}";
constexpr std::string_view kWrongTypes = "expected {types of alternatives}, found {typed}";
constexpr std::string_view kWrongConstant = "expected member {name} to be one of {constants}, found {found}";
constexpr std::string_view kNoAlternative = "expected one of the alternatives: {alternatives}; found {found}";

// In the order of Keyword. `definitions` and `dependencies` live on in the later drafts' meta-schemas.
// clang-format off
constexpr auto kRules = std::to_array<KeywordRule>({
    // name, keyword, vocabulary, drafts, subschemas, part, value; errors
    {"$id",                   KW::kId,                    kCore,        kAll,    kNoSchema,     kIdentifiers, kIsReference, {}},
    {"$schema",               KW::kSchema,                kCore,        kAll,    kNoSchema,     kIdentifiers, "a URI", {}},
    {"$ref",                  KW::kRef,                   kCore,        kAll,    kNoSchema,     kReferences,  kIsReference, {}},
    {"$anchor",               KW::kAnchor,                kCore,        kModern, kNoSchema,     kIdentifiers, "a name", {}},
    {"$dynamicRef",           KW::kDynamicRef,            kCore,        k2020,   kNoSchema,     kReferences,  kIsReference, {}},
    {"$dynamicAnchor",        KW::kDynamicAnchor,         kCore,        k2020,   kNoSchema,     kIdentifiers, "a name", {}},
    {"$recursiveRef",         KW::kRecursiveRef,          kCore,        k2019,   kNoSchema,     kReferences,  kIsReference, {}},
    {"$recursiveAnchor",      KW::kRecursiveAnchor,       kCore,        k2019,   kNoSchema,     kIdentifiers, "a boolean", {}},
    {"$defs",                 KW::kDefs,                  kCore,        kModern, kSchemaMap,    kIdentifiers, kIsSchemaMap, {}},
    {"definitions",           KW::kDefinitions,           kCore,        kAll,    kSchemaMap,    kIdentifiers, kIsSchemaMap, {}},

    {"prefixItems",           KW::kPrefixItems,           kApplicator,  k2020,   kSchemaList,   kArrays,      kIsSchemas, {}},
    {"items",                 KW::kItems,                 kApplicator,  kAll,    kSchemaOrList, kArrays,      kIsSchemas,
     {kForbidden}},
    {"additionalItems",       KW::kAdditionalItems,       kApplicator,  kOld,    kOneSchema,    kArrays,      kIsSchema,
     {kForbidden}},
    {"contains",              KW::kContains,              kApplicator,  kAll,    kOneSchema,    kArrays,      kIsSchema,
     {"expected an element like this: {schema}; found none in {found}"}},
    {"properties",            KW::kProperties,            kApplicator,  kAll,    kSchemaMap,    kObjects,     kIsSchemaMap, {}},
    {"patternProperties",     KW::kPatternProperties,     kApplicator,  kAll,    kSchemaMap,    kObjects,     kIsSchemaMap, {}},
    {"additionalProperties",  KW::kAdditionalProperties,  kApplicator,  kAll,    kOneSchema,    kObjects,     kIsSchema, kUnexpected},
    {"propertyNames",         KW::kPropertyNames,         kApplicator,  kAll,    kOneSchema,    kObjects,     kIsSchema, {}},
    {"dependentSchemas",      KW::kDependentSchemas,      kApplicator,  kModern, kSchemaMap,    kObjects,     kIsSchemaMap, {}},
    {"dependencies",          KW::kDependencies,          kApplicator,  kAll,    kSchemaMap,    kObjects,     "an object of schemas and arrays of names",
     {kDependency}},

    {"allOf",                 KW::kAllOf,                 kApplicator,  kAll,    kSchemaList,   kLogic,       kIsBranches, {}},
    {"anyOf",                 KW::kAnyOf,                 kApplicator,  kAll,    kSchemaList,   kLogic,       kIsBranches,
     {kWrongTypes, kWrongConstant, kNoAlternative}},
    {"oneOf",                 KW::kOneOf,                 kApplicator,  kAll,    kSchemaList,   kLogic,       kIsBranches,
     {"expected exactly one alternative to match, but {first} and {second} both do; give what only one of them takes", kWrongTypes,
      kWrongConstant, kNoAlternative}},
    {"not",                   KW::kNot,                   kApplicator,  kAll,    kOneSchema,    kLogic,       kIsSchema,
     {"expected anything but {schema}, found {found}"}},
    {"if",                    KW::kIf,                    kApplicator,  kAll,    kOneSchema,    kLogic,       kIsSchema, {}},
    {"then",                  KW::kThen,                  kApplicator,  kAll,    kOneSchema,    kLogic,       kIsSchema, {}},
    {"else",                  KW::kElse,                  kApplicator,  kAll,    kOneSchema,    kLogic,       kIsSchema, {}},
    {"unevaluatedItems",      KW::kUnevaluatedItems,      kUnevaluated, kModern, kOneSchema,    kArrays,      kIsSchema,
     {kForbidden}},
    {"unevaluatedProperties", KW::kUnevaluatedProperties, kUnevaluated, kModern, kOneSchema,    kObjects,     kIsSchema, kUnexpected},

    {"type",                  KW::kType,                  kValidation,  kAll,    kNoSchema,     kValues,      "one of the seven types, or a list of them",
     {"expected {types}, found {typed}"}},
    {"const",                 KW::kConst,                 kValidation,  kAll,    kNoSchema,     kValues,      "",
     {"expected {expected}, found {found}"}},
    {"enum",                  KW::kEnum,                  kValidation,  kAll,    kNoSchema,     kValues,      "an array",
     {"expected one of {expected}, found {found}; did you mean {meant}?", "expected one of {expected}, found {found}"}},
    {"multipleOf",            KW::kMultipleOf,            kValidation,  kAll,    kNoSchema,     kNumbers,     "a number above 0 with at most 36 digits",
     {"expected a multiple of {expected}, found {found}"}},
    {"minimum",               KW::kMinimum,               kValidation,  kAll,    kNoSchema,     kNumbers,     kIsNumber,
     {"expected at least {expected}, found {found}"}},
    {"maximum",               KW::kMaximum,               kValidation,  kAll,    kNoSchema,     kNumbers,     kIsNumber,
     {"expected at most {expected}, found {found}"}},
    {"exclusiveMinimum",      KW::kExclusiveMinimum,      kValidation,  kAll,    kNoSchema,     kNumbers,     kIsNumber,
     {"expected more than {expected}, found {found}"}},
    {"exclusiveMaximum",      KW::kExclusiveMaximum,      kValidation,  kAll,    kNoSchema,     kNumbers,     kIsNumber,
     {"expected less than {expected}, found {found}"}},
    {"minLength",             KW::kMinLength,             kValidation,  kAll,    kNoSchema,     kStrings,     kIsCount,
     {"expected at least {characters}, found {count}"}},
    {"maxLength",             KW::kMaxLength,             kValidation,  kAll,    kNoSchema,     kStrings,     kIsCount,
     {"expected at most {characters}, found {count}"}},
    {"pattern",               KW::kPattern,               kValidation,  kAll,    kNoSchema,     kStrings,     "a string",
     {"expected text that matches {expected}, found {found}"}},
    {"minItems",              KW::kMinItems,              kValidation,  kAll,    kNoSchema,     kArrays,      kIsCount,
     {"expected at least {elements}, found {count}"}},
    {"maxItems",              KW::kMaxItems,              kValidation,  kAll,    kNoSchema,     kArrays,      kIsCount,
     {"expected at most {elements}, found {count}"}},
    {"uniqueItems",           KW::kUniqueItems,           kValidation,  kAll,    kNoSchema,     kArrays,      "a boolean",
     {"elements {first} and {second} are equal"}},
    {"minContains",           KW::kMinContains,           kValidation,  kModern, kNoSchema,     kArrays,      kIsCount,
     {"expected at least {elements} like this: {schema}; found {count}"}},
    {"maxContains",           KW::kMaxContains,           kValidation,  kModern, kNoSchema,     kArrays,      kIsCount,
     {"expected at most {elements} like this: {schema}; found {count}"}},
    {"minProperties",         KW::kMinProperties,         kValidation,  kAll,    kNoSchema,     kObjects,     kIsCount,
     {"expected at least {members}, found {count}"}},
    {"maxProperties",         KW::kMaxProperties,         kValidation,  kAll,    kNoSchema,     kObjects,     kIsCount,
     {"expected at most {members}, found {count}"}},
    {"required",              KW::kRequired,              kValidation,  kAll,    kNoSchema,     kObjects,     "an array of names",
     {"required member {name} is missing"}},
    {"dependentRequired",     KW::kDependentRequired,     kValidation,  kModern, kNoSchema,     kObjects,     "an object of arrays of names",
     {kDependency}},
    {"format",                KW::kFormat,                kFormats,     kAll,    kNoSchema,     kStrings,     "a string",
     {"expected text of format {expected}, found {found}: there is no such day{no such day}",
      "expected text of format {expected} ({form}), found {found}", "expected text of format {expected}, found {found}"}},
    {"contentEncoding",       KW::kContentEncoding,       kCore,        kAll,    kNoSchema,     kStrings,     "a string",
     {"expected content of {expected}, found {found}"}},
    {"contentMediaType",      KW::kContentMediaType,      kCore,        kAll,    kNoSchema,     kStrings,     "a string",
     {"expected content of {expected}, found {found}"}},
    {"false",                 KW::kFalse,                 kCore,        0,       kNoSchema,     kIdentifiers, "",
     {kForbidden}},
});
// clang-format on

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    if (kRules[i].keyword != static_cast<Keyword>(i)) return false;
  }
  return kRules.size() == kKeywordCount;
}
static_assert(is_in_order());

constexpr auto kRulesByName = [] {
  auto rules = kRules;
  std::ranges::sort(rules, {}, &KeywordRule::name);
  return rules;
}();

}  // namespace

const KeywordRule& rule_of(Keyword keyword) {
  return kRules[static_cast<std::size_t>(keyword)];
}

std::string_view name_of(Keyword keyword) {
  return rule_of(keyword).name;
}

bool KeywordRule::applies_in(const ResourceDialect& dialect) const {
  return ((drafts >> static_cast<int>(dialect.draft)) & 1) != 0 && (vocabulary & dialect.vocabularies) != 0;
}

const KeywordRule* find_keyword(std::string_view name) {
  const auto found = std::ranges::lower_bound(kRulesByName, name, {}, &KeywordRule::name);
  return found != kRulesByName.end() && found->name == name ? &*found : nullptr;
}

}  // namespace schemagate::json_schema
