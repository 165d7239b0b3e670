// What is said in other words than the template's: nothing may then be sent that says otherwise.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(SaidIndirectly, WhatStandsBeforeTheThingIsNotTheThing) {
  constexpr std::string_view kCertified =
      R"({"key_name":"certified","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"By a sworn cook, with stamp."})";
  constexpr std::array<Said, 2> kRows = {
      {{"I need a sworn dinner on 4 May", ""}, {"I need a dinner on 4 May", "false"}}};
  expect_values(kCertified, kRows);
}

TEST(SaidIndirectly, ANewcomerIsNewAtAPlace) {
  constexpr std::string_view kNew =
      R"({"key_name":"new_patient","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Is this the first time the patient comes to us"})";
  constexpr std::array<Said, 3> kRows = {{{"I'm new at your practice and need a dinner", "true"},
                                          {"We are new with you and need a dinner", "true"},
                                          {"I need a dinner at the new practice", "false"}}};
  expect_values(kNew, kRows);
}

TEST(SaidIndirectly, WhatHasToBeDoneIsNamedByItsNoun) {
  constexpr std::string_view kSignature =
      R"({"key_name":"signature","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Signature on delivery required"})";
  constexpr std::array<Said, 4> kRows = {{{"Send a dinner, it needs to be signed for", "true"},
                                          {"Send a dinner, it doesn't need to be signed for", "false"},
                                          {"Send a dinner, signed", ""},
                                          {"Send a dinner", "false"}}};
  expect_values(kSignature, kRows);
}

TEST(SaidIndirectly, HowSomebodyIsInsuredIsNoReason) {
  constexpr std::string_view kReason =
      R"({"key_name":"reason","key_type":"string","required":true,"semantic_description":"Symptoms or reason for visit"},
         {"key_name":"insurance","key_type":"string","required":false,"default_value":"public",
          "semantic_description":"public, private or self_pay","constraints":{"enum":["public","private","self_pay"]}})";
  constexpr std::array<Said, 5> kRows = {
      {{"I need a dinner on 4 May, privately insured", ""},
       {"terrible back pain, can I book a dinner on 4 May? privately insured", "\"terrible back pain\""},
       {"Book a dinner on 4 May, blood test", "\"blood test\""},
       {"Book a dinner on 4 May for a cough that won't go away", "\"cough that won't go away\""},
       {"cough that won't go away, need a dinner on 4 May", "\"cough that won't go away\""}}};
  expect_values(kReason, kRows);
}

TEST(SaidIndirectly, AFaultBeginsWithItsVerb) {
  constexpr std::string_view kFault =
      R"({"key_name":"fault","key_type":"string","required":true,
          "semantic_description":"What is wrong with it, in the customer's own words"},
         {"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Which appliance is broken"})";
  constexpr std::array<Said, 2> kRows = {
      {{"The fridge makes a loud noise. Please book a dinner", "\"makes a loud noise\""},
       {"My dishwasher doesn't drain. Please book a dinner", "\"doesn't drain\""}}};
  expect_values(kFault, kRows);
}

TEST(SaidIndirectly, GrownUpsAreNoChildren) {
  const std::string children =
      R"({"key_name":"children","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Passengers aged 2 to 11","constraints":{"minimum":0}})";
  const std::string adults =
      R"({"key_name":"adults","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Adults."})";
  // Alone, a number of others is asked about, and never taken.
  constexpr std::array<Said, 3> kAlone = {{{"Book a dinner for 2 adults", ""},
                                           {"Book a dinner for two adults and one child", ""},
                                           {"Book a dinner for 3 kids", "3"}}};
  expect_values(children, kAlone);
  constexpr std::array<Said, 2> kBoth = {
      {{"Book a dinner for 2 adults", "0"}, {"Book a dinner for two adults and one child", "1"}}};
  expect_values(children + "," + adults, kBoth);
  constexpr std::array<Said, 2> kGrownUps = {
      {{"Book a dinner for two adults and one child", "2"}, {"Book a dinner for 3 adults", "3"}}};
  expect_values(adults, kGrownUps);
}

