// The structured-input flow (object-schemas v1, sections 2 and 3) as one table: which part decides, and what
// its data and its label are taken for.
#include <gtest/gtest.h>

#include "extension/object_schemas/structured_input.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

enum class Want { kNone, kInput, kNotDeclared, kInvalid, kRunning };

struct Case {
  const char* name;
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
      {"no data part", {text_part("Lion vs Tiger")}, Want::kNone},
      {"no schema parameter",
       {data_part(kLionTiger), data_part_of_type("application/json", kLionTiger)},
       Want::kNone},
      {"marked text", {of_kind(a2a::PartKind::kText)}, Want::kNone},
      {"marked file", {of_kind(a2a::PartKind::kRaw), of_kind(a2a::PartKind::kUrl)}, Want::kNone},
      {"bad before good", {bad, good}, Want::kInvalid},
      {"good before bad", {good, bad}, Want::kInput},
      {"unflagged data first", {data_part("{}"), text_part("x"), good}, Want::kInput, 2},
      {"undeclared", {flagged("nope", "{}")}, Want::kNotDeclared},
      {"name in other case", {flagged("FightComparison", kLionTiger)}, Want::kNotDeclared},
      {"output only", {flagged("fightResponse", kTigerWins)}, Want::kNotDeclared},
      {"invalid", {bad}, Want::kInvalid},
      {"array", {flagged("fightComparison", "[1]")}, Want::kInvalid},
      {"string", {flagged("fightComparison", R"("x")")}, Want::kInvalid},
      {"null", {flagged("fightComparison", "null")}, Want::kInvalid},
      {"running, valid", {good}, Want::kRunning, 0, "t-1"},
      {"running, invalid", {bad}, Want::kRunning, 0, "t-1"},
      {"running, undeclared", {flagged("nope", "{}")}, Want::kRunning, 0, "t-1"},
      {"running, malformed", {flagged("", "{}")}, Want::kRunning, 0, "t-1"},
      {"running, text beside", {text_part("go on"), good}, Want::kRunning, 0, "t-1"},
      {"running, not flagged", {text_part("yes"), data_part(kLionTiger)}, Want::kNone, 0, "t-1"},
      {"no integer trouble", {flagged("fightComparison", R"({"a":"7.0","b":""})")}, Want::kInput},
      {"nothing declared", {good}, Want::kNone, 0, nullptr, false},
      {"nothing declared, running", {good}, Want::kNone, 0, "t-1", false},
  };
}

std::vector<Case> label_cases() {
  constexpr std::string_view kMode = "application/json;schema=fightComparison";
  const auto of_type = [](std::string_view type) { return data_part_of_type(type, kLionTiger); };
  return {
      {"blanks", {of_type("application/json; schema=fightComparison")}, Want::kInput},
      {"case", {of_type("Application/JSON;SCHEMA=fightComparison")}, Want::kInput},
      {"quotes", {of_type("application/json;schema=\"fightComparison\"")}, Want::kInput},
      {"more parameters", {of_type("application/json;charset=utf-8;schema=fightComparison")}, Want::kInput},
      {"repeated", {of_type("application/json;schema=a;schema=a")}, Want::kNotDeclared},
      {"empty", {of_type("application/json;schema=")}, Want::kNotDeclared},
      {"malformed before good", {of_type("application/json;schema=\"x"), of_type(kMode)}, Want::kNotDeclared},
      {"other type", {of_type("application/vnd.x+json;schema=fightComparison")}, Want::kNone},
      {"list", {of_type("application/json;schema=fightComparison, text/plain")}, Want::kNone},
      {"not a string", {with_number_as_mime_type()}, Want::kNone},
      {"generic metadata", {labelled_by_media_type(kMode, "application/json")}, Want::kInput},
      {"generic mediaType", {labelled_by_media_type("application/json", kMode)}, Want::kInput},
      {"same twice", {labelled_by_media_type(kMode, kMode)}, Want::kInput},
      {"two names", {labelled_by_media_type("application/json;schema=other", kMode)}, Want::kNotDeclared},
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
  SCOPED_TRACE(test.name);
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
