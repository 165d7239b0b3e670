// What a sentence says for one key: the value, how sure it is, its evidence, and which words it takes.
#include "extension/client_agent/key_matchers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/client_agent/key_value.h"
#include "extension/client_agent/listed_examples.h"
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

// A template of one key, and a sentence that is mapped to it.
class OneKey {
 public:
  OneKey(const std::string& name, const std::string& type, const std::string& members,
         std::string_view sentence)
      : negotiated_(one_key(R"({"key_name":")" + name + R"(","key_type":")" + type +
                            R"(","required":false,)" + members + "}")),
        schema_(a2a::parse_tree(negotiated_.json_schema).value()),
        sentence_(sentence),
        terms_(key_terms(*negotiated_.schema.find(name), &schema_["properties"][name])),
        parse_(sentence_, negotiated_.schema) {}

  Parse& parse() { return parse_; }
  const KeyTerms& terms() const { return terms_; }
  // The words that no key has taken.
  std::string left() const {
    std::string words;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (parse_.is_free(at)) words += (words.empty() ? "" : " ") + sentence_[at].text;
    }
    return words;
  }

 private:
  const NegotiatedSchema negotiated_;
  const a2a::JsonTree schema_;
  const Utterance sentence_;
  const KeyTerms terms_;
  Parse parse_;
};

std::string amount(const std::string& type, const std::string& members, std::string_view sentence) {
  OneKey key("skin_smoothing", type, members, sentence);
  return find_amount(key.parse(), key.terms()).value_or(Match{}).value;
}

const std::string kZeroToTen =
    R"("semantic_description":"Smoothing.","constraints":{"minimum":0,"maximum":10})";
const std::string kFiveToTen =
    R"("semantic_description":"Smoothing.","constraints":{"minimum":5,"maximum":10})";

TEST(FindAmount, TakesItsPlaceInTheRange) {
  EXPECT_EQ(amount("integer", kFiveToTen, "smooth the skin lightly"), "7");  // 5 + 0.3 * 5, rounded
  EXPECT_EQ(amount("number", kFiveToTen, "smooth the skin lightly"), "6.5");
  EXPECT_EQ(amount("number", kFiveToTen, "skin smoothing 50%"), "7.5");
  EXPECT_EQ(amount("integer", kFiveToTen, "skin smoothing 10"), "10");
  EXPECT_EQ(amount("integer", kFiveToTen, "skin smoothing 5"), "5");
  EXPECT_EQ(amount("integer", kFiveToTen, "skin smoothing 4"), "");
  EXPECT_EQ(amount("integer", kFiveToTen, "skin smoothing 11"), "");
  EXPECT_EQ(amount("integer", kFiveToTen, "no skin smoothing"), "") << "zero is out of the range";
  EXPECT_EQ(amount("integer", kZeroToTen, "no skin smoothing"), "0");
}

TEST(FindAmount, NeedsARangeOrAnExampleToKnowHowMuchALittleIs) {
  const std::string plain = R"("semantic_description":"Smoothing.")";
  EXPECT_EQ(amount("integer", plain, "smooth the skin lightly"), "");
  EXPECT_EQ(amount("integer", plain, "skin smoothing 15"), "15");
  EXPECT_EQ(amount("integer", plain, "skin smoothing 2.5"), "");
  EXPECT_EQ(amount("number", plain, "skin smoothing 2.5"), "2.5");
  EXPECT_EQ(amount("integer", plain, "skin smoothing for 3 days"), "") << "days are counted, not smoothing";
  const std::string example = R"("semantic_description":"Example mapping: 'light skin smoothing' -> 4.")";
  EXPECT_EQ(amount("integer", example, "smooth the skin lightly"), "4");
}

TEST(FindAmount, IsSurerOfANumberThanOfAWord) {
  const auto confidence = [](std::string_view sentence) {
    OneKey key("skin_smoothing", "integer", kZeroToTen, sentence);
    return find_amount(key.parse(), key.terms()).value_or(Match{}).confidence;
  };
  EXPECT_DOUBLE_EQ(confidence("skin smoothing 5"), 0.95);
  EXPECT_DOUBLE_EQ(confidence("smooth the skin lightly"), 0.9);
  EXPECT_DOUBLE_EQ(confidence("smooth the skin"), 0.8);
}

