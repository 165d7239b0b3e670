// What a sentence leaves open is asked for: nothing is picked of two, and nothing half understood is sent.
#include <gmock/gmock.h>

#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

TEST(UncertainValues, ADayThatHasBeenIsTheLastOne) {
  constexpr std::string_view kSeen =
      R"({"key_name":"seen_on","key_type":"string","required":true,
          "semantic_description":"Day on which the rat was seen (YYYY-MM-DD).","constraints":{"format":"date"}})";
  constexpr std::string_view kChecked =
      R"({"key_name":"checked_on","key_type":"string","required":true,
          "semantic_description":"Date of the check, today or earlier.","constraints":{"format":"date"}})";
  constexpr std::string_view kVisit =
      R"({"key_name":"visit_on","key_type":"string","required":true,
          "semantic_description":"Day of the visit.","constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kRats = {{{"I want to report a rat, seen on Tuesday", "\"2026-04-28\""},
                                          {"I want to report a rat, seen on 2 March", "\"2026-03-02\""},
                                          {"I want to report a rat, seen on 24/12", "\"2025-12-24\""}}};
  constexpr std::array<Said, 1> kChecks = {{{"Please note my check of 28 April", "\"2026-04-28\""}}};
  constexpr std::array<Said, 2> kVisits = {
      {{"I need a visit, I bought it on Saturday", ""}, {"I need a visit on Saturday", "\"2026-05-02\""}}};
  expect_values(kSeen, kRats);
  expect_values(kChecked, kChecks);
  expect_values(kVisit, kVisits);
}

TEST(UncertainValues, ADayThatIsNoneOrOverIsHeard) {
  struct Heard {
    std::string_view utterance;
    std::string_view words;
    std::string_view why;
  };
  const auto negotiated = one_key(
      R"({"key_name":"day","key_type":"string","required":true,
          "semantic_description":"Day of the dinner.","constraints":{"format":"date"}})");
  constexpr Heard kRows[] = {{"Book a dinner on 30 February", "30 February", "no such day"},
                             {"Book a dinner on the 30th of February", "the 30th of February", "no such day"},
                             {"Book a dinner yesterday", "yesterday", "a day that is over"}};
  for (const Heard& row : kRows) {
    const auto proposal = mapped(negotiated, std::string(row.utterance));
    ASSERT_THAT(proposal.heard, testing::SizeIs(1)) << row.utterance;
    EXPECT_EQ(proposal.heard[0].words, row.words);
    EXPECT_EQ(proposal.heard[0].why, row.why);
    EXPECT_THAT(proposal.missing, testing::ElementsAre("day"));
  }
}

TEST(UncertainValues, AWeekdayAndItsNumberAreOneDay) {
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,
          "semantic_description":"Day of the dinner.","constraints":{"format":"date"}})";
  constexpr std::array<Said, 4> kRows = {{{"dinner friday 15th pls", "\"2026-05-15\""},
                                          {"dinner on friday 16th", ""},
                                          {"dinner tues 12th, thanks", "\"2026-05-12\""},
                                          {"dinner on friday", "\"2026-05-01\""}}};
  expect_values(kDay, kRows);
}

TEST(UncertainValues, TheLastDayIsOneOfThoseThatAreCounted) {
  constexpr std::string_view kLast =
      R"({"key_name":"last_day","key_type":"string","required":true,"semantic_description":"Last day of the hike.",
          "constraints":{"format":"date"}},
         {"key_name":"first_day","key_type":"string","required":true,"semantic_description":"First day.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kUntil =
      R"({"key_name":"until","key_type":"string","required":true,"semantic_description":"Departure.",
          "constraints":{"format":"date"}},
         {"key_name":"from","key_type":"string","required":true,"semantic_description":"Arrival.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kHikes = {{{"I want to hike for two days from 4 May", "\"2026-05-05\""},
                                           {"I want to hike on 4 May, just one day", "\"2026-05-04\""},
                                           {"I want to hike for a week from 4 May", "\"2026-05-10\""}}};
  constexpr std::array<Said, 1> kStays = {{{"I need a bed for two nights from 4 May", "\"2026-05-06\""}}};
  expect_values(kLast, kHikes);
  expect_values(kUntil, kStays);
}

