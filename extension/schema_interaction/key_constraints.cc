#include "extension/schema_interaction/key_constraints.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/json/text.h"
#include "extension/json_schema/validator.h"
#include "extension/schema_interaction/wording.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using json_schema::Validator;
using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> kOfEach{"enum", "const"};
constexpr std::array<std::string_view, 6> kOfString{"enum",      "const",   "minLength",
                                                    "maxLength", "pattern", "format"};
// Those of JSON Schema 2020-12, section 7.3.
constexpr std::array<std::string_view, 19> kFormats{"date",
                                                    "time",
                                                    "date-time",
                                                    "duration",
                                                    "email",
                                                    "idn-email",
                                                    "hostname",
                                                    "ipv4",
                                                    "idn-hostname",
                                                    "ipv6",
                                                    "uri",
                                                    "iri",
                                                    "uri-template",
                                                    "uuid",
                                                    "uri-reference",
                                                    "iri-reference",
                                                    "regex",
                                                    "json-pointer",
                                                    "relative-json-pointer"};
constexpr std::array<std::string_view, 7> kOfNumber{
    "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"};
constexpr std::array<std::string_view, 10> kOfArray{"enum",        "const",      "items",       "prefixItems",
                                                    "minItems",    "maxItems",   "uniqueItems", "contains",
                                                    "minContains", "maxContains"};
constexpr std::array<std::string_view, 10> kOfObject{"enum",
                                                     "const",
                                                     "properties",
                                                     "required",
                                                     "additionalProperties",
                                                     "patternProperties",
                                                     "propertyNames",
                                                     "minProperties",
                                                     "maxProperties",
                                                     "dependentRequired"};

std::string unknown_keyword(const std::string& keyword, KeyType type) {
  const Names names = constraint_names(type);
  const std::string hint = hint_at(keyword, names);
  return a2a::in_quotes(keyword) + " does not restrict a value of type " + std::string(name(type)) +
         (hint.empty() ? "; expected " + listed(names) : hint);
}

// What is no JSON is null.
JsonTree default_of(const Key& key) {
  return a2a::parse_tree(*key.default_value).value_or(JsonTree());
}

// Collects what is wrong with one key's values.
class ValueCheck {
 public:
  ValueCheck(const Key& key, const JsonTree* constraints, const std::string& path)
      : key_(key), constraints_(constraints), path_(path) {}

  std::vector<TemplateProblem> run() && {
    if (constraints_ != nullptr && !check_keywords()) return std::move(problems_);
    const auto validator = Validator::compile(a2a::dump_tree(value_schema(key_, constraints_)));
    if (!validator) {
      refuse("/constraints" + validator.error().location, validator.error().message);
      return std::move(problems_);
    }
    if (key_.default_value) check_value(*validator, default_of(key_), "/default_value");
    if (constraints_ != nullptr) check_listed_values(*validator);
    return std::move(problems_);
  }

 private:
  bool check_keywords() {
    if (!constraints_->is_object()) {
      refuse("/constraints", "expected an object of JSON Schema keywords");
      return false;
    }
    for (const auto& [keyword, value] : constraints_->items()) {
      if (std::ranges::find(constraint_names(key_.type), keyword) != constraint_names(key_.type).end())
        continue;
      refuse("/constraints", unknown_keyword(keyword, key_.type));
    }
    check_format();
    return problems_.empty();
  }
  void check_format() {
    const JsonTree* format = a2a::find_member(*constraints_, "format");
    if (format == nullptr || key_.type != KeyType::kString || is_known_format(*format)) return;
    const auto* named = format->get_ptr<const std::string*>();
    refuse("/constraints/format", "is no format of JSON Schema" +
                                      (named == nullptr ? std::string() : hint_at(*named, Names(kFormats))) +
                                      "; expected " + listed(Names(kFormats)));
  }
  // Values that the type or another constraint rules out could never be given.
  void check_listed_values(const Validator& validator) {
    const JsonTree* listed = a2a::find_member(*constraints_, "enum");
    if (listed == nullptr) return;
    for (std::size_t i = 0; i < listed->size(); ++i) {
      check_value(validator, (*listed)[i], "/constraints/enum/" + std::to_string(i));
    }
  }
  void check_value(const Validator& validator, const JsonTree& value, const std::string& place) {
    const auto report = validator.explain(value);
    if (!report.violations.empty()) {
      refuse(place, report.violations.front().message);
    } else if (report.verdict != json_schema::Verdict::kValid) {
      refuse(place, "could not be checked within the limit " + report.limit);
    }
  }
  void refuse(const std::string& place, std::string message) {
    problems_.push_back({true, path_ + place, std::move(message)});
  }

  const Key& key_;
  const JsonTree* constraints_;
  const std::string& path_;
  std::vector<TemplateProblem> problems_;
};

}  // namespace

JsonTree value_schema(const Key& key, const JsonTree* constraints) {
  JsonTree schema = JsonTree::object();
  if (key.name == kOther) {
    schema["description"] = key.description;
    schema["anyOf"] = {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}};
    return schema;
  }
  schema["type"] = name(key.type);
  schema["description"] = key.description;
  if (key.default_value) schema["default"] = default_of(key);
  if (constraints != nullptr) schema.update(*constraints);
  return schema;
}

bool is_known_format(const JsonTree& format) {
  const auto* named = format.get_ptr<const std::string*>();
  return named != nullptr && std::ranges::find(kFormats, *named) != kFormats.end();
}

Names constraint_names(KeyType type) {
  switch (type) {
    case KeyType::kString:
      return kOfString;
    case KeyType::kNumber:
    case KeyType::kInteger:
      return kOfNumber;
    case KeyType::kArray:
      return kOfArray;
    case KeyType::kObject:
      return kOfObject;
    case KeyType::kBoolean:
    case KeyType::kNull:
      return kOfEach;
  }
  std::unreachable();
}

std::vector<TemplateProblem> check_values(const Key& key, const JsonTree* constraints,
                                          const std::string& path) {
  return ValueCheck(key, constraints, path).run();
}

}  // namespace schemagate::schema_interaction