TEST(FindAmount, TakesTheWordsThatSayIt) {
  OneKey key("skin_smoothing", "integer", kZeroToTen, "Smooth the skin lightly and add a hat");
  const auto match = find_amount(key.parse(), key.terms());
  ASSERT_TRUE(match);
  EXPECT_EQ(match->evidence, "Smooth the skin");
  EXPECT_EQ(key.left(), "and add a hat");
}

TEST(FindAmount, PrefersTheNumberBehindItsWords) {
  EXPECT_EQ(amount("integer", kZeroToTen, "4 skin smoothing 6"), "6");
  EXPECT_EQ(amount("integer", kZeroToTen, "4 skin smoothing"), "4");
  EXPECT_EQ(amount("integer", kZeroToTen, "smooth the skin, just a little"), "3");
  EXPECT_EQ(amount("integer", kZeroToTen, "smooth the skin, and a little hat"), "7")
      << "the next clause is about something else";
}

// A template of one key, and what a sentence gives it.
std::string value(const std::string& key, std::string_view sentence) {
  return member(mapped(one_key(key), std::string(sentence)), "k");
}

std::string choice(std::string_view sentence) {
  const NegotiatedSchema negotiated = one_key(
      R"({"key_name":"cabin_class","key_type":"string","required":false,)"
      R"("semantic_description":"Cabin.","constraints":{"enum":["economy","premium economy","first","none"]}})");
  return member(mapped(negotiated, std::string(sentence)), "cabin_class");
}

TEST(Choices, TakeTheLongestValueThatStandsThere) {
  EXPECT_EQ(choice("premium economy"), R"("premium economy")");
  EXPECT_EQ(choice("economy"), R"("economy")");
  EXPECT_EQ(choice("premium, economy"), "") << "two clauses are not one value, and each may be meant";
}

TEST(Choices, NeedAWordOfTheKeyForEverydayWords) {
  EXPECT_EQ(choice("the first one"), "");
  EXPECT_EQ(choice("first class"), R"("first")");
  EXPECT_EQ(choice("class first"), R"("first")");
  EXPECT_EQ(choice("class of first"), R"("first")");
  EXPECT_EQ(choice("one seat in first"), R"("first")");
  EXPECT_EQ(choice("class was never really first"), "");
}

TEST(FindSwitch, TakesTheWordsOfItsDenialAndNoOthers) {
  OneKey key("flash", "boolean", R"("semantic_description":"Flash.")", "without any flash sharp eyes");
  EXPECT_EQ(find_switch(key.parse(), key.terms()).value_or(Match{}).value, "false");
  EXPECT_EQ(key.left(), "sharp eyes");
}

TEST(ListedExamples, AreSixtyFourAtMost) {
  std::string description = R"("semantic_description":"What hurts, such as )";
  for (int i = 0; i < 65; ++i) description += (i == 0 ? "p" : ", p") + std::to_string(i);
  OneKey key("place", "string", description + ".\"", "it hurts");
  EXPECT_EQ(listed_examples(key.terms()).size(), 64U);
}

TEST(Choices, AreLeftOpenWhenSeveralAreNamed) {
  EXPECT_EQ(choice("economy or premium economy"), "");
  EXPECT_EQ(choice("economy, yes economy"), R"("economy")");
  EXPECT_EQ(choice("not economy but premium economy"), R"("premium economy")");
  EXPECT_EQ(choice("economy, sorry, premium economy"), R"("premium economy")");
  EXPECT_EQ(choice("no cabin"), R"("none")");
  EXPECT_EQ(choice("an economy umbrella"), "") << "the word goes with the next one";
}

TEST(Choices, KnowWhatTheDescriptionExplainsThemWith) {
  const std::string key =
      R"({"key_name":"k","key_type":"string","required":false,"semantic_description":"What it is about. )"
      R"(loan: any other credit, borrowing. box_office (collected at the door). Say 'phone' for any mobile. )"
      R"(Example: 'station wagon' -> 'estate'.","constraints":{"enum":["loan","box_office","phone","estate"]}})";
  EXPECT_EQ(value(key, "it is about a credit"), R"("loan")");
  EXPECT_EQ(value(key, "collected at the door"), R"("box_office")");
  EXPECT_EQ(value(key, "my mobile is broken"), R"("phone")");
  EXPECT_EQ(value(key, "my iPhone is broken"), R"("phone")");
  EXPECT_EQ(value(key, "a station wagon for a week"), R"("estate")");
}

