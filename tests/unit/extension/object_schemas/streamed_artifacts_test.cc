// Artifacts that arrive in pieces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "extension/object_schemas/typed_artifacts.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using a2a::TaskArtifactUpdate;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TaskArtifactUpdate update_of(std::vector<a2a::Part> parts, bool append, bool last = false,
                             std::string id = "x") {
  TaskArtifactUpdate update;
  update.task_id = "t-1";
  update.context_id = "c-1";
  update.artifact.artifact_id = std::move(id);
  update.artifact.parts = std::move(parts);
  update.append = append;
  update.last_chunk = last;
  return update;
}

TaskArtifactUpdate text(std::string_view content, bool append = true, bool last = false) {
  return update_of({text_part(content)}, append, last);
}

a2a::Part fight_response(std::string_view json) {
  a2a::Part part = data_part(json);
  a2a::set_mime_type(part, "application/json;schema=fightResponse");
  return part;
}

class StreamedArtifacts : public testing::Test {
 protected:
  Contract contract_ = fight_contract();
  a2a::JsonDocument document_;
  ArtifactTyper typer_{contract_, contract_.skills.front(), {}, document_};
};

TEST_F(StreamedArtifacts, HoldsJsonBackUntilTheLastChunk) {
  EXPECT_THAT(typer_.on_update(text(kTigerWins.substr(0, 10), false)), IsEmpty());
  EXPECT_THAT(typer_.on_update(text(kTigerWins.substr(10, 20))), IsEmpty());
  const auto out = typer_.on_update(text(kTigerWins.substr(30), true, true));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.parts, ElementsAre(fight_response(kTigerWins)));
  EXPECT_EQ(out[0].artifact.artifact_id, "fight-result");
  EXPECT_THAT(out[0].artifact.extensions, ElementsAre(kExtensionUri));
  EXPECT_FALSE(out[0].append);
  EXPECT_TRUE(out[0].last_chunk);
  EXPECT_EQ(out[0].task_id + out[0].context_id, "t-1c-1");
  EXPECT_TRUE(typer_.typed());
  EXPECT_THAT(typer_.finish(), IsEmpty());
}

TEST_F(StreamedArtifacts, LetsHeldTextOutAtTheEndOfTheTask) {
  EXPECT_THAT(typer_.on_update(text(kTigerWins, false)), IsEmpty());
  const auto out = typer_.finish();
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.parts, ElementsAre(fight_response(kTigerWins)));
  EXPECT_TRUE(out[0].last_chunk);
  EXPECT_THAT(typer_.finish(), IsEmpty());
}

TEST_F(StreamedArtifacts, LetsProseFlowAtOnce) {
  const auto first = typer_.on_update(text("Tiger ", false));
  ASSERT_THAT(first, SizeIs(1));
  EXPECT_EQ(first[0], text("Tiger ", false));
  EXPECT_THAT(typer_.on_update(text("{wins}")), ElementsAre(text("{wins}")));
  EXPECT_THAT(typer_.on_update(text(" [1]", true, true)), ElementsAre(text(" [1]", true, true)));
  EXPECT_FALSE(typer_.violated());
}

TEST_F(StreamedArtifacts, HoldsAFenceBackThatFollowsProse) {
  EXPECT_THAT(typer_.on_update(text("Here:\n``", false)), ElementsAre(text("Here:\n", false)));
  EXPECT_THAT(typer_.on_update(text("`json\n" + std::string(kTigerWins))), IsEmpty());
  const auto out = typer_.on_update(text("\n```\nBye.", true, true));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.parts, ElementsAre(fight_response(kTigerWins), text_part("Bye.")));
}