TEST(UncertainValues, HowOftenIsNoDate) {
  constexpr std::string_view kStart =
      R"({"key_name":"first_on","key_type":"string","required":false,"semantic_description":"First visit.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 1> kRows = {{{"I need a visit every two weeks from Monday", "\"2026-05-04\""}}};
  expect_values(kStart, kRows);
}

TEST(UncertainValues, AShortWordIsNoValueByItsStem) {
  constexpr std::string_view kLandscape =
      R"({"key_name":"landscape","key_type":"string","required":false,"default_value":"any",
          "semantic_description":"forest, coast or any.","constraints":{"enum":["forest","coast","any"]}})";
  constexpr std::array<Said, 3> kRows = {{{"I need a dinner for two", "\"any\""},
                                          {"I need a dinner in the forest", "\"forest\""},
                                          {"I need a one-off dinner at the coast", "\"coast\""}}};
  expect_values(kLandscape, kRows);
}

TEST(UncertainValues, ADefaultGivesWayToAWordOfItsExplanations) {
  constexpr std::string_view kDrink =
      R"({"key_name":"drink","key_type":"string","required":false,"default_value":"water",
          "semantic_description":"water: still. hot: what is brewed, e.g. an espresso.",
          "constraints":{"enum":["water","hot"]}})";
  constexpr std::array<Said, 2> kRows = {
      {{"I need a dinner, espresso for my mother", ""}, {"I need a dinner", "\"water\""}}};
  expect_values(kDrink, kRows);
}

TEST(UncertainValues, ADefaultGivesWayToARefusalThatNobodyKnows) {
  constexpr std::string_view kSecret =
      R"({"key_name":"secret","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True: the guest is not told."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kRows = {
      {{"A dinner on 4 May please, don't breathe a word to him", ""}, {"A dinner on 4 May please", "false"}}};
  expect_values(kSecret, kRows);
}

TEST(UncertainValues, NamesAreTakenWhole) {
  constexpr std::string_view kBook =
      R"({"key_name":"title","key_type":"string","required":true,"semantic_description":"Title of the book."},
         {"key_name":"author","key_type":"string","required":false,"semantic_description":"Author of the book."})";
  constexpr std::string_view kAuthor =
      R"({"key_name":"author","key_type":"string","required":false,"semantic_description":"Author of the book."})";
  constexpr std::string_view kAddress =
      R"({"key_name":"place","key_type":"string","required":true,"semantic_description":"Address, street and number."})";
  constexpr std::array<Said, 2> kTitles = {
      {{"Please reserve \"The Wind in the Willows\" for me", "\"The Wind in the Willows\""},
       {"Please reserve Persuasion - Jane Austen", ""}}};
  constexpr std::array<Said, 1> kAuthors = {
      {{"Please reserve a book by Ada B. Van Horn", "\"Ada B. Van Horn\""}}};
  constexpr std::array<Said, 2> kPlaces = {
      {{"I need a dinner. Address Ringstrasse 8", "\"Ringstrasse 8\""},
       {"dinner / where: Ringstrasse 8 / when: 4 May", "\"Ringstrasse 8\""}}};
  expect_values(kBook, kTitles);
  expect_values(kAuthor, kAuthors);
  expect_values(kAddress, kPlaces);
}

