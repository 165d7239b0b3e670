// Names as people write them: what belongs to one, and what is none.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

constexpr std::string_view kCity =
    R"({"key_name":"city","key_type":"string","required":true,"semantic_description":"City of the dinner"},
       {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day of the dinner",
        "constraints":{"format":"date"}})";

TEST(NamesAsSaid, WhoIsAddressedOrSignsIsNoPlace) {
  constexpr std::array<Said, 5> kRows = {{{"I need a dinner on 5 May, thanks Anna", ""},
                                          {"Can you help me find a dinner on 5 May, Assistant?", ""},
                                          {"Can you find a dinner on 5 May? Help me Assistant", ""},
                                          {"Hey Robin, I need a dinner on 5 May", ""},
                                          {"Lyon, please, a dinner on 5 May", "\"Lyon\""}}};
  expect_values(kCity, kRows);
}

TEST(NamesAsSaid, APlaceOfSeveralWordsIsWhole) {
  constexpr std::array<Said, 8> kRows = {
      {{"I need a dinner in san Marino on 5 May", "\"san Marino\""},
       {"I need a dinner in New York city on 5 May", "\"New York city\""},
       {"I need a dinner in Stoke-on-Trent on 5 May", "\"Stoke-on-Trent\""},
       {"I need a dinner in Chi-town on 5 May", "\"Chi-town\""},
       {"I need a dinner in Nairobi, Kenya, on 5 May", "\"Nairobi, Kenya\""},
       {"I need a dinner in Dover, District of Columbia", "\"Dover, District of Columbia\""},
       {"I need a dinner in Salem, OR. There will be four of us", "\"Salem, OR\""},
       {"I need a dinner in Lyon city centre on 5 May", "\"Lyon\""}}};
  expect_values(kCity, kRows);
}

TEST(NamesAsSaid, OfSomeKindIsNoPlace) {
  constexpr std::array<Said, 4> kRows = {
      {{"I need a dinner at a Madagascar bar on 5 May", ""},
       {"Find me some Comic evenings on 5 May", ""},
       {"A dinner at the nearest town on 5 May", ""},
       {"Dinner in the U.S. Virgin Islands on 5 May", "\"U.S. Virgin Islands\""}}};
  expect_values(kCity, kRows);
}

TEST(NamesAsSaid, ATownThatOpensTheSentenceIsTheTown) {
  constexpr std::array<Said, 3> kRows = {{{"Lyon 5 May, a dinner please", "\"Lyon\""}, {"Book 5 May", ""}}};
  expect_values(kCity, kRows);
}

TEST(NamesAsSaid, ATitleIsNotTheWordsThatLeadToIt) {
  constexpr std::string_view kTitle =
      R"({"key_name":"movie","key_type":"string","required":true,"semantic_description":"Title of the film"},
         {"key_name":"tickets","key_type":"integer","required":true,"semantic_description":"Number of tickets"})";
  constexpr std::array<Said, 3> kRows = {
      {{"I would like 1 ticket to see a film called Nile Song", "\"Nile Song\""},
       {"One ticket to see a film, please", ""},
       {"I want 2 tickets for Fable: A Tale of Tales", ""}}};
  expect_values(kTitle, kRows);
}

TEST(NamesAsSaid, ASortIsNoVerb) {
  constexpr std::string_view kGenre =
      R"({"key_name":"genre","key_type":"string","required":false,"semantic_description":"Genre of the film"})";
  constexpr std::string_view kFood =
      R"({"key_name":"cuisine","key_type":"string","required":false,
          "semantic_description":"Cuisine of the restaurant"})";
  constexpr std::array<Said, 2> kGenres = {
      {{"I want to watch one in Lyon", ""}, {"Find a western film", "\"western\""}}};
  constexpr std::array<Said, 4> kFoods = {{{"Book a pub that serves thai food", "\"thai\""},
                                           {"Book a brasserie restaurant for eight", ""},
                                           {"Book a greek restaurant for eight", "\"greek\""},
                                           {"Book a restaurant with vegan food", "\"vegan\""}}};
  expect_values(kGenre, kGenres);
  expect_values(kFood, kFoods);
}

TEST(NamesAsSaid, AHouseNumberBehindANameIsAnAddress) {
  constexpr std::string_view kAddress =
      R"({"key_name":"address","key_type":"string","required":true,
          "semantic_description":"Street address where it is collected"})";
  constexpr std::array<Said, 4> kRows = {
      {{"Please collect the dinner from Am Bach 8 tomorrow", "\"Am Bach 8\""},
       {"Please collect the dinner at Rosenhof 3 on 21 May", "\"Rosenhof 3\""},
       {"Please collect the dinner at Brzozowa 9, tomorrow", "\"Brzozowa 9\""},
       {"Please collect the dinner on May 9", ""}}};
  expect_values(kAddress, kRows);
}

TEST(NamesAsSaid, ANameWithoutCapitalsBehindItsLabel) {
  constexpr std::string_view kName =
      R"({"key_name":"guest_name","key_type":"string","required":true,"semantic_description":"Name of the guest"})";
  constexpr std::array<Said, 4> kRows = {
      {{"could i come in tomorrow, name's joe riley, never been before", "\"joe riley\""},
       {"a dinner please, my name is tara obi", "\"tara obi\""},
       {"a dinner please, my name is not important", ""},
       {"dinner for my grandad Walter Finch", "\"Walter Finch\""}}};
  expect_values(kName, kRows);
}

TEST(NamesAsSaid, WithoutCapitalsAQualifierStays) {
  constexpr std::array<Said, 2> kRows = {{{"a dinner in paris, texas on 5 may", "\"paris, texas\""},
                                          {"a dinner on 5 may, i'm allergic to nuts", ""}}};
  expect_values(kCity, kRows);
}

TEST(NamesAsSaid, WhereItIsLeftIsNotWhereItIsFetched) {
  constexpr std::string_view kPickup =
      R"({"key_name":"pickup_city","key_type":"string","required":true,"semantic_description":"City of the pickup"})";
  constexpr std::array<Said, 3> kRows = {{{"I want a car tomorrow and leave it in Genoa", ""},
                                          {"I want a car tomorrow and bring it back in Genoa", ""},
                                          {"I want a car in Genoa tomorrow", "\"Genoa\""}}};
  expect_values(kPickup, kRows);
}

TEST(NamesAsSaid, ASignatureIsNoMaker) {
  constexpr std::string_view kBrand =
      R"({"key_name":"brand","key_type":"string","required":false,"semantic_description":"Maker of the oven"})";
  constexpr std::array<Said, 3> kRows = {{{"Please repair my oven on Monday. Cheers, Tom", ""},
                                          {"Please repair my oven at five pm. Not like last Tuesday", ""}}};
  expect_values(kBrand, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
