#include "extension/object_schemas/structured_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using a2a::ErrorCode;
using a2a::ErrorInfo;
using a2a::FieldViolation;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kUri(kExtensionUri);

StructuredInputOutcome outcome_of(std::vector<a2a::Part> parts, const Contract& contract,
                                  const RunningTask* running = nullptr) {
  a2a::JsonDocument scratch;
  return resolve(message_of(std::move(parts)), contract, running, scratch);
}

a2a::Error error_of(std::vector<a2a::Part> parts, const RunningTask* running = nullptr) {
  const auto outcome = outcome_of(std::move(parts), fight_contract(), running);
  const auto* error = std::get_if<StructuredInputError>(&outcome);
  return error ? error->error : a2a::Error{.code = ErrorCode::kInternal, .message = "no error"};
}

// OS-26, OS-38.
TEST(StructuredInput, IsTheValidPartWithItsRouteAndTitle) {
  const Contract contract = fight_contract();
  const auto outcome = outcome_of({text_part("please"), flagged("fightComparison", kLionTiger)}, contract);
  const auto& input = std::get<StructuredInput>(outcome);
  EXPECT_EQ(input.part, 1U);
  EXPECT_EQ(input.schema, "fightComparison");
  EXPECT_EQ(input.skill, &contract.skills.front());
  EXPECT_EQ(input.title, "Who would win in a fight between Lion and Tiger?");
}

// A text that costs the pattern of kBacktracking too much to match.
constexpr std::string_view kBacktracking =
    R"({"type":"object","properties":{"a":{"pattern":"^(a+)+(?=$)b?$"}}})";
constexpr std::string_view kCostly = R"({"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"})";

TEST(StructuredInput, IsRefusedWhereALimitKeepsItFromBeingChecked) {
  Contract contract = fight_contract();
  contract.schemas.insert_or_assign("fightComparison", schema_of(kBacktracking, true, false));
  const auto outcome = outcome_of({flagged("fightComparison", kCostly)}, contract);
  const a2a::Error& error = std::get<StructuredInputError>(outcome).error;
  EXPECT_EQ(
      error.message,
      "Structured input invalid for schema fightComparison: the check was given up at the limit pattern "
      "match limit");
  EXPECT_THAT(error.violations,
              ElementsAre(FieldViolation{"message.parts[0].data",
                                         "expected what can be checked within pattern match limit"}));
}

// OS-3: a schema of the agent-wide modes is an input like one of a skill.
TEST(StructuredInput, TakesTheSchemasOfTheAgentWideRoute) {
  Contract contract = fight_contract();
  contract.skills.front().skill_id.clear();
  const auto outcome = outcome_of({flagged("fightComparison", kLionTiger)}, contract);
  EXPECT_TRUE(std::holds_alternative<StructuredInput>(outcome));
}

// OS-4, OS-6.
TEST(StructuredInput, GivesTheSameAnswerEachTime) {
  Contract contract = fight_contract();
  contract.skills.push_back(contract.skills.front());
  contract.skills.back().skill_id = "rematch";
  for (int i = 0; i < 100; ++i) {
    const auto outcome = outcome_of({flagged("fightComparison", kLionTiger)}, contract);
    ASSERT_EQ(std::get<StructuredInput>(outcome).skill, &contract.skills.front());
  }
}

// OS-5, OS-27, OS-31: byte for byte.
TEST(StructuredInput, SaysWhatIsMissing) {
  const a2a::Error expected{ErrorCode::kInvalidParams,
                            "Structured input invalid for schema fightComparison: data.b is required",
                            {{"message.parts[0].data.b", "required"}},
                            {{"STRUCTURED_INPUT_INVALID",
                              kUri,
                              {{"schema", "fightComparison"}, {"violations", "data.b: required"}}}}};
  EXPECT_EQ(error_of({flagged("fightComparison", R"({"a":"Lion"})")}), expected);
}

// OS-33: byte for byte.
TEST(StructuredInput, IsRejectedWhileATaskIsRunning) {
  const RunningTask task{"t-2", a2a::TaskState::kWorking};
  const a2a::Error expected{
      ErrorCode::kUnsupportedOperation,
      "Structured input rejected: a task is already running",
      {},
      {{"UNSUPPORTED_OPERATION", "a2a-protocol.org", {{"taskId", "t-2"}}},
       {"TASK_ALREADY_RUNNING", kUri, {{"taskId", "t-2"}, {"state", "TASK_STATE_WORKING"}}}}};
  EXPECT_EQ(error_of({flagged("fightComparison", kLionTiger)}, &task), expected);
  EXPECT_EQ(error_of({flagged("fightComparison", "{}")}, &task), expected);
}

