#include "extension/client_agent/utterance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/client_agent/numbers.h"
#include "extension/client_agent/stem.h"

namespace schemagate::client_agent {
namespace {

using testing::ElementsAre;

std::vector<std::string> words_of(std::string_view text) {
  const Utterance utterance(text);
  std::vector<std::string> words;
  for (const Word& word : utterance.words()) words.push_back(word.text);
  return words;
}

TEST(Utterance, KeepsDatesSharesAndShortFormsWhole) {
  EXPECT_THAT(words_of("Don\u2019t go on 2026-05-04, give 7/10 or 80%!"),
              ElementsAre("don't", "go", "on", "2026-05-04", "give", "7/10", "or", "80%"));
  EXPECT_THAT(words_of("PEK-SHA old-fashioned skin_smoothing"),
              ElementsAre("pek", "sha", "old", "fashioned", "skin", "smoothing"));
  EXPECT_THAT(words_of("Z\u00fcrich \u2192 \u5317\u4eac \u2013 now"),
              ElementsAre("z\u00fcrich", "\u5317\u4eac", "now"));
  EXPECT_THAT(words_of("at 19:30, 20,000 euros, 9 a.m., a.b@example.org."),
              ElementsAre("at", "19:30", "20,000", "euros", "9", "am", "a.b@example.org"));
  EXPECT_THAT(words_of("policy HX-77, a 2-bed flat"),
              ElementsAre("policy", "hx-77", "a", "2", "bed", "flat"));
  EXPECT_THAT(words_of("1, 2,34 and 7:x"), ElementsAre("1", "2,34", "and", "7", "x"));
  EXPECT_THAT(words_of("on 5,6,7 May"), ElementsAre("on", "5", "6", "7", "may"));
}

TEST(Utterance, KnowsItsSentences) {
  const Utterance utterance("See Dr. Kaya at 9 a.m. please. Is that ok? Yes");
  EXPECT_EQ(utterance[6].sentence, 0U);
  EXPECT_EQ(utterance[7].sentence, 1U);
  EXPECT_EQ(utterance.behind(9), "?");
  EXPECT_EQ(utterance[10].sentence, 2U);
  EXPECT_TRUE(utterance.follows_on(2)) << "an abbreviation's dot parts nothing";
  EXPECT_FALSE(utterance.follows_on(7));
  EXPECT_FALSE(utterance.follows_on(0));
}

TEST(Utterance, GivesTheSentenceAsItWasWritten) {
  const Utterance utterance("Book me,  a WINDOW seat");
  EXPECT_EQ(utterance.span(2, 5), "a WINDOW seat");
  EXPECT_EQ(utterance.span(3, 3), "");
  EXPECT_EQ(utterance.text(99), "");
}

TEST(Utterance, BeginsAClauseBehindPunctuationAndConjunctions) {
  const Utterance utterance("fly business, please and sit well");
  EXPECT_EQ(utterance[0].clause, utterance[1].clause);
  EXPECT_NE(utterance[1].clause, utterance[2].clause);
  EXPECT_NE(utterance[2].clause, utterance[3].clause);
  EXPECT_EQ(utterance[3].clause, utterance[5].clause);
}

// A sentence is a stranger's: whatever its length and bytes, the work is bounded.
TEST(Utterance, EndsAtItsLimits) {
  EXPECT_EQ(Utterance(std::string(1 << 20, 'a')).words().front().end, kUtteranceBytesMax);
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "a ";
  EXPECT_EQ(Utterance(many).size(), kWordsMax);
  EXPECT_NO_FATAL_FAILURE(Utterance("\xff\xfe\xe2\x80"));
  EXPECT_EQ(Utterance("").size(), 0U);
}

TEST(Utterance, ComparesWordsWithoutEndings) {
  EXPECT_EQ(stem_of("smoothing"), stem_of("smooth"));
  EXPECT_EQ(stem_of("whitening"), stem_of("whiten"));
  EXPECT_EQ(stem_of("whiten"), stem_of("white"));
  EXPECT_EQ(stem_of("blurry"), stem_of("blurred"));
  EXPECT_EQ(stem_of("passengers"), stem_of("passenger"));
  EXPECT_EQ(stem_of("classes"), stem_of("class"));
  EXPECT_NE(stem_of("business"), stem_of("bus"));
}

TEST(Utterance, ATimeMayEndASentence) {
  const Utterance two("Come at 5 p.m. My boss agrees");
  EXPECT_NE(two[3].sentence, two[4].sentence);
  const Utterance one("Come at 5 p.m. on Monday, with Dr. Roth");
  EXPECT_EQ(one[0].sentence, one[one.size() - 1].sentence);
}

TEST(Utterance, ComparesWordsOfTheSameMeaning) {
  EXPECT_EQ(meaning_of("bigger"), meaning_of("enlargement"));
  EXPECT_EQ(meaning_of("teeth"), meaning_of("tooth"));
  EXPECT_EQ(meaning_of("people"), meaning_of("passengers"));
  EXPECT_NE(meaning_of("vintage"), meaning_of("cinematic"));
  EXPECT_THAT(meanings_of("the skin of the skin"), ElementsAre("skin"));
}

double number(std::string_view text) {
  const Utterance utterance(text);
  return number_at(utterance, 0).value_or(NumberMention{-1}).value;
}

TEST(Numbers, ReadsDigitsAndWords) {
  EXPECT_EQ(number("3 people"), 3);
  EXPECT_EQ(number("2.5"), 2.5);
  EXPECT_EQ(number("twelve"), 12);
  EXPECT_EQ(number("twenty one"), 21);
  EXPECT_EQ(number("a couple of friends"), 2);
  EXPECT_EQ(number("a dozen"), 12);
  EXPECT_EQ(number("a seat"), -1);
  EXPECT_EQ(number("3rd"), -1);
}

double share(std::string_view text) {
  const Utterance utterance(text);
  return share_at(utterance, 0).value_or(NumberMention{-1}).value;
}

TEST(Numbers, ReadsSharesOfAWhole) {
  EXPECT_EQ(share("80%"), 0.8);
  EXPECT_EQ(share("7/10"), 0.7);
  EXPECT_EQ(share("8 out of 10"), 0.8);
  EXPECT_EQ(share("fifty percent"), 0.5);
  EXPECT_EQ(share("7/0"), -1);
  EXPECT_EQ(share("8 out"), -1);
}

}  // namespace
}  // namespace schemagate::client_agent
