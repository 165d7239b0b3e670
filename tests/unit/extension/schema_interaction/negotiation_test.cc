// Catalogue, languages, questions and answers, and what the card says of them.
#include "extension/schema_interaction/negotiation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "a2a/signature/digest.h"
#include "extension/schema_interaction/card.h"
#include "extension/schema_interaction/language_tag.h"
#include "extension/schema_interaction/template_reader.h"
#include "figures.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

AuthoredTemplate flight_in(std::string_view more) {
  JsonTree tree = tree_of(kFigure7);
  tree.merge_patch(tree_of(more));
  return *read_authored_template(tree).authored;
}

constexpr std::string_view kChinese =
    R"({"translations":{"zh":{"origin":"出发地","destination":"目的地","departure_date":"日期","cabin_class":"舱位",)"
    R"("passenger_count":"人数","other":"其他"},"zh-Hant":{"origin":"出發地","destination":"目的地",)"
    R"("departure_date":"日期","cabin_class":"艙位","passenger_count":"人數","other":"其他"}}})";

class Negotiation : public testing::Test {
 protected:
  Negotiation() {
    EXPECT_TRUE(catalogue_.add(flight_in(kChinese), false));
    EXPECT_TRUE(catalogue_.add(*read_authored_template(tree_of(kFigure10)).authored, false));
  }
  const Rendition& rendition(const TemplateRequest& request) const {
    return **select_template(catalogue_, request, "params.scenario");
  }
  a2a::Result<TemplateRequest> read(std::string_view params) {
    return read_template_request(*document_.parse_own(std::string(params)), "params");
  }

  Catalogue catalogue_;
  a2a::JsonDocument document_;
};

// SD-97, SD-13, SD-98: the request of Figure 6 has the answer of Figure 7.
TEST_F(Negotiation, Figure6IsAnsweredByFigure7) {
  const auto figure = *document_.parse_own(std::string(kFigure6));
  ASSERT_TRUE(is_template_request(figure));
  const auto request = read_template_request(*figure.find("params"), "params").value();
  EXPECT_EQ(request.scenario, "flight_booking");
  EXPECT_EQ(request.preferred_language, "en-US");
  EXPECT_EQ(tree_of(rendition(request).text), tree_of(kFigure7));
}

// SD-23, X-27.
TEST_F(Negotiation, SpellingsOfAScenarioAreOne) {
  for (const char* spelling : {"flight_booking", "flight booking", "Flight-Booking", "FLIGHT_BOOKING"}) {
    const Rendition& found = rendition({spelling});
    EXPECT_EQ(tree_of(found.text)["scenario"], "flight_booking") << spelling;
  }
  EXPECT_EQ(catalogue_.find_scenario("flightbooking"), nullptr);
}

// SD-29, X-25: another language, the same schema_id; what there is not falls back.
TEST_F(Negotiation, AnswersInTheLanguageThatFitsBest) {
  const auto language = [this](const char* preferred) {
    return rendition({"flight_booking", preferred}).language;
  };
  EXPECT_EQ(language("zh"), "zh");
  EXPECT_EQ(language("zh-CN"), "zh");
  EXPECT_EQ(language("zh-Hant-TW"), "zh-Hant");
  EXPECT_EQ(language("ZH-HANT"), "zh-Hant");
  EXPECT_EQ(language("zh-TW"), "zh");
  EXPECT_EQ(language("en-US"), "en");
  EXPECT_EQ(language("fr"), "en");
  EXPECT_EQ(language(""), "en");
  const JsonTree chinese = tree_of(rendition({"flight_booking", "zh"}).text);
  EXPECT_EQ(chinese["schema_id"], "flight_booking_v1");
  EXPECT_EQ(chinese["keys"][0]["semantic_description"], "出发地");
  EXPECT_EQ(chinese["keys"][3]["default_value"], "economy");
}

TEST_F(Negotiation, AnUnknownScenarioIsAnsweredWithThoseThereAre) {
  const auto error = select_template(catalogue_, {"flght_booking"}, "params.scenario").error();
  EXPECT_EQ(error.code, a2a::ErrorCode::kInvalidParams);
  EXPECT_EQ(
      error.message,
      "this agent has no schema template for scenario \"flght_booking\"; did you mean \"flight_booking\"? "
      "There are: flight_booking, photo_retouch");
  EXPECT_EQ(error.violations.at(0).field, "params.scenario");
  EXPECT_EQ(error.infos.at(0).reason, "SCENARIO_NOT_FOUND");
  EXPECT_EQ(error.infos.at(0).domain, kExtensionUri);
  EXPECT_THAT(error.infos.at(0).metadata, Contains(Pair("known", "flight_booking, photo_retouch")));
}