Proposal counted(std::string_view sentence) {
  const NegotiatedSchema negotiated =
      one_key(R"({"key_name":"passenger_count","key_type":"integer","required":false,)"
              R"("semantic_description":"Number of passengers.","constraints":{"minimum":1,"maximum":9}})");
  return mapped(negotiated, std::string(sentence));
}
std::string count(std::string_view sentence) {
  return member(counted(sentence), "passenger_count");
}

TEST(Counts, AddUpAParty) {
  EXPECT_EQ(count("two adults, three children and a baby"), "6");
  EXPECT_EQ(count("two adults and three children plus a baby"), "6");
  EXPECT_EQ(count("with my wife"), "2");
  EXPECT_EQ(count("with my boss"), "2");
  EXPECT_EQ(count("with my parents"), "3");
  EXPECT_EQ(count("my parents"), "2");
  EXPECT_EQ(count("with my friends"), "") << "nobody says how many";
  EXPECT_EQ(count("bringing two kids"), "3");
  EXPECT_EQ(count("my wife and me"), "2");
  EXPECT_EQ(count("to see my wife"), "");
  EXPECT_EQ(count("meet my parents"), "");
  EXPECT_EQ(count("get me two seats"), "2") << "who gets them is not counted";
}

TEST(Counts, KnowWhatIsCounted) {
  EXPECT_EQ(count("2 tickets"), "2");
  EXPECT_EQ(count("2 cheap tickets"), "2");
  EXPECT_EQ(count("3 bags"), "");
  EXPECT_EQ(count("a party of six"), "6");
  EXPECT_EQ(count("a box of six"), "");
  EXPECT_EQ(count("for two"), "2");
  EXPECT_EQ(count("for two hours"), "");
  EXPECT_EQ(count("for two bags"), "");
  EXPECT_EQ(count("three of us"), "3");
  EXPECT_EQ(count("three of them"), "");
  EXPECT_EQ(count("9 people"), "9");
  EXPECT_EQ(count("two tickets, no wait, make it three"), "3");
}

TEST(Counts, SayWhatIsOutOfRange) {
  const Proposal proposal = counted("10 people");
  EXPECT_EQ(member(proposal, "passenger_count"), "");
  EXPECT_THAT(proposal.heard, testing::ElementsAre(HeardFor{"passenger_count", "10 people", "out of range"}));
  EXPECT_EQ(member(proposal, "other"), R"("10 people")");
}

TEST(Counts, TakeOneWhoSaysToBeAlone) {
  for (const std::string_view sentence : {"just me", "only me", "travelling alone", "solo", "by myself"}) {
    EXPECT_EQ(count(sentence), "1") << sentence;
  }
  for (const std::string_view sentence : {"me", "myself", "for me"})
    EXPECT_EQ(count(sentence), "") << sentence;
}

TEST(KeyValue, FitsItsTypeAndBothEndsOfItsRange) {
  OneKey whole("skin_smoothing", "integer", kFiveToTen, "x");
  EXPECT_TRUE(fits(whole.terms(), 5));
  EXPECT_TRUE(fits(whole.terms(), 10));
  EXPECT_FALSE(fits(whole.terms(), 4));
  EXPECT_FALSE(fits(whole.terms(), 11));
  EXPECT_FALSE(fits(whole.terms(), 5.5));
  OneKey any("skin_smoothing", "number", R"("semantic_description":"Smoothing.")", "x");
  EXPECT_TRUE(fits(any.terms(), -5.5));
  EXPECT_EQ(number_json(3), "3");
  EXPECT_EQ(number_json(2.5), "2.5");
  EXPECT_EQ(number_json(1e15), "1e+15") << "beyond what a fraction can be told of";
  EXPECT_EQ(json_text("a\"b"), R"("a\"b")");
}

}  // namespace
}  // namespace schemagate::client_agent
