// What is ordered or noted goes to the one key that names it, and makers, files and sorts to theirs.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

std::string first_of(std::string_view keys, const std::string& utterance) {
  const auto negotiated = one_key(std::string(keys));
  return member(mapped(negotiated, utterance), negotiated.schema.keys.front().name);
}

constexpr std::string_view kDishAndHouse =
    R"({"key_name":"dish","key_type":"string","required":true,"semantic_description":"What food to order."},
       {"key_name":"restaurant","key_type":"string","required":true,
        "semantic_description":"Name of the restaurant."})";
constexpr std::string_view kEvent =
    R"({"key_name":"event","key_type":"string","required":true,"semantic_description":"Title of the event."})";

TEST(ObjectsOfRequests, WhatIsOrderedIsTheOnlyThingThatHasToBeSaid) {
  const auto negotiated = one_key(std::string(kDishAndHouse));
  const auto proposal = mapped(negotiated, "order a smoked meat platter from beanos");
  EXPECT_EQ(member(proposal, "dish"), "\"smoked meat platter\"");
  EXPECT_EQ(member(proposal, "restaurant"), "\"beanos\"");
}

TEST(ObjectsOfRequests, AnObjectThatMayBeMoreOrLessIsAskedFor) {
  EXPECT_EQ(first_of(kEvent, "please add breakfast with mary to my calendar"), "");
  EXPECT_EQ(first_of(kEvent, "set a reminder for the tennis game about the club"), "");
  EXPECT_EQ(first_of(kDishAndHouse, "order six chicken tacos from chipotle"), "");
  EXPECT_EQ(first_of(kDishAndHouse, "don't order a pizza"), "");
}

TEST(ObjectsOfRequests, WhatTheTemplateOrAnyRequestIsCalledIsNoObject) {
  EXPECT_EQ(first_of(kEvent, "add a tennis game"), "\"tennis game\"");
  EXPECT_EQ(first_of(kEvent, "add an event on Monday"), "");
  EXPECT_EQ(first_of(kEvent, "set a reminder for Monday"), "");
  EXPECT_EQ(first_of(kEvent, "book a table"), "");
}

TEST(ObjectsOfRequests, AFileIsWrittenWithItsEnding) {
  constexpr std::string_view kFile =
      R"({"key_name":"file","key_type":"string","required":true,
          "semantic_description":"File name of the picture, e.g. beach.jpg."})";
  EXPECT_EQ(first_of(kFile, "Please make wedding_2.jpg brighter"), "\"wedding_2.jpg\"");
  EXPECT_EQ(first_of(kFile, "Please make the picture brighter"), "");
}

TEST(ObjectsOfRequests, AMakerStandsBeforeTheThing) {
  constexpr std::string_view kThingAndMaker =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Appliance that is broken."},
         {"key_name":"brand","key_type":"string","required":false,"semantic_description":"Maker of the appliance."})";
  const auto proposal =
      mapped(one_key(std::string(kThingAndMaker)), "Our Bosch dishwasher is leaking, please come");
  EXPECT_EQ(member(proposal, "appliance"), "\"dishwasher\"");
  EXPECT_EQ(member(proposal, "brand"), "\"Bosch\"");
}

TEST(ObjectsOfRequests, ASortMayBeDescribedAsTheMainOne) {
  constexpr std::string_view kSort =
      R"({"key_name":"main_genre","key_type":"string","required":true,
          "semantic_description":"Primary genre of film."})";
  EXPECT_EQ(first_of(kSort, "I need a suspense film for dinner"), "\"suspense\"");
}

TEST(ObjectsOfRequests, APlaceMayHaveANameInItsKey) {
  constexpr std::string_view kTown =
      R"({"key_name":"city_name","key_type":"string","required":true,"semantic_description":"Name of place."})";
  EXPECT_EQ(first_of(kTown, "I need a dinner in Alamo"), "\"Alamo\"");
  EXPECT_EQ(first_of(kTown, "I need a dinner for San Diego"), "\"San Diego\"");
}

TEST(ObjectsOfRequests, AnAirportByItselfIsWhereAHireBegins) {
  constexpr std::string_view kPlaces =
      R"({"key_name":"pickup_at","key_type":"string","required":true,
          "semantic_description":"Town, station or airport where the car is collected."},
         {"key_name":"return_at","key_type":"string","required":false,
          "semantic_description":"Town, station or airport where it is left."})";
  EXPECT_EQ(first_of(kPlaces, "dinner, Denver airport, please"), "\"Denver airport\"");
}

}  // namespace
}  // namespace schemagate::client_agent
