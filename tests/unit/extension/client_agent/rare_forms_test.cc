// Forms that no set of sentences has, one test each: what only these say would else be untested.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(Moments, OfTwoEndsAreReadWhole) {
  constexpr std::string_view kStart =
      R"({"key_name":"start_at","key_type":"string","required":true,"semantic_description":"When it starts.",
          "constraints":{"format":"date-time"}},
         {"key_name":"end_at","key_type":"string","required":true,"semantic_description":"When it ends.",
          "constraints":{"format":"date-time"}})";
  constexpr std::string_view kEnd =
      R"({"key_name":"end_at","key_type":"string","required":true,"semantic_description":"When it ends.",
          "constraints":{"format":"date-time"}},
         {"key_name":"start_at","key_type":"string","required":true,"semantic_description":"When it starts.",
          "constraints":{"format":"date-time"}})";
  constexpr std::array<Said, 3> kStarts = {
      {{"Book the hall from 4 May 9:00 to 5 May 17:00", "\"2026-05-04T09:00:00Z\""},
       {"Book the hall on 4 May at 9:00 for two hours", "\"2026-05-04T09:00:00Z\""},
       {"Book the hall on 4 May", ""}}};
  constexpr std::array<Said, 3> kEnds = {
      {{"Book the hall from 4 May 9:00 to 5 May 17:00", "\"2026-05-05T17:00:00Z\""},
       {"Book the hall on 4 May at 9:00 for two hours", "\"2026-05-04T11:00:00Z\""},
       {"Book the hall on 4 May at 9:00", ""}}};
  expect_values(kStart, kStarts);
  expect_values(kEnd, kEnds);
}

TEST(Lengths, MayBeHalves) {
  constexpr std::string_view kMinutes =
      R"({"key_name":"duration_min","key_type":"integer","required":true,"semantic_description":"Length in minutes."})";
  constexpr std::array<Said, 3> kRows = {{{"Book a talk of 1.5 hours", "90"},
                                          {"Book a talk of one and a half hours", "90"},
                                          {"Book a talk of half an hour", "30"}}};
  expect_values(kMinutes, kRows);
}

TEST(Names, AreRecognisedByTheWordsOfExamples) {
  constexpr std::string_view kLine =
      R"({"key_name":"carrier","key_type":"string","required":false,
          "semantic_description":"Carrier. Example: 'with Condor' -> 'Condor'."})";
  constexpr std::array<Said, 1> kRows = {{{"Take me home with Ryanair on Friday", "\"Ryanair\""}}};
  expect_values(kLine, kRows);
}

TEST(Reasons, AreFaultsWhereAKeyAsksWhy) {
  constexpr std::string_view kWhy =
      R"({"key_name":"reason","key_type":"string","required":true,"semantic_description":"Why the visit is needed."})";
  constexpr std::array<Said, 1> kRows = {{{"Please come on Friday, my back hurts", "\"back hurts\""}}};
  expect_values(kWhy, kRows);
}

TEST(Addresses, MayEndWithAPostalCode) {
  constexpr std::string_view kAddress =
      R"({"key_name":"address","key_type":"string","required":true,"semantic_description":"Street address of the home."})";
  constexpr std::array<Said, 1> kRows = {
      {{"Come to 5 Mill Road, Leeds LS1 4AB on Friday", "\"5 Mill Road, Leeds LS1 4AB\""}}};
  expect_values(kAddress, kRows);
}

TEST(Switches, KnowRolesDenialsAndEither) {
  constexpr std::string_view kReduced =
      R"({"key_name":"reduced","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Reduced fee for students and pensioners."})";
  constexpr std::string_view kBreakfast =
      R"({"key_name":"breakfast","key_type":"boolean","required":false,"default_value":true,
          "semantic_description":"With breakfast. Example: 'room only' -> 'false'."})";
  constexpr std::array<Said, 2> kRoles = {
      {{"Book a dinner on Friday, I'm a student", "true"}, {"Book a dinner on Friday", "false"}}};
  constexpr std::array<Said, 3> kMeals = {{{"Book a dinner and a bed, room only", "false"},
                                           {"Book a bed with or without breakfast", ""},
                                           {"Book a dinner on Friday", "true"}}};
  expect_values(kReduced, kRoles);
  expect_values(kBreakfast, kMeals);
}

}  // namespace
}  // namespace schemagate::client_agent
