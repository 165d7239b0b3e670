// The verdict that the keywords give one by one, without fast paths, for tests that hold these against it.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"
#include "validation.h"

namespace schemagate::json_schema {

// Annotations are collected the plain way, whatever the verdict is; explain() asks for the verdict first.
inline Verdict plain_verdict(const Validator& validator, std::string_view instance) {
  a2a::JsonDocument document;
  const auto value = document.parse(instance, kWide);
  if (value) return validator.annotate(*value).verdict;
  ADD_FAILURE() << value.error().message;
  return Verdict::kLimit;
}

// Of a document and of a tree.
inline void expect_plain_verdict(const Validator& validator, std::string_view schema,
                                 std::string_view instance) {
  const Verdict plain = plain_verdict(validator, instance);
  EXPECT_EQ(verdict(validator, instance), plain) << schema << ' ' << instance;
  EXPECT_EQ(validator.validate(nlohmann::json::parse(instance)), plain) << schema << ' ' << instance;
}

inline void expect_plain_verdicts(std::string_view schema, const std::vector<std::string>& instances) {
  const Validator validator = compiled(schema);
  for (const std::string& instance : instances) expect_plain_verdict(validator, schema, instance);
}

}  // namespace schemagate::json_schema
