// Templates as they are negotiated.
#include "extension/schema_interaction/schema_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/schema_interaction/template_reader.h"
#include "figures.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;

// A template of one key, whose members are laid over good ones; null takes a member away.
JsonTree template_with_key(std::string_view members) {
  JsonTree key =
      tree_of(R"({"key_name":"a","key_type":"string","required":false,"semantic_description":"A."})");
  key.merge_patch(tree_of(members));
  JsonTree tree = tree_of(R"({"schema_id":"x_v1","scenario":"x","keys":[]})");
  tree["keys"].push_back(key);
  return tree;
}

std::string fault_of(const JsonTree& tree) {
  const auto read = read_template(tree);
  return read ? "" : read.error().message;
}

// SD-13, SD-98: the answer of Figure 7 is what is written, to the letter.
TEST(SchemaTemplate, Figure7SurvivesReadingAndWriting) {
  const JsonTree figure = tree_of(kFigure7);
  EXPECT_EQ(a2a::dump_tree(write_template(read_template(figure).value())), a2a::dump_tree(figure));
}

// SD-46.
TEST(SchemaTemplate, Figure10SurvivesReadingAndWriting) {
  const JsonTree figure = tree_of(kFigure10);
  EXPECT_EQ(a2a::dump_tree(write_template(read_template(figure).value())), a2a::dump_tree(figure));
}

// SD-33, X-20: the nulls of Figure 2 are no defaults, and are left out as in Figure 7.
TEST(SchemaTemplate, Figure2IsReadWithoutItsNulls) {
  const auto schema = read_template(tree_of(kFigure2)).value();
  EXPECT_EQ(schema.schema_id, "flight_booking_v1");
  ASSERT_EQ(schema.keys.size(), 6U);
  EXPECT_FALSE(schema.find("origin")->default_value);
  EXPECT_EQ(*schema.find("cabin_class")->default_value, R"("economy")");
  EXPECT_EQ(*schema.find("passenger_count")->default_value, "1");
  EXPECT_FALSE(write_template(schema)["keys"][0].contains("default_value"));
}

// SD-34: the key of Figure 3 stands in the answer to Figure 2 as it is.
TEST(SchemaTemplate, Figure3IsAKeyOfFigure2) {
  const JsonTree written = write_template(read_template(tree_of(kFigure2)).value());
  EXPECT_THAT(written["keys"], testing::Contains(tree_of(kFigure3)));
}

// SD-35, X-23.
TEST(SchemaTemplate, GetsTheKeyOtherWhenItIsNotThere) {
  const auto schema = read_template(template_with_key("{}")).value();
  ASSERT_EQ(schema.keys.size(), 2U);
  const Key& other = schema.keys.back();
  EXPECT_EQ(other.name, "other");
  EXPECT_EQ(other.type, KeyType::kString);
  EXPECT_FALSE(other.required);
  EXPECT_NE(other.description, "");
}

// X-47.
TEST(SchemaTemplate, ReadsFloatAsNumber) {
  EXPECT_EQ(read_template(template_with_key(R"({"key_type":"float"})")).value().keys[0].type,
            KeyType::kNumber);
}

// SD-49: what an agent adds to its templates does not keep anybody from reading them.
TEST(SchemaTemplate, PassesOverUnknownMembers) {
  JsonTree tree = template_with_key(R"({"experimental":true})");
  tree["version"] = 7;
  EXPECT_EQ(fault_of(tree), "");
}

TEST(SchemaTemplate, TakesNamesThatAreNotInSnakeCase) {
  EXPECT_EQ(fault_of(template_with_key(R"({"key_name":"cabinClass"})")), "");
}

TEST(SchemaTemplate, KeepsTheNameOfItsResponseSchema) {
  JsonTree tree = template_with_key("{}");
  tree["response_schema"] = "x_result";
  EXPECT_EQ(write_template(read_template(tree).value())["response_schema"], "x_result");
}

