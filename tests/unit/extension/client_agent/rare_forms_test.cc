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

TEST(Moments, HaveTheSecondsAndTheZoneThatTheDescriptionShows) {
  constexpr std::string_view kStart =
      R"({"key_name":"start_at","key_type":"string","required":true,
          "semantic_description":"When it starts, such as 2026-05-04T09:30:00Z."})";
  constexpr std::array<Said, 1> kRows = {{{"Book the hall on 4 May at 9:00", "\"2026-05-04T09:00:00Z\""}}};
  expect_values(kStart, kRows);
}

TEST(Lengths, OfWeeksAreDaysAndOfMonthsAreNot) {
  constexpr std::string_view kDays =
      R"({"key_name":"rental_days","key_type":"integer","required":true,"semantic_description":"Length of the rental in days."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a van for two weeks", "14"}, {"Book a van for two months", ""}}};
  expect_values(kDays, kRows);
}

TEST(Things, AreNamedByWhatIsCounted) {
  constexpr std::string_view kItem =
      R"({"key_name":"item","key_type":"string","required":true,"semantic_description":"Item that is ordered."},
         {"key_name":"quantity","key_type":"integer","required":true,"semantic_description":"Number of pens."})";
  constexpr std::array<Said, 1> kRows = {{{"Order ten pens", "\"pens\""}}};
  expect_values(kItem, kRows);
}

TEST(Faults, LeaveTheThingOutThatIsStillToBeNamed) {
  constexpr std::string_view kFault =
      R"({"key_name":"fault","key_type":"string","required":true,"semantic_description":"What is wrong."},
         {"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Kind of appliance.",
          "constraints":{"enum":["oven","hob"]}})";
  constexpr std::array<Said, 1> kRows = {{{"My coffee machine drips, please come on Friday", "\"drips\""}}};
  expect_values(kFault, kRows);
}

TEST(Places, AreToldApartByWhatIsDoneThere) {
  constexpr std::string_view kEnds =
      R"({"key_name":"end_town","key_type":"string","required":true,"semantic_description":"Town where the hire ends."},
         {"key_name":"start_town","key_type":"string","required":true,"semantic_description":"Town where the hire starts."})";
  constexpr std::array<Said, 1> kRows = {
      {{"Book a van, collecting it in Seville and dropping it in Cadiz", "\"Cadiz\""}}};
  expect_values(kEnds, kRows);
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
  constexpr std::array<Said, 2> kRows = {
      {{"Come to 5 Mill Road, Leeds LS1 4AB on Friday", "\"5 Mill Road, Leeds LS1 4AB\""},
       {"Come to 12 Oak Street, Springfield, 62704 on Friday", "\"12 Oak Street, Springfield, 62704\""}}};
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