// The task is no reason to wait: it waits itself.
TEST(StructuredInput, IsNoAnswerToATaskThatWaitsForOneAndSaysWhatIs) {
  const RunningTask task{"t-2", a2a::TaskState::kInputRequired};
  EXPECT_EQ(error_of({flagged("fightComparison", kLionTiger)}, &task).message,
            "Structured input rejected: a task is already running; it waits for an answer: send that without "
            "the label of a schema");
}

// OS-24.
TEST(StructuredInput, NamesTheDeclaredInputsWhenASchemaIsNotDeclared) {
  const a2a::Error expected{
      ErrorCode::kContentTypeNotSupported,
      "Structured input rejected: schema nope is not declared; input schemas of this agent: fightComparison",
      {{"message.parts[1].metadata.mimeType",
        "expected application/json;schema=<name> with one of: fightComparison"}},
      {{"CONTENT_TYPE_NOT_SUPPORTED", "a2a-protocol.org", {}},
       {"SCHEMA_NOT_DECLARED", kUri, {{"schema", "nope"}, {"declared", "fightComparison"}}}}};
  EXPECT_EQ(error_of({text_part("x"), flagged("nope", "{}")}), expected);
}

// The error names what is taken instead.
TEST(StructuredInput, IsRequiredWhereNothingElseIsAccepted) {
  Contract contract = fight_contract();
  contract.accept = {.text = false, .data = false};
  const std::string expected =
      "a data part labelled application/json;schema=<name> in its mediaType (A2A 1.0) or metadata.mimeType "
      "(0.3), "
      "with one of: fightComparison";
  const a2a::Error required{ErrorCode::kContentTypeNotSupported,
                            "Structured input required: this agent takes no other message; send " + expected,
                            {{"message.parts", "expected " + expected}},
                            {{"CONTENT_TYPE_NOT_SUPPORTED", "a2a-protocol.org", {}},
                             {"STRUCTURED_INPUT_REQUIRED", kUri, {{"declared", "fightComparison"}}}}};
  for (const auto& parts : {std::vector{text_part("Lion or Tiger?")}, std::vector{data_part(kLionTiger)}}) {
    const auto outcome = outcome_of(parts, contract);
    EXPECT_EQ(std::get<StructuredInputError>(outcome).error, required);
  }
  EXPECT_TRUE(std::holds_alternative<StructuredInput>(
      outcome_of({text_part("please"), flagged("fightComparison", kLionTiger)}, contract)));
  contract.schemas.clear();
  EXPECT_TRUE(std::holds_alternative<StructuredInputError>(outcome_of({text_part("x")}, contract)));
}

TEST(StructuredInput, AcceptsTextAndDataEachByItself) {
  Contract contract = fight_contract();
  contract.accept = {.text = true, .data = false};
  EXPECT_TRUE(std::holds_alternative<NoStructuredInput>(outcome_of({text_part("x")}, contract)));
  EXPECT_TRUE(
      std::holds_alternative<StructuredInputError>(outcome_of({text_part("x"), data_part("{}")}, contract)));
  contract.accept = {.text = false, .data = true};
  EXPECT_TRUE(
      std::holds_alternative<NoStructuredInput>(outcome_of({text_part("x"), data_part("{}")}, contract)));
  EXPECT_TRUE(std::holds_alternative<StructuredInputError>(outcome_of({text_part("x")}, contract)));
}

// OS-34: a task that asks can be answered.
TEST(StructuredInput, IsNotRequiredOfAnAnswerToARunningTask) {
  Contract contract = fight_contract();
  contract.accept = {.text = false, .data = false};
  const RunningTask task{"t-2", a2a::TaskState::kInputRequired};
  EXPECT_TRUE(std::holds_alternative<NoStructuredInput>(outcome_of({text_part("x")}, contract, &task)));
}

// X-7.
TEST(StructuredInput, SaysThatAnOutputSchemaIsNoInputMode) {
  const auto error = error_of({flagged("fightResponse", kTigerWins)});
  EXPECT_EQ(error.code, ErrorCode::kContentTypeNotSupported);
  EXPECT_THAT(error.message, HasSubstr("schema fightResponse is declared, but not an input mode"));
}

TEST(StructuredInput, SaysWhatIsWrongWithALabel) {
  EXPECT_THAT(error_of({flagged("x;schema=y", "{}")}).message, HasSubstr("the schema parameter is repeated"));
  a2a::Part part = flagged("fightComparison", kLionTiger);
  part.media_type = "application/json;schema=other";
  EXPECT_THAT(error_of({part}).message, HasSubstr("name different schemas"));
}

