// Requests of strangers that a person understands at once, in words that no template has.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

bool is_settled(const NegotiatedSchema& negotiated, const std::string& sentence) {
  return map_by_rules(negotiated, request_for(sentence)).intent.is_request();
}

TEST(MoreIsUnderstood, AQualityThatIsAllThatIsAskedForMayStandAlone) {
  constexpr std::string_view kNonstop =
      R"({"key_name":"nonstop","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Direct flights only"})";
  constexpr std::array<Said, 3> kRows = {{{"Book a dinner on 4 May, direct please", "true"},
                                          {"Book a dinner on 4 May, not direct", "false"},
                                          {"Book a dinner on 4 May, direct or not", ""}}};
  expect_values(kNonstop, kRows);
}

TEST(MoreIsUnderstood, WhoSomebodyIsNeedsWhatIsForThem) {
  constexpr std::string_view kMenu =
      R"({"key_name":"vegan_menu","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True if at least one guest would like the vegan menu."})";
  constexpr std::array<Said, 3> kRows = {{{"Book a dinner for 5 people, one of us is vegan", "true"},
                                          {"Book a dinner, I'm vegan", "true"},
                                          {"Book a dinner, nobody is vegan", ""}}};
  expect_values(kMenu, kRows);
}

TEST(MoreIsUnderstood, AMakerMayBeginTheSentence) {
  constexpr std::string_view kThing =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Which appliance is broken"},
         {"key_name":"brand","key_type":"string","required":false,"semantic_description":"Manufacturer"})";
  constexpr std::array<Said, 2> kRows = {
      {{"Bosch dishwasher doesn't drain. Please book a dinner", "\"dishwasher\""},
       {"Please book a dinner, our TV is broken", "\"TV\""}}};
  expect_values(kThing, kRows);
}

TEST(MoreIsUnderstood, ATimeThatIsNotWantedIsNoSecondOne) {
  constexpr std::string_view kTime =
      R"({"key_name":"at","key_type":"string","required":true,"semantic_description":"Start, HH:MM."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a dinner at 3 pm, not 2 pm", "\"15:00\""}, {"Book a dinner, not at 2 pm", ""}}};
  expect_values(kTime, kRows);
  EXPECT_TRUE(is_settled(one_key(std::string(kTime)), "Book a dinner at 3 pm, not 2 pm"));
}

TEST(MoreIsUnderstood, APlaceIsCorrectedByOneWithTheSameWordBeforeIt) {
  constexpr std::string_view kFrom =
      R"({"key_name":"origin","key_type":"string","required":true,"semantic_description":"Town of departure"},
         {"key_name":"destination","key_type":"string","required":true,"semantic_description":"Town of arrival"})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a dinner from Vienna to Athens on the 19th, sorry, from Bratislava", "\"Bratislava\""},
       {"Book a dinner from Vienna to Athens, sorry, to Naples", "\"Vienna\""}}};
  expect_values(kFrom, kRows);
}

TEST(MoreIsUnderstood, AFaultAndAllThatIsNeededIsARequest) {
  constexpr std::string_view kRepair =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Which appliance is broken"},
         {"key_name":"fault","key_type":"string","required":true,"semantic_description":"What is wrong with it"},
         {"key_name":"street_address","key_type":"string","required":true,"semantic_description":"Street address"},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day","constraints":{"format":"date"}})";
  const auto negotiated = one_key(std::string(kRepair));
  EXPECT_TRUE(is_settled(negotiated, "tumble dryer won't start, 5 Church Street, Monday please"));
  EXPECT_FALSE(is_settled(negotiated, "tumble dryer won't start"));
  EXPECT_FALSE(is_settled(negotiated, "I won't bring the dryer in, it's broken, 5 Church Street, Monday"));
}

TEST(MoreIsUnderstood, WhatHasBeenMayBeToldBeforeARequest) {
  constexpr std::string_view kMeeting =
      R"({"key_name":"topic","key_type":"string","required":true,"semantic_description":"account or card",
          "constraints":{"enum":["account","card"]}},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day","constraints":{"format":"date"}},
         {"key_name":"at","key_type":"string","required":true,"semantic_description":"Start, HH:MM."})";
  const auto negotiated = one_key(std::string(kMeeting));
  EXPECT_TRUE(is_settled(negotiated, "My card was swallowed by the machine. Meeting tomorrow at 9:15?"));
  EXPECT_FALSE(is_settled(negotiated, "My card was swallowed by the machine yesterday at 9:15."));
  EXPECT_FALSE(is_settled(negotiated, "My card was swallowed. I was there on Monday at 9:15 am."));
}

TEST(MoreIsUnderstood, AVisitMayBeAskedForSomebodyElse) {
  constexpr std::string_view kVisit =
      R"({"key_name":"reason","key_type":"string","required":true,"semantic_description":"Symptoms or reason for visit"},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day","constraints":{"format":"date"}},
         {"key_name":"patient","key_type":"string","required":true,"semantic_description":"Full name of the patient"})";
  const auto negotiated = one_key(std::string(kVisit));
  EXPECT_TRUE(is_settled(negotiated, "Can my daughter come on Monday? She has an earache."));
  EXPECT_FALSE(is_settled(negotiated, "Can my daughter eat before the visit on Monday?"));
}

TEST(MoreIsUnderstood, ANumberThatIsCorrectedLeavesDefaultsAlone) {
  constexpr std::string_view kChairs =
      R"({"key_name":"high_chairs","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"The number of high chairs for small children.","constraints":{"minimum":0}},
         {"key_name":"guests","key_type":"integer","required":true,"semantic_description":"Number of guests"})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a dinner for 8 no wait 9 people", "0"}, {"Book a dinner for 9 people", "0"}}};
  expect_values(kChairs, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
