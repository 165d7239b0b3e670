#include "a2a/json/canonical.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

namespace schemagate::a2a {
namespace {

std::string canonical(std::string_view text) {
  const auto tree = parse_tree(text);
  if (!tree) return "refused by the parser: " + tree.error().message;
  return canonical_json(*tree).value_or("refused");
}

TEST(CanonicalJson, WritesTheExampleOfSection322) {
  EXPECT_EQ(canonical(R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]})"),
            R"({"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
            R"("string":"€$\u000f\nA'B\"\\\\\"/"})");
}

TEST(CanonicalJson, SortsNamesByUtf16CodeUnitsAsInSection323) {
  EXPECT_EQ(canonical(R"({"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7})"),
            "{\"\\r\":2,\"1\":4,\"\xC2\x80\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\xEF\xAC\xB3\":3}");
}

TEST(CanonicalJson, SortsAPrefixFirstAndInsideEveryLevel) {
  EXPECT_EQ(canonical(R"([{"b":{"z":1,"a":2},"aa":0,"a":[],"":{}}])"),
            R"([{"":{},"a":[],"aa":0,"b":{"a":2,"z":1}}])");
}

struct NumberVector {
  std::uint64_t bits;
  const char* expected;
};

// RFC 8785, appendix B.
constexpr NumberVector kNumberVectors[] = {
    {0x0000000000000000, "0"},
    {0x8000000000000000, "0"},
    {0x0000000000000001, "5e-324"},
    {0x8000000000000001, "-5e-324"},
    {0x7fefffffffffffff, "1.7976931348623157e+308"},
    {0xffefffffffffffff, "-1.7976931348623157e+308"},
    {0x4340000000000000, "9007199254740992"},
    {0xc340000000000000, "-9007199254740992"},
    {0x4430000000000000, "295147905179352830000"},
    {0x44b52d02c7e14af5, "9.999999999999997e+22"},
    {0x44b52d02c7e14af6, "1e+23"},
    {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
    {0x444b1ae4d6e2ef4e, "999999999999999700000"},
    {0x444b1ae4d6e2ef4f, "999999999999999900000"},
    {0x444b1ae4d6e2ef50, "1e+21"},
    {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
    {0x3eb0c6f7a0b5ed8d, "0.000001"},
    {0x41b3de4355555553, "333333333.3333332"},
    {0x41b3de4355555554, "333333333.33333325"},
    {0x41b3de4355555555, "333333333.3333333"},
    {0x41b3de4355555556, "333333333.3333334"},
    {0x41b3de4355555557, "333333333.33333343"},
    {0xbecbf647612f3696, "-0.0000033333333333333333"},
    {0x43143ff3c1cb0959, "1424953923781206.2"},
};

TEST(CanonicalJson, WritesTheNumbersOfAppendixB) {
  for (const auto& [bits, expected] : kNumberVectors) {
    EXPECT_EQ(canonical_json(JsonTree(std::bit_cast<double>(bits))), expected) << std::hex << bits;
  }
}

TEST(CanonicalJson, RefusesNumbersThatAreNone) {
  for (const double number :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(canonical_json(JsonTree::array({number})));
  }
}

TEST(CanonicalJson, TakesEveryIntegerForADouble) {
  EXPECT_EQ(canonical("[1,1.0,-0,-0.0,10e1,100,9007199254740993,18446744073709551615,-9223372036854775808]"),
            "[1,1,0,0,100,100,9007199254740992,18446744073709552000,-9223372036854776000]");
}

TEST(CanonicalJson, RefusesTextThatIsNotUtf8) {
  for (const char* text : {"\xED\xA0\x80", "a\xFF", "\xC3"}) {
    EXPECT_FALSE(canonical_json(JsonTree(text))) << "a lone surrogate, a stray byte, a cut sequence";
    EXPECT_FALSE(canonical_json(JsonTree{{text, 1}})) << "as a name";
  }
  EXPECT_FALSE(parse_tree(R"(["\ud800"])")) << "and no parser gives one";
}

TEST(CanonicalJson, RefusesWhatIsNestedTooDeeply) {
  JsonTree tree = 1;
  for (std::size_t depth = 0; depth < kCanonicalDepthMax; ++depth) tree = JsonTree::array({std::move(tree)});
  EXPECT_TRUE(canonical_json(tree));
  const auto refused = canonical_json(JsonTree{{"one more", std::move(tree)}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidParams);
}

TEST(CanonicalJson, IsItsOwnCanonicalForm) {
  for (const char* text : {"[]", "{}", R"({"b":[1e21,1e-7,0.1],"a":"\u0001\u007f\u2028"})", "\"\"", "null"}) {
    const std::string once = canonical(text);
    EXPECT_EQ(canonical(once), once);
  }
}

}  // namespace
}  // namespace schemagate::a2a