TEST(SaidIndirectly, AtOurHouseIsAtHome) {
  constexpr std::string_view kPlace =
      R"({"key_name":"place","key_type":"string","required":false,"default_value":"studio",
          "semantic_description":"studio, outdoors, at_home (photographer visits).",
          "constraints":{"enum":["studio","outdoors","at_home"]}})";
  constexpr std::array<Said, 3> kRows = {{{"Book a dinner at our house", "\"at_home\""},
                                          {"Book a dinner at my place", "\"at_home\""},
                                          {"Book a dinner on 4 May", "\"studio\""}}};
  expect_values(kPlace, kRows);
}

TEST(SaidIndirectly, ALanguageIsNoPlaceAndAnOrderNoMaker) {
  constexpr std::string_view kBranch =
      R"({"key_name":"branch","key_type":"string","required":false,
          "semantic_description":"Town or district of the branch."})";
  constexpr std::array<Said, 3> kRows = {{{"Book a dinner on 4 May, in French please", ""},
                                          {"Book a dinner in Altona", "\"Altona\""},
                                          {"Book a dinner on 4 May, branch Altona", "\"Altona\""}}};
  expect_values(kBranch, kRows);
  constexpr std::string_view kAirline =
      R"({"key_name":"airline","key_type":"string","required":false,"semantic_description":"Preferred carrier"},
         {"key_name":"bags","key_type":"integer","required":false,"semantic_description":"Number of bags"})";
  constexpr std::array<Said, 1> kOrder = {{{"Hi Laura, Book two bags for dinner", ""}}};
  expect_values(kAirline, kOrder);
}

TEST(SaidIndirectly, ANightOfADayEndsTheNextDay) {
  constexpr std::string_view kStay =
      R"({"key_name":"arrival","key_type":"string","required":true,"semantic_description":"Arrival.",
          "constraints":{"format":"date"}},
         {"key_name":"departure","key_type":"string","required":true,"semantic_description":"Departure.",
          "constraints":{"format":"date"}})";
  const auto negotiated = one_key(std::string(kStay));
  const auto night = mapped(negotiated, "Book a dinner for the night of the 4th of July");
  EXPECT_EQ(member(night, "arrival"), "\"2026-07-04\"");
  EXPECT_EQ(member(night, "departure"), "\"2026-07-05\"");
  EXPECT_EQ(member(mapped(negotiated, "Book a dinner on the 4th of July"), "departure"), "");
}

TEST(SaidIndirectly, ACorrectionIsExplainedByWhatItCorrects) {
  constexpr std::string_view kGuests =
      R"({"key_name":"guests","key_type":"integer","required":true,"semantic_description":"Number of guests"},
         {"key_name":"place","key_type":"string","required":true,"semantic_description":"Town"})";
  const auto negotiated = one_key(std::string(kGuests));
  for (const char* sentence :
       {"Book a dinner for 8 no wait 9 people", "Book a dinner for 8 guests, no, sorry, 9 guests"}) {
    const auto mapping = map_by_rules(negotiated, request_for(sentence));
    EXPECT_EQ(member(mapped(negotiated, sentence), "guests"), "9") << sentence;
    EXPECT_TRUE(mapping.intent.is_request()) << sentence << ": " << mapping.intent.evidence;
  }
}

TEST(SaidIndirectly, ShortFormsOfSmallWordsAreKnown) {
  constexpr std::string_view kSauce =
      R"({"key_name":"breakfast","key_type":"boolean","required":true,"semantic_description":"Breakfast included?"},
         {"key_name":"place","key_type":"string","required":true,"semantic_description":"Town"})";
  const auto negotiated = one_key(std::string(kSauce));
  for (const auto& [sentence, value] : {std::pair("Book a dinner w/ breakfast pls", "true"),
                                        std::pair("Book a dinner w/o breakfast pls", "false")}) {
    EXPECT_EQ(member(mapped(negotiated, sentence), "breakfast"), value) << sentence;
    EXPECT_TRUE(map_by_rules(negotiated, request_for(sentence)).intent.is_request()) << sentence;
  }
}

}  // namespace
}  // namespace schemagate::client_agent
