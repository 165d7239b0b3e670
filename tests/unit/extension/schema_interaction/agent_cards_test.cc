// The templates in agent_cards/: every file is loaded and checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "extension/json_schema/validator.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"
#include "figures.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using json_schema::Verdict;
using std::filesystem::path;

const path kAgents = path(SCHEMAGATE_SOURCE_DIR) / "agent_cards";

JsonTree read_file(const path& file) {
  std::ifstream in(file);
  return a2a::parse_tree(std::string(std::istreambuf_iterator<char>(in), {})).value();
}

AuthoredTemplate read_good(const path& file) {
  const auto reading = read_authored_template(read_file(file));
  for (const auto& problem : reading.problems)
    ADD_FAILURE() << file << " " << problem.path << ": " << problem.message;
  return reading.authored.value_or(AuthoredTemplate());
}

// The template but for what the figure does not have: the name of the response schema (X-33).
JsonTree published(const path& file) {
  JsonTree tree = write_template(read_good(kAgents / file).schema);
  tree.erase("response_schema");
  return tree;
}

// X-33: each names its response schema, which is there.
TEST(AgentTemplates, BreakNoRuleAndAreCalledByTheirId) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(kAgents)) {
    if (file.path().parent_path().filename() != "templates") continue;
    const auto authored = read_good(file.path());
    EXPECT_EQ(file.path().stem(), authored.schema.schema_id);
    const path agent = file.path().parent_path().parent_path();
    EXPECT_TRUE(std::filesystem::exists(agent / "schemas" / (authored.schema.response_schema + ".json")))
        << agent;
    ++count;
  }
  EXPECT_GE(count, 2U);
}

// SD-33, SD-46.
TEST(AgentTemplates, AreTheFigures) {
  EXPECT_EQ(a2a::dump_tree(published("flight/templates/flight_booking_v1.json")),
            a2a::dump_tree(tree_of(kFigure7)));
  EXPECT_EQ(a2a::dump_tree(published("photo/templates/photo_retouch_v2.json")),
            a2a::dump_tree(tree_of(kFigure10)));
}

// SD-29.
TEST(AgentTemplates, FlightsAreDescribedInChinese) {
  const auto authored = read_good(kAgents / "flight/templates/flight_booking_v1.json");
  EXPECT_EQ(authored.translations.count("zh-CN"), 1U);
}

// X-28: what the prose says holds by the constraints.
TEST(AgentTemplates, ConstraintsRefuseWhatThePromisesOfTheProseRuleOut) {
  const auto verdict = [](const char* file, std::string_view figure, const char* patch) {
    JsonTree payload = tree_of(figure)["payload"];
    payload.merge_patch(tree_of(patch));
    const JsonTree schema = to_json_schema(read_good(kAgents / file));
    return json_schema::Validator::compile(a2a::dump_tree(schema)).value().validate(payload);
  };
  const char* const flight = "flight/templates/flight_booking_v1.json";
  const char* const photo = "photo/templates/photo_retouch_v2.json";
  EXPECT_EQ(verdict(flight, kFigure4, "{}"), Verdict::kValid);
  for (const char* bad :
       {R"({"cabin_class":"ultra"})", R"({"passenger_count":0})", R"({"passenger_count":10})",
        R"({"departure_date":"next Monday"})", R"({"departure_date":"2026-13-01"})", R"({"origin":""})"})
    EXPECT_EQ(verdict(flight, kFigure4, bad), Verdict::kInvalid) << bad;
  EXPECT_EQ(verdict(photo, kFigure5, "{}"), Verdict::kValid);
  for (const char* bad :
       {R"({"skin_smoothing":11})", R"({"skin_smoothing":-1})", R"({"filter_style":"sepia"})"})
    EXPECT_EQ(verdict(photo, kFigure5, bad), Verdict::kInvalid) << bad;
}

// SD-44, SD-99: Figure 9 is an answer, with its suggestion and without.
TEST(AgentTemplates, Figure9IsAnAnswer) {
  const JsonTree schema = read_file(kAgents / "flight/schemas/flight_booking_result.json");
  const auto validator = json_schema::Validator::compile(a2a::dump_tree(schema)).value();
  JsonTree answer = tree_of(kFigure9);
  EXPECT_EQ(validator.validate(answer), Verdict::kValid);
  answer.erase("schema_update_suggestion");
  EXPECT_EQ(validator.validate(answer), Verdict::kValid);
  answer.erase("booking_id");
  EXPECT_EQ(validator.validate(answer), Verdict::kInvalid);
}

}  // namespace
}  // namespace schemagate::schema_interaction