TEST(UncertainValues, OneOfTwoIsNotPicked) {
  constexpr std::string_view kWeight =
      R"({"key_name":"weight_kg","key_type":"number","required":true,
          "semantic_description":"Weight in kilograms.","constraints":{"minimum":1,"maximum":90}})";
  constexpr std::string_view kSauce =
      R"({"key_name":"sauce","key_type":"string","required":true,"semantic_description":"pesto, butter or curry.",
          "constraints":{"enum":["pesto","butter","curry"]}})";
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,
          "semantic_description":"Day of the dinner.","constraints":{"format":"date"}})";
  constexpr std::string_view kPlates =
      R"({"key_name":"plates","key_type":"integer","required":true,"semantic_description":"Number of plates.",
          "constraints":{"minimum":1,"maximum":90}})";
  constexpr std::array<Said, 4> kWeights = {{{"I need 7 or 8 kg of rice for dinner", ""},
                                             {"I need 7 kg or maybe 8 of rice for dinner", ""},
                                             {"I need 7 to 8 kg of rice for dinner", ""},
                                             {"I need 7 kg of rice for dinner", "7"}}};
  constexpr std::array<Said, 4> kSauces = {{{"I need a dinner with pesto or butter", ""},
                                            {"I need a dinner with pesto, maybe", ""},
                                            {"I need a dinner with pesto or something similar", ""},
                                            {"I need a dinner with pesto", "\"pesto\""}}};
  constexpr std::array<Said, 4> kDays = {{{"I need a dinner on 5 or 6 May", ""},
                                          {"I need a dinner on 5 May, 7 May works too", ""},
                                          {"I need a dinner maybe on Monday", ""},
                                          {"I need a dinner on 5 May, no, 7 May", "\"2026-05-07\""}}};
  constexpr std::array<Said, 4> kCounts = {{{"I need 20 plates for dinner, 30 in blue", ""},
                                            {"I need 20 plates for dinner. Or 30 plates in blue", ""},
                                            {"I need 20 plates for dinner, no, make that 30", "30"},
                                            {"I need 20 plates for dinner", "20"}}};
  expect_values(kWeight, kWeights);
  expect_values(kSauce, kSauces);
  expect_values(kDay, kDays);
  expect_values(kPlates, kCounts);
}

TEST(UncertainValues, WhatTwoKeysCouldTakeIsGivenToNeither) {
  constexpr std::string_view kWidth =
      R"({"key_name":"width_cm","key_type":"number","required":true,"semantic_description":"Width in cm."},
         {"key_name":"height_cm","key_type":"number","required":true,"semantic_description":"Height in cm."})";
  constexpr std::string_view kRent =
      R"({"key_name":"rent","key_type":"number","required":true,"semantic_description":"Rent in euros."},
         {"key_name":"deposit","key_type":"number","required":true,"semantic_description":"Deposit in euros."})";
  constexpr std::string_view kLesson =
      R"({"key_name":"lesson_minutes","key_type":"integer","required":true,"semantic_description":"Minutes."},
         {"key_name":"pause_minutes","key_type":"integer","required":true,"semantic_description":"Minutes."})";
  constexpr std::string_view kWalls =
      R"({"key_name":"wall","key_type":"string","required":true,"semantic_description":"Colour of the wall.",
          "constraints":{"enum":["red","white"]}},
         {"key_name":"door","key_type":"string","required":true,"semantic_description":"Colour of the door.",
          "constraints":{"enum":["red","white"]}})";
  constexpr std::string_view kDays =
      R"({"key_name":"printed_on","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}},
         {"key_name":"mailed_on","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kWidths = {
      {{"I need a shelf of 80 cm for dinner", ""}, {"I need a shelf for dinner, width 80 cm", "80"}}};
  constexpr std::array<Said, 2> kRents = {
      {{"I need a dinner, 300 euros", ""}, {"I need a dinner with a rent of 300 euros", "300"}}};
  constexpr std::array<Said, 2> kLessons = {
      {{"I need 45 minutes of dinner", ""}, {"I need a dinner lesson of 45 minutes", "45"}}};
  constexpr std::array<Said, 2> kColours = {
      {{"I need a dinner, in red", ""}, {"I need a dinner, the wall red", "\"red\""}}};
  constexpr std::array<Said, 1> kDates = {{{"I need a dinner on 5 May", ""}}};
  expect_values(kWidth, kWidths);
  expect_values(kRent, kRents);
  expect_values(kLesson, kLessons);
  expect_values(kWalls, kColours);
  expect_values(kDays, kDates);
}

