#include "a2a/uri/reference.h"

#include <gtest/gtest.h>

#include <utility>

namespace schemagate::a2a::uri {
namespace {

TEST(Reference, IsTakenApart) {
  EXPECT_EQ(parse_reference("foo://example.com:8042/over/there?name=ferret#nose"),
            (Reference{"foo", "example.com:8042", "/over/there", "name=ferret", "nose"}));
  EXPECT_EQ(parse_reference("urn:example:animal:ferret:nose"),
            (Reference{.scheme = "urn", .path = "example:animal:ferret:nose"}));
}

TEST(Reference, AnEmptyComponentIsNotAnAbsentOne) {
  EXPECT_EQ(parse_reference(""), Reference{});
  EXPECT_EQ(parse_reference("//?#"), (Reference{std::nullopt, "", "", "", ""}));
  EXPECT_EQ(parse_reference("a?"), (Reference{.path = "a", .query = ""}));
}

TEST(Reference, WhatIsNoSchemeIsPath) {
  for (const char* text : {"1a:b", ":b", "a/b:c", "a_b:c"}) {
    EXPECT_EQ(parse_reference(text), (Reference{.path = text})) << text;
  }
  EXPECT_EQ(parse_reference("a1+-.:b").scheme, "a1+-.");
}

TEST(Reference, ComposesWhatItTookApart) {
  for (const char* text :
       {"", "a", "/a/b", "//h", "//?#", "s:", "s://a/b?c#d", "?q", "#f", "a?", "?a?b#c#d"}) {
    EXPECT_EQ(compose(parse_reference(text)), text);
  }
}

// RFC 3986 sections 5.4.1 and 5.4.2: its examples.
TEST(Reference, ResolvesTheExamplesOfTheStandard) {
  constexpr std::string_view kBase = "http://a/b/c/d;p?q";
  const std::pair<std::string_view, std::string_view> kExamples[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  for (const auto& [reference, expected] : kExamples)
    EXPECT_EQ(resolve(kBase, reference), expected) << reference;
}

TEST(Reference, ResolvesAgainstABaseWithoutPathOrScheme) {
  EXPECT_EQ(resolve("http://h", "a"), "http://h/a");
  EXPECT_EQ(resolve("", "a#b"), "a#b");
  EXPECT_EQ(resolve("x/y", "z"), "x/z");
  EXPECT_EQ(resolve("y#f", ""), "y");
}

TEST(Reference, SplitsAtTheFragment) {
  EXPECT_EQ(without_fragment("a#b#c"), "a");
  EXPECT_EQ(fragment_of("a#b#c"), "b#c");
  EXPECT_EQ(without_fragment("a"), "a");
  EXPECT_EQ(fragment_of("a"), "");
}

}  // namespace
}  // namespace schemagate::a2a::uri
