#include "extension/object_schemas/label_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/object_schemas/part_typer.h"
#include "fight_contract.h"

namespace schemagate::object_schemas {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LabelCheckTest : public testing::Test {
 protected:
  a2a::Message checked(std::vector<a2a::Part> parts, const std::vector<std::string>& accepted = {}) {
    a2a::Message message = message_of(std::move(parts));
    LabelCheck(contract_, accepted, document_).check(message);
    return message;
  }
  static a2a::Part labelled(std::string_view schema, std::string_view json) {
    a2a::Part part = data_part(json);
    a2a::set_mime_type(part, "application/json;schema=" + std::string(schema));
    return part;
  }
  static a2a::Part plain(std::string_view json) {
    a2a::Part part = data_part(json);
    part.media_type = "application/json";
    return part;
  }

  Contract contract_ = fight_contract();
  a2a::JsonDocument document_;
};

// OS-35, OS-13.
TEST_F(LabelCheckTest, KeepsALabelThatHoldsInTheOneForm) {
  const auto other_spelling = data_part_of_type("Application/JSON; schema=\"fightResponse\"", kTigerWins);
  const auto message = checked({text_part("So:"), other_spelling});
  EXPECT_THAT(message.parts, ElementsAre(text_part("So:"), labelled("fightResponse", kTigerWins)));
  EXPECT_THAT(message.extensions, ElementsAre(kExtensionUri));
  EXPECT_TRUE(message.metadata.empty());
}

// OS-35, OS-40.
TEST_F(LabelCheckTest, TakesALabelOffThatDoesNotHoldAndSaysWhy) {
  const auto message = checked({labelled("fightResponse", kImprobable)});
  EXPECT_THAT(message.parts, ElementsAre(plain(kImprobable)));
  EXPECT_THAT(message.extensions, IsEmpty());
  EXPECT_THAT(message.metadata.text, AllOf(HasSubstr(kViolationsKey),
                                           HasSubstr(R"("path":"data.probability","keyword":"maximum")")));
}

TEST_F(LabelCheckTest, TakesALabelOffThatNobodyDeclares) {
  const auto message = checked({labelled("nope", kTigerWins), labelled("", "{}")});
  EXPECT_THAT(message.parts, ElementsAre(plain(kTigerWins), plain("{}")));
  EXPECT_THAT(message.metadata.text,
              AllOf(HasSubstr(R"("schemas":["","nope"])"), HasSubstr("is not declared")));
}

TEST_F(LabelCheckTest, ChecksWhatAgentsWithoutSchemasLabel) {
  contract_ = Contract();
  EXPECT_THAT(checked({labelled("fightResponse", kTigerWins)}).parts, ElementsAre(plain(kTigerWins)));
}

TEST_F(LabelCheckTest, LooksIntoATextThatHasALabel) {
  a2a::Part fits = text_part(kTigerWins);
  a2a::set_mime_type(fits, "application/json;schema=fightResponse");
  EXPECT_THAT(checked({fits}).parts, ElementsAre(labelled("fightResponse", kTigerWins)));
  fits.content = "The tiger.";
  const auto message = checked({fits});
  EXPECT_EQ(message.parts.at(0).content, "The tiger.");
  EXPECT_EQ(message.parts.at(0).metadata_mime_type, "");
  EXPECT_THAT(message.metadata.text, HasSubstr("expected JSON, found text"));
}

TEST_F(LabelCheckTest, LeavesUnlabelledPartsAlone) {
  const a2a::Part file = {.kind = a2a::PartKind::kRaw, .content = "e30=", .media_type = "application/json"};
  const std::vector<a2a::Part> parts = {text_part(kTigerWins), data_part(kTigerWins), data_part("[1]"), file};
  EXPECT_EQ(checked(parts), message_of(parts));
}

// OS-35: the extension labels data parts, and what is in a file is not looked at.
TEST_F(LabelCheckTest, TakesEveryLabelOffAFile) {
  for (const auto kind : {a2a::PartKind::kRaw, a2a::PartKind::kUrl}) {
    a2a::Part file = {
        .kind = kind, .content = "e30=", .media_type = "application/json; schema=fightResponse"};
    const auto message = checked({file});
    file.media_type = "application/json";
    EXPECT_THAT(message.parts, ElementsAre(file));
    EXPECT_THAT(message.metadata.text, HasSubstr("only data has a schema"));
  }
}

TEST_F(LabelCheckTest, LeavesAFileTheTypeOfItsBytes) {
  a2a::Part file = labelled("fightResponse", "e30=");
  file.kind = a2a::PartKind::kRaw;
  file.media_type = "image/png";
  const auto message = checked({file});
  EXPECT_EQ(message.parts.at(0).media_type, "image/png");
  EXPECT_TRUE(message.parts.at(0).metadata.empty());
}

// X-19.
TEST_F(LabelCheckTest, GivesTextToAClientThatTakesNoJson) {
  const auto message = checked({labelled("fightResponse", kTigerWins), data_part("[1]")}, {"text/plain"});
  EXPECT_THAT(message.parts, ElementsAre(text_part(kTigerWins), text_part("[1]")));
  EXPECT_TRUE(message.metadata.empty());
}

TEST_F(LabelCheckTest, ChecksArtifactsAlike) {
  a2a::Artifact artifact{.artifact_id = "x", .parts = {labelled("fightResponse", kImprobable)}};
  LabelCheck(contract_, {}, document_).check(artifact);
  EXPECT_THAT(artifact.parts, ElementsAre(plain(kImprobable)));
  EXPECT_THAT(artifact.metadata.text, HasSubstr(kViolationsKey));
}

}  // namespace
}  // namespace schemagate::object_schemas
