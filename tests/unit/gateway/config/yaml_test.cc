#include "gateway/config/yaml.h"

#include <algorithm>

#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using Kind = YamlNode::Kind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

struct Parsed {
  std::optional<YamlNode> root;
  std::vector<ConfigProblem> problems;
};

Parsed parse(std::string_view text, const YamlLimits& limits = {}) {
  Parsed parsed;
  parsed.root = parse_yaml(text, parsed.problems, limits);
  return parsed;
}

TEST(ParseYaml, KeepsOrderAndLines) {
  const auto [root, problems] = parse("b: 1\na:\n  - x\n  - y\n");
  ASSERT_TRUE(root);
  EXPECT_THAT(problems, IsEmpty());
  ASSERT_THAT(root->members, SizeIs(2));
  EXPECT_EQ(root->members[0].name, "b");
  EXPECT_EQ(root->members[1].line, 2);
  ASSERT_THAT(root->members[1].value.elements, SizeIs(2));
  EXPECT_EQ(root->members[1].value.elements[1].line, 4);
}

TEST(ParseYaml, TellsKindsAsYaml12Does) {
  const auto [root, problems] =
      parse(R"([true, yes, 1, -1.5, 1e3, .5, .inf, 1.2.3, 127.0.0.1:80, 30s, ~, null, "1", 'true', x])");
  ASSERT_TRUE(root);
  std::vector<Kind> kinds;
  for (const auto& element : root->elements) kinds.push_back(element.kind);
  using enum YamlNode::Kind;
  EXPECT_THAT(kinds, ElementsAre(kBoolean, kText, kNumber, kNumber, kNumber, kNumber, kNumber, kText, kText,
                                 kText, kNull, kNull, kText, kText, kText));
}

TEST(ParseYaml, ReadsJson) {
  const auto [root, problems] = parse(R"({"a": [1, "two\n", null], "b": {"c": true}})");
  ASSERT_TRUE(root);
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_EQ(root->members[0].value.elements[1].scalar, "two\n");
  EXPECT_EQ(root->members[1].value.members[0].value.kind, Kind::kBoolean);
}

TEST(ParseYaml, ReportsEachDuplicateAndKeepsTheFirst) {
  const auto [root, problems] = parse("a: 1\nb: {c: 1,\n c: 2}\na: {x: 3}\n");
  ASSERT_TRUE(root);
  EXPECT_THAT(problems, ElementsAre(IsProblem(true, "b.c", 3, "first in line 2"),
                                    IsProblem(true, "a", 4, "first in line 1")));
  EXPECT_EQ(root->members[0].value.scalar, "1");
}

TEST(ParseYaml, RefusesAliasesSoThatNothingCanExplode) {
  const auto [root, problems] = parse("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n");
  EXPECT_THAT(problems, SizeIs(4));
  EXPECT_THAT(problems.front(), IsProblem(true, "b[0]", 2, "aliases are not supported"));
}

TEST(ParseYaml, RefusesTags) {
  EXPECT_THAT(parse("a: !!python/object:os.system x\n").problems,
              ElementsAre(IsProblem(true, "a", 1, "tags are not supported")));
  EXPECT_THAT(parse("a: !x [1]\n").problems, ElementsAre(IsProblem(true, "a", 1, "tags are not supported")));
}

TEST(ParseYaml, RefusesNamesThatAreNoText) {
  EXPECT_THAT(parse("? [a]\n: 1\n").problems, ElementsAre(IsProblem(true, "", 1, "name must be text")));
  EXPECT_THAT(parse("~: 1\n").problems, ElementsAre(IsProblem(true, "", 1, "name must be text")));
}

TEST(ParseYaml, RefusesWhatIsNoYamlWithItsLine) {
  const auto [root, problems] = parse("a: 1\nb: [1, 2\n");
  EXPECT_FALSE(root);
  ASSERT_THAT(problems, SizeIs(1));
  EXPECT_NE(problems[0].message.find("not YAML"), std::string::npos);
  EXPECT_GE(problems[0].line, 2);
}

TEST(ParseYaml, NamesTheTabThatALineIsIndentedWith) {
  for (const std::string_view text :
       {"a: x\n\tb: {}\n", "a:\n\tb: x\n", "a:\n b:\n\tc: x\n", "a:\n b:\n \tc: x"}) {
    const int line = static_cast<int>(std::ranges::count(text.substr(0, text.find('\t')), '\n')) + 1;
    EXPECT_THAT(parse(text).problems, ElementsAre(IsProblem(true, "", line, "is indented with a tab")))
        << text;
  }
  EXPECT_THAT(parse("a: [1, 2\nb: 1\n").problems,
              ElementsAre(testing::Field(&ConfigProblem::message, testing::Not(testing::HasSubstr("tab")))));
}

TEST(ParseYaml, RefusesSecondDocuments) {
  EXPECT_THAT(parse("a: 1\n---\nb: 1\n").problems, ElementsAre(IsProblem(true, "", 0, "more than one")));
}

TEST(ParseYaml, BoundsBytesDepthAndValues) {
  EXPECT_THAT(parse("a: 1", {.bytes_max = 3}).problems, ElementsAre(IsProblem(true, "", 0, "larger than 3")));
  EXPECT_THAT(parse("[[[1]]]", {.depth_max = 2}).problems,
              ElementsAre(IsProblem(true, "[0][0]", 1, "more than 2 collections")));
  EXPECT_THAT(parse("[1, 2, 3]", {.values_max = 2}).problems,
              ElementsAre(IsProblem(true, "[2]", 1, "more than 2 values")));
}

TEST(ParseYaml, TellsALimitOnceWhateverComesAfter) {
  EXPECT_THAT(parse("- 1\n- 2\n- 3\n- [", {.values_max = 2}).problems,
              ElementsAre(IsProblem(true, "[2]", 3, "more than 2 values")));
}

TEST(ParseYaml, SurvivesDeepAndBrokenText) {
  EXPECT_FALSE(parse(std::string(100'000, '[')).root);
  EXPECT_FALSE(parse(std::string(100'000, '{')).root);
  std::string nested;
  for (int i = 0; i < 1'000; ++i) nested += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_FALSE(parse(nested).root);
  EXPECT_FALSE(parse("\xc3\x28\x01: [").root);
  EXPECT_FALSE(parse("a: \"\\ud800\"\nb: '").root);
}

TEST(ParseYaml, TakesAnEmptyFileForNothing) {
  const auto [root, problems] = parse("# only a comment\n");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->kind, Kind::kNull);
  EXPECT_THAT(problems, IsEmpty());
}

}  // namespace
}  // namespace schemagate
