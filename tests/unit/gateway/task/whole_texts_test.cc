// Texts that are JSON, and come in pieces.
#include "gateway/task/whole_texts.h"

#include <gmock/gmock.h>

namespace schemagate {
namespace {

using a2a::TaskArtifactUpdate;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TaskArtifactUpdate text_piece(const std::string& text, bool append = true, bool last = false) {
  TaskArtifactUpdate update{.artifact = {.artifact_id = "x"}, .append = append, .last_chunk = last};
  if (!text.empty()) update.artifact.parts.push_back({.content = text});
  return update;
}

TEST(WholeTexts, HoldBackWhatBeginsLikeJsonUntilItIsClosed) {
  WholeTexts texts;
  TaskArtifactUpdate first = text_piece(R"({"a":[1,"}\")", false);
  first.artifact.name = "Answer";
  EXPECT_THAT(texts.on_update(first), IsEmpty());
  EXPECT_THAT(texts.on_update(text_piece(R"(x"])")), IsEmpty());
  EXPECT_EQ(texts.held_bytes(), 15U);
  TaskArtifactUpdate whole = text_piece(R"({"a":[1,"}\"x"]})", false);
  whole.artifact.name = "Answer";
  EXPECT_THAT(texts.on_update(text_piece("}")), ElementsAre(whole)) << "it begins the artifact";
  EXPECT_EQ(texts.held_bytes(), 0U);
  EXPECT_THAT(texts.on_update(text_piece(" Bye.", true, true)), ElementsAre(text_piece(" Bye.", true, true)));
  EXPECT_THAT(texts.finish(), IsEmpty());
}

TEST(WholeTexts, LetWordsFlow) {
  WholeTexts texts;
  for (const TaskArtifactUpdate& each :
       {text_piece("See ", false), text_piece("["), text_piece("1"), text_piece("]"), text_piece("")})
    EXPECT_THAT(texts.on_update(each), ElementsAre(each));
  EXPECT_THAT(texts.on_update(text_piece(R"({"a":)")), IsEmpty()) << "behind words, too";
  EXPECT_THAT(texts.on_update(text_piece("1}")), ElementsAre(text_piece(R"({"a":1})")));
}

TEST(WholeTexts, LetOutWhatIsNeverClosedAtTheEnd) {
  WholeTexts texts;
  EXPECT_THAT(texts.on_update(text_piece("{a", false)), IsEmpty());
  EXPECT_THAT(texts.on_update(text_piece("b", true, true)), IsEmpty());
  EXPECT_THAT(texts.finish(), ElementsAre(text_piece("{ab", false, true)));
}

// Agents of which every piece says that it is the last one.
TEST(WholeTexts, HoldBackWhatGoesOnBehindALastChunk) {
  WholeTexts texts;
  EXPECT_THAT(texts.on_update(text_piece(R"({"a")", false, true)), IsEmpty());
  EXPECT_THAT(texts.on_update(text_piece(":1}", true, true)),
              ElementsAre(text_piece(R"({"a":1})", false, true)));
  EXPECT_THAT(texts.finish(), IsEmpty());
}

TEST(WholeTexts, LetOutWhatIsReplacedAndWhatStandsBeforeOtherParts) {
  WholeTexts texts;
  EXPECT_THAT(texts.on_update(text_piece("{a", false)), IsEmpty());
  EXPECT_THAT(texts.on_update(text_piece("{b", false)), ElementsAre(text_piece("{a", false)));
  TaskArtifactUpdate data = text_piece("");
  data.artifact.parts.push_back({.kind = a2a::PartKind::kData, .content = "{}"});
  const auto out = texts.on_update(data);
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_FALSE(out[0].append);
  ASSERT_THAT(out[0].artifact.parts, SizeIs(2));
  EXPECT_EQ(out[0].artifact.parts[0].content, "{b");
}

TEST(WholeTexts, KeepTheExtensionsOfAllPieces) {
  WholeTexts texts;
  TaskArtifactUpdate first = text_piece("{", false);
  first.artifact.extensions = {"a", "b"};
  EXPECT_THAT(texts.on_update(first), IsEmpty());
  TaskArtifactUpdate second = text_piece("}");
  second.artifact.extensions = {"b", "c"};
  const auto out = texts.on_update(second);
  ASSERT_THAT(out, SizeIs(1));
  EXPECT_THAT(out[0].artifact.extensions, ElementsAre("a", "b", "c"));
}

// As an agent has them that keeps each piece as a part.
TEST(WholeTexts, JoinThePartsOfOneUpdate) {
  WholeTexts texts;
  TaskArtifactUpdate update = text_piece("Here:", false, true);
  for (const char* const each : {"{", R"("a")", ":1}", "Bye"})
    update.artifact.parts.push_back({.content = each});
  const auto out = texts.on_update(update);
  ASSERT_THAT(out, SizeIs(1));
  ASSERT_THAT(out[0].artifact.parts, SizeIs(3));
  EXPECT_EQ(out[0].artifact.parts[1].content, R"({"a":1})");
}

}  // namespace
}  // namespace schemagate
