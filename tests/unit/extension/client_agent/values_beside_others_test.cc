// What a key takes beside other keys that could take a part of the same words.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

std::string said_for(std::string_view keys, const std::string& name, const std::string& utterance) {
  return member(mapped(one_key(std::string(keys)), utterance), name);
}

constexpr std::string_view kStreetAndCity =
    R"({"key_name":"street","key_type":"string","required":true,
        "semantic_description":"Street and house number of the guest."},
       {"key_name":"city","key_type":"string","required":true,"semantic_description":"City of the guest."})";

TEST(ValuesBesideOthers, ATownWithAKeyOfItsOwnIsNoPartOfTheAddress) {
  const std::string wish = "Send the dinner to Lindenweg 12, Augsburg";
  EXPECT_EQ(said_for(kStreetAndCity, "street", wish), "\"Lindenweg 12\"");
  EXPECT_EQ(said_for(kStreetAndCity, "city", wish), "\"Augsburg\"");
  EXPECT_EQ(said_for(kStreetAndCity, "city", "Send the dinner to 7 Elm Street in Leeds"), "\"Leeds\"");
}

TEST(ValuesBesideOthers, AnAddressWithoutAKeyForItsTownHoldsTheTown) {
  constexpr std::string_view kWhole =
      R"({"key_name":"address","key_type":"string","required":true,
          "semantic_description":"Street address with house number, and the town."},
         {"key_name":"city","key_type":"string","required":false,"semantic_description":"City of the sender."})";
  EXPECT_EQ(said_for(kWhole, "address", "Send the dinner to Lindenweg 12, Augsburg"),
            "\"Lindenweg 12, Augsburg\"");
}

TEST(ValuesBesideOthers, NobodyIsCalledAsATownBehindIn) {
  constexpr std::string_view kTownAndGuest =
      R"({"key_name":"town","key_type":"string","required":true,"semantic_description":"Town of the house."},
         {"key_name":"guest","key_type":"string","required":false,"semantic_description":"Name of the guest."})";
  EXPECT_EQ(said_for(kTownAndGuest, "town", "book a dinner in york"), "\"york\"");
}

TEST(ValuesBesideOthers, AWordOfAnotherKeyMayStandBetweenTheTwoThatNameASwitch) {
  constexpr std::string_view kFlight =
      R"({"key_name":"nonstop","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether only direct flights are wanted."},
         {"key_name":"cabin","key_type":"string","required":false,"default_value":"economy",
          "semantic_description":"Cabin.","constraints":{"enum":["economy","business"]}})";
  const std::string wish = "I need a direct business flight for dinner";
  EXPECT_EQ(said_for(kFlight, "nonstop", wish), "true");
  EXPECT_EQ(said_for(kFlight, "cabin", wish), "\"business\"");
}

TEST(ValuesBesideOthers, ANumberOfATextIsWrittenAsText) {
  constexpr std::string_view kStay =
      R"({"key_name":"stay","key_type":"string","required":true,"semantic_description":"Length of stay in days."})";
  EXPECT_EQ(said_for(kStay, "stay", "I need a dinner for six days"), "\"6\"");
}

TEST(ValuesBesideOthers, SomeOfThosePresentAreCountedByWhatTheyAre) {
  constexpr std::string_view kTicketsAndReduced =
      R"({"key_name":"reduced","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"How many of them are at the reduced price, for students and pensioners.",
          "constraints":{"minimum":0,"maximum":9}},
         {"key_name":"tickets","key_type":"integer","required":true,"semantic_description":"Number of tickets."})";
  const std::string wish = "I need 4 tickets for the dinner, and one of us is a student";
  EXPECT_EQ(said_for(kTicketsAndReduced, "reduced", wish), "1");
  EXPECT_EQ(said_for(kTicketsAndReduced, "tickets", wish), "4");
  EXPECT_EQ(said_for(kTicketsAndReduced, "reduced", "I need 4 tickets, one of us is not a student"), "");
}

TEST(ValuesBesideOthers, ADescriptionMayBeginWithWhatIsCounted) {
  constexpr std::string_view kBags =
      R"({"key_name":"checked_bags","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Suitcases to check in, for the whole party."})";
  EXPECT_EQ(said_for(kBags, "checked_bags", "I need a dinner and have 3 suitcases"), "3");
}

TEST(ValuesBesideOthers, WhatIsCountedMayBeAUnit) {
  constexpr std::string_view kRate =
      R"({"key_name":"hourly_rate","key_type":"number","required":false,
          "semantic_description":"How many euros an hour does the family pay at most?"})";
  EXPECT_EQ(said_for(kRate, "hourly_rate", "I need a dinner, at most 12.50 euros an hour"), "12.5");
}

}  // namespace
}  // namespace schemagate::client_agent
