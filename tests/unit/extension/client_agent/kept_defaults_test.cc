// A default stays where nothing that was said is meant for its key.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(KeptDefaults, TheThingItselfChoosesNothing) {
  constexpr std::string_view kRoom =
      R"({"key_name":"room","key_type":"string","required":false,"default_value":"double",
          "semantic_description":"Room type","constraints":{"enum":["single","double","twin"]}})";
  constexpr std::array<Said, 5> kRows = {{{"A room in Lyon from 5 May", "\"double\""},
                                          {"find me a room in Lyon", "\"double\""},
                                          {"I'd like one room for two", "\"double\""},
                                          {"A corner room in Lyon", ""},
                                          {"A twin room in Lyon", "\"twin\""}}};
  expect_values(kRoom, kRows);
}

TEST(KeptDefaults, AWordOfAnotherKeyExplainsNoChoice) {
  constexpr std::string_view kMeals =
      R"({"key_name":"meals","key_type":"string","required":false,"default_value":"breakfast",
          "semantic_description":"Meals; none: room only, half: breakfast and dinner",
          "constraints":{"enum":["none","breakfast","half"]}},
         {"key_name":"rooms","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Number of rooms"})";
  constexpr std::array<Said, 3> kRows = {{{"Book a room in Lyon for two nights", "\"breakfast\""},
                                          {"Book eight of us into one room in Lyon", "\"breakfast\""},
                                          {"Book us in Lyon, room only", "\"none\""}}};
  expect_values(kMeals, kRows);
}

TEST(KeptDefaults, ARefusalOfAnotherMatterRefusesNothingHere) {
  constexpr std::string_view kParking =
      R"({"key_name":"parking","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether a place for a car is needed"},
         {"key_name":"breakfast","key_type":"boolean","required":false,"default_value":true,
          "semantic_description":"Whether breakfast is wanted"},
         {"key_name":"arrive","key_type":"string","required":false,"semantic_description":"When the guests come, HH:MM"})";
  constexpr std::array<Said, 3> kRows = {{{"A room in Lyon, no breakfast", "false"},
                                          {"A room in Lyon, not before six", "false"},
                                          {"A room in Lyon at 19:00, no garage please", ""}}};
  expect_values(kParking, kRows);
}

TEST(KeptDefaults, ATimeCountsNobody) {
  constexpr std::string_view kGuests =
      R"({"key_name":"guests","key_type":"integer","required":false,"default_value":2,
          "semantic_description":"Number of guests"})";
  constexpr std::array<Said, 4> kRows = {{{"A dinner in Lyon, not before six", "2"},
                                          {"A dinner in Lyon, and my sister lives in Bron", "2"},
                                          {"A dinner for my sister", "1"},
                                          {"A dinner in Lyon for six", "6"}}};
  expect_values(kGuests, kRows);
}

TEST(KeptDefaults, WhoIsNoCustomerYetIsNew) {
  constexpr std::string_view kKnown =
      R"({"key_name":"existing_customer","key_type":"boolean","required":false,"default_value":true,
          "semantic_description":"Whether they are a customer already"})";
  constexpr std::string_view kNew =
      R"({"key_name":"new_patient","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether it is a new patient"})";
  constexpr std::array<Said, 4> kKnownRows = {
      {{"I'd like a dinner, I'm not a customer yet", "false"},
       {"We'd like a dinner. We're not customers yet.", "false"},
       {"I'd like a dinner. I have been a customer since 2009", "true"},
       {"I've been a client of yours for years, a dinner please", "true"}}};
  constexpr std::array<Said, 2> kNewRows = {{{"I'd like a dinner, I'm not a patient yet", "true"},
                                             {"I'd like a dinner, I've been a patient for years", "false"}}};
  expect_values(kKnown, kKnownRows);
  expect_values(kNew, kNewRows);
}

TEST(KeptDefaults, AMorningOrAWeekendOfDaysAreThoseDays) {
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,"semantic_description":"Day of the dinner",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kEnd =
      R"({"key_name":"to_day","key_type":"string","required":true,"semantic_description":"Last day of the hire",
          "constraints":{"format":"date"}},
         {"key_name":"from_day","key_type":"string","required":true,"semantic_description":"First day of the hire",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kDays = {{{"A dinner on the morning of 11 May", "\"2026-05-11\""},
                                          {"A dinner in the week of 11 May", ""},
                                          {"A dinner on the weekend of 16 May", ""}}};
  constexpr std::array<Said, 1> kEnds = {
      {{"I want to hire it for the weekend of 16 and 17 May", "\"2026-05-17\""}}};
  expect_values(kDay, kDays);
  expect_values(kEnd, kEnds);
}

}  // namespace
}  // namespace schemagate::client_agent