TEST(UncertainValues, YesAndNoIsNeither) {
  constexpr std::string_view kMusic =
      R"({"key_name":"music","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether a band plays."})";
  constexpr std::array<Said, 3> kRows = {{{"I need a dinner with music. And please no music after ten", ""},
                                          {"I need a dinner with music", "true"},
                                          {"I need a dinner without music", "false"}}};
  expect_values(kMusic, kRows);
}

TEST(UncertainValues, ABoundIsADayForTheKeyThatAsksForOne) {
  constexpr std::string_view kDue =
      R"({"key_name":"due","key_type":"string","required":true,"semantic_description":"Day by which it is needed.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,"semantic_description":"Day of the visit.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kWindow =
      R"({"key_name":"latest","key_type":"string","required":true,"semantic_description":"Not after this day.",
          "constraints":{"format":"date"}},
         {"key_name":"earliest","key_type":"string","required":false,"semantic_description":"Not before this day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kDues = {{{"I need a dinner by 5 May", "\"2026-05-05\""},
                                          {"I need a dinner no later than 5 May", "\"2026-05-05\""}}};
  constexpr std::array<Said, 1> kVisits = {{{"I need a dinner by 5 May", ""}}};
  constexpr std::array<Said, 2> kWindows = {
      {{"I need a dinner by 5 May", "\"2026-05-05\""},
       {"I need a dinner, not before 4 May and not after 8 May", "\"2026-05-08\""}}};
  expect_values(kDue, kDues);
  expect_values(kDay, kVisits);
  expect_values(kWindow, kWindows);
}

TEST(UncertainValues, ALabelOfTheKeyIsEnough) {
  constexpr std::string_view kCount =
      R"({"key_name":"counter","key_type":"integer","required":true,
          "semantic_description":"What the counter of the copier shows.","constraints":{"minimum":0}})";
  constexpr std::string_view kKeeper =
      R"({"key_name":"keeper","key_type":"string","required":true,"semantic_description":"Name of the bee keeper."})";
  constexpr std::string_view kHives =
      R"({"key_name":"size","key_type":"integer","required":true,
          "semantic_description":"Number of people the tent is for.","constraints":{"minimum":1,"maximum":40}})";
  constexpr std::string_view kArticle =
      R"({"key_name":"article","key_type":"string","required":true,"semantic_description":"Article that is swapped."})";
  constexpr std::array<Said, 4> kCounters = {{{"I need a dinner, the counter shows 4512", "4512"},
                                              {"dinner, counter: 4512", "4512"},
                                              {"dinner, counter 4512 or 4513", ""},
                                              {"I need a dinner at 4512", ""}}};
  constexpr std::array<Said, 2> kKeepers = {
      {{"I need a dinner, keeper Ulla Brandt", "\"Ulla Brandt\""}, {"I need a dinner near Ulla Brandt", ""}}};
  constexpr std::array<Said, 1> kTents = {{{"I need a dinner for 14 people", "14"}}};
  constexpr std::array<Said, 1> kSwaps = {{{"I want to order a paper lamp", "\"paper lamp\""}}};
  expect_values(kCount, kCounters);
  expect_values(kKeeper, kKeepers);
  expect_values(kHives, kTents);
  expect_values(kArticle, kSwaps);
}

TEST(UncertainValues, TheOtherOfTwoLeavesEarlierValuesAlone) {
  const Proposal proposal = mapped(flight(), "Fly from Rome to Oslo on 5 or 6 May");
  EXPECT_EQ(member(proposal, "destination"), "\"Oslo\"");
  EXPECT_EQ(member(proposal, "passenger_count"), "1");
  EXPECT_EQ(member(proposal, "departure_date"), "");
}