// However its client asks: where words of it have been shown, the output begins an artifact of its own.
TEST_F(StreamedArtifacts, GiveTheOutputItsIdAlsoBehindProse) {
  TaskArtifactUpdate first = text("Here:\n", false);
  first.artifact.name = "Answer";
  EXPECT_THAT(typer_.on_update(first), ElementsAre(first));
  const auto out = typer_.on_update(update_of({data_part(kTigerWins)}, true));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_EQ(out[0].artifact.artifact_id, "fight-result");
  EXPECT_EQ(out[0].artifact.name, "Answer");
  EXPECT_FALSE(out[0].append) << "it begins";
  const auto rest = typer_.on_update(text(" See you.", true, true));
  ASSERT_THAT(rest, SizeIs(1));
  EXPECT_EQ(rest[0].artifact.artifact_id, "fight-result") << "and goes on";
  EXPECT_TRUE(rest[0].append);
}

TEST_F(StreamedArtifacts, GiveOnlyOneOfThemTheIdOfTheOutput) {
  EXPECT_THAT(typer_.on_update(update_of({data_part(kTigerWins)}, false, true, "a")), SizeIs(1));
  EXPECT_THAT(typer_.on_update(text("Again: ", false)), SizeIs(1));
  const auto out = typer_.on_update(update_of({data_part(kTigerWins)}, true, true));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_EQ(out[0].artifact.artifact_id, "x");
  EXPECT_TRUE(out[0].append);
}

TEST_F(StreamedArtifacts, LetsGoOfWhatTurnsOutToBeProse) {
  EXPECT_THAT(typer_.on_update(text("``", false)), IsEmpty());
  const auto out = typer_.on_update(text("`py\nx"));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_EQ(out[0], text("```py\nx", false));
}

TEST_F(StreamedArtifacts, DoNotHoldTheEndOfACodeBlockBack) {
  EXPECT_THAT(typer_.on_update(text("Run ```sh\nls\n```", false)),
              ElementsAre(text("Run ```sh\nls\n```", false)));
  EXPECT_THAT(typer_.on_update(text("\n```sh\nls\n")), ElementsAre(text("\n```sh\nls\n")));
  EXPECT_THAT(typer_.on_update(text("```")), ElementsAre(text("```")));
  EXPECT_THAT(typer_.on_update(text("\n```")), ElementsAre(text("\n"))) << "the next one begins";
  EXPECT_THAT(typer_.on_update(text("\n" + std::string(kTigerWins))), IsEmpty());
  EXPECT_THAT(typer_.finish()[0].artifact.parts, ElementsAre(fight_response(kTigerWins)));
}

TEST_F(StreamedArtifacts, KeepsBrokenJsonAsText) {
  EXPECT_THAT(typer_.on_update(text("{\"winner\":", false)), IsEmpty());
  EXPECT_THAT(typer_.on_update(text("oops", true, true)), ElementsAre(text("{\"winner\":oops", false, true)));
  EXPECT_FALSE(typer_.violated());
}

// OS-40.
TEST_F(StreamedArtifacts, KeepsJsonThatDoesNotFitAsTextAndSaysWhy) {
  EXPECT_THAT(typer_.on_update(text(kImprobable, false)), IsEmpty());
  const auto out = typer_.finish();
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.parts, ElementsAre(text_part(kImprobable)));
  EXPECT_THAT(out[0].artifact.metadata.text, testing::HasSubstr("data.probability"));
  EXPECT_TRUE(typer_.violated());
}

TEST_F(StreamedArtifacts, TypesDataPartsAtOnce) {
  const auto out = typer_.on_update(update_of({data_part(kTigerWins)}, false));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.parts, ElementsAre(fight_response(kTigerWins)));
  EXPECT_FALSE(out[0].last_chunk);
}

TEST_F(StreamedArtifacts, KeepsTheOrderOfTextAndData) {
  EXPECT_THAT(typer_.on_update(text("{\"half\":", false)), IsEmpty());
  const auto out = typer_.on_update(update_of({data_part(kTigerWins)}, true));
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.parts, ElementsAre(text_part("{\"half\":"), fight_response(kTigerWins)));
  EXPECT_FALSE(out[0].append);
}

TEST_F(StreamedArtifacts, LetsHeldTextOutBeforeItIsReplaced) {
  EXPECT_THAT(typer_.on_update(text("{\"a\":1", false)), IsEmpty());
  const auto out = typer_.on_update(text("New.", false));
  EXPECT_THAT(out, ElementsAre(text("{\"a\":1", false), text("New.", false)));
}