TEST(StructuredInput, PointsToTheLabelThatDecided) {
  a2a::Part part = data_part("{}");
  part.media_type = "application/json;schema=nope";
  EXPECT_EQ(error_of({part}).violations.front().field, "message.parts[0].mediaType");
}

TEST(StructuredInput, ListsABoundedNumberOfDeclaredNames) {
  Contract contract;
  SkillContract skill;
  for (int i = 0; i < 50; ++i) {
    const std::string name = "s" + std::to_string(100 + i);
    contract.schemas.emplace(name, schema_of("{}", true, false));
    skill.input_schemas.push_back(name);
  }
  contract.skills.push_back(skill);
  const auto outcome = outcome_of({flagged(std::string(5000, 'x'), "{}")}, contract);
  const auto& error = std::get<StructuredInputError>(outcome).error;
  EXPECT_THAT(error.message, HasSubstr("s100, s101,"));
  EXPECT_THAT(error.message, HasSubstr("s131, and 18 more"));
  EXPECT_LT(error.message.size(), 600U);
}

// OS-19, X-12.
TEST(StructuredInput, RefusesDataThatIsNoObject) {
  const auto error = error_of({flagged("fightComparison", "[1]")});
  EXPECT_EQ(error.code, ErrorCode::kInvalidParams);
  EXPECT_EQ(error.message, "Structured input invalid for schema fightComparison: data must be a JSON object");
  EXPECT_THAT(error.violations,
              ElementsAre(FieldViolation{"message.parts[0].data", "type: expected a JSON object"}));
}

// OS-17, OS-27: additionalProperties names the member, type its place.
TEST(StructuredInput, TellsEveryViolation) {
  const auto error = error_of({flagged("fightComparison", R"({"a":5,"b":"x","c":1})")});
  ASSERT_EQ(error.violations.size(), 2U);
  EXPECT_EQ(error.violations[0].field, "message.parts[0].data.a");
  EXPECT_THAT(error.violations[0].description, testing::StartsWith("type: "));
  EXPECT_EQ(error.violations[1].field, "message.parts[0].data.c");
  EXPECT_THAT(error.violations[1].description, testing::StartsWith("additionalProperties: "));
  EXPECT_EQ(error.infos.front().metadata[1].second, "data.a: type; data.c: additionalProperties");
  EXPECT_THAT(error.message, HasSubstr("data.a: "));
  EXPECT_THAT(error.message, HasSubstr("data.c: "));
}

TEST(StructuredInput, WritesPathsThroughArraysAndOddNames) {
  Contract contract;
  constexpr std::string_view kSchema = R"({"type":"object","properties":{
      "p":{"type":"array","items":{"required":["first name"]}},
      "0":{"type":"string"},"a/b~c":{"type":"string"},"":{"type":"string"}}})";
  contract.schemas.emplace("odd", schema_of(kSchema, true, false));
  contract.skills.emplace_back().input_schemas = {"odd"};
  const auto outcome =
      outcome_of({flagged("odd", R"({"p":[{"first name":1},{}],"0":1,"a/b~c":1,"":1})")}, contract);
  std::vector<std::string> fields;
  for (const auto& violation : std::get<StructuredInputError>(outcome).error.violations) {
    fields.push_back(violation.field);
  }
  EXPECT_THAT(fields, testing::UnorderedElementsAre(
                          "message.parts[0].data.p[1][\"first name\"]", "message.parts[0].data.0",
                          "message.parts[0].data[\"a/b~c\"]", "message.parts[0].data[\"\"]"));
}

TEST(StructuredInput, SaysWhichMemberDemandsAnotherOne) {
  Contract contract;
  contract.schemas.emplace("invoice", schema_of(R"({"dependentRequired":{"due":["issued"]}})", true, false));
  contract.skills.emplace_back().input_schemas = {"invoice"};
  const auto outcome = outcome_of({flagged("invoice", R"({"due":1})")}, contract);
  const a2a::Error& error = std::get<StructuredInputError>(outcome).error;
  ASSERT_EQ(error.violations.size(), 1U);
  EXPECT_EQ(error.violations[0].field, "message.parts[0].data.issued");
  EXPECT_EQ(error.violations[0].description, R"(dependentRequired: member "due" requires member "issued")");
}

