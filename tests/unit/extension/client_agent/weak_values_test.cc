// A name that is no more than probable is asked for where another key may hold it as well.
#include <initializer_list>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

constexpr std::string_view kAreaAndFilm =
    R"({"key_name":"area","key_type":"string","required":false,"semantic_description":"Location of the hall."},
       {"key_name":"film","key_type":"string","required":false,"semantic_description":"Title of the film."})";

void expect_member(std::string_view keys, const std::string& name, std::initializer_list<Said> rows) {
  const auto negotiated = one_key(std::string(keys));
  for (const Said& row : rows)
    EXPECT_EQ(member(mapped(negotiated, std::string(row.utterance)), name), row.value) << row.utterance;
}

TEST(WeakValues, ANameThatAnotherKeyMayHoldAsWellIsAskedFor) {
  expect_member(kAreaAndFilm, "film", {{"I need a dinner, Oakland", ""}});
  expect_member(kAreaAndFilm, "area",
                {{"I need a dinner at Piedmont Court", ""},
                 {"I need a dinner in Oakland", "\"Oakland\""},
                 {"I need a dinner in the hall at Piedmont Court", "\"Piedmont Court\""}});
  expect_member(
      R"({"key_name":"show","key_type":"string","required":true,"semantic_description":"Title of the show."},
         {"key_name":"genre","key_type":"string","required":false,"semantic_description":"Genre of the film."})",
      "show", {{"I need a dinner and Ghost", ""}, {"I need a dinner for Blue Hour", "\"Blue Hour\""}});
}

TEST(WeakValues, ThePrepositionOfItsSideSaysWhoseANameIs) {
  const auto proposal = mapped(flight(), "I want to fly to Paris next Monday with my husband.");
  EXPECT_EQ(member(proposal, "destination"), "\"Paris\"");
}

TEST(WeakValues, OneWordBeforeTheThingMayBeItsSort) {
  expect_member(
      R"({"key_name":"film","key_type":"string","required":false,"semantic_description":"Title of the film."},
         {"key_name":"genre","key_type":"string","required":false,"semantic_description":"Genre of the film."})",
      "film",
      {{"Book a Ghost film for dinner", ""},
       {"Book a film called Ghost for dinner", "\"Ghost\""},
       {"Book the Blue Hour film for dinner", "\"Blue Hour\""}});
}

TEST(WeakValues, ATownIsNoHouseAndACodeNoName) {
  expect_member(
      R"({"key_name":"hotel_name","key_type":"string","required":false,"semantic_description":"Name of the hotel."})",
      "hotel_name",
      {{"I need a dinner in Seville", ""}, {"I need a dinner at the Grand Bell", "\"Grand Bell\""}});
  expect_member(
      R"({"key_name":"stand_in","key_type":"string","required":false,
          "semantic_description":"Name of the colleague who stands in."})",
      "stand_in", {{"A dinner, E80553", ""}, {"I need a dinner for Oscar Lind", "\"Oscar Lind\""}});
}

TEST(WeakValues, ANameInSmallLettersIsNoneWhereAnotherKeyMayHoldIt) {
  expect_member(kAreaAndFilm, "area", {{"i need a dinner in reading square", ""}});
  expect_member(
      R"({"key_name":"origin","key_type":"string","required":true,"semantic_description":"City where it begins."},
         {"key_name":"destination","key_type":"string","required":true,"semantic_description":"City where it ends."})",
      "origin", {{"i need a dinner from helsinki", "\"helsinki\""}});
  expect_member(
      R"({"key_name":"area","key_type":"string","required":false,"semantic_description":"Location of the hall."})",
      "area", {{"i need a dinner in reading square", "\"reading square\""}});
}

}  // namespace
}  // namespace schemagate::client_agent
