// Words that look like a value of a key and are none: found by putting old sentences to new templates.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(NearMisses, ATimeACorrectionOrAFirstVisitIsNoReason) {
  constexpr std::string_view kReason =
      R"({"key_name":"reason","key_type":"string","required":true,"semantic_description":"Symptoms or reason for visit"},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day","constraints":{"format":"date"}},
         {"key_name":"new_patient","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Is this the first time the patient comes to us"})";
  constexpr std::array<Said, 4> kRows = {
      {{"I need a dinner on Wednesday, no sorry, Thursday", ""},
       {"I'd rather have a dinner on 13 May, 2:15 pm", ""},
       {"I need a dinner on Friday, I never was at your clinic before", ""},
       {"I need a dinner on Friday, sore throat", "\"sore throat\""}}};
  expect_values(kReason, kRows);
}

TEST(NearMisses, ANameInSmallLettersIsNoReason) {
  constexpr std::string_view kReason =
      R"({"key_name":"reason","key_type":"string","required":true,"semantic_description":"Symptoms or reason for visit"},
         {"key_name":"patient","key_type":"string","required":true,"semantic_description":"Name of the patient"})";
  constexpr std::array<Said, 2> kRows = {
      {{"can i book a dinner on the 11th? greta sund", ""},
       {"can i book a dinner on the 11th? my name is Greta Sund, sore throat", "\"sore throat\""}}};
  expect_values(kReason, kRows);
}

TEST(NearMisses, AThingEndsBeforeItsVerb) {
  constexpr std::string_view kThing =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Which appliance is broken"})";
  constexpr std::array<Said, 4> kRows = {
      {{"The boiler gives no hot water, please book a dinner", "\"boiler\""},
       {"Our dryer smells burnt, please book a dinner", "\"dryer\""},
       {"Please book a dinner, we don't need anyone", ""},
       {"Please repair our hedge clippers", "\"hedge clippers\""}}};
  expect_values(kThing, kRows);
}

TEST(NearMisses, AHotelIsNoGuestAndATownNoRecipient) {
  constexpr std::string_view kGuest =
      R"({"key_name":"guest_name","key_type":"string","required":false,"semantic_description":"Guest."},
         {"key_name":"city","key_type":"string","required":true,"semantic_description":"Where."})";
  constexpr std::array<Said, 2> kGuests = {
      {{"Book Hotel Adler in Innsbruck for dinner", ""},
       {"Book a dinner in Innsbruck for Helena Brandt", "\"Helena Brandt\""}}};
  expect_values(kGuest, kGuests);
  constexpr std::string_view kRecipient =
      R"({"key_name":"recipient","key_type":"string","required":true,"semantic_description":"Who gets it"},
         {"key_name":"delivery_address","key_type":"string","required":true,
          "semantic_description":"Street, number, postcode, town"})";
  constexpr std::array<Said, 2> kRecipients = {{{"I have a dinner of 4 kilos for Graz", ""},
                                                {"I have a dinner for Emma, 5 Mill Lane, York", "\"Emma\""}}};
  expect_values(kRecipient, kRecipients);
}

TEST(NearMisses, WhatTakesAChoiceBackNeedNotBeKnown) {
  constexpr std::string_view kRoom =
      R"({"key_name":"room_type","key_type":"string","required":false,"default_value":"double",
          "semantic_description":"Type of room.","constraints":{"enum":["single","double","twin","suite"]}})";
  constexpr std::array<Said, 3> kRows = {{{"Book a suite - no, actually a family room - for dinner", ""},
                                          {"Book a suite - no, actually a twin - for dinner", "\"twin\""},
                                          {"Book a suite for dinner", "\"suite\""}}};
  expect_values(kRoom, kRows);
}

TEST(NearMisses, ALengthIsCorrectedByABareNumber) {
  constexpr std::string_view kStay =
      R"({"key_name":"arrival","key_type":"string","required":true,"semantic_description":"Arrival.",
          "constraints":{"format":"date"}},
         {"key_name":"checkout","key_type":"string","required":true,"semantic_description":"Check-out.",
          "constraints":{"format":"date"}})";
  const auto negotiated = one_key(std::string(kStay));
  const auto leaves = [&negotiated](const char* sentence) {
    return member(mapped(negotiated, sentence), "checkout");
  };
  EXPECT_EQ(leaves("Book a dinner on 4 May, 4 days - make that 5"), "\"2026-05-09\"");
  EXPECT_EQ(leaves("Book a dinner on 4 May for 4 days"), "\"2026-05-08\"");
}

TEST(NearMisses, WhoHasToSignGivesASignature) {
  constexpr std::string_view kSignature =
      R"({"key_name":"signature","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Signature on delivery required"})";
  constexpr std::array<Said, 2> kRows = {{{"Send a dinner, she has to sign for it", "true"},
                                          {"Send a dinner, she doesn't have to sign for it", "false"}}};
  expect_values(kSignature, kRows);
}

TEST(NearMisses, AHouseIsNoBooker) {
  constexpr std::string_view kName =
      R"({"key_name":"name","key_type":"string","required":false,
          "semantic_description":"Name for the booking."})";
  constexpr std::array<Said, 2> kRows = {{{"dinner for two, Zur Linde, tonight at 9", ""},
                                          {"dinner for two, Anna Weber, tonight at 9", "\"Anna Weber\""}}};
  expect_values(kName, kRows);
}

TEST(NearMisses, AFaultKeepsItsVerbThatAChoiceHasTaken) {
  constexpr std::string_view kIssue =
      R"({"key_name":"issue","key_type":"string","required":true,
          "semantic_description":"What is wrong, in the customer's words."},
         {"key_name":"craft","key_type":"string","required":true,
          "semantic_description":"plumbing (water, leaking), electrics or carpentry.",
          "constraints":{"enum":["plumbing","electrics","carpentry"]}})";
  constexpr std::array<Said, 1> kRows = {
      {{"my washing machine is leaking, can someone come to dinner on friday?",
        "\"washing machine is leaking\""}}};
  expect_values(kIssue, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
