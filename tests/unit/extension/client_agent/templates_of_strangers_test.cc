// Templates whose authors know nothing of the rules: hours with a pause, bare labels, goods without a name.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(TemplatesOfStrangers, HoursMayHaveAPause) {
  constexpr std::string_view kTime =
      R"({"key_name":"arrival","key_type":"string","required":true,
          "semantic_description":"HH:MM. The kitchen is open from 12:00 to 14:30 and from 18:00 to 22:30."})";
  constexpr std::array<Said, 5> kRows = {{{"Book a dinner at seven", "\"19:00\""},
                                          {"Book a dinner at half past one", "\"13:30\""},
                                          {"Book a dinner at 8pm", "\"20:00\""},
                                          {"Book a dinner at 4 pm", ""},
                                          {"Book a dinner at 14:30", "\"14:30\""}}};
  expect_values(kTime, kRows);
}

TEST(TemplatesOfStrangers, APhoneMayBeLabelledInOneWord) {
  constexpr std::string_view kPhone =
      R"({"key_name":"callback_number","key_type":"string","required":false,"semantic_description":"Phone"})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a dinner on 4 May, 0171 5550123", "\"0171 5550123\""}, {"Book a dinner on 4 May", ""}}};
  expect_values(kPhone, kRows);
}

TEST(TemplatesOfStrangers, WhatIsLoadedIsUnloadedElsewhere) {
  constexpr std::string_view kTowns =
      R"({"key_name":"unloading_place","key_type":"string","required":true,
          "semantic_description":"Town of unloading"},
         {"key_name":"loading_place","key_type":"string","required":true,
          "semantic_description":"Town of loading"})";
  constexpr std::array<Said, 2> kRows = {{{"Book a dinner from Lyon to Stuttgart", "\"Stuttgart\""},
                                          {"Book a dinner, Linz -> Ghent", "\"Ghent\""}}};
  expect_values(kTowns, kRows);
}

TEST(TemplatesOfStrangers, ContainersAreCountedByTheirNounAlone) {
  constexpr std::string_view kPallets =
      R"({"key_name":"units","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Number of Euro pallets"})";
  constexpr std::array<Said, 1> kRows = {{{"Book a dinner for 12 pallets", "12"}}};
  expect_values(kPallets, kRows);
  constexpr std::string_view kBags =
      R"({"key_name":"checked","key_type":"integer","required":false,"default_value":0,
          "constraints":{"minimum":0},"semantic_description":"Pieces of checked luggage"})";
  constexpr std::array<Said, 4> kLuggage = {{{"Book a dinner with two suitcases", "2"},
                                             {"Book a dinner, one checked bag", "1"},
                                             {"Book a dinner without luggage", "0"},
                                             {"Book a dinner with two carry-on bags", ""}}};
  expect_values(kBags, kLuggage);
}

TEST(TemplatesOfStrangers, AnEstimateIsEnoughWhereOneIsAskedFor) {
  constexpr std::string_view kRough =
      R"({"key_name":"word_count","key_type":"integer","required":false,"semantic_description":"Words, roughly."})";
  constexpr std::string_view kExact =
      R"({"key_name":"word_count","key_type":"integer","required":false,"semantic_description":"Words."})";
  constexpr std::array<Said, 2> kEstimates = {
      {{"Book a dinner of about 4500 words", "4500"}, {"Book a dinner of approx. 12,000 words", "12000"}}};
  constexpr std::array<Said, 1> kNone = {{{"Book a dinner of about 4500 words", ""}}};
  expect_values(kRough, kEstimates);
  expect_values(kExact, kNone);
}

TEST(TemplatesOfStrangers, AnAirlineIsTheOneThatOneFliesWith) {
  constexpr std::string_view kAirline =
      R"({"key_name":"airline","key_type":"string","required":false,"semantic_description":"Preferred carrier"},
         {"key_name":"city","key_type":"string","required":false,"semantic_description":"City of arrival"})";
  constexpr std::array<Said, 3> kRows = {{{"Book a dinner in Tokyo with Lufthansa", "\"Lufthansa\""},
                                          {"Book a dinner in Tokyo, not with Lufthansa", ""},
                                          {"Book a dinner in Tokyo", ""}}};
  expect_values(kAirline, kRows);
}

TEST(TemplatesOfStrangers, GoodsAreWhatIsMeasuredSentOrLabelled) {
  constexpr std::string_view kGoods =
      R"({"key_name":"goods","key_type":"string","required":false,"semantic_description":"Description of the goods"},
         {"key_name":"kg","key_type":"number","required":false,"semantic_description":"Gross weight in kg"},
         {"key_name":"dangerous","key_type":"boolean","required":false,"semantic_description":"Dangerous goods"},
         {"key_name":"place","key_type":"string","required":false,"semantic_description":"Town of unloading"})";
  constexpr std::array<Said, 9> kRows = {
      {{"Book a dinner with 300 kg of bottled water to Ghent", "\"bottled water\""},
       {"Ship books and toys to Ghent", "\"books and toys\""},
       {"Send a box with ceramics to Ghent", "\"ceramics\""},
       {"Book a dinner to Ghent, contents: a camera", "\"camera\""},
       {"steel pipes, 300 kg, to Ghent", "\"steel pipes\""},
       {"Send a parcel to Ghent", ""},
       {"Send dangerous goods to Ghent", ""},
       {"Send books or toys to Ghent", ""},
       {"Send it to Ghent, thanks", ""}}};
  expect_values(kGoods, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
