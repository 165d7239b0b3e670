#include "extension/object_schemas/typed_artifacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kResponseMode = "application/json;schema=fightResponse";

a2a::Artifact artifact_of(std::vector<a2a::Part> parts, std::string id = "x") {
  a2a::Artifact artifact;
  artifact.artifact_id = std::move(id);
  artifact.parts = std::move(parts);
  return artifact;
}

a2a::Part typed(std::string_view json) {
  a2a::Part part = data_part(json);
  a2a::set_mime_type(part, kResponseMode);
  return part;
}

a2a::Part plain(std::string_view json) {
  a2a::Part part = data_part(json);
  part.media_type = "application/json";
  return part;
}

class TypedArtifacts : public testing::Test {
 protected:
  ArtifactTyper typer(std::vector<std::string> accepted = {}) {
    return {contract_, contract_.skills.front(), std::move(accepted), document_};
  }
  a2a::Artifact type(std::vector<a2a::Part> parts, std::vector<std::string> accepted = {}) {
    return typer(std::move(accepted)).type(artifact_of(std::move(parts)));
  }

  Contract contract_ = fight_contract();
  a2a::JsonDocument document_;
};

TEST_F(TypedArtifacts, SaysOnceThatALimitKeptThemFromBeingChecked) {
  contract_.schemas.insert_or_assign(
      "fightResponse", schema_of(R"({"properties":{"a":{"pattern":"^(a+)+(?=$)b?$"}}})", false, true));
  a2a::JsonDocument document;
  const auto value = document.parse(R"({"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"})");
  const SchemaMismatch mismatch = OutputSchemas(contract_, contract_.skills.front(), {}).explain(*value, "");
  ASSERT_EQ(mismatch.violations.size(), 1U);
  EXPECT_EQ(mismatch.violations[0].keyword, "limit");
}

// OS-35, OS-7.
TEST_F(TypedArtifacts, LabelsJsonTextThatFits) {
  auto typer = TypedArtifacts::typer();
  const auto artifact = typer.type(artifact_of({text_part(kTigerWins)}));
  EXPECT_THAT(artifact.parts, ElementsAre(typed(kTigerWins)));
  EXPECT_EQ(artifact.artifact_id, "fight-result");
  EXPECT_THAT(artifact.extensions, ElementsAre(kExtensionUri));
  EXPECT_TRUE(artifact.metadata.empty());
  EXPECT_TRUE(typer.typed());
  EXPECT_FALSE(typer.violated());
}

TEST_F(TypedArtifacts, LabelsADataPartThatFits) {
  EXPECT_THAT(type({data_part(kTigerWins)}).parts, ElementsAre(typed(kTigerWins)));
  EXPECT_THAT(type({plain(kTigerWins)}).parts, ElementsAre(typed(kTigerWins)));
}

// OS-13: the agent's label is kept, in the one form.
TEST_F(TypedArtifacts, KeepsALabelThatIsTrue) {
  const auto part = data_part_of_type("application/json; schema=\"fightResponse\"", kTigerWins);
  EXPECT_THAT(type({part}).parts, ElementsAre(typed(kTigerWins)));
}

// OS-40, X-15.
TEST_F(TypedArtifacts, NeverLabelsWhatDoesNotFit) {
  for (const auto& part : {data_part(kImprobable), plain(kImprobable), typed(kImprobable)}) {
    auto typer = TypedArtifacts::typer();
    const auto artifact = typer.type(artifact_of({part}));
    ASSERT_EQ(artifact.parts.size(), 1U);
    EXPECT_EQ(artifact.parts[0].content, kImprobable);
    EXPECT_THAT(artifact.parts[0].media_type, testing::AnyOf("", "application/json"));
    EXPECT_TRUE(artifact.parts[0].metadata.empty());
    EXPECT_THAT(artifact.extensions, IsEmpty());
    EXPECT_EQ(artifact.artifact_id, "x");
    EXPECT_TRUE(typer.violated());
    EXPECT_FALSE(typer.typed());
  }
}

