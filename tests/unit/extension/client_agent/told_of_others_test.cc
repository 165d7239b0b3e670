// What is said of others, and corrections of what a key has: none of it may stay as a value.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(ToldOfOthers, WhoeverWasThereIsNoGuest) {
  constexpr std::string_view kGuests =
      R"({"key_name":"adults","key_type":"integer","required":false,"default_value":2,"semantic_description":"Adults."})";
  constexpr std::array<Said, 2> kRows = {
      {{"my sister was in Oslo, so book a dinner", "2"}, {"Book a dinner for my sister and me", "2"}}};
  expect_values(kGuests, kRows);
  constexpr std::string_view kParty =
      R"({"key_name":"party_size","key_type":"integer","required":true,
          "semantic_description":"The number of people at the table"})";
  constexpr std::array<Said, 3> kParties = {{{"Book a dinner for my colleague Ana Ruiz and three others", ""},
                                             {"I want to take my parents to dinner", "3"},
                                             {"Book a dinner for my parents and me", "3"}}};
  expect_values(kParty, kParties);
}

TEST(ToldOfOthers, AThingIsNotItsOwner) {
  constexpr std::string_view kThing =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Which appliance is broken"},
         {"key_name":"fault","key_type":"string","required":true,"semantic_description":"What is wrong with it"})";
  const auto negotiated = one_key(std::string(kThing));
  const auto proposal = mapped(negotiated, "My mother's cooker won't light, please book a dinner");
  EXPECT_EQ(member(proposal, "appliance"), "\"cooker\"");
  EXPECT_EQ(member(proposal, "fault"), "\"won't light\"");
}

TEST(ToldOfOthers, ACallIsByPhoneAndOvernightIsExpress) {
  constexpr std::string_view kChannel =
      R"({"key_name":"channel","key_type":"string","required":false,"default_value":"in_person",
          "semantic_description":"in_person, phone or video.","constraints":{"enum":["in_person","phone","video"]}})";
  constexpr std::array<Said, 2> kRows = {{{"Book a call about a dinner", "\"phone\""},
                                          {"Video dinner - no, rather in the branch - on 25 June", ""}}};
  expect_values(kChannel, kRows);
  constexpr std::string_view kService =
      R"({"key_name":"service","key_type":"string","required":false,"default_value":"standard",
          "semantic_description":"standard = 2-3 days, express = next working day",
          "constraints":{"enum":["standard","express"]}})";
  constexpr std::array<Said, 1> kServices = {{{"Send a dinner to Madrid overnight", "\"express\""}}};
  expect_values(kService, kServices);
}

TEST(ToldOfOthers, AHouseIsNotWhatItOwns) {
  constexpr std::string_view kHouse =
      R"({"key_name":"restaurant","key_type":"string","required":true,"semantic_description":"The name of the restaurant"})";
  constexpr std::array<Said, 1> kRows = {{{"Book a dinner at Hotel Adler's restaurant on 4 May", ""}}};
  expect_values(kHouse, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