TEST(StructuredInput, BoundsTheViolationsAndSaysHowManyThereAre) {
  std::string json = R"({"a":"x","b":"y")";
  for (int i = 0; i < 200; ++i) json += ",\"c" + std::to_string(i) + "\":1";
  const auto error = error_of({flagged("fightComparison", json + "}")});
  EXPECT_EQ(error.violations.size(), 32U);
  EXPECT_THAT(error.message, testing::EndsWith("200 violations in all"));
  EXPECT_EQ(error.infos.front().metadata.back(), (std::pair<std::string, std::string>{"total", "200"}));
}

TEST(StructuredInput, SaysThreeViolationsInItsMessageAndHowManyMoreThereAre) {
  const auto message = [](int unknown) {
    std::string json = R"({"a":"x","b":"y")";
    for (int i = 0; i < unknown; ++i) json += ",\"c" + std::to_string(i) + "\":1";
    return error_of({flagged("fightComparison", json + "}")}).message;
  };
  EXPECT_THAT(message(3), HasSubstr("data.c2"));
  EXPECT_THAT(message(3), testing::Not(HasSubstr(" more")));
  EXPECT_THAT(message(4), testing::Not(HasSubstr("data.c3")));
  EXPECT_THAT(message(4), testing::EndsWith("; and 1 more"));
}

TEST(StructuredInput, ShortensNamesOfStrangers) {
  const std::string name(100'000, 'n');
  const auto error = error_of({flagged("fightComparison", R"({"a":"x","b":"y",")" + name + R"(":1})")});
  EXPECT_LT(error.message.size() + error.violations.front().field.size(), 2000U);
}

TEST(StructuredInput, TellsANameOf64LettersWhole) {
  const auto field_of = [](std::size_t letters) {
    const std::string name(letters, 'n');
    const auto error = error_of({flagged("fightComparison", R"({"a":"x","b":"y",")" + name + R"(":1})")});
    return error.violations.front().field;
  };
  EXPECT_EQ(field_of(64), "message.parts[0].data." + std::string(64, 'n'));
  EXPECT_EQ(field_of(65), "message.parts[0].data[\"" + std::string(64, 'n') + "…\"]");
}

TEST(StructuredInput, RefusesDataThatIsNoJson) {
  const auto error = error_of({flagged("fightComparison", "{")});
  EXPECT_THAT(error.message, HasSubstr("data is not JSON"));
  ASSERT_EQ(error.violations.size(), 1U);
  EXPECT_EQ(error.violations[0].field, "message.parts[0].data");
}

// OS-9, OS-15, OS-29, OS-32: without a flag nothing is decided.
TEST(StructuredInput, LeavesOtherMessagesAlone) {
  const auto outcome = outcome_of({text_part("Lion vs Tiger"), data_part(kLionTiger)}, fight_contract());
  EXPECT_TRUE(std::holds_alternative<NoStructuredInput>(outcome));
}

// OS-25: validated against the schema that it names, though it fits another.
// Section 3: a label that no declared schema stands behind is an error; and so it is where nothing is
// declared any more because none could be enforced.
TEST(StructuredInput, IsRefusedWhereNoneOfTheAgentsSchemasCanBeEnforced) {
  Contract contract;
  contract.refused_schemas = {"fightComparison", "odd"};
  contract.refused_besides = 3;
  for (const char* name : {"fightComparison", "unheard"}) {
    const auto outcome = outcome_of({text_part("hi"), flagged(name, kLionTiger)}, contract);
    const a2a::Error& error = std::get<StructuredInputError>(outcome).error;
    EXPECT_EQ(error.code, ErrorCode::kContentTypeNotSupported);
    EXPECT_THAT(error.message,
                HasSubstr("refused, since the gateway cannot enforce them: fightComparison, odd, "
                          "and 3 more"));
    EXPECT_EQ(error.infos.back().reason, "SCHEMA_NOT_DECLARED");
    EXPECT_EQ(error.infos.back().metadata.back().first, "refused");
    const bool is_known = std::string_view(name) == "fightComparison";
    EXPECT_EQ(error.message.contains("schema fightComparison cannot be enforced"), is_known) << error.message;
  }
  EXPECT_TRUE(std::holds_alternative<NoStructuredInput>(outcome_of({text_part("hi")}, contract)));
  contract.accept = {.text = false, .data = false};
  EXPECT_TRUE(std::holds_alternative<StructuredInputError>(outcome_of({text_part("hi")}, contract)));
}

TEST(StructuredInput, IsCheckedAgainstTheSchemaThatItNames) {
  EXPECT_EQ(error_of({flagged("fightComparison", kTigerWins)}).code, ErrorCode::kInvalidParams);
}

}  // namespace
}  // namespace schemagate::object_schemas