TEST(UncertainValues, NothingIsTakenForWhatItOnlyLooksLike) {
  constexpr std::string_view kShift =
      R"({"key_name":"shift","key_type":"string","required":false,"semantic_description":"forenoon or aftershow.",
          "constraints":{"enum":["forenoon","aftershow"]}})";
  constexpr std::string_view kPhone =
      R"({"key_name":"phone","key_type":"string","required":false,"semantic_description":"Phone number."})";
  constexpr std::string_view kGuest =
      R"({"key_name":"guest_name","key_type":"string","required":true,"semantic_description":"Name of the guest."})";
  constexpr std::string_view kStart =
      R"({"key_name":"start","key_type":"string","required":true,"semantic_description":"First day.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kDoor =
      R"({"key_name":"door","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True: the plates are brought upstairs."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 1> kShifts = {{{"I need a dinner after the weekend", ""}}};
  constexpr std::array<Said, 3> kPhones = {{{"I need a dinner, I was born 11/23/1971", ""},
                                            {"I need a dinner, I was born 23.11.1971", ""},
                                            {"I need a dinner, call 0711 445566", "\"0711 445566\""}}};
  constexpr std::array<Said, 1> kGuests = {{{"I need a dinner. Name Ulla Brandt", "\"Ulla Brandt\""}}};
  constexpr std::array<Said, 2> kStarts = {{{"I need a dinner, two weeks from Tuesday", ""},
                                            {"I need a dinner a week from Tuesday", "\"2026-05-12\""}}};
  constexpr std::array<Said, 1> kDoors = {{{"A dinner on 4 May, bring them up please", ""}}};
  expect_values(kShift, kShifts);
  expect_values(kPhone, kPhones);
  expect_values(kGuest, kGuests);
  expect_values(kStart, kStarts);
  expect_values(kDoor, kDoors);
}

TEST(UncertainValues, UnitsChosenThingsAndLabelledCodes) {
  constexpr std::string_view kDose =
      R"({"key_name":"dose_strength_ml","key_type":"number","required":true,"semantic_description":"Dose."})";
  constexpr std::string_view kRun =
      R"({"key_name":"run","key_type":"integer","required":true,"semantic_description":"Edition.",
          "constraints":{"minimum":1,"maximum":900}},
         {"key_name":"item","key_type":"string","required":true,"semantic_description":"napkin or menu.",
          "constraints":{"enum":["napkin","menu"]}})";
  constexpr std::string_view kBadge =
      R"({"key_name":"badge","key_type":"string","required":true,"semantic_description":"What is on the badge."})";
  constexpr std::array<Said, 2> kDoses = {
      {{"I need a dinner with 20 ml", "20"}, {"I need a dinner with 20 or 30 ml", ""}}};
  constexpr std::array<Said, 2> kRuns = {
      {{"I need 300 napkins for dinner", "300"}, {"I need 300 napkins or 400 for dinner", ""}}};
  constexpr std::array<Said, 3> kBadges = {{{"I need a dinner, badge QZ 77 B, thanks", "\"QZ 77 B\""},
                                            {"I need a dinner, badge is QZ77", "\"QZ77\""},
                                            {"I need a dinner, badge QZ 77 or QZ 78", ""}}};
  expect_values(kDose, kDoses);
  expect_values(kRun, kRuns);
  expect_values(kBadge, kBadges);
}

