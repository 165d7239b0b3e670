// What keys take whose kind follows from the words of their template alone.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

// Of one key `k`, or of two, the first of which is asked about.
struct Case {
  std::string_view keys;
  std::string_view utterance;
  std::string_view value;  // JSON; empty: none is sent
};

std::string value_of(const Case& row) {
  const auto negotiated = one_key(std::string(row.keys));
  return member(mapped(negotiated, std::string(row.utterance)), negotiated.schema.keys.front().name);
}

void expect_values(std::span<const Case> rows) {
  for (const Case& row : rows) EXPECT_EQ(value_of(row), row.value) << row.utterance;
}

TEST(KindsOfKeys, CountsAndOrdinals) {
  constexpr std::string_view kFloor =
      R"({"key_name":"floor","key_type":"integer","required":true,"semantic_description":"Floor of the home.",
          "constraints":{"minimum":0,"maximum":40}})";
  constexpr std::string_view kAnimals =
      R"({"key_name":"how_many","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Number of animals.","constraints":{"minimum":1,"maximum":4}})";
  constexpr std::string_view kGuests =
      R"({"key_name":"guests","key_type":"integer","required":false,"default_value":2,
          "semantic_description":"Number of guests.","constraints":{"minimum":1,"maximum":9}})";
  constexpr std::string_view kWaiters =
      R"({"key_name":"waiters","key_type":"integer","required":false,
          "semantic_description":"Number of waiters.","constraints":{"minimum":0,"maximum":9}})";
  constexpr std::array<Case, 9> kCases = {{{kFloor, "We need help with a flat on the second floor", "2"},
                                           {kFloor, "We need help with a flat on the 12th floor", "12"},
                                           {kFloor, "We need help with a flat on the ground floor", "0"},
                                           {kAnimals, "I want to leave both my cats with you", "2"},
                                           {kGuests, "I need a room for myself", "1"},
                                           {kGuests, "I need a room, my partner comes too", "2"},
                                           {kGuests, "I need a table for my sister, her two boys and me", ""},
                                           {kWaiters, "I need a buffet, no waiters please", "0"},
                                           {kWaiters, "I need a buffet with 20 waiters", ""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, MomentsAndWebAddresses) {
  constexpr std::string_view kStart =
      R"({"key_name":"start","key_type":"string","required":true,"semantic_description":"When it begins.",
          "constraints":{"format":"date-time"}})";
  constexpr std::string_view kLocal =
      R"({"key_name":"start","key_type":"string","required":true,
          "semantic_description":"When it begins, as 2026-05-04T09:30, from 08:00 to 18:00."})";
  constexpr std::string_view kPage =
      R"({"key_name":"offer","key_type":"string","required":true,"semantic_description":"Where it was seen.",
          "constraints":{"format":"uri"}})";
  constexpr std::array<Case, 7> kCases = {
      {{kStart, "I need a room on 11 May at 14:30", "\"2026-05-11T14:30:00Z\""},
       {kStart, "I need a room on 11 May, no wait, on 12 May at 2 pm", "\"2026-05-12T14:00:00Z\""},
       {kStart, "I need a room on 11 May", ""},
       {kStart, "I need a room on 11 May between 9:00 and 11:00", ""},
       {kLocal, "I need a room on 11 May at five", "\"2026-05-11T17:00\""},
       {kPage, "I need a room like https://example.com/a?b=C.", "\"https://example.com/a?b=C\""},
       {kPage, "I need a room like www.example.com", ""}}};
  expect_values(kCases);
}