TEST_F(Negotiation, WhatIsEchoedIsClean) {
  const auto error =
      select_template(catalogue_, {"\x1b[31mcoffee\x07 " + std::string(100'000, 'x')}, "scenario").error();
  EXPECT_THAT(error.message, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(error.message, HasSubstr("\"coffee xxx"));
  EXPECT_LT(error.message.size(), 400U);
}

TEST_F(Negotiation, AnUnknownIdIsAnsweredWithThoseThereAre) {
  const auto error = unknown_schema_id(catalogue_, "flight_booking_v2", "message.parts[0].data.schema_id");
  EXPECT_THAT(error.message, HasSubstr("did you mean \"flight_booking_v1\"?"));
  EXPECT_EQ(error.infos.at(0).reason, "UNKNOWN_SCHEMA_ID");
  EXPECT_THAT(error.infos.at(0).metadata, Contains(Pair("known", "flight_booking_v1, photo_retouch_v2")));
}

TEST_F(Negotiation, MalformedQuestionsAreRefusedWithTheirPlace) {
  EXPECT_EQ(read("{}").error().violations.at(0).field, "params.scenario");
  EXPECT_EQ(read(R"({"scenario":7})").error().violations.at(0).field, "params.scenario");
  EXPECT_EQ(read(R"({"scenario":"x","preferred_language":7})").error().violations.at(0).field,
            "params.preferred_language");
  EXPECT_TRUE(read(R"({"scenario":"x","preferred_language":null})"));
  EXPECT_TRUE(read(R"({"scenario":"x","more":1})"));
  EXPECT_EQ(read("[]").error().code, a2a::ErrorCode::kInvalidParams);
}

TEST_F(Negotiation, OnlyTheMethodMakesAQuestion) {
  EXPECT_FALSE(is_template_request(*document_.parse_own(R"({"method":"get_schema_updates"})")));
  EXPECT_FALSE(is_template_request(*document_.parse_own(R"({"method":7})")));
  EXPECT_FALSE(is_template_request(*document_.parse_own("[]")));
}

// SD-22.
TEST_F(Negotiation, AnIdAndAScenarioAreThereOnce) {
  EXPECT_THAT(catalogue_.add(flight_in("{}"), false).error().message,
              HasSubstr("has the schema_id \"flight_booking_v1\""));
  EXPECT_THAT(
      catalogue_.add(flight_in(R"({"schema_id":"v2","scenario":"Flight booking"})"), false).error().message,
      HasSubstr("has the scenario \"flight_booking\""));
  EXPECT_EQ(catalogue_.entries().size(), 2U);
  Catalogue of_another_agent;
  EXPECT_TRUE(of_another_agent.add(flight_in("{}"), false));
}

// X-24, X-36: the newest template of a scenario is offered, the earlier ones stay what they are.
TEST_F(Negotiation, ASupersededTemplateIsStillThere) {
  AuthoredTemplate next = flight_in(R"({"schema_id":"flight_booking_v2"})");
  next.supersedes = "flight_booking_v1";
  ASSERT_TRUE(catalogue_.add(next, false));
  EXPECT_EQ(tree_of(rendition({"flight booking"}).text)["schema_id"], "flight_booking_v2");
  EXPECT_EQ(tree_of(rendition({"flight_booking_v1"}).text)["schema_id"], "flight_booking_v1");
  ASSERT_NE(catalogue_.find_schema("flight_booking_v1"), nullptr);
  EXPECT_EQ(catalogue_.find_schema("flight_booking_v1")->superseded_by, "flight_booking_v2");
  const JsonTree list = tree_of(catalogue_.list().text)["schemaTemplates"];
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0]["superseded_by"], "flight_booking_v2");
  EXPECT_FALSE(list[2].contains("superseded_by"));
  JsonTree card = JsonTree::object();
  declare(card, catalogue_);
  const JsonTree& params = card["capabilities"]["extensions"][0]["params"];
  EXPECT_EQ(params["scenarios"], JsonTree::array({"photo_retouch", "flight_booking"}));
  EXPECT_TRUE(params["templateDigests"].contains("flight_booking_v1"));
  EXPECT_THAT(unknown_schema_id(catalogue_, "x", "id").infos.at(0).metadata,
              Contains(Pair("known", "photo_retouch_v2, flight_booking_v2")));
}

TEST_F(Negotiation, OnlyTheNewestTemplateOfItsScenarioIsSuperseded) {
  AuthoredTemplate next = flight_in(R"({"schema_id":"v2"})");
  next.supersedes = "photo_retouch_v2";
  EXPECT_THAT(catalogue_.add(next, false).error().message,
              HasSubstr("one that takes its place says \"supersedes\": \"flight_booking_v1\""));
  next.supersedes = "flight_booking_v1";
  ASSERT_TRUE(catalogue_.add(next, false));
  next.schema.schema_id = "v3";
  EXPECT_THAT(catalogue_.add(next, false).error().message, HasSubstr("\"supersedes\": \"v2\""));
  next.schema.scenario = "another";
  EXPECT_THAT(catalogue_.add(next, false).error().message, HasSubstr("of another scenario"));
}

TEST_F(Negotiation, TheListNamesEachWithItsDigests) {
  const JsonTree list = tree_of(catalogue_.list().text);
  ASSERT_EQ(list["schemaTemplates"].size(), 2U);
  EXPECT_EQ(list["schemaTemplates"][0]["scenario"], "flight_booking");
  EXPECT_EQ(list["schemaTemplates"][0]["digests"]["zh"], rendition({"flight_booking", "zh"}).digest);
  EXPECT_EQ(list["schemaTemplates"][1]["schema_id"], "photo_retouch_v2");
}

// SD-93: whoever trusts the card can tell an altered template.
TEST_F(Negotiation, TheCardVouchesForEachTemplate) {
  JsonTree card = tree_of(R"({"capabilities":{"extensions":[{"uri":"urn:x"}]}})");
  declare(card, catalogue_);
  const JsonTree& declaration = card["capabilities"]["extensions"][1];
  EXPECT_EQ(declaration["uri"], kExtensionUri);
  EXPECT_FALSE(declaration.contains("required"));
  const JsonTree& params = declaration["params"];
  EXPECT_EQ(params["methods"], JsonTree::array({"get_schema_template"}));
  EXPECT_EQ(params["scenarios"], JsonTree::array({"flight_booking", "photo_retouch"}));
  JsonTree received = tree_of(rendition({"flight_booking", "zh"}).text);
  EXPECT_EQ(params["templateDigests"]["flight_booking_v1"]["zh"],
            a2a::signature::digest_of(received).value());
  received["keys"][0]["semantic_description"] = "Your credit card";
  EXPECT_NE(params["templateDigests"]["flight_booking_v1"]["zh"],
            a2a::signature::digest_of(received).value());
}

TEST_F(Negotiation, ADeclarationThatIsThereIsCompleted) {
  JsonTree card;
  card["capabilities"]["extensions"] = JsonTree::array({JsonTree{
      {"uri", kExtensionUri}, {"description", "Ours"}, {"required", true}, {"params", {{"old", 1}}}}});
  declare(card, catalogue_);
  const JsonTree& declaration = card["capabilities"]["extensions"][0];
  EXPECT_EQ(card["capabilities"]["extensions"].size(), 1U);
  EXPECT_EQ(declaration["description"], "Ours");
  EXPECT_FALSE(declaration.contains("required"));
  EXPECT_FALSE(declaration["params"].contains("old"));
}

TEST_F(Negotiation, NoTemplatesChangeNoCard) {
  JsonTree card = tree_of("{}");
  declare(card, Catalogue());
  EXPECT_EQ(card, tree_of("{}"));
}

TEST(LanguageTag, HasSubtagsOfLettersAndDigits) {
  for (const char* good : {"en", "zh-CN", "zh-Hant-TW", "de-1996", "x-klingon", "sr-Latn-RS"})
    EXPECT_TRUE(is_language_tag(good)) << good;
  for (const char* bad : {"", "-", "en-", "-en", "en_US", "e n", "12", "toolongsubtag", "en--US", "é"})
    EXPECT_FALSE(is_language_tag(bad)) << bad;
}

// RFC 4647 section 3.4: a single letter goes with what it introduces.
TEST(LanguageTag, LookUpShortensTheTag) {
  const std::vector<std::string> tags{"de", "zh-Hant", "zh", "en-US"};
  const auto found = [&tags](const char* preferred) { return tags[look_up_language(preferred, tags)]; };
  EXPECT_EQ(found("zh-Hant-CN-x-private1-private2"), "zh-Hant");
  EXPECT_EQ(found("zh-x-Hant"), "zh");
  EXPECT_EQ(found("en-US-boont"), "en-US");
  EXPECT_EQ(found("*"), "de");
  EXPECT_EQ(found("-"), "de");
  EXPECT_EQ(look_up_language(std::string(100'000, '-'), tags), 0U);
}

// What look-up leaves to us is the default (RFC 4647 section 3.4.1): a more special tag is still the user's
// language, as near as there is one.
TEST(LanguageTag, LookUpEndsInTheSameLanguage) {
  const std::vector<std::string> tags{"en", "zh-CN", "zh-Hant-HK", "x-de", "deu"};
  const auto found = [&tags](const char* preferred) { return tags[look_up_language(preferred, tags)]; };
  EXPECT_EQ(found("zh"), "zh-CN");
  EXPECT_EQ(found("ZH"), "zh-CN");
  EXPECT_EQ(found("zh-TW"), "zh-CN");
  EXPECT_EQ(found("zh-Hant-TW"), "zh-Hant-HK");
  EXPECT_EQ(found("zh-Hant"), "zh-Hant-HK");
  EXPECT_EQ(found("de"), "en");  // another language begins with these letters
  EXPECT_EQ(found("x-fr"), "en");
  // What is shorter comes first, as in look-up.
  EXPECT_EQ(look_up_language("zh-TW", std::vector<std::string>{"en", "zh-TW-hakka", "zh"}), 2U);
}

}  // namespace
}  // namespace schemagate::schema_interaction
