// The edge cases of the structured-input flow, by their row in the protocol map (section 3.3), as one table.
// Rows 14, 20 to 29 and 35 belong to the codec and to the core, rows 30 to 33 to typed_artifacts_test.cc.
#include <gtest/gtest.h>

#include "extension/object_schemas/structured_input.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

enum class Want { kNone, kInput, kNotDeclared, kInvalid, kRunning };

struct Case {
  const char* row;
  std::vector<a2a::Part> parts;
  Want want;
  std::size_t part = 0;  // Want::kInput: the deciding one
  const char* running = nullptr;
  bool declared = true;
};

a2a::Part labelled_by_media_type(std::string_view media_type, std::string_view metadata_mime_type = "") {
  a2a::Part part =
      metadata_mime_type.empty() ? data_part(kLionTiger) : data_part_of_type(metadata_mime_type, kLionTiger);
  part.media_type = media_type;
  return part;
}

a2a::Part of_kind(a2a::PartKind kind) {
  a2a::Part part = flagged("fightComparison", kLionTiger);
  part.kind = kind;
  return part;
}

a2a::Part with_number_as_mime_type() {
  a2a::Part part = data_part(kLionTiger);
  part.metadata.text = R"({"mimeType":5})";
  return part;
}

a2a::Part with_metadata_media_type(std::string_view media_type) {
  a2a::Part part = data_part(kLionTiger);
  part.metadata.text = R"({"mediaType":")" + std::string(media_type) + "\"}";
  return part;
}

std::vector<Case> data_cases() {
  const auto good = flagged("fightComparison", kLionTiger);
  const auto bad = flagged("fightComparison", R"({"a":"Lion"})");
  return {
      {"1 no data part", {text_part("Lion vs Tiger")}, Want::kNone},
      {"1 no schema parameter",
       {data_part(kLionTiger), data_part_of_type("application/json", kLionTiger)},
       Want::kNone},
      {"2 marked text", {of_kind(a2a::PartKind::kText)}, Want::kNone},
      {"2 marked file", {of_kind(a2a::PartKind::kRaw), of_kind(a2a::PartKind::kUrl)}, Want::kNone},
      {"3 bad before good", {bad, good}, Want::kInvalid},
      {"3 good before bad", {good, bad}, Want::kInput},
      {"4 unflagged data first", {data_part("{}"), text_part("x"), good}, Want::kInput, 2},
      {"10 undeclared", {flagged("nope", "{}")}, Want::kNotDeclared},
      {"10 name in other case", {flagged("FightComparison", kLionTiger)}, Want::kNotDeclared},
      {"11 output only", {flagged("fightResponse", kTigerWins)}, Want::kNotDeclared},
      {"12 invalid", {bad}, Want::kInvalid},
      {"13 array", {flagged("fightComparison", "[1]")}, Want::kInvalid},
      {"13 string", {flagged("fightComparison", R"("x")")}, Want::kInvalid},
      {"15 null", {flagged("fightComparison", "null")}, Want::kInvalid},
      {"16 running, valid", {good}, Want::kRunning, 0, "t-1"},
      {"16 running, invalid", {bad}, Want::kRunning, 0, "t-1"},
      {"16 running, undeclared", {flagged("nope", "{}")}, Want::kRunning, 0, "t-1"},
      {"16 running, malformed", {flagged("", "{}")}, Want::kRunning, 0, "t-1"},
      {"17 running, text beside", {text_part("go on"), good}, Want::kRunning, 0, "t-1"},
      {"18 running, not flagged", {text_part("yes"), data_part(kLionTiger)}, Want::kNone, 0, "t-1"},
      {"37 no integer trouble", {flagged("fightComparison", R"({"a":"7.0","b":""})")}, Want::kInput},
      {"38 nothing declared", {good}, Want::kNone, 0, nullptr, false},
      {"38 nothing declared, running", {good}, Want::kNone, 0, "t-1", false},
  };
}

std::vector<Case> label_cases() {
  constexpr std::string_view kMode = "application/json;schema=fightComparison";
  const auto of_type = [](std::string_view type) { return data_part_of_type(type, kLionTiger); };
  return {
      {"5 blanks", {of_type("application/json; schema=fightComparison")}, Want::kInput},
      {"5 case", {of_type("Application/JSON;SCHEMA=fightComparison")}, Want::kInput},
      {"5 quotes", {of_type("application/json;schema=\"fightComparison\"")}, Want::kInput},
      {"5 more parameters", {of_type("application/json;charset=utf-8;schema=fightComparison")}, Want::kInput},
      {"6 repeated", {of_type("application/json;schema=a;schema=a")}, Want::kNotDeclared},
      {"6 empty", {of_type("application/json;schema=")}, Want::kNotDeclared},
      {"6 malformed before good",
       {of_type("application/json;schema=\"x"), of_type(kMode)},
       Want::kNotDeclared},
      {"7 other type", {of_type("application/vnd.x+json;schema=fightComparison")}, Want::kNone},
      {"7 list", {of_type("application/json;schema=fightComparison, text/plain")}, Want::kNone},
      {"7 not a string", {with_number_as_mime_type()}, Want::kNone},
      {"8 generic metadata", {labelled_by_media_type(kMode, "application/json")}, Want::kInput},
      {"8 generic mediaType", {labelled_by_media_type("application/json", kMode)}, Want::kInput},
      {"8 same twice", {labelled_by_media_type(kMode, kMode)}, Want::kInput},
      {"9 two names", {labelled_by_media_type("application/json;schema=other", kMode)}, Want::kNotDeclared},
      {"X-2 mediaType alone", {labelled_by_media_type(kMode)}, Want::kInput},
      {"X-2 metadata.mediaType alone", {with_metadata_media_type(kMode)}, Want::kInput},
  };
}

Want code_of(const a2a::Error& error) {
  if (error.infos.empty()) return Want::kNone;
  const std::string& reason = error.infos.back().reason;
  if (reason == "SCHEMA_NOT_DECLARED") return Want::kNotDeclared;
  return reason == "TASK_ALREADY_RUNNING" ? Want::kRunning : Want::kInvalid;
}

void expect(const Case& test) {
  SCOPED_TRACE(test.row);
  const Contract contract = test.declared ? fight_contract() : Contract{};
  const RunningTask task{"t-1", a2a::TaskState::kInputRequired};
  a2a::JsonDocument scratch;
  const auto outcome = resolve(message_of(test.parts), contract, test.running ? &task : nullptr, scratch);
  if (const auto* input = std::get_if<StructuredInput>(&outcome)) {
    EXPECT_EQ(test.want, Want::kInput);
    EXPECT_EQ(input->part, test.part);
  } else if (const auto* error = std::get_if<StructuredInputError>(&outcome)) {
    EXPECT_EQ(code_of(error->error), test.want) << error->error.message;
  } else {
    EXPECT_EQ(test.want, Want::kNone);
  }
}

// OS-19, OS-20, OS-22, OS-23, OS-24, OS-25, OS-26, OS-27, OS-28, OS-29, OS-33, OS-34.
TEST(EdgeCases, DataDecidesAsTheTableSays) {
  for (const Case& test : data_cases()) expect(test);
}

TEST(EdgeCases, LabelsDecideAsTheTableSays) {
  for (const Case& test : label_cases()) expect(test);
}

}  // namespace
}  // namespace schemagate::object_schemas