TEST_F(TypedArtifacts, SaysInMetadataWhatDoesNotFit) {
  auto artifact = artifact_of({text_part(kImprobable)});
  artifact.metadata.text = R"({"k":1})";
  artifact = typer().type(artifact);
  EXPECT_THAT(artifact.parts, ElementsAre(text_part(kImprobable)));
  EXPECT_THAT(artifact.metadata.text, testing::StartsWith(R"({"k":1,")" + std::string(kViolationsKey)));
  EXPECT_THAT(
      artifact.metadata.text,
      HasSubstr(
          R"({"schemas":["fightResponse"],"violations":[{"path":"data.probability","keyword":"maximum")"));
}

TEST_F(TypedArtifacts, SaysSixteenViolationsAtMost) {
  const auto told = [this](int unknown) {
    std::string json = R"({"winner":"Tiger","probability":0.5,"explanation":"x")";
    for (int i = 0; i < unknown; ++i) json += ",\"c" + std::to_string(i) + "\":1";
    const std::string metadata = type({data_part(json + "}")}).metadata.text;
    std::size_t count = 0;
    for (auto at = metadata.find("\"keyword\""); at != metadata.npos;
         at = metadata.find("\"keyword\"", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(told(15), 15U);
  EXPECT_EQ(told(16), 16U);
  EXPECT_EQ(told(20), 16U);
}

TEST_F(TypedArtifacts, TakesALabelOffThatNamesNothing) {
  const auto other = data_part_of_type("application/json;schema=nope", kTigerWins);
  EXPECT_THAT(type({other}).parts, ElementsAre(typed(kTigerWins)));
  contract_.skills.front().output_schemas.clear();
  auto typer = TypedArtifacts::typer();
  EXPECT_THAT(typer.type(artifact_of({other})).parts, ElementsAre(plain(kTigerWins)));
  EXPECT_TRUE(typer.violated());
}

TEST_F(TypedArtifacts, MakesAFencedBlockADataPartBetweenProse) {
  const std::string text = "Here it is:\n```json\n" + std::string(kTigerWins) + "\n```\nEnjoy.";
  EXPECT_THAT(type({text_part(text)}).parts,
              ElementsAre(text_part("Here it is:\n"), typed(kTigerWins), text_part("Enjoy.")));
}

TEST_F(TypedArtifacts, TakesTheFencedBlockThatFits) {
  const std::string first = "```json\n" + std::string(kImprobable) + "\n```\n";
  EXPECT_THAT(type({text_part(first + "```json\n" + std::string(kTigerWins) + "\n```\n")}).parts,
              ElementsAre(text_part(first), typed(kTigerWins)));
}

TEST_F(TypedArtifacts, JoinsJsonThatIsSplitOverTextParts) {
  EXPECT_THAT(type({text_part(kTigerWins.substr(0, 20)), text_part(kTigerWins.substr(20))}).parts,
              ElementsAre(typed(kTigerWins)));
  EXPECT_THAT(type({text_part("So:"), text_part(kTigerWins)}).parts,
              ElementsAre(text_part("So:"), typed(kTigerWins)));
}

TEST_F(TypedArtifacts, LeavesProseAlone) {
  auto typer = TypedArtifacts::typer();
  const auto artifact = typer.type(artifact_of({text_part("{ not json"), text_part("Tiger wins.")}));
  EXPECT_THAT(artifact.parts, ElementsAre(text_part("{ not json"), text_part("Tiger wins.")));
  EXPECT_FALSE(typer.typed() || typer.violated());
}

TEST_F(TypedArtifacts, KeepsFilesWithoutTheirLabels) {
  a2a::Part file = typed(kTigerWins);
  file.kind = a2a::PartKind::kRaw;
  auto typer = TypedArtifacts::typer();
  const auto artifact = typer.type(artifact_of({file, data_part(kTigerWins)}));
  file.media_type = "application/json";
  file.metadata = {};
  file.metadata_mime_type.clear();
  EXPECT_THAT(artifact.parts, ElementsAre(file, typed(kTigerWins)));
  EXPECT_FALSE(typer.violated());
}

TEST_F(TypedArtifacts, KeepsAttributesOfThePart) {
  a2a::Part part = data_part(kTigerWins);
  part.filename = "result.json";
  part.metadata.text = R"({"n":1.0})";
  const auto out = type({part}).parts.at(0);
  EXPECT_EQ(out.filename, "result.json");
  EXPECT_EQ(out.metadata.text, R"({"n":1.0,"mimeType":"application/json;schema=fightResponse"})");
}

// OS-35 with a skill that declares no outputs: nothing is looked for.
TEST_F(TypedArtifacts, TouchesNothingWithoutOutputSchemas) {
  contract_.skills.front().output_schemas.clear();
  auto typer = TypedArtifacts::typer();
  const auto artifact = typer.type(artifact_of({text_part(kTigerWins), data_part(kImprobable)}));
  EXPECT_THAT(artifact.parts, ElementsAre(text_part(kTigerWins), data_part(kImprobable)));
  EXPECT_FALSE(typer.violated());
}

// X-18.
TEST_F(TypedArtifacts, GivesIntegersAsIntegers) {
  contract_.schemas.at("fightResponse") =
      schema_of(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})", false, true);
  EXPECT_THAT(type({data_part(R"({"n":7.0})"), text_part("```json\n{\"n\":8.0}\n```")}).parts,
              ElementsAre(typed(R"({"n":7})"), typed(R"({"n":8})")));
}

// OS-3.
TEST_F(TypedArtifacts, TriesAnAcceptedSchemaFirst) {
  contract_.schemas.emplace("anything", schema_of("{}", false, true));
  EXPECT_EQ(type({data_part(kTigerWins)}, {"application/json;schema=anything"}).parts.at(0).media_type,
            "application/json;schema=anything");
  EXPECT_EQ(type({data_part(kTigerWins)}, {"application/json;schema=nope"}).parts.at(0).media_type,
            kResponseMode);
  EXPECT_EQ(type({data_part(kTigerWins)}, {"application/json;schema=fightComparison"}).parts.at(0).media_type,
            kResponseMode);
}

// X-19.
TEST_F(TypedArtifacts, GivesTextToAClientThatTakesNoJson) {
  auto typer = TypedArtifacts::typer({"text/plain"});
  const auto artifact = typer.type(artifact_of({typed(kTigerWins)}));
  EXPECT_THAT(artifact.parts, ElementsAre(text_part(kTigerWins)));
  EXPECT_EQ(artifact.artifact_id, "fight-result");
  EXPECT_FALSE(typer.typed() || typer.violated());
  EXPECT_TRUE(typer.fitted());
  EXPECT_THAT(type({typed(kTigerWins)}, {"image/png"}).parts, ElementsAre(text_part(kTigerWins)));
  EXPECT_THAT(type({plain(kImprobable)}, {"text/*"}).parts, ElementsAre(text_part(kImprobable)));
}

TEST_F(TypedArtifacts, GivesDataWhenJsonIsAmongTheAcceptedModes) {
  for (const char* mode : {"application/json", "Application/* ;q=1", "*/*", "application/json;schema=nope"}) {
    EXPECT_THAT(type({data_part(kTigerWins)}, {"text/plain", mode}).parts, ElementsAre(typed(kTigerWins)))
        << mode;
  }
}

TEST_F(TypedArtifacts, GivesTheRoutesIdToTheFirstTypedArtifactOnly) {
  auto typer = TypedArtifacts::typer();
  EXPECT_EQ(typer.type(artifact_of({text_part("log")}, "log")).artifact_id, "log");
  EXPECT_EQ(typer.type(artifact_of({data_part(kTigerWins)}, "r1")).artifact_id, "fight-result");
  EXPECT_EQ(typer.type(artifact_of({data_part(kTigerWins)}, "r2")).artifact_id, "r2");
  EXPECT_EQ(typer.type(artifact_of({data_part(kTigerWins)}, "r1")).artifact_id, "fight-result");
}

TEST_F(TypedArtifacts, KeepsIdsUnique) {
  auto typer = TypedArtifacts::typer();
  EXPECT_EQ(typer.type(artifact_of({data_part(kTigerWins)}, "r1")).artifact_id, "fight-result");
  EXPECT_EQ(typer.type(artifact_of({text_part("x")}, "fight-result")).artifact_id, "fight-result-2");
}

// OS-30.
TEST_F(TypedArtifacts, MakesAnArtifactOfAMessage) {
  a2a::Message message = message_of({text_part("Done."), data_part(kTigerWins)});
  message.metadata.text = R"({"k":1})";
  const auto artifact = typer().from_message(message);
  EXPECT_EQ(artifact.artifact_id, "fight-result");
  EXPECT_THAT(artifact.parts, ElementsAre(text_part("Done."), typed(kTigerWins)));
  EXPECT_EQ(artifact.metadata.text, R"({"k":1})");
}

TEST_F(TypedArtifacts, AMessageWithoutJsonSaysThatItHoldsNone) {
  auto typer = TypedArtifacts::typer();
  const auto artifact = typer.from_message(message_of({text_part("Done.")}));
  EXPECT_EQ(artifact.artifact_id, "answer");
  EXPECT_THAT(artifact.parts, ElementsAre(text_part("Done.")));
  EXPECT_THAT(artifact.metadata.text,
              testing::AllOf(HasSubstr(kViolationsKey), HasSubstr("fightResponse"),
                             HasSubstr(R"({"path":"data","keyword":"type","message":")")));
  EXPECT_FALSE(typer.fitted());
  EXPECT_FALSE(typer.violated()) << "nothing that looked like output";
}

TEST_F(TypedArtifacts, AMessageOfASkillWithoutOutputSchemasSaysNothing) {
  contract_.skills.front().output_schemas.clear();
  EXPECT_TRUE(typer().from_message(message_of({text_part("Done.")})).metadata.empty());
}

}  // namespace
}  // namespace schemagate::object_schemas
