// Short ways to ask the validator, for the tests of this room.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

namespace schemagate::json_schema {

inline constexpr a2a::JsonLimits kWide{64 << 20, 100'000, 4 << 20};

// The compiled schema; the test fails when it cannot be used.
inline Validator compiled(std::string_view schema, const CompileOptions& options = {}) {
  auto validator = Validator::compile(schema, options);
  if (!validator) {
    ADD_FAILURE() << validator.error().location << ' ' << validator.error().message;
    return *Validator::compile("true");
  }
  return *validator;
}

inline Verdict verdict(const Validator& validator, std::string_view instance) {
  a2a::JsonDocument document;
  const auto value = document.parse(instance, kWide);
  if (!value) {
    ADD_FAILURE() << value.error().message;
    return Verdict::kLimit;
  }
  return validator.validate(*value);
}

inline Verdict verdict(std::string_view schema, std::string_view instance) {
  return verdict(compiled(schema), instance);
}

inline Report report(const Validator& validator, std::string_view instance) {
  a2a::JsonDocument document;
  const auto value = document.parse(instance, kWide);
  if (!value) {
    ADD_FAILURE() << value.error().message;
    return {};
  }
  return validator.explain(*value);
}

inline Report report(std::string_view schema, std::string_view instance) {
  return report(compiled(schema), instance);
}

inline std::multiset<std::string> pointers(const Report& report) {
  std::multiset<std::string> found;
  for (const Violation& violation : report.violations) found.insert(violation.instance_pointer);
  return found;
}

// The problem of a schema that must be refused.
inline SchemaProblem refused(std::string_view schema, const CompileOptions& options = {}) {
  auto validator = Validator::compile(schema, options);
  if (!validator) return validator.error();
  ADD_FAILURE() << "accepted: " << schema;
  return {};
}

}  // namespace schemagate::json_schema