TEST(UncertainValues, TwoNamesAreNotOne) {
  constexpr std::string_view kGuest =
      R"({"key_name":"guest_name","key_type":"string","required":true,"semantic_description":"Name of the guest."})";
  constexpr std::string_view kGuests =
      R"({"key_name":"guests","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Number of people who eat.","constraints":{"minimum":1,"maximum":9}},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kEaters =
      R"({"key_name":"size","key_type":"integer","required":true,"semantic_description":"How many people eat.",
          "constraints":{"minimum":1,"maximum":9}})";
  constexpr std::array<Said, 3> kNames = {
      {{"I need a dinner for Ulla and Erik Brandt", ""},
       {"My name is Ulla Brandt and I'd like a dinner", "\"Ulla Brandt\""},
       {"I need a dinner for Ulla Brandt", "\"Ulla Brandt\""}}};
  constexpr std::array<Said, 3> kCounts = {{{"We need a dinner on 4 May", ""},
                                            {"A dinner on 4 May for Ulla and Erik Brandt", ""},
                                            {"A dinner on 4 May", "1"}}};
  constexpr std::array<Said, 1> kSizes = {{{"A dinner for 7 people", "7"}}};
  expect_values(kGuest, kNames);
  expect_values(kGuests, kCounts);
  expect_values(kEaters, kSizes);
}

TEST(UncertainValues, ADayThatIsCorrectedByWordsNobodyKnowsIsAskedFor) {
  constexpr std::string_view kDay =
      R"({"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 5> kDays = {{{"A dinner tomorrow, actually make it the day after", ""},
                                          {"A dinner on 4 May, no, a day later", ""},
                                          {"A dinner on 4 May or better the week after", ""},
                                          {"A dinner on 4 May, sorry, 5 May", "\"2026-05-05\""},
                                          {"A dinner on 4 May, the best of the week", "\"2026-05-04\""}}};
  expect_values(kDay, kDays);
}

constexpr std::string_view kRoom =
    R"({"key_name":"town","key_type":"string","required":true,"semantic_description":"Town."},
       {"key_name":"nights","key_type":"integer","required":true,"semantic_description":"Number of nights."},
       {"key_name":"parking","key_type":"boolean","required":false,"default_value":false,
        "semantic_description":"Whether a place for the car is wanted."})";

TEST(UncertainValues, NothingIsSettledWhereSomethingIsAskedForAndWordsAreLeft) {
  const auto room = one_key(std::string(kRoom));
  EXPECT_EQ(mapped(room, "I need a dinner in Bruges").missing, std::vector<std::string>{"nights"});
  EXPECT_TRUE(mapped(room, "I need a dinner in Bruges").intent.is_request());
  const auto half = mapped(room, "I need a dinner in Bruges with a samovar and two cellists");
  EXPECT_EQ(half.intent, (Intent{Purpose::kUnclear, "samovar \u2026 two cellists"}));
  // nothing is asked for: what is left is a wish beside it
  const auto whole = mapped(room, "I need a dinner in Bruges for three nights with a samovar");
  EXPECT_TRUE(whole.is_complete());
  EXPECT_THAT(member(whole, "other"), testing::HasSubstr("samovar"));
}

TEST(UncertainValues, AWholeRequestIsUnclearWhereMoreThanAQuarterIsLeft) {
  const auto room = one_key(std::string(kRoom));
  const auto proposal =
      mapped(room, "I need a dinner in Bruges for three nights, samovar, cellists, ukulele, gazebo");
  EXPECT_TRUE(proposal.missing.empty());
  EXPECT_EQ(proposal.intent.purpose, Purpose::kUnclear);
}

TEST(UncertainValues, ANoThatNobodyHasUnderstoodLeavesNoYesOrNoAtItsDefault) {
  constexpr std::array<Said, 4> kDirect = {{{"I need a dinner tomorrow, nonstop", ""},
                                            {"I need a dinner tomorrow, no stopovers", ""},
                                            {"I need a dinner tomorrow, no rush", "false"},
                                            {"I need a dinner tomorrow", "false"}}};
  expect_values(
      R"({"key_name":"direct_only","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True only when the guest does not want to change."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})",
      kDirect);
}

