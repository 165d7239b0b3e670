// Kinds of sentences that strangers say to templates of strangers: what each key takes, and what it does not.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

struct Saying {
  std::string_view keys;
  std::string_view utterance;
  std::string_view value;  // of the first key, JSON; empty: none is sent
};

void expect_said(std::span<const Saying> rows) {
  for (const Saying& row : rows) {
    const auto negotiated = one_key(std::string(row.keys));
    EXPECT_EQ(member(mapped(negotiated, std::string(row.utterance)), negotiated.schema.keys.front().name),
              row.value)
        << row.utterance;
  }
}

constexpr std::string_view kTowns =
    R"({"key_name":"origin","key_type":"string","required":true,"semantic_description":"Town to set out from."},
       {"key_name":"destination","key_type":"string","required":true,"semantic_description":"Town to go to."})";
constexpr std::string_view kTown =
    R"({"key_name":"town","key_type":"string","required":true,"semantic_description":"Town of the house."})";

TEST(SaidByStrangers, AStateBelongsToItsTown) {
  constexpr std::array<Saying, 3> kRows = {{{kTowns, "I need a train to Salem, OR on Friday", ""},
                                            {kTowns, "I need a train from Salem, OR", "\"Salem, OR\""},
                                            {kTown, "I need a house in Dover, NH for two", "\"Dover, NH\""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, WhatAnswersOrDescribesNamesNoPlace) {
  constexpr std::array<Saying, 5> kRows = {{{kTown, "Yeah, I want to rent a house", ""},
                                            {kTown, "Cool, now find me a house", ""},
                                            {kTown, "please find me a family friendly hotel", ""},
                                            {kTown, "my aunt comes to meet me, find a house", ""},
                                            {kTown, "find me a house in riga", "\"riga\""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, StarsAndPeopleAreCounted) {
  constexpr std::string_view kStars =
      R"({"key_name":"star_rating","key_type":"integer","required":false,"semantic_description":"Rating of the inn",
          "constraints":{"minimum":1,"maximum":5}})";
  constexpr std::string_view kRiders =
      R"({"key_name":"amount_of_riders","key_type":"integer","required":true,
          "semantic_description":"The number of people taking the ride","constraints":{"minimum":1,"maximum":6}})";
  constexpr std::array<Saying, 5> kRows = {
      {{kStars, "Find a 4 star inn", "4"},
       {kStars, "Find a three star inn", "3"},
       {kStars, "Find an inn", ""},
       {kRiders, "I need a ride for four people", "4"},
       {kRiders, "I need a ride, there will be two of us and I pay", "2"}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, ASizeThatNoChoiceHasIsNoDefault) {
  constexpr std::string_view kClass =
      R"({"key_name":"car_class","key_type":"string","required":false,"default_value":"standard",
          "semantic_description":"Class of the car","constraints":{"enum":["mini","standard","van"]}})";
  constexpr std::array<Saying, 3> kRows = {{{kClass, "I want to rent a spacious car", ""},
                                            {kClass, "I want to rent a car", "\"standard\""},
                                            {kClass, "I want to rent a mini car", "\"mini\""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, DaysOfThisWeekAndOfTheWayBack) {
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,"semantic_description":"Day of the visit.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kReturn =
      R"({"key_name":"end_date","key_type":"string","required":true,"semantic_description":"Day of the return.",
          "constraints":{"format":"date"}},
         {"key_name":"start_date","key_type":"string","required":true,"semantic_description":"First day of the hire.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Saying, 4> kRows = {
      {{kDay, "I need a visit Saturday this week", "\"2026-05-02\""},
       {kDay, "I need a visit Tuesday this week", ""},
       {kReturn, "I need a car and will drop it off on 14 May", "\"2026-05-14\""},
       {kReturn, "I need a car and will pick it up on 14 May", ""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, WhoHasMadeItAndWhoIsInIt) {
  constexpr std::string_view kDirector =
      R"({"key_name":"directed_by","key_type":"string","required":false,"semantic_description":"Director of the film"})";
  constexpr std::string_view kActor =
      R"({"key_name":"cast","key_type":"string","required":false,"semantic_description":"Actor to be seen in the film"})";
  constexpr std::array<Saying, 5> kRows = {{{kDirector, "Find a film directed by Nora Vale", "\"Nora Vale\""},
                                            {kDirector, "Find a film with Nora Vale", ""},
                                            {kActor, "Find a film with Nora Vale", "\"Nora Vale\""},
                                            {kActor, "Find a film featuring Nora Vale", "\"Nora Vale\""},
                                            {kActor, "Find a film directed by Nora Vale", ""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, TheSortOfAThingStandsBeforeIt) {
  constexpr std::string_view kGenre =
      R"({"key_name":"genre","key_type":"string","required":false,"semantic_description":"Genre of the film"})";
  constexpr std::array<Saying, 5> kRows = {{{kGenre, "Find me a western film", "\"western\""},
                                            {kGenre, "Find me a whodunit film", "\"whodunit\""},
                                            {kGenre, "Find me a good film", ""},
                                            {kGenre, "Find me another film", ""},
                                            {kGenre, "Find me a film", ""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, ASwitchInOtherSpellings) {
  constexpr std::string_view kWifi =
      R"({"key_name":"has_wifi","key_type":"boolean","required":false,"semantic_description":"Whether there is wifi"})";
  constexpr std::string_view kSmoking =
      R"({"key_name":"smoking_allowed","key_type":"boolean","required":false,
          "semantic_description":"Whether smoking is allowed"})";
  constexpr std::array<Saying, 4> kRows = {{{kWifi, "Find a room with Wi-Fi", "true"},
                                            {kWifi, "Find a room without wi-fi", "false"},
                                            {kSmoking, "Find a room with no restriction on smoking", "true"},
                                            {kSmoking, "Find a room, no smoking", "false"}}};
  expect_said(kRows);
}

// "A ride" is no rider; what is done is said by the scenario.
TEST(SaidByStrangers, OfARideTheRidersAreCounted) {
  const auto ride = negotiated_schema_of(a2a::parse_tree(R"({"schema_id":"s","scenario":"get_ride","keys":[
          {"key_name":"riders","key_type":"integer","required":true,"semantic_description":"Number of riders"},
          {"key_name":"shared_ride","key_type":"boolean","required":true,"semantic_description":"Whether it is shared"}
          ]})")
                                             .value());
  EXPECT_EQ(member(mapped(ride, "I need a ride that is not shared"), "riders"), "");
  EXPECT_EQ(member(mapped(ride, "I need a ride that is not shared"), "shared_ride"), "false");
  EXPECT_EQ(member(mapped(ride, "Get me a shared ride for three people"), "riders"), "3");
  EXPECT_EQ(member(mapped(ride, "Get me a shared ride for three people"), "shared_ride"), "true");
}

TEST(SaidByStrangers, ANewClauseIsNobodyMore) {
  constexpr std::string_view kGuests =
      R"({"key_name":"guests","key_type":"integer","required":true,"semantic_description":"Number of guests"},
         {"key_name":"shared","key_type":"boolean","required":false,"semantic_description":"Whether it is shared"})";
  constexpr std::string_view kShared =
      R"({"key_name":"sharing","key_type":"boolean","required":true,"semantic_description":"Whether it is shared"})";
  constexpr std::array<Saying, 4> kRows = {{{kGuests, "I need a room for 1 person and I pay", "1"},
                                            {kGuests, "I need a room for my wife and I pay", "2"},
                                            {kShared, "I need a room, I do not mind sharing", "true"},
                                            {kShared, "I need a room, no sharing", "false"}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, AHouseIsNoTown) {
  constexpr std::string_view kCity =
      R"({"key_name":"city","key_type":"string","required":true,"semantic_description":"City of the table"})";
  constexpr std::string_view kWho =
      R"({"key_name":"recipient_name","key_type":"string","required":true,"semantic_description":"Name of the recipient"})";
  constexpr std::array<Saying, 4> kRows = {{{kCity, "Reserve a table at Carlo's", ""},
                                            {kCity, "Reserve a table at Blue Rocks", ""},
                                            {kCity, "Reserve a table in Bergen", "\"Bergen\""},
                                            {kWho, "Send a cake to my brother Tom's house", "\"Tom\""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, ADefaultNameGivesWayToWordsThatMayBeOne) {
  constexpr std::string_view kName =
      R"({"key_name":"reminder_name","key_type":"string","required":false,"default_value":"Reminder",
          "semantic_description":"Name of the reminder"})";
  constexpr std::array<Saying, 3> kRows = {{{kName, "Add a reminder for the laundry", ""},
                                            {kName, "Add a reminder named Feed cats", ""},
                                            {kName, "Add a reminder named Laundry", "\"Laundry\""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, ATitleStandsBehindItsOwnWord) {
  constexpr std::string_view kSong =
      R"({"key_name":"song_name","key_type":"string","required":true,"semantic_description":"Name of the song"},
         {"key_name":"album","key_type":"string","required":false,"semantic_description":"Album that has the song"})";
  constexpr std::array<Saying, 2> kRows = {{{kSong, "I want to hear the song Halcyon", "\"Halcyon\""},
                                            {kSong, "I want to hear the album Halcyon", ""}}};
  expect_said(kRows);
}

TEST(SaidByStrangers, AnOrdinalBelongsToItsStreet) {
  constexpr std::array<Saying, 1> kRows = {{{kTown, "Find a house on 5th Avenue", ""}}};
  expect_said(kRows);
}

// Whatever the verb, a sentence that begins with "Don't" and asks for nothing else refuses.
TEST(SaidByStrangers, ANegatedOrderIsNoRequest) {
  const auto parcel =
      negotiated_schema_of(a2a::parse_tree(R"({"schema_id":"s","scenario":"parcel_location","keys":[
          {"key_name":"code","key_type":"string","required":false,"semantic_description":"Locate the parcel by it",
           "constraints":{"pattern":"^[A-Z]{2}-[0-9]{6}$"}}]})")
                               .value());
  const auto is_request = [&](std::string utterance) {
    return mapped(parcel, std::move(utterance)).intent.is_request();
  };
  EXPECT_FALSE(is_request("Don't locate my parcel AB-123456"));
  EXPECT_FALSE(is_request("Please do not hunt for my parcel AB-123456"));
  EXPECT_TRUE(is_request("Locate my parcel AB-123456"));
  EXPECT_NE(mapped(parcel, "Don't worry, just find my parcel AB-123456").intent.purpose, Purpose::kRefusal);
  EXPECT_FALSE(is_request("Yey! Thank you so much."));
  EXPECT_FALSE(is_request("Not at the moment. That is it for AB-123456, thanks."));
  EXPECT_FALSE(is_request("No, I just wanted to find AB-123456."));
}

}  // namespace
}  // namespace schemagate::client_agent
