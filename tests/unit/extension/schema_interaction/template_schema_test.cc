// Templates as JSON Schema and back.
#include "extension/schema_interaction/template_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "extension/json_schema/validator.h"
#include "extension/schema_interaction/template_reader.h"
#include "figures.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using json_schema::Verdict;
using testing::HasSubstr;

AuthoredTemplate authored(const JsonTree& tree) {
  auto reading = read_authored_template(tree);
  for (const auto& problem : reading.problems) ADD_FAILURE() << problem.path << ": " << problem.message;
  return reading.authored.value_or(AuthoredTemplate());
}

JsonTree schema_of(std::string_view figure) {
  return to_json_schema(authored(tree_of(figure)));
}

Verdict verdict(const JsonTree& schema, const JsonTree& value) {
  return json_schema::Validator::compile(a2a::dump_tree(schema)).value().validate(value);
}

JsonTree payload_of(std::string_view figure) {
  return tree_of(figure)["payload"];
}

// SD-43: the payloads of Figures 4, 5 and 8.
TEST(TemplateSchema, TakesThePayloadsOfTheFigures) {
  EXPECT_EQ(verdict(schema_of(kFigure7), payload_of(kFigure4)), Verdict::kValid);
  EXPECT_EQ(verdict(schema_of(kFigure2), payload_of(kFigure4)), Verdict::kValid);
  EXPECT_EQ(verdict(schema_of(kFigure10), payload_of(kFigure5)), Verdict::kValid);
}

// SD-46.
TEST(TemplateSchema, AllOfAPhotoIsOptional) {
  EXPECT_EQ(verdict(schema_of(kFigure10), JsonTree::object()), Verdict::kValid);
}

// SD-14, SD-15, SD-4, X-18.
TEST(TemplateSchema, IsAsStrictAsTheTemplate) {
  const JsonTree schema = schema_of(kFigure7);
  const auto changed = [&schema](const char* patch) {
    JsonTree payload = payload_of(kFigure4);
    payload.merge_patch(tree_of(patch));
    return verdict(schema, payload);
  };
  EXPECT_EQ(changed(R"({"origin":null})"), Verdict::kInvalid);  // taken away
  EXPECT_EQ(changed(R"({"destination":null})"), Verdict::kInvalid);
  EXPECT_EQ(changed(R"({"departure_date":null})"), Verdict::kInvalid);
  EXPECT_EQ(changed(R"({"cabin_class":null,"passenger_count":null,"other":null})"), Verdict::kValid);
  EXPECT_EQ(changed(R"({"colour":"red"})"), Verdict::kInvalid);
  EXPECT_EQ(changed(R"({"passenger_count":"2"})"), Verdict::kInvalid);
  EXPECT_EQ(changed(R"({"passenger_count":2.5})"), Verdict::kInvalid);
  EXPECT_EQ(changed(R"({"passenger_count":2.0})"), Verdict::kValid);
}

// SD-37, X-22.
TEST(TemplateSchema, OtherIsATextOrTexts) {
  const JsonTree schema = schema_of(kFigure10);
  const auto other = [&schema](const char* value) { return verdict(schema, {{"other", tree_of(value)}}); };
  EXPECT_EQ(other(R"("window seat")"), Verdict::kValid);
  EXPECT_EQ(other(R"(["window seat","quiet"])"), Verdict::kValid);
  EXPECT_EQ(other("[]"), Verdict::kValid);
  EXPECT_EQ(other("5"), Verdict::kInvalid);
  EXPECT_EQ(other(R"(["a",5])"), Verdict::kInvalid);
  EXPECT_EQ(other("{}"), Verdict::kInvalid);
}

TEST(TemplateSchema, SaysWhereItComesFromInStandardKeywords) {
  const JsonTree schema = schema_of(kFigure7);
  EXPECT_TRUE(is_made_of_template(schema));
  EXPECT_EQ(schema["title"], "flight_booking");
  EXPECT_EQ(schema["required"], JsonTree::array({"origin", "destination", "departure_date"}));
  EXPECT_EQ(
      schema["properties"]["cabin_class"],
      tree_of(R"({"type":"string","description":"Cabin class. Acceptable values: economy, premium_economy, )"
              R"(business, first. Example: 'business class' -> 'business'.","default":"economy"})"));
  EXPECT_FALSE(schema_of(kFigure10).contains("required"));  // SDKs drop what is empty
  EXPECT_FALSE(is_made_of_template(tree_of(R"({"type":"object"})")));
}

TEST(TemplateSchema, AFlatSchemaBecomesATemplate) {
  const JsonTree schema = tree_of(R"({
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {
      "a": {"description": "The first contestant", "type": "string", "minLength": 1, "examples": ["Lion"]},
      "rounds": {"title": "Rounds", "type": "integer", "default": 3, "maximum": 12}
    },
    "required": ["a"],
    "additionalProperties": false
  })");
  const auto made = authored(to_template(schema, "fightComparison", "fight comparison").value());
  EXPECT_EQ(made.schema.schema_id, "fightComparison");
  EXPECT_EQ(made.schema.scenario, "fight comparison");
  ASSERT_EQ(made.schema.keys.size(), 3U);
  EXPECT_EQ(made.schema.keys[0].description, "The first contestant");
  EXPECT_TRUE(made.schema.keys[0].required);
  EXPECT_EQ(made.schema.keys[1].description, "Rounds");
  EXPECT_EQ(*made.schema.keys[1].default_value, "3");
  EXPECT_EQ(made.constraints.at("rounds"), tree_of(R"({"maximum":12})"));
  EXPECT_EQ(made.schema.keys[2].name, "other");
}

