// What is said of something else is no value of a key, and what is said of the key in other words is one.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

// Keys of one template, the first of which is looked at.
struct SaidOfKeys {
  std::string_view keys;
  std::string_view utterance;
  std::string_view value;
};

void expect_rows(std::span<const SaidOfKeys> rows) {
  for (const SaidOfKeys& row : rows) {
    const Said said{row.utterance, row.value};
    expect_values(row.keys, {&said, 1});
  }
}

TEST(ValuesOfAnother, WhatSomebodyDoesNotHaveIsNotRefused) {
  constexpr std::string_view kLent =
      R"({"key_name":"mat","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True when a mat is to be lent."})";
  constexpr std::string_view kOwned =
      R"({"key_name":"mat","key_type":"boolean","required":true,
          "semantic_description":"Whether the member has a mat."})";
  constexpr SaidOfKeys kRows[] = {{kLent, "Book yoga tomorrow, I don't have a mat so please lend me one", ""},
                                  {kLent, "Book yoga tomorrow, I don't need a mat", "false"},
                                  {kOwned, "Book yoga tomorrow, I don't have a mat", "false"}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, TheBeginningIsNotTheEnd) {
  constexpr std::string_view kDeparture =
      R"({"key_name":"checkout","key_type":"string","required":true,
          "semantic_description":"Day of departure (YYYY-MM-DD). Example: 'from 12 to 14 May' -> '2026-05-14'.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kBrought =
      R"({"key_name":"dropoff_day","key_type":"string","required":true,
          "semantic_description":"Day on which the car is brought back.","constraints":{"format":"date"}})";
  constexpr SaidOfKeys kRows[] = {
      {kDeparture, "I need a bed from Sunday", ""},
      {kDeparture, "I need a bed for 3 nights from 20 May", ""},
      {kDeparture, "I need a bed until Sunday", "\"2026-05-03\""},
      {kBrought, "I want to pick up a car on Friday and bring it back on Sunday", ""},
      {kBrought, "I want to bring the car back on Sunday", "\"2026-05-03\""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, AFileEndsInNoChoice) {
  constexpr std::string_view kFormat =
      R"({"key_name":"save_as","key_type":"string","required":true,
          "semantic_description":"Format of the file: jpg, png or tiff.",
          "constraints":{"enum":["jpg","png","tiff"]}})";
  constexpr std::string_view kBackdrop =
      R"({"key_name":"backdrop","key_type":"string","required":true,
          "semantic_description":"Colour of the backdrop.","constraints":{"enum":["white","blue"]}})";
  constexpr SaidOfKeys kRows[] = {{kFormat, "Please crop team.tiff", ""},
                                  {kFormat, "Please crop it and save it as tiff", "\"tiff\""},
                                  {kBackdrop, "Please turn it into black and white", ""},
                                  {kBackdrop, "Please make the backdrop white", "\"white\""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, ANumberOfSomethingElseIsNotTaken) {
  constexpr std::string_view kPhone =
      R"({"key_name":"callback_phone","key_type":"string","required":false,
          "semantic_description":"Number where the customer can be reached."})";
  constexpr std::string_view kRating =
      R"({"key_name":"rating","key_type":"integer","required":false,
          "semantic_description":"Rating of the house."})";
  constexpr std::string_view kReduced =
      R"({"key_name":"reduced","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Number of reduced tickets.","constraints":{"minimum":0}})";
  constexpr std::string_view kHalf =
      R"({"key_name":"half_day","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True if only half of a single day is taken off."})";
  constexpr SaidOfKeys kRows[] = {{kPhone, "I want a dinner, customer number 40218837", ""},
                                  {kPhone, "I want a dinner, my phone number is 40218837", "\"40218837\""},
                                  {kRating, "I need a dinner in a house with a rating of 4.3 or higher", ""},
                                  {kReduced, "3x dinner please", ""},
                                  {kHalf, "Dinner please, annual leave, three days", ""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, WhereOneGoesIsNoHouseAndNoBeginning) {
  constexpr std::string_view kHotel =
      R"({"key_name":"hotel_name","key_type":"string","required":false,
          "semantic_description":"Name of the hotel."})";
  constexpr std::string_view kPickUp =
      R"({"key_name":"pickup_address","key_type":"string","required":true,
          "semantic_description":"Street address at which the driver meets the passenger."})";
  constexpr std::string_view kDeliver =
      R"({"key_name":"deliver_to","key_type":"string","required":true,
          "semantic_description":"Street address of the event."})";
  constexpr std::string_view kCity =
      R"({"key_name":"city","key_type":"string","required":true,"semantic_description":"City of the dinner."})";
  constexpr SaidOfKeys kRows[] = {
      {kHotel, "We're going to Galway, please book us a dinner", ""},
      {kPickUp, "Could you take us to Hill Road 22 for dinner?", ""},
      {kPickUp, "Please send a driver to Hill Road 22 for dinner", "\"Hill Road 22\""},
      {kDeliver, "Dinner for 25 people at Kaistrasse 40, drinks too", "\"Kaistrasse 40\""},
      {kCity, "Get me a dinner in London Please.", "\"London\""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, TwoLanguagesHaveTheirSides) {
  constexpr std::string_view kTarget =
      R"({"key_name":"target_language","key_type":"string","required":true,
          "semantic_description":"Language into which it is translated."},
         {"key_name":"source_language","key_type":"string","required":true,
          "semantic_description":"Language of the original."})";
  constexpr std::string_view kSource =
      R"({"key_name":"source_language","key_type":"string","required":true,
          "semantic_description":"Language of the original."},
         {"key_name":"target_language","key_type":"string","required":true,
          "semantic_description":"Language into which it is translated."})";
  constexpr SaidOfKeys kRows[] = {
      {kTarget, "I need a dinner menu in Polish translated into Japanese", "\"Japanese\""},
      {kTarget, "A dinner menu, english to french please", "\"french\""},
      {kSource, "A dinner menu, english to french please", "\"english\""},
      {kSource, "A dinner menu from English into Danish please", "\"English\""},
      {kTarget, "A dinner menu from English into Danish, no, sorry, into Norwegian please", "\"Norwegian\""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, TheOnlyLanguageMayBeThatOfTheOtherSide) {
  constexpr std::string_view kSource =
      R"({"key_name":"source_language","key_type":"string","required":true,
          "semantic_description":"Language of the original."})";
  constexpr std::string_view kReadOn =
      R"({"key_name":"read_on","key_type":"string","required":false,
          "semantic_description":"Day on which it was read, today or earlier.","constraints":{"format":"date"}})";
  constexpr SaidOfKeys kRows[] = {
      {kSource, "Please have my dinner menu translated into Japanese", ""},
      {kSource, "Please have my dinner menu translated from Japanese", "\"Japanese\""},
      {kReadOn, "Please make dinner. Not like last Tuesday, please.", ""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, AMeterIsReadInItsOwnUnit) {
  constexpr std::string_view kReading =
      R"({"key_name":"reading","key_type":"number","required":true,
          "semantic_description":"What the meter shows, in kWh or cubic metres."})";
  constexpr std::string_view kWeight =
      R"({"key_name":"weight_kg","key_type":"number","required":true,
          "semantic_description":"Weight of the parcel in kilograms."})";
  constexpr SaidOfKeys kRows[] = {
      {kReading, "Please note for my dinner: the meter shows 48213 kWh", "48213"},
      {kReading, "Please note for my dinner: 7812 cubic metres", "7812"},
      {kReading, "Please note for my dinner the reading 356.4, taken today", "356.4"},
      {kReading, "Please note for my dinner 5 kg", ""},
      {kReading, "Please note for my dinner 48213 kWh. Not like last Tuesday, please.", "48213"},
      {kWeight, "A dinner of 500 g please", "0.5"},
      {kWeight, "A dinner of 5 kWh please", ""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, AnExampleIsTakenWithWhatStandsBeforeIt) {
  constexpr std::string_view kDocument =
      R"({"key_name":"document","key_type":"string","required":true,
          "semantic_description":"What is to be served, e.g. a birth certificate, a contract, a manual."})";
  constexpr SaidOfKeys kRows[] = {
      {kDocument, "I need my birth certificate for dinner", "\"birth certificate\""},
      {kDocument, "I need a rental contract for dinner", "\"rental contract\""},
      {kDocument, "I need a contract for my flat for dinner", ""},
      {kDocument, "I need a contract lawyer for dinner", ""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, ACodeIsWrittenAsItsExample) {
  constexpr std::string_view kOrder =
      R"({"key_name":"order_number","key_type":"string","required":true,
          "semantic_description":"Order number, e.g. AB-12345."})";
  constexpr std::string_view kPlate =
      R"({"key_name":"plate","key_type":"string","required":true,
          "semantic_description":"Number plate of the car, such as KV21 XRT."})";
  constexpr std::string_view kReference =
      R"({"key_name":"reference","key_type":"string","required":true,
          "semantic_description":"Booking reference (for example X7K2PQ)."})";
  constexpr std::string_view kInvoice =
      R"({"key_name":"invoice","key_type":"string","required":true,
          "semantic_description":"Invoice, e.g. 2026-00417."})";
  constexpr std::string_view kWish =
      R"({"key_name":"wish","key_type":"string","required":true,
          "semantic_description":"What is wished, e.g. 4 roses."})";
  constexpr SaidOfKeys kRows[] = {{kOrder, "Book a dinner for my order KT-88120", "\"KT-88120\""},
                                  {kOrder, "Book a dinner for my order KT-881201", ""},
                                  {kPlate, "Book a dinner in the car LM70 ABC please", "\"LM70 ABC\""},
                                  {kPlate, "Book a dinner in the car LM70ABC please", "\"LM70ABC\""},
                                  {kReference, "Book a dinner, reference Q8RT5L", "\"Q8RT5L\""},
                                  {kInvoice, "Book a dinner, invoice 2026-00533", "\"2026-00533\""},
                                  {kInvoice, "Book a dinner on 2026-05-03", ""},
                                  {kWish, "Book a dinner for 8 people", ""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, SomebodyIsBookedForOnBehalfOfWhom) {
  constexpr std::string_view kMember =
      R"({"key_name":"member","key_type":"string","required":true,"semantic_description":"Name of the member."})";
  constexpr SaidOfKeys kRows[] = {{kMember, "Book a dinner on behalf of Anna Schmidt", "\"Anna Schmidt\""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, PartsOfAnExplanationChoose) {
  constexpr std::string_view kTopic =
      R"({"key_name":"topic","key_type":"string","required":true,
          "semantic_description":"income (the yearly tax return) or business (a company or self-employed people).",
          "constraints":{"enum":["income","business"]}})";
  constexpr SaidOfKeys kRows[] = {{kTopic, "Book a dinner about my tax return", "\"income\""},
                                  {kTopic, "Book a dinner, I'm self-employed", "\"business\""}};
  expect_rows(kRows);
}

TEST(ValuesOfAnother, WhoIsAskedToDoSomethingIsToDoIt) {
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,
          "semantic_description":"Day of the dinner.","constraints":{"format":"date"}})";
  const auto negotiated = one_key(std::string(kDay));
  for (const char* utterance :
       {"Could I ask you to book a dinner tomorrow?", "I'd like to ask you to book a dinner tomorrow",
        "I was hoping you could book a dinner tomorrow", "Could you possibly book a dinner tomorrow?"})
    EXPECT_TRUE(mapped(negotiated, utterance).intent.is_request()) << utterance;
  EXPECT_FALSE(mapped(negotiated, "Could I ask you what a dinner tomorrow costs?").intent.is_request());
}

}  // namespace
}  // namespace schemagate::client_agent