TEST_F(StreamedArtifacts, HoldsArtifactsBackSeparately) {
  EXPECT_THAT(typer_.on_update(update_of({text_part(kTigerWins)}, false, false, "a")), IsEmpty());
  EXPECT_THAT(typer_.on_update(update_of({text_part("{}")}, false, false, "b")), IsEmpty());
  EXPECT_THAT(typer_.on_update(update_of({text_part("log")}, false, true, "c")), SizeIs(1));
  const auto out = typer_.finish();
  ASSERT_THAT(out, SizeIs(2));
  EXPECT_EQ(out[0].artifact.artifact_id, "fight-result");
  EXPECT_EQ(out[1].artifact.artifact_id, "b");
}

TEST_F(StreamedArtifacts, LetsTextOutWhenTooMuchIsHeld) {
  ArtifactTyper typer(contract_, contract_.skills.front(), {}, document_, 20);
  EXPECT_THAT(typer.on_update(text("{\"winner\":\"Tiger\",", false)), IsEmpty());
  EXPECT_THAT(typer.on_update(text("\"probability\"")),
              ElementsAre(text("{\"winner\":\"Tiger\",\"probability\"", false)));
  EXPECT_THAT(typer.on_update(text("{")), ElementsAre(text("{")));
}

TEST_F(StreamedArtifacts, BoundsTheTextOfAllArtifactsTogether) {
  ArtifactTyper typer(contract_, contract_.skills.front(), {}, document_, 20);
  EXPECT_THAT(typer.on_update(update_of({text_part("{123456789")}, false, false, "a")), IsEmpty());
  EXPECT_THAT(typer.on_update(update_of({text_part("{12345678")}, false, false, "b")), IsEmpty());
  EXPECT_THAT(typer.on_update(update_of({text_part("{1")}, false, false, "c")), SizeIs(1));
  EXPECT_THAT(typer.finish(), SizeIs(2));
}

TEST_F(StreamedArtifacts, JoinsTheWordsOfUpdatesThatAreHeldBack) {
  auto first = text("{", false);
  first.artifact.name = "old";
  first.artifact.metadata.text = R"({"k":1})";
  first.artifact.extensions = {"https://e.example/1"};
  auto second = text("}", true, true);
  second.artifact.name = "new";
  second.artifact.description = "d";
  second.artifact.metadata.text = R"({"l":2})";
  second.metadata.text = R"({"u":3})";
  EXPECT_THAT(typer_.on_update(first), IsEmpty());
  const auto out = typer_.on_update(second);
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_EQ(out[0].artifact.name + out[0].artifact.description, "newd");
  EXPECT_THAT(out[0].artifact.metadata.text, testing::StartsWith(R"({"k":1,"l":2,)"));
  EXPECT_EQ(out[0].metadata.text, R"({"u":3})");
  EXPECT_THAT(out[0].artifact.extensions, ElementsAre("https://e.example/1"));
}

TEST_F(StreamedArtifacts, PassesEmptyUpdatesOn) {
  EXPECT_THAT(typer_.on_update(update_of({}, true, true)), ElementsAre(update_of({}, true, true)));
}

TEST_F(StreamedArtifacts, PassesTextThroughWithoutOutputSchemas) {
  contract_.skills.front().output_schemas.clear();
  ArtifactTyper typer(contract_, contract_.skills.front(), {}, document_);
  EXPECT_THAT(typer.on_update(text("{\"a\"", false)), ElementsAre(text("{\"a\"", false)));
}

TEST_F(StreamedArtifacts, AreReplacedByTheFinishedArtifact) {
  EXPECT_THAT(typer_.on_update(text("{\"a\"", false)), IsEmpty());
  typer_.type(update_of({data_part(kTigerWins)}, false).artifact);
  EXPECT_THAT(typer_.finish(), IsEmpty());
}

}  // namespace
}  // namespace schemagate::object_schemas