TEST(UncertainValues, ANoToAKeyThatIsOffByDefaultIsUnderstood) {
  constexpr std::string_view kCover =
      R"({"key_name":"full_cover","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether full insurance is wanted."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::string_view kGluten =
      R"({"key_name":"gluten_free","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether it must be free of gluten."},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 1> kDeclined = {
      {{"I need a dinner tomorrow. We don't need the insurance.", "false"}}};
  constexpr std::array<Said, 1> kFree = {{{"I need a dinner tomorrow without gluten", ""}}};
  expect_values(kCover, kDeclined);
  expect_values(kGluten, kFree);
}

TEST(UncertainValues, AWordThatExplainsTwoValuesChoosesNeither) {
  constexpr std::array<Said, 3> kTopic = {{{"I need a dinner about money", ""},
                                           {"I need a dinner about a credit", "\"loan\""},
                                           {"I need a dinner about savings", "\"savings\""}}};
  expect_values(
      R"({"key_name":"topic","key_type":"string","required":true,
          "semantic_description":"loan: credit, money to buy. savings: putting money aside.",
          "constraints":{"enum":["loan","savings"]}})",
      kTopic);
  constexpr std::array<Said, 2> kFare = {
      {{"I need a dinner on a flight", "\"standard\""}, {"I need a dinner, light fare", "\"light\""}}};
  expect_values(
      R"({"key_name":"fare","key_type":"string","required":false,"default_value":"standard",
          "semantic_description":"Kind of ticket.","constraints":{"enum":["light","standard"]}})",
      kFare);
}

TEST(UncertainValues, AFileIsWhatItsPatternTakes) {
  constexpr std::array<Said, 4> kFile = {
      {{"I need a dinner for IMG_2041.jpg, please", "\"IMG_2041.jpg\""},
       {"I need a dinner for cat_sofa.png. Also a square one", "\"cat_sofa.png\""},
       {"I need a dinner for a.png or b.png", ""},
       {"I need a dinner for the web", ""}}};
  expect_values(
      R"({"key_name":"picture","key_type":"string","required":true,"semantic_description":"File name.",
          "constraints":{"pattern":"^[A-Za-z0-9_-]+\\.(jpg|png)$"}})",
      kFile);
}

TEST(UncertainValues, WordsThatChangeWhatAValueCoversLeaveItOpen) {
  constexpr std::array<Said, 2> kBags = {
      {{"I need a dinner for three, each with a bag", ""}, {"I need a dinner for three with a bag", "1"}}};
  expect_values(
      R"({"key_name":"bags","key_type":"integer","required":false,"default_value":0,
          "semantic_description":"Number of bags."},
         {"key_name":"guests","key_type":"integer","required":true,"semantic_description":"Number of guests."})",
      kBags);
  constexpr std::array<Said, 2> kBlocks = {{{"I need a dinner tomorrow, anywhere but the gallery", ""},
                                            {"I need a dinner tomorrow in the gallery", "\"gallery\""}}};
  expect_values(
      R"({"key_name":"block","key_type":"string","required":false,"semantic_description":"Where to sit.",
          "constraints":{"enum":["stalls","gallery"]}},
         {"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
          "constraints":{"format":"date"}})",
      kBlocks);
  constexpr std::array<Said, 2> kShows = {{{"I need a dinner for An Evening with Stephen Fry", ""},
                                           {"I need a dinner for Carmen", "\"Carmen\""}}};
  expect_values(
      R"({"key_name":"show","key_type":"string","required":true,"semantic_description":"Title of the show."})",
      kShows);
}

