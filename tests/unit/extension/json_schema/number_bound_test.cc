// Bounds with a fraction, an exponent or more digits than a machine number has: the verdict goes by integers
// where it can, and must be that of the plain way, which compares the decimals.
#include "validation.h"

namespace schemagate::json_schema {
namespace {

constexpr auto kBounds = {"0",
                          "0.0",
                          "-0.0",
                          "0.5",
                          "-0.5",
                          "0.49999999999999999999",
                          "1",
                          "1.0",
                          "-1",
                          "1.5",
                          "-1.5",
                          "2",
                          "1e1",
                          "9223372036854775806",
                          "9223372036854775806.5",
                          "9223372036854775807",
                          "9223372036854775807.5",
                          "9223372036854775808",
                          "-9223372036854775807.5",
                          "-9223372036854775808",
                          "-9223372036854775808.5",
                          "-9223372036854775809",
                          "1e400",
                          "-1e400",
                          "1e-400"};

TEST(NumberBounds, OfEveryNotationAreExact) {
  for (const std::string keyword : {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}) {
    for (const std::string bound : kBounds) {
      const Validator validator = compiled("{\"" + keyword + "\":" + bound + "}");
      for (const std::string_view number : kBounds)
        EXPECT_EQ(verdict(validator, number),
                  report(validator, number).violations.empty() ? Verdict::kValid : Verdict::kInvalid)
            << keyword << ' ' << bound << ' ' << number;
    }
  }
}

void expect_only(const std::string& schema, std::string_view valid, std::string_view invalid) {
  EXPECT_EQ(verdict(schema, valid), Verdict::kValid) << schema << ' ' << valid;
  EXPECT_EQ(verdict(schema, invalid), Verdict::kInvalid) << schema << ' ' << invalid;
}

TEST(NumberBounds, WithAFractionHoldForIntegers) {
  expect_only(R"({"minimum":0.5})", "1", "0");
  expect_only(R"({"minimum":-0.5})", "0", "-1");
  expect_only(R"({"minimum":0.0})", "0", "-1");
  expect_only(R"({"maximum":1.5})", "1", "2");
  expect_only(R"({"exclusiveMinimum":0.0})", "1", "0");
  expect_only(R"({"exclusiveMaximum":1e1})", "9", "10");
  expect_only(R"({"minimum":0.5,"exclusiveMinimum":1.0})", "2", "1");
  expect_only(R"({"minimum":1.2,"maximum":1.8})", "1.5", "1");
  expect_only(R"({"minimum":9223372036854775807.5})", "9223372036854775808", "9223372036854775807");
  expect_only(R"({"maximum":-9223372036854775808.5})", "-9223372036854775809", "-9223372036854775808");
}

}  // namespace
}  // namespace schemagate::json_schema
