// Files, makers, sorts and places go to the keys whose words say so.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

std::string first_of(std::string_view keys, const std::string& utterance) {
  const auto negotiated = one_key(std::string(keys));
  return member(mapped(negotiated, utterance), negotiated.schema.keys.front().name);
}

TEST(KeysByTheirWords, AFileIsWrittenWithItsEnding) {
  constexpr std::string_view kFile =
      R"({"key_name":"file","key_type":"string","required":true,
          "semantic_description":"File name of the picture, e.g. beach.jpg."})";
  EXPECT_EQ(first_of(kFile, "Please make wedding_2.jpg brighter"), "\"wedding_2.jpg\"");
  EXPECT_EQ(first_of(kFile, "Please make the picture brighter"), "");
}

TEST(KeysByTheirWords, AMakerStandsBeforeTheThing) {
  constexpr std::string_view kThingAndMaker =
      R"({"key_name":"appliance","key_type":"string","required":true,"semantic_description":"Appliance that is broken."},
         {"key_name":"brand","key_type":"string","required":false,"semantic_description":"Maker of the appliance."})";
  const auto proposal =
      mapped(one_key(std::string(kThingAndMaker)), "Our Bosch dishwasher is leaking, please come");
  EXPECT_EQ(member(proposal, "appliance"), "\"dishwasher\"");
  EXPECT_EQ(member(proposal, "brand"), "\"Bosch\"");
}

TEST(KeysByTheirWords, ASortMayBeDescribedAsTheMainOne) {
  constexpr std::string_view kSort =
      R"({"key_name":"main_genre","key_type":"string","required":true,
          "semantic_description":"Primary genre of film."})";
  EXPECT_EQ(first_of(kSort, "I need a suspense film for dinner"), "\"suspense\"");
}

TEST(KeysByTheirWords, APlaceMayHaveANameInItsKey) {
  constexpr std::string_view kTown =
      R"({"key_name":"city_name","key_type":"string","required":true,"semantic_description":"Name of place."})";
  EXPECT_EQ(first_of(kTown, "I need a dinner in Alamo"), "\"Alamo\"");
  EXPECT_EQ(first_of(kTown, "I need a dinner for San Diego"), "\"San Diego\"");
}

TEST(KeysByTheirWords, AnAirportByItselfIsWhereAHireBegins) {
  constexpr std::string_view kPlaces =
      R"({"key_name":"pickup_at","key_type":"string","required":true,
          "semantic_description":"Town, station or airport where the car is collected."},
         {"key_name":"return_at","key_type":"string","required":false,
          "semantic_description":"Town, station or airport where it is left."})";
  EXPECT_EQ(first_of(kPlaces, "dinner, Denver airport, please"), "\"Denver airport\"");
}

}  // namespace
}  // namespace schemagate::client_agent