TEST(UncertainValues, WhatSaysSomethingOfADefaultInOtherWordsLeavesItOpen) {
  constexpr std::string_view kDay =
      R"(,{"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
           "constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kHaste = {{{"I need a dinner today, come right away", ""},
                                           {"I need a dinner today, not urgent", "false"},
                                           {"I need a dinner today", "false"}}};
  expect_values(
      R"({"key_name":"emergency","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True when it is an emergency."})" +
          std::string(kDay),
      kHaste);
  constexpr std::array<Said, 2> kCompany = {
      {{"I need a dinner today, I'll bring my accountant", ""}, {"I need a dinner today", "false"}}};
  expect_values(
      R"({"key_name":"second_person","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"True if somebody comes along."})" +
          std::string(kDay),
      kCompany);
  constexpr std::array<Said, 2> kVans = {
      {{"I need a dinner today for 8 people", ""}, {"I need a dinner today", "\"mini\""}}};
  expect_values(
      R"({"key_name":"car","key_type":"string","required":false,"default_value":"mini",
          "semantic_description":"mini = small; bus = 8 or 9 seats.","constraints":{"enum":["mini","bus"]}})" +
          std::string(kDay),
      kVans);
}

TEST(UncertainValues, WhatTheDefaultIsNeedsNoQuestion) {
  constexpr std::string_view kDay =
      R"(,{"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
           "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kMeals = {{{"I need a dinner today with breakfast", "\"bed_and_breakfast\""},
                                           {"I need a dinner today, no breakfast", ""}}};
  expect_values(
      R"({"key_name":"meals","key_type":"string","required":false,"default_value":"bed_and_breakfast",
          "semantic_description":"none (room only), bed_and_breakfast, half_board (breakfast and supper).",
          "constraints":{"enum":["none","bed_and_breakfast","half_board"]}})" +
          std::string(kDay),
      kMeals);
  constexpr std::array<Said, 2> kParcels = {{{"I need a dinner today, I've got a parcel here", "1"},
                                             {"I need a dinner today, I've got parcels here", ""}}};
  expect_values(
      R"({"key_name":"parcels","key_type":"integer","required":false,"default_value":1,
          "semantic_description":"Number of parcels."})" +
          std::string(kDay),
      kParcels);
}

TEST(UncertainValues, WhatADescriptionSaysOfAChoiceIsHeardInOtherForms) {
  constexpr std::string_view kDay =
      R"(,{"key_name":"day","key_type":"string","required":true,"semantic_description":"Day.",
           "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kDiets = {
      {{"I need a dinner today, no gluten please", ""}, {"I need a dinner today", "\"any\""}}};
  expect_values(
      R"({"key_name":"diet","key_type":"string","required":false,"default_value":"any",
          "semantic_description":"Diet.","constraints":{"enum":["any","gluten_free"]}})" +
          std::string(kDay),
      kDiets);
  constexpr std::array<Said, 3> kFares = {{{"I need a dinner today, changeable please", ""},
                                           {"I need a dinner today at the bar", ""},
                                           {"I need a dinner today", "\"plain\""}}};
  expect_values(
      R"({"key_name":"fare","key_type":"string","required":false,"default_value":"plain",
          "semantic_description":"plain, flex (can be changed), high (a stool at the bar).",
          "constraints":{"enum":["plain","flex","high"]}})" +
          std::string(kDay),
      kFares);
}

TEST(UncertainValues, ADutyIsThatOfTheDescription) {
  constexpr std::array<Said, 3> kSigned = {{{"I need a dinner and she has to sign for it", "true"},
                                            {"I need a dinner and she doesn't have to sign for it", "false"},
                                            {"I need a dinner", "false"}}};
  expect_values(
      R"({"key_name":"signature","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether the recipient must sign."})",
      kSigned);
}

TEST(UncertainValues, AKeyThatIsCalledByAVerbTakesItsObject) {
  constexpr std::array<Said, 2> kTaken = {
      {{"I need a dinner, please take out the bin on the left", "\"the bin on the left\""},
       {"I need a dinner, don't take out the bin", ""}}};
  expect_values(
      R"({"key_name":"take_out","key_type":"string","required":false,
          "semantic_description":"What is to vanish. Example: 'remove the bin' -> 'the bin'."})",
      kTaken);
}

}  // namespace
}  // namespace schemagate::client_agent