struct Fault {
  const char* name;
  JsonTree tree;
  const char* message;
};

JsonTree without(const char* member) {
  JsonTree tree = template_with_key("{}");
  tree.erase(member);
  return tree;
}

JsonTree with(const char* member, JsonTree value) {
  JsonTree tree = template_with_key("{}");
  tree[member] = std::move(value);
  return tree;
}

class BadTemplate : public testing::TestWithParam<Fault> {};

TEST_P(BadTemplate, IsRefusedWithItsPlace) {
  EXPECT_THAT(fault_of(GetParam().tree), testing::HasSubstr(GetParam().message));
}

JsonTree with_twins() {
  JsonTree tree = template_with_key("{}");
  tree["keys"].push_back(tree["keys"][0]);
  return tree;
}

JsonTree with_keys(std::size_t count) {
  JsonTree tree = with("keys", JsonTree::array());
  for (std::size_t i = 0; i < count; ++i) {
    tree["keys"].push_back({{"key_name", "k" + std::to_string(i)},
                            {"key_type", "null"},
                            {"required", false},
                            {"semantic_description", "K."}});
  }
  return tree;
}

// SD-21, SD-22, SD-23, SD-24, SD-25, SD-27, SD-28, SD-30, SD-35, SD-36.
INSTANTIATE_TEST_SUITE_P(
    SchemaTemplate, BadTemplate,
    testing::Values(
        Fault{"no_object", JsonTree::array(), "expected an object"},
        Fault{"no_schema_id", without("schema_id"), "at /schema_id: is missing"},
        Fault{"schema_id_number", with("schema_id", 7), "at /schema_id: expected a text"},
        Fault{"schema_id_empty", with("schema_id", ""), "at /schema_id: expected a text"},
        Fault{"no_scenario", without("scenario"), "at /scenario: is missing"},
        Fault{"scenario_number", with("scenario", 1), "at /scenario: expected a text"},
        Fault{"no_keys", without("keys"), "at /keys: is missing"},
        Fault{"keys_object", with("keys", JsonTree::object()), "at /keys: expected an array"},
        Fault{"key_text", with("keys", JsonTree::array({"origin"})), "at /keys/0: expected an object"},
        Fault{"many_keys", with_keys(129), "at /keys: at most 128"},
        Fault{"twins", with_twins(), "at /keys/1/key_name: \"a\" is the name of an earlier key"},
        Fault{"no_name", template_with_key(R"({"key_name":null})"), "at /keys/0/key_name: is missing"},
        Fault{"type_date", template_with_key(R"({"key_type":"date"})"),
              "at /keys/0/key_type: expected string"},
        Fault{"type_list", template_with_key(R"({"key_type":["string"]})"), "at /keys/0/key_type"},
        Fault{"no_type", template_with_key(R"({"key_type":null})"), "at /keys/0/key_type: is missing"},
        Fault{"no_description", template_with_key(R"({"semantic_description":null})"),
              "at /keys/0/semantic_description: is missing"},
        Fault{"no_required", template_with_key(R"({"required":null})"), "at /keys/0/required: is missing"},
        Fault{"required_text", template_with_key(R"({"required":"yes"})"),
              "at /keys/0/required: expected true or false"},
        Fault{"other_integer", template_with_key(R"({"key_name":"other","key_type":"integer"})"),
              "at /keys/0/key_type: \"other\" is reserved"},
        Fault{"other_required", template_with_key(R"({"key_name":"other","required":true})"),
              "at /keys/0/required: \"other\" is reserved"},
        Fault{"other_default", template_with_key(R"({"key_name":"other","default_value":"x"})"),
              "at /keys/0/default_value: \"other\" is reserved"},
        Fault{"long_description",
              template_with_key(JsonTree{{"semantic_description", std::string(5000, 'x')}}.dump()),
              "at /keys/0/semantic_description: is longer than 4096 bytes"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace schemagate::schema_interaction