// What another key may mean, or what goes against a default, is asked for.
TEST(KindsOfKeys, WhatIsClaimedTwiceIsNotSent) {
  constexpr std::string_view kWears =
      R"({"key_name":"wears","key_type":"string","required":false,"semantic_description":"nothing, glasses or lenses",
          "constraints":{"enum":["nothing","glasses","lenses"]}},
         {"key_name":"service","key_type":"string","required":true,"semantic_description":"What is to be done.",
          "constraints":{"enum":["eye_test","glasses_repair"]}})";
  constexpr std::string_view kBoard =
      R"({"key_name":"board","key_type":"string","required":false,"default_value":"breakfast",
          "semantic_description":"breakfast, half_board","constraints":{"enum":["breakfast","half_board"]}})";
  constexpr std::string_view kThere =
      R"({"key_name":"owner_present","key_type":"boolean","required":false,"default_value":true,
          "semantic_description":"The owner will be there."})";
  constexpr std::string_view kVehicle =
      R"({"key_name":"vehicle","key_type":"string","required":false,"semantic_description":"bike, car, van",
          "constraints":{"enum":["bike","car","van"]}})";
  constexpr std::array<Case, 6> kCases = {{{kWears, "I need my glasses mended", ""},
                                           {kBoard, "I need a room without breakfast", ""},
                                           {kBoard, "I need a dinner", "\"breakfast\""},
                                           {kThere, "I need a new lock. I won't be there.", ""},
                                           {kVehicle, "I need it sent with care", ""},
                                           {kVehicle, "I need it sent by car", "\"car\""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, ValuesInOtherWords) {
  constexpr std::string_view kPest =
      R"({"key_name":"pest","key_type":"string","required":true,"semantic_description":"Which animal.",
          "constraints":{"enum":["mice","bedbugs"]}})";
  constexpr std::string_view kOften =
      R"({"key_name":"frequency","key_type":"string","required":true,"semantic_description":"How often.",
          "constraints":{"enum":["weekly","fortnightly"]}})";
  constexpr std::string_view kService =
      R"({"key_name":"service","key_type":"string","required":true,"semantic_description":"What is to be done.",
          "constraints":{"enum":["eye_test","glasses_pickup"]}})";
  constexpr std::string_view kFlowers =
      R"({"key_name":"bouquet","key_type":"string","required":true,"semantic_description":"Kind of flowers.",
          "constraints":{"enum":["roses","tulips"]}})";
  constexpr std::array<Case, 4> kCases = {{{kPest, "I need help, we have bed bugs", "\"bedbugs\""},
                                           {kOften, "I need a cleaner every other week", "\"fortnightly\""},
                                           {kService, "I want to pick up my glasses", "\"glasses_pickup\""},
                                           {kFlowers, "Send tulips to my aunt Rose Miller", "\"tulips\""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, HowOftenAndHowLong) {
  constexpr std::string_view kWeekly =
      R"({"key_name":"lessons_per_week","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Lessons a week.","constraints":{"minimum":1,"maximum":5}})";
  constexpr std::string_view kMinutes =
      R"({"key_name":"minutes","key_type":"integer","required":false,"default_value":30,
          "semantic_description":"Length in minutes.","constraints":{"minimum":15,"maximum":120}})";
  constexpr std::string_view kAdults =
      R"({"key_name":"adults","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Adults.","constraints":{"minimum":1,"maximum":9}},
         {"key_name":"minors","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Travellers under 12.","constraints":{"minimum":0,"maximum":9}})";
  constexpr std::array<Case, 7> kCases = {{{kWeekly, "I need a teacher twice a week", "2"},
                                           {kWeekly, "I need three lessons a week", "3"},
                                           {kWeekly, "I need ten lessons a week", ""},
                                           {kMinutes, "I need an hour and a half with you", "90"},
                                           {kMinutes, "I need half an hour", "30"},
                                           {kMinutes, "I need three hours", ""},
                                           {kAdults, "We need two adults and one child", "2"}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, Things) {
  constexpr std::string_view kTool =
      R"({"key_name":"tool","key_type":"string","required":true,
          "semantic_description":"Tool or machine, e.g. 'concrete mixer'."})";
  constexpr std::string_view kBroken =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"What is broken."})";
  constexpr std::array<Case, 6> kCases = {
      {{kTool, "I'd like to hire a concrete mixer from 11 May", "\"concrete mixer\""},
       {kTool, "Could we rent a floor sander for three days?", "\"floor sander\""},
       {kTool, "I want to hire something from Monday", ""},
       {kBroken, "Our dishwasher doesn't drain, please come on Monday", "\"dishwasher\""},
       {kBroken, "Please look at our boiler on Monday", "\"boiler\""},
       {kBroken, "Please send a technician on Monday", ""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, CodesByTheirPattern) {
  constexpr std::string_view kPolicy =
      R"({"key_name":"policy","key_type":"string","required":true,"semantic_description":"Number of the policy.",
          "constraints":{"pattern":"^[A-Z]{2}-[0-9]{6}$"}})";
  constexpr std::array<Case, 3> kCases = {{{kPolicy, "I want to claim, policy HB-204417", "\"HB-204417\""},
                                           {kPolicy, "I want to claim, policy 204417", ""},
                                           {kPolicy, "I want to claim, HB-204417 or HB-204418", ""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, HousesAndAddresses) {
  constexpr std::string_view kHouse =
      R"({"key_name":"place_name","key_type":"string","required":true,
          "semantic_description":"Name of the restaurant."},
         {"key_name":"booked_for","key_type":"string","required":false,
          "semantic_description":"Name the reservation is made in."})";
  constexpr std::string_view kAddress =
      R"({"key_name":"deliver_to","key_type":"string","required":true,
          "semantic_description":"Address or venue, with its town."})";
  constexpr std::string_view kClient =
      R"({"key_name":"client_name","key_type":"string","required":false,"semantic_description":"Name of the client."})";
  constexpr std::array<Case, 6> kCases = {
      {{kHouse, "A table for two at Luigi's tomorrow", "\"Luigi's\""},
       {kHouse, "Please book the Blue Door for Friday in the name of Okafor", "\"Blue Door\""},
       {kHouse, "Please book a table for Friday, my name is Martha Quinn", ""},
       {kAddress, "Please bring cakes to the Sports Hall in Wels on Friday", "\"Sports Hall in Wels\""},
       {kAddress, "Please bring cakes to Hauptstrasse 5 in Bonn", "\"Hauptstrasse 5 in Bonn\""},
       {kClient, "mortgage appointment, Harbour Street, 4pm", ""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, DaysAndNights) {
  constexpr std::string_view kNights =
      R"({"key_name":"nights","key_type":"integer","required":true,"semantic_description":"Number of nights.",
          "constraints":{"minimum":1,"maximum":21}},
         {"key_name":"arrive","key_type":"string","required":true,"semantic_description":"Day of arrival.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kReturn =
      R"({"key_name":"return_on","key_type":"string","required":false,"semantic_description":"Flight back.",
          "constraints":{"format":"date"}},
         {"key_name":"leave_on","key_type":"string","required":true,"semantic_description":"Outbound flight.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Case, 5> kCases = {
      {{kNights, "I need a room from 12 to 15 June", "3"},
       {kNights, "I need a room from Monday to Thursday", "3"},
       {kReturn, "I want to fly out on 12 June and back on the 19th", "\"2026-06-19\""},
       {kReturn, "I want to fly, leaving Saturday, returning a week later", "\"2026-05-09\""},
       {kReturn, "I want to fly on 6 June for a couple of weeks or so", ""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, StrengthsAndEverydayChoices) {
  constexpr std::string_view kStrength =
      R"({"key_name":"strength","key_type":"integer","required":false,"default_value":5,
          "semantic_description":"Strength of the effect: slightly is 3, as much as possible is 10.",
          "constraints":{"minimum":1,"maximum":10}})";
  constexpr std::string_view kSize =
      R"({"key_name":"category","key_type":"string","required":false,"default_value":"compact",
          "semantic_description":"Category of the car.","constraints":{"enum":["small","compact","van"]}})";
  constexpr std::string_view kLanguage =
      R"({"key_name":"language","key_type":"string","required":false,"default_value":"en",
          "semantic_description":"en English, de German, fr French.","constraints":{"enum":["en","de","fr"]}})";
  constexpr std::array<Case, 7> kCases = {{{kStrength, "Please make it a dinner, sharpen it slightly", "3"},
                                           {kStrength, "Please change it as much as possible", "10"},
                                           {kStrength, "Please change it moderately", ""},
                                           {kSize, "I need a small car", "\"small\""},
                                           {kSize, "I need a car with a small boot", ""},
                                           {kLanguage, "I need a meeting, in German please", "\"de\""},
                                           {kLanguage, "I need a meeting", "\"en\""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, DefaultsAreNotSentPastWordsThatMayChoose) {
  constexpr std::string_view kCar =
      R"({"key_name":"category","key_type":"string","required":false,"default_value":"compact",
          "semantic_description":"Category of the car.","constraints":{"enum":["compact","estate","van"]}})";
  constexpr std::string_view kKind =
      R"({"key_name":"kind","key_type":"string","required":false,
          "semantic_description":"theft: something stolen. vehicle: damage to a car.",
          "constraints":{"enum":["theft","vehicle"]}})";
  constexpr std::string_view kWeight =
      R"({"key_name":"weight_kg","key_type":"number","required":true,
          "semantic_description":"Total weight in kilograms.","constraints":{"minimum":0.1,"maximum":30}})";
  constexpr std::string_view kService =
      R"({"key_name":"service","key_type":"string","required":true,
          "semantic_description":"wash_fold: washed and folded. iron_only: ironing of clean clothes.",
          "constraints":{"enum":["wash_fold","iron_only"]}})";
  constexpr std::string_view kReduced =
      R"({"key_name":"reduced","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"How many of the tickets are for children or students.",
          "constraints":{"minimum":0,"maximum":8}},
         {"key_name":"quantity","key_type":"integer","required":true,"semantic_description":"Number of tickets.",
          "constraints":{"minimum":1,"maximum":8}})";
  constexpr std::array<Case, 9> kCases = {{{kService, "Please wash and iron two bags", ""},
                                           {kReduced, "I need tickets for two adults and two students", ""},
                                           {kReduced, "I need four tickets", "0"},
                                           {kCar, "I need a people carrier in Oslo", ""},
                                           {kCar, "I need a car in Oslo, automatic", ""},
                                           {kCar, "I need a car in Oslo", "\"compact\""},
                                           {kKind, "I want to report a laptop stolen from my car", ""},
                                           {kWeight, "Please take 3 boxes, each 5 kg", ""},
                                           {kWeight, "Please take 3 boxes, 5 kg together", "5"}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, ASurnameAloneIsWantedOnlyWhereItIsAlone) {
  constexpr std::string_view kWhole =
      R"({"key_name":"full_name","key_type":"string","required":true,
          "semantic_description":"First name and surname of the client."})";
  constexpr std::string_view kLast =
      R"({"key_name":"guest","key_type":"string","required":true,"semantic_description":"Surname of the guest."})";
  constexpr std::string_view kBoth =
      R"({"key_name":"owner","key_type":"string","required":true,
          "semantic_description":"Owner, first and last name."})";
  constexpr std::string_view kFirst =
      R"({"key_name":"first_name","key_type":"string","required":true,"semantic_description":"Of the guest."})";
  constexpr std::array<Case, 5> kCases = {
      {{kWhole, "I need an appointment. My name is Ingrid Vogel.", "\"Ingrid Vogel\""},
       {kBoth, "I need an appointment. My name is Ingrid Vogel.", "\"Ingrid Vogel\""},
       {kFirst, "I need an appointment. My name is Ingrid Vogel.", "\"Ingrid\""},
       {kLast, "I need an appointment. My name is Ingrid Vogel.", "\"Vogel\""},
       {kLast, "I need an appointment. My name is Ingrid de Vries.", "\"de Vries\""}}};
  expect_values(kCases);
}

TEST(KindsOfKeys, WhatThePeopleDoThemselvesIsNotOrdered) {
  constexpr std::string_view kPacking =
      R"({"key_name":"packing","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether the movers pack."})";
  constexpr std::string_view kMedicine =
      R"({"key_name":"medication","key_type":"string","required":false,
          "semantic_description":"Medicine for the animal, in the owner's words."})";
  constexpr std::string_view kBreakfast =
      R"({"key_name":"breakfast","key_type":"boolean","required":false,"default_value":true,
          "semantic_description":"Whether breakfast is included."})";
  constexpr std::array<Case, 6> kCases = {
      {{kBreakfast, "I need a room in Porto, breakfast not needed", "false"},
       {kBreakfast, "I need a room in Porto, breakfast won't be necessary", "false"},
       {kBreakfast, "I need a room in Porto, breakfast would be lovely", "true"},
       {kPacking, "I need a move. We do the packing ourselves.", "false"},
       {kMedicine, "Please take my dog. He's had all his jabs.", ""},
       {kMedicine, "Please take my dog. He needs medication twice a day.", "\"medication twice a day\""}}};
  expect_values(kCases);
}

}  // namespace
}  // namespace schemagate::client_agent
