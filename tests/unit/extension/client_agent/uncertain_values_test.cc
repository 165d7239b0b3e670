// What a sentence leaves open is asked for: nothing is picked of two, and nothing half understood is sent.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

// The first of the keys is asked about.
struct Said {
  std::string_view utterance;
  std::string_view value;  // JSON; empty: none is sent
};

void expect_values(std::string_view keys, std::span<const Said> rows) {
  const auto negotiated = one_key(std::string(keys));
  for (const Said& row : rows) {
    const auto proposal = mapped(negotiated, std::string(row.utterance));
    EXPECT_EQ(member(proposal, negotiated.schema.keys.front().name), row.value) << row.utterance;
  }
}

TEST(UncertainValues, ADayThatHasBeenIsTheLastOne) {
  constexpr std::string_view kSeen =
      R"({"key_name":"seen_on","key_type":"string","required":true,
          "semantic_description":"Day on which the rat was seen (YYYY-MM-DD).","constraints":{"format":"date"}})";
  constexpr std::string_view kChecked =
      R"({"key_name":"checked_on","key_type":"string","required":true,
          "semantic_description":"Date of the check, today or earlier.","constraints":{"format":"date"}})";
  constexpr std::string_view kVisit =
      R"({"key_name":"visit_on","key_type":"string","required":true,
          "semantic_description":"Day of the visit.","constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kRats = {{{"I want to report a rat, seen on Tuesday", "\"2026-04-28\""},
                                          {"I want to report a rat, seen on 2 March", "\"2026-03-02\""},
                                          {"I want to report a rat, seen on 24/12", "\"2025-12-24\""}}};
  constexpr std::array<Said, 1> kChecks = {{{"Please note my check of 28 April", "\"2026-04-28\""}}};
  constexpr std::array<Said, 2> kVisits = {
      {{"I need a visit, I bought it on Saturday", ""}, {"I need a visit on Saturday", "\"2026-05-02\""}}};
  expect_values(kSeen, kRats);
  expect_values(kChecked, kChecks);
  expect_values(kVisit, kVisits);
}

TEST(UncertainValues, AWeekdayAndItsNumberAreOneDay) {
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,
          "semantic_description":"Day of the dinner.","constraints":{"format":"date"}})";
  constexpr std::array<Said, 4> kRows = {{{"dinner friday 15th pls", "\"2026-05-15\""},
                                          {"dinner on friday 16th", ""},
                                          {"dinner tues 12th, thanks", "\"2026-05-12\""},
                                          {"dinner on friday", "\"2026-05-01\""}}};
  expect_values(kDay, kRows);
}

TEST(UncertainValues, TheLastDayIsOneOfThoseThatAreCounted) {
  constexpr std::string_view kLast =
      R"({"key_name":"last_day","key_type":"string","required":true,"semantic_description":"Last day of the hike.",
          "constraints":{"format":"date"}},
         {"key_name":"first_day","key_type":"string","required":true,"semantic_description":"First day.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kUntil =
      R"({"key_name":"until","key_type":"string","required":true,"semantic_description":"Departure.",
          "constraints":{"format":"date"}},
         {"key_name":"from","key_type":"string","required":true,"semantic_description":"Arrival.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kHikes = {{{"I want to hike for two days from 4 May", "\"2026-05-05\""},
                                           {"I want to hike on 4 May, just one day", "\"2026-05-04\""},
                                           {"I want to hike for a week from 4 May", "\"2026-05-10\""}}};
  constexpr std::array<Said, 1> kStays = {{{"I need a bed for two nights from 4 May", "\"2026-05-06\""}}};
  expect_values(kLast, kHikes);
  expect_values(kUntil, kStays);
}

TEST(UncertainValues, HowOftenIsNoDate) {
  constexpr std::string_view kStart =
      R"({"key_name":"first_on","key_type":"string","required":false,"semantic_description":"First visit.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 1> kRows = {{{"I need a visit every two weeks from Monday", "\"2026-05-04\""}}};
  expect_values(kStart, kRows);
}

TEST(UncertainValues, AShortWordIsNoValueByItsStem) {
  constexpr std::string_view kLandscape =
      R"({"key_name":"landscape","key_type":"string","required":false,"default_value":"any",
          "semantic_description":"forest, coast or any.","constraints":{"enum":["forest","coast","any"]}})";
  constexpr std::array<Said, 3> kRows = {{{"I need a dinner for two", "\"any\""},
                                          {"I need a dinner in the forest", "\"forest\""},
                                          {"I need a one-off dinner at the coast", "\"coast\""}}};
  expect_values(kLandscape, kRows);
}

TEST(UncertainValues, ADefaultGivesWayToAWordOfItsExplanations) {
  constexpr std::string_view kDrink =
      R"({"key_name":"drink","key_type":"string","required":false,"default_value":"water",
          "semantic_description":"water: still. hot: what is brewed, e.g. an espresso.",
          "constraints":{"enum":["water","hot"]}})";
  constexpr std::array<Said, 2> kRows = {
      {{"I need a dinner, espresso for my mother", ""}, {"I need a dinner", "\"water\""}}};
  expect_values(kDrink, kRows);
}

TEST(UncertainValues, ADefaultGivesWayToARefusalThatNobodyKnows) {
  constexpr std::string_view kSecret =
      R"({"key_name":"secret","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True: the guest is not told."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kRows = {
      {{"A dinner on 4 May please, don't breathe a word to him", ""}, {"A dinner on 4 May please", "false"}}};
  expect_values(kSecret, kRows);
}

TEST(UncertainValues, NamesAreTakenWhole) {
  constexpr std::string_view kBook =
      R"({"key_name":"title","key_type":"string","required":true,"semantic_description":"Title of the book."},
         {"key_name":"author","key_type":"string","required":false,"semantic_description":"Author of the book."})";
  constexpr std::string_view kAuthor =
      R"({"key_name":"author","key_type":"string","required":false,"semantic_description":"Author of the book."})";
  constexpr std::string_view kAddress =
      R"({"key_name":"place","key_type":"string","required":true,"semantic_description":"Address, street and number."})";
  constexpr std::array<Said, 2> kTitles = {
      {{"Please reserve \"The Wind in the Willows\" for me", "\"The Wind in the Willows\""},
       {"Please reserve Persuasion - Jane Austen", ""}}};
  constexpr std::array<Said, 1> kAuthors = {{{"Please reserve a book by Ada B. Van Horn", ""}}};
  constexpr std::array<Said, 2> kPlaces = {
      {{"I need a dinner. Address Ringstrasse 8", "\"Ringstrasse 8\""},
       {"dinner / where: Ringstrasse 8 / when: 4 May", "\"Ringstrasse 8\""}}};
  expect_values(kBook, kTitles);
  expect_values(kAuthor, kAuthors);
  expect_values(kAddress, kPlaces);
}

}  // namespace
}  // namespace schemagate::client_agent
