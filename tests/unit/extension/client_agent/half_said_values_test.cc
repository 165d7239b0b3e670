// What a stranger's sentence says in a form of its own is understood whole, or asked for: never in part.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

struct HalfSaid {
  std::string_view utterance;
  std::string_view value;  // JSON of the first key; empty: none is sent
};

void expect_first(std::string_view keys, std::initializer_list<HalfSaid> rows) {
  const auto negotiated = one_key(std::string(keys));
  for (const HalfSaid& row : rows) {
    const auto proposal = mapped(negotiated, std::string(row.utterance));
    EXPECT_EQ(member(proposal, negotiated.schema.keys.front().name), row.value) << row.utterance;
  }
}

TEST(HalfSaidValues, FiguresThatBelongTogetherAreOneNumber) {
  expect_first(
      R"({"key_name":"sum","key_type":"number","required":true,"semantic_description":"Sum needed, in euros."})",
      {{"I need a dinner for 280 000 euros", "280000"},
       {"I need a dinner for 15.000 euros", ""},
       {"I need a dinner for 15,000 euros", "15000"},
       {"We need a dinner for 150 euros each", ""}});
  expect_first(
      R"({"key_name":"weight_kg","key_type":"number","required":true,"semantic_description":"Weight in kg."})",
      {{"I need a dinner of 2,4 kg", "2.4"}, {"I need a dinner of 2.4 kg", "2.4"}});
}

TEST(HalfSaidValues, ABareNumberCorrectsTheOneBeforeIt) {
  expect_first(
      R"({"key_name":"days","key_type":"integer","required":true,"semantic_description":"Number of days."},
         {"key_name":"guests","key_type":"integer","required":false,"semantic_description":"Number of guests."})",
      {{"I need a dinner for 4 days - make that 5", "5"},
       {"I need a dinner for 4 days from 8 May, no wait, make it 5", "5"},
       {"I need a dinner for 4 days for 9 guests - make that 5", ""},
       {"I need a dinner for 4 days", "4"}});
}

TEST(HalfSaidValues, NonDeniesTheWordBehindIt) {
  expect_first(
      R"({"key_name":"smoking","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether a smoking room is wanted."})",
      {{"I need a dinner, non-smoking of course", "false"}, {"I need a dinner, smoking", "true"}});
  expect_first(
      R"({"key_name":"non_stop","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Non-stop music."})",
      {{"I need a dinner with non-stop music", "true"}});
}

TEST(HalfSaidValues, AClassIsWholeAndWhatIsDeniedIsNoRival) {
  expect_first(
      R"({"key_name":"cabin","key_type":"string","required":false,"default_value":"economy",
          "semantic_description":"economy, premiumEconomy, business or first.",
          "constraints":{"enum":["economy","premiumEconomy","business","first"]}})",
      {{"I need a dinner in premium economy", "\"premiumEconomy\""},
       {"I need a dinner, first class", "\"first\""},
       {"I need a dinner in business class, not first", "\"business\""}});
  expect_first(
      R"({"key_name":"where","key_type":"string","required":false,
          "semantic_description":"indoors or outdoors (park, beach).","constraints":{"enum":["indoors","outdoors"]}})",
      {{"I need a dinner on the beach, not indoors", "\"outdoors\""}});
  expect_first(
      R"({"key_name":"field","key_type":"string","required":true,"semantic_description":"Field.",
          "constraints":{"enum":["dermatology","paediatrics","dentistry"]}})",
      {{"I need a dinner with the dermatologist", "\"dermatology\""},
       {"I need a dinner with a paediatrician", "\"paediatrics\""},
       {"I need a dinner with my dentist", "\"dentistry\""}});
}

