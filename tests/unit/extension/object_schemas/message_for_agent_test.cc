#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/object_schemas/structured_input.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

a2a::Message handed_over(const a2a::Message& message, const Contract& contract) {
  a2a::JsonDocument scratch;
  const auto outcome = resolve(message, contract, nullptr, scratch);
  return message_for_agent(message, std::get<StructuredInput>(outcome), scratch);
}

a2a::Message by(InputMapping how, std::string_view prompt = "") {
  Contract contract = fight_contract();
  contract.skills.front().input_mapping = how;
  contract.skills.front().prompt = template_of(prompt);
  return handed_over(message_of({flagged("fightComparison", kLionTiger)}), contract);
}

a2a::Part plain_json(std::string_view json) {
  a2a::Part part = data_part(json);
  part.media_type = "application/json";
  return part;
}

// OS-26: exactly a and b, plain application/json, no label.
TEST(InputMapping, GivesTheDataWithoutItsLabel) {
  EXPECT_THAT(by(InputMapping::kData).parts, testing::ElementsAre(plain_json(kLionTiger)));
}

// X-18: an integer is an integer to the agent, in each form; other numbers keep their spelling.
TEST(InputMapping, GivesIntegersAsIntegers) {
  Contract contract = fight_contract();
  contract.schemas.clear();
  contract.schemas.emplace("fightComparison", schema_of(R"({"type":"object","properties":{
      "a":{"type":["integer","null"]},"b":{"anyOf":[{"type":"integer"},{"type":"string"}]},
      "c":{"type":"array","items":{"$ref":"#/$defs/n"}},"d":{"type":"number"}},
      "$defs":{"n":{"type":"integer"}}})",
                                                        true, false));
  contract.skills.front().title = template_of("{a} of {b}");
  const auto message = message_of({flagged(
      "fightComparison",
      R"({ "a":2.0, "b":-1.50e1, "c":[1, 1e2,9007199254740993.0,-0.0, 1e99], "d":2.0, "e":[3.0]})")});
  const std::string_view plain =
      R"({ "a":2, "b":-15, "c":[1, 100,9007199254740993,0, 1e99], "d":2.0, "e":[3.0]})";
  EXPECT_THAT(handed_over(message, contract).parts, testing::ElementsAre(plain_json(plain)));
  a2a::JsonDocument scratch;
  const auto outcome = resolve(message, contract, nullptr, scratch);
  EXPECT_EQ(std::get<StructuredInput>(outcome).title, "2 of -15");
  EXPECT_EQ(std::get<StructuredInput>(outcome).large_integers, 1U);
  contract.skills.front().input_mapping = InputMapping::kTemplate;
  contract.skills.front().prompt = template_of("{a}, {d}");
  EXPECT_THAT(handed_over(message, contract).parts, testing::ElementsAre(text_part("2, 2.0")));
}

// X-18.
TEST(InputMapping, CountsIntegersThatDoublesCannotHold) {
  Contract contract = fight_contract();
  contract.schemas.clear();
  contract.schemas.emplace("fightComparison", schema_of(R"({"type":"object"})", true, false));
  a2a::JsonDocument scratch;
  const auto large = [&](std::string_view data) {
    const auto outcome = resolve(message_of({flagged("fightComparison", data)}), contract, nullptr, scratch);
    return std::get<StructuredInput>(outcome).large_integers;
  };
  EXPECT_EQ(large(R"({"a":9007199254740992,"b":-9007199254740992,"c":1e300,"d":"9007199254740993"})"), 0U);
  EXPECT_EQ(large(R"({"a":9007199254740993,"b":[-9007199254740993,99999999999999999999]})"), 3U);
}

TEST(InputMapping, GivesTheJsonAsText) {
  EXPECT_THAT(by(InputMapping::kText).parts, testing::ElementsAre(text_part(kLionTiger)));
}

TEST(InputMapping, RendersThePrompt) {
  EXPECT_THAT(by(InputMapping::kTemplate, "{a} against {b}\nAnswer!").parts,
              testing::ElementsAre(text_part("Lion against Tiger\nAnswer!")));
}

TEST(InputMapping, KeepsTheLabelForAnAgentThatSpeaksTheExtension) {
  a2a::Part part = flagged("fightComparison", kLionTiger);
  part.metadata.text = R"({"mediaType":"application/json;schema=fightComparison"})";
  Contract contract = fight_contract();
  contract.skills.front().input_mapping = InputMapping::kLabelled;
  const a2a::Message message = handed_over(message_of({part, flagged("fightComparison", "{}")}), contract);
  ASSERT_EQ(message.parts.size(), 1U);
  EXPECT_EQ(message.parts[0].metadata_mime_type, "application/json;schema=fightComparison");
  EXPECT_EQ(message.parts[0].media_type, "application/json;schema=fightComparison");
  EXPECT_THAT(message.extensions, testing::ElementsAre(kExtensionUri));
}

// X-10, OS-28: what nobody has checked does not travel with what was.
TEST(InputMapping, DropsOtherDataAndKeepsTextsAndFiles) {
  a2a::Part file;
  file.kind = a2a::PartKind::kUrl;
  file.content = "https://photos.example/1.jpg";
  const auto message =
      message_of({data_part(R"({"a":"unchecked"})"), text_part("please"),
                  flagged("fightComparison", kLionTiger), flagged("fightComparison", "{}"),
                  flagged("nope", "{}"), file, plain_json(R"({"a":"unchecked"})"), data_part("[1]")});
  EXPECT_THAT(handed_over(message, fight_contract()).parts,
              testing::ElementsAre(text_part("please"), plain_json(kLionTiger), file));
  Contract prompted = fight_contract();
  prompted.skills.front().input_mapping = InputMapping::kTemplate;
  prompted.skills.front().prompt = template_of("{a}");
  EXPECT_THAT(handed_over(message, prompted).parts,
              testing::ElementsAre(text_part("please"), text_part("Lion"), file));
}

TEST(InputMapping, KeepsEverythingElseOfTheMessage) {
  a2a::Message message = message_of({flagged("fightComparison", kLionTiger)});
  message.metadata.text = R"({"k":1})";
  message.reference_task_ids = {"t-0"};
  message.task_id = "t-1";
  message.context_id = "c-1";
  message.extensions = {std::string(kExtensionUri), "https://other.example/v1"};
  const a2a::Message out = handed_over(message, fight_contract());
  EXPECT_EQ(out.message_id, "m-1");
  EXPECT_EQ(out.role, a2a::Role::kUser);
  EXPECT_EQ(out.metadata, message.metadata);
  EXPECT_EQ(out.reference_task_ids, message.reference_task_ids);
  EXPECT_EQ(out.task_id + out.context_id, "");
  EXPECT_THAT(out.extensions, testing::ElementsAre("https://other.example/v1"));
}

TEST(InputMapping, KeepsOtherMetadataOfThePart) {
  a2a::Part part = flagged("fightComparison", kLionTiger);
  part.metadata.text = R"({"n":1.50,"mimeType":"application/json;schema=fightComparison","mediaType":"x/y"})";
  const auto out = handed_over(message_of({part}), fight_contract());
  EXPECT_EQ(out.parts.front().metadata.text, R"({"n":1.50,"mediaType":"x/y"})");
  EXPECT_EQ(out.parts.front().metadata_mime_type, "");
}

}  // namespace
}  // namespace schemagate::object_schemas