TEST(TemplateSchema, WhatIsNotFlatBecomesNone) {
  const auto fault = [](std::string_view schema) {
    const auto made = to_template(tree_of(schema), "x", "x");
    return made ? "" : made.error().message;
  };
  EXPECT_THAT(fault(R"({"type":"array"})"), HasSubstr("its type is not \"object\""));
  EXPECT_THAT(fault("true"), HasSubstr("its type is not"));
  EXPECT_THAT(fault(R"({"type":"object","allOf":[{}]})"), HasSubstr("not flat: \"allOf\""));
  EXPECT_THAT(fault(R"({"type":"object","properties":{"a":{"$ref":"#"}}})"),
              HasSubstr("property \"a\" has no single type"));
  EXPECT_THAT(fault(R"({"type":"object","properties":{"a":{"type":["string","null"]}}})"),
              HasSubstr("no single type"));
  EXPECT_THAT(fault(R"({"type":"object","properties":{"a":true}})"), HasSubstr("no single type"));
}

// --- any template whatever; pseudo-random with fixed seeds ---

using Random = std::minstd_rand;

std::size_t pick_one(Random& random, std::size_t count) {
  return random() % count;
}

JsonTree value_of(Random& random, KeyType type) {
  switch (type) {
    case KeyType::kString:
      return pick_one(random, 2) == 0 ? "x" : "über \"x\"";
    case KeyType::kNumber:
      return static_cast<double>(pick_one(random, 100)) / 8;
    case KeyType::kInteger:
      return pick_one(random, 10);
    case KeyType::kBoolean:
      return pick_one(random, 2) == 0;
    case KeyType::kArray:
      return JsonTree::array({1, "a"});
    case KeyType::kObject:
      return JsonTree{{"b", 1}};
    case KeyType::kNull:
      return nullptr;
  }
  return {};
}

JsonTree constraints_for(Random& random, KeyType type) {
  if (pick_one(random, 2) == 0) return nullptr;
  if (type == KeyType::kString) return tree_of(R"({"maxLength":10,"pattern":"x"})");
  if (type == KeyType::kInteger || type == KeyType::kNumber) return tree_of(R"({"minimum":0,"maximum":100})");
  if (type == KeyType::kArray) return tree_of(R"({"minItems":1,"items":{"type":["integer","string"]}})");
  return type == KeyType::kObject ? tree_of(R"({"required":["b"]})") : JsonTree();
}

JsonTree random_template(Random& random) {
  JsonTree tree = {{"schema_id", "x_v1"}, {"scenario", "any thing"}, {"keys", JsonTree::array()}};
  for (std::size_t i = pick_one(random, 8); i > 0; --i) {
    const auto type = static_cast<KeyType>(pick_one(random, 7));
    JsonTree key = {{"key_name", "key_" + std::to_string(i)},
                    {"key_type", name(type)},
                    {"required", pick_one(random, 2) == 0},
                    {"semantic_description", "Says " + std::to_string(i)}};
    if (!key["required"] && pick_one(random, 2) == 0) key["default_value"] = value_of(random, type);
    if (JsonTree constraints = constraints_for(random, type); !constraints.is_null())
      key["constraints"] = constraints;
    tree["keys"].push_back(key);
  }
  return tree;
}

TEST(TemplateSchema, RoundTripsKeepEveryTemplateAndEverySchema) {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    const auto first = authored(random_template(random));
    const JsonTree schema = to_json_schema(first);
    const auto second = authored(to_template(schema, "x_v1", "any thing").value());
    EXPECT_EQ(a2a::dump_tree(write_template(first.schema)), a2a::dump_tree(write_template(second.schema)));
    EXPECT_EQ(first.constraints, second.constraints);
    EXPECT_EQ(a2a::dump_tree(schema), a2a::dump_tree(to_json_schema(second)));
    EXPECT_EQ(a2a::dump_tree(write_template(read_template(write_template(first.schema)).value())),
              a2a::dump_tree(write_template(first.schema)));
  }
}

// What a template asks for is what its schema takes; one key less of the required ones, or one more, it does
// not take.
TEST(TemplateSchema, SchemasTakeExactlyWhatTheirTemplatesSay) {
  Random random(11);
  for (int i = 0; i < 60; ++i) {
    const auto made = authored(random_template(random));
    const auto validator = json_schema::Validator::compile(a2a::dump_tree(to_json_schema(made))).value();
    JsonTree payload = JsonTree::object();
    for (const Key& key : made.schema.keys) {
      if (key.name == kOther || (!key.required && pick_one(random, 2) == 0)) continue;
      payload[key.name] = value_of(random, key.type);
    }
    ASSERT_EQ(validator.validate(payload), Verdict::kValid) << payload;
    for (const Key& key : made.schema.keys) {
      if (!key.required) continue;
      JsonTree less = payload;
      less.erase(key.name);
      EXPECT_EQ(validator.validate(less), Verdict::kInvalid) << key.name;
    }
    payload["surplus"] = 1;
    EXPECT_EQ(validator.validate(payload), Verdict::kInvalid);
  }
}

}  // namespace
}  // namespace schemagate::schema_interaction