TEST(HalfSaidValues, AHouseIsNoTownAndAnEventNoPlace) {
  constexpr std::string_view kHouse =
      R"({"key_name":"hotel_name","key_type":"string","required":false,"semantic_description":"Name of the hotel."},
         {"key_name":"city","key_type":"string","required":true,"semantic_description":"City."})";
  expect_first(kHouse, {{"We're going to Galway, I need a dinner", ""},
                        {"Galway, I need a dinner", ""},
                        {"I need a dinner at the Blue Bell in Galway", "\"Blue Bell\""}});
  expect_first(
      R"({"key_name":"city","key_type":"string","required":false,"semantic_description":"City."},
         {"key_name":"show","key_type":"string","required":true,"semantic_description":"Show to see."})",
      {{"I need a dinner at La Traviata", ""}, {"I need a dinner at Carmen in Verona", "\"Verona\""}});
  expect_first(
      R"({"key_name":"show","key_type":"string","required":true,"semantic_description":"Match to see."})",
      {{"I need a dinner for Denmark v France", "\"Denmark v France\""}});
}

TEST(HalfSaidValues, ADefaultGivesWayToSomebodyOrSomethingThatItCounts) {
  expect_first(
      R"({"key_name":"more_drivers","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Number of additional drivers."},
         {"key_name":"age","key_type":"integer","required":false,"semantic_description":"Age of the driver."})",
      {{"I need a dinner. My wife and I would both drive.", ""}, {"I need a dinner", "0"}});
  expect_first(
      R"({"key_name":"child_seats","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Number of child seats."})",
      {{"I need a dinner, we have a toddler", ""}, {"I need a dinner with two child seats", "2"}});
  expect_first(
      R"({"key_name":"tix","key_type":"integer","required":true,
          "semantic_description":"How many tickets, wheelchair places included."},
         {"key_name":"wheelchair_places","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"How many of them are for wheelchairs."})",
      {{"I need two wheelchair places and two normal tickets for dinner", ""},
       {"I need two tickets for dinner", "2"}});
}

TEST(HalfSaidValues, ARefusalThatNobodyUnderstandsLeavesTheRestInDoubt) {
  const std::string request = "Book a flight from Oslo to Bergen on 5 May for two passengers";
  EXPECT_EQ(mapped(flight(), request).intent.purpose, Purpose::kRequest);
  for (const std::string refusal : {"no rush", "no 5", "not samovar"})
    EXPECT_EQ(mapped(flight(), request + ", " + refusal).intent, (Intent{Purpose::kUnclear, refusal}));
}

TEST(HalfSaidValues, ADayThatIsToldByAnotherIsAskedFor) {
  expect_first(
      R"({"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})",
      {{"I need a dinner on 5 May, arriving the evening before", ""},
       {"I need a dinner on 5 May", "\"2026-05-05\""}});
}

TEST(HalfSaidValues, WhereSomethingBeginsIsNotWhereItEnds) {
  expect_first(
      R"({"key_name":"hire_until","key_type":"string","required":true,
          "semantic_description":"Day on which it is brought back.","constraints":{"format":"date"}})",
      {{"I need a dinner for three days from Tuesday", ""},
       {"I need a dinner, starting on Tuesday", ""},
       {"I need a dinner until Tuesday", "\"2026-05-05\""},
       {"I need a dinner on Tuesday", "\"2026-05-05\""}});
}

TEST(HalfSaidValues, ATimeAtWhichItBeginsIsNoEnd) {
  expect_first(
      R"({"key_name":"to_time","key_type":"string","required":true,
          "semantic_description":"End of the dinner (HH:MM)."})",
      {{"I need a dinner at 3 pm", ""}, {"I need a dinner until 3 pm", "\"15:00\""}});
}

TEST(HalfSaidValues, AFaultIsToldWithoutWhatIsNone) {
  expect_first(
      R"({"key_name":"symptom_text","key_type":"string","required":true,
          "semantic_description":"What is wrong, in the customer's words."},
         {"key_name":"under_warranty","key_type":"boolean","required":false,
          "semantic_description":"Whether it is under warranty."})",
      {{"Please come for dinner, the light inside flickers", "\"light inside flickers\""},
       {"Please come for dinner, the lamp doesn't glow any more", "\"lamp doesn't glow any more\""},
       {"Please come for dinner, warranty expired", ""}});
  expect_first(
      R"({"key_name":"reason","key_type":"string","required":false,"semantic_description":"What the visit is about."})",
      {{"Could I have a slot on Friday?", ""}});
}

}  // namespace
}  // namespace schemagate::client_agent
