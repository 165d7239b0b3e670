// What a sentence tells beside its request, or of another matter, is no value of it.
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

constexpr std::string_view kTimes =
    R"({"key_name":"to_time","key_type":"string","required":false,"semantic_description":"End of the meeting, HH:MM.",
        "constraints":{"pattern":"^[0-2][0-9]:[0-5][0-9]$"}},
       {"key_name":"from_time","key_type":"string","required":true,"semantic_description":"Start of the meeting, HH:MM.",
        "constraints":{"pattern":"^[0-2][0-9]:[0-5][0-9]$"}})";
constexpr std::string_view kFault =
    R"({"key_name":"fault","key_type":"string","required":true,"semantic_description":"What is wrong, in the customer's words."})";

TEST(Windows, OfBareHoursAreOfTheDayWhenOneSaysSo) {
  constexpr std::array<Said, 6> kRows = {{{"Reserve a room from 9 to 11", "\"11:00\""},
                                          {"Reserve a room from 9 to 5", "\"17:00\""},
                                          {"Reserve a room between 10 and 12", "\"12:00\""},
                                          {"Reserve a room from 2 to 4", ""},
                                          {"Reserve a room from 9 to 11 people", ""},
                                          {"Reserve a room at 14:00 for two hours", "\"16:00\""}}};
  expect_values(kTimes, kRows);
}

TEST(Windows, ToMidnightBeginInTheEvening) {
  constexpr std::string_view kStart =
      R"({"key_name":"start","key_type":"string","required":true,"semantic_description":"Start time HH:MM."},
         {"key_name":"end","key_type":"string","required":true,"semantic_description":"End time HH:MM."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a hall from six to midnight", "\"18:00\""}, {"Book a hall from 8 to 10 am", "\"08:00\""}}};
  expect_values(kStart, kRows);
}

TEST(Faults, AreToldWithTheirPart) {
  constexpr std::string_view kProblem =
      R"({"key_name":"problem","key_type":"string","required":true,"semantic_description":"Description of the problem."},
         {"key_name":"bike_type","key_type":"string","required":true,"semantic_description":"city or e_bike.",
          "constraints":{"enum":["city","e_bike"]}})";
  constexpr std::array<Said, 1> kRows = {{{"The chain of my e-bike keeps jumping off, please repair it",
                                           "\"chain of my e-bike keeps jumping off\""}}};
  expect_values(kProblem, kRows);
}

TEST(Occasions, AreThoseOfTheExamples) {
  constexpr std::string_view kOccasion =
      R"({"key_name":"occasion","key_type":"string","required":true,"semantic_description":"e.g. wedding, birthday, conference."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a hall, birthday party for my father's 70th", "\"birthday\""},
       {"Book a hall for a wedding", "\"wedding\""}}};
  expect_values(kOccasion, kRows);
}

TEST(Faults, OfSomethingElseAreNone) {
  constexpr std::array<Said, 5> kRows = {
      {{"So my flight from Porto was cancelled. I need a repair.", ""},
       {"So my flight from Porto was cancelled. My oven won't heat, please repair it.",
        "\"oven won't heat\""},
       {"Please repair my oven, it won't heat. The weather is lovely today.", "\"won't heat\""},
       {"Please repair my oven, last repair was in May", ""},
       {"Please repair my oven and not a fridge", ""}}};
  expect_values(kFault, kRows);
}

TEST(Switches, OfWhatIsOnlyToldOfAreNotSure) {
  constexpr std::string_view kPiano =
      R"({"key_name":"piano","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Whether there is a piano to carry."})";
  constexpr std::array<Said, 5> kRows = {{{"Move us to Ulm on Friday, the piano is already sold", ""},
                                          {"Move us to Ulm on Friday with two pianos", "true"},
                                          {"Move us to Ulm on Friday with a piano", "true"},
                                          {"Move us to Ulm, the piano in the last one was broken", "false"},
                                          {"Move us to Ulm on Friday", "false"}}};
  expect_values(kPiano, kRows);
}

TEST(Switches, KnowAPetAndDoNotForgetStudents) {
  constexpr std::string_view kPet =
      R"({"key_name":"pet_friendly","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Guest brings a pet"})";
  constexpr std::string_view kStudent =
      R"({"key_name":"student","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Student discount applies"},
         {"key_name":"tickets","key_type":"integer","required":true,"semantic_description":"Number of tickets"})";
  constexpr std::array<Said, 3> kPets = {{{"Book a dinner on Friday with a dog", "true"},
                                          {"Book a dinner on Friday, our dog stays at home", "false"},
                                          {"Book a dinner on Friday", "false"}}};
  constexpr std::array<Said, 2> kStudents = {
      {{"Book a dinner, two students want to come", ""}, {"Book a dinner for two", "false"}}};
  expect_values(kPet, kPets);
  expect_values(kStudent, kStudents);
}

TEST(Counts, AreNotSureWhereOneMoreFollows) {
  constexpr std::string_view kTickets =
      R"({"key_name":"tickets","key_type":"integer","required":true,"semantic_description":"Number of tickets"})";
  constexpr std::array<Said, 2> kRows = {
      {{"Get me a ticket on Friday, and one for my brother", ""}, {"Get me a ticket on Friday", "1"}}};
  expect_values(kTickets, kRows);
}

TEST(Amounts, ByWhichSomethingRisesAreNotTheWhole) {
  constexpr std::string_view kLimit =
      R"({"key_name":"new_limit","key_type":"number","required":false,"semantic_description":"New monthly limit in euros."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Please raise the limit by 500 euros", ""}, {"Please raise the limit to 500 euros", "500"}}};
  expect_values(kLimit, kRows);
}

TEST(Amounts, ForAnHourAreNotTheWhole) {
  constexpr std::string_view kWhole =
      R"({"key_name":"max_price","key_type":"number","required":false,"semantic_description":"The most that may be paid, in euros."})";
  constexpr std::string_view kHourly =
      R"({"key_name":"max_price","key_type":"number","required":false,"semantic_description":"The most that may be paid an hour, in euros."})";
  constexpr std::array<Said, 2> kOfAll = {
      {{"Come on Friday, I pay 25 euros an hour", ""}, {"Come on Friday, at most 25 euros", "25"}}};
  constexpr std::array<Said, 1> kOfHour = {{{"Come on Friday, I pay 25 euros an hour", "25"}}};
  expect_values(kWhole, kOfAll);
  expect_values(kHourly, kOfHour);
}

TEST(Dates, OfAnOccasionThatIsOnlyABoundAreNotSure) {
  constexpr std::string_view kFirst =
      R"({"key_name":"first_lesson","key_type":"string","required":false,"semantic_description":"Day of the first lesson.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kRows = {
      {{"I want lessons before my exam on 20 May", ""}, {"I want lessons on 20 May", "\"2026-05-20\""}}};
  expect_values(kFirst, kRows);
}

TEST(Addresses, OfTheOtherEndAreNone) {
  constexpr std::string_view kAddress =
      R"({"key_name":"destination_address","key_type":"string","required":true,
          "semantic_description":"Street address of the recipient."},
         {"key_name":"recipient_name","key_type":"string","required":true,
          "semantic_description":"Name of the person that receives the parcel."})";
  constexpr std::string_view kRecipient =
      R"({"key_name":"recipient_name","key_type":"string","required":true,
          "semantic_description":"Name of the person that receives the parcel."},
         {"key_name":"destination_address","key_type":"string","required":true,
          "semantic_description":"Street address of the recipient."})";
  constexpr std::array<Said, 3> kAddresses = {{{"Collect a parcel at 5 Mill Road", ""},
                                               {"Send a parcel from 5 Mill Road", ""},
                                               {"Send a parcel to 5 Mill Road", "\"5 Mill Road\""}}};
  constexpr std::array<Said, 3> kPersons = {{{"Send a parcel of 9 kilos to Cork", ""},
                                             {"Send a parcel to Lena Graf in Bonn", "\"Lena Graf\""},
                                             {"Send a parcel to Lena Graf, 5 Mill Road", "\"Lena Graf\""}}};
  expect_values(kAddress, kAddresses);
  expect_values(kRecipient, kPersons);
}

TEST(Choices, ThatAreNotAllowedAreNotMade) {
  constexpr std::string_view kLook =
      R"({"key_name":"look","key_type":"string","required":false,"default_value":"colour",
          "semantic_description":"colour, black_and_white or sepia.",
          "constraints":{"enum":["colour","black_and_white","sepia"]}})";
  constexpr std::string_view kFare =
      R"({"key_name":"fare","key_type":"string","required":false,"default_value":"standard",
          "semantic_description":"Kind of ticket.","constraints":{"enum":["standard","flex"]}})";
  constexpr std::array<Said, 2> kLooks = {{{"Make a photo, black and white is not allowed", "\"colour\""},
                                           {"Make a photo, black and white", "\"black_and_white\""}}};
  constexpr std::array<Said, 1> kFares = {{{"Book a flexible ticket", "\"flex\""}}};
  expect_values(kLook, kLooks);
  expect_values(kFare, kFares);
}

TEST(Lengths, ThatFollowFromTwoTimesAreNoDefault) {
  constexpr std::string_view kHours =
      R"({"key_name":"hours","key_type":"number","required":false,"default_value":1,
          "semantic_description":"Length of the session in hours."})";
  constexpr std::array<Said, 2> kRows = {{{"Book a session from 1 pm to 9 pm", ""}, {"Book a session", "1"}}};
  expect_values(kHours, kRows);
}

TEST(Dates, ThatEndSomethingAreNotTheDay) {
  constexpr std::string_view kDay =
      R"({"key_name":"pick_up_on","key_type":"string","required":false,"semantic_description":"Day on which it is fetched.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 2> kRows = {{{"I want to borrow a book until 20 May", ""},
                                          {"I want to borrow a book on 20 May", "\"2026-05-20\""}}};
  expect_values(kDay, kRows);
}

TEST(Dates, OfAMeetingOrOfManyAreNotTheJourneys) {
  constexpr std::string_view kBack =
      R"({"key_name":"return_on","key_type":"string","required":false,"semantic_description":"Day of the flight back.",
          "constraints":{"format":"date"}},
         {"key_name":"outbound_on","key_type":"string","required":true,"semantic_description":"Day of the flight out.",
          "constraints":{"format":"date"}})";
  constexpr std::array<Said, 3> kRows = {
      {{"Book a flight on Thursday for a meeting on Friday", ""},
       {"Book a flight between 10 and 14 May, whichever day is cheapest", ""},
       {"Book a flight from 10 May to 14 May", "\"2026-05-14\""}}};
  expect_values(kBack, kRows);
}

TEST(Places, WhereOneLandsAreWhereAHireBegins) {
  constexpr std::string_view kEnd =
      R"({"key_name":"return_to","key_type":"string","required":false,"semantic_description":"City where the car is dropped off."},
         {"key_name":"collect_at","key_type":"string","required":true,"semantic_description":"City where the car is picked up."})";
  constexpr std::string_view kStart =
      R"({"key_name":"collect_at","key_type":"string","required":true,"semantic_description":"City where the car is picked up."},
         {"key_name":"return_to","key_type":"string","required":false,"semantic_description":"City where the car is dropped off."})";
  constexpr std::array<Said, 2> kEnds = {
      {{"We fly into Palma, a car please", ""}, {"A car from Palma to Inca please", "\"Inca\""}}};
  constexpr std::array<Said, 1> kStarts = {{{"We fly into Palma, a car please", "\"Palma\""}}};
  expect_values(kEnd, kEnds);
  expect_values(kStart, kStarts);
}

TEST(People, HaveNoDigitsAndNoLabels) {
  constexpr std::string_view kHolder =
      R"({"key_name":"holder","key_type":"string","required":true,"semantic_description":"Name of the holder."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a permit for KV21 XRT, please", ""}, {"Book a permit. Holder Ivy Brandt", "\"Ivy Brandt\""}}};
  expect_values(kHolder, kRows);
}

TEST(Choices, OfHowItIsPutRightAreNotKeptBesideANewOne) {
  constexpr std::string_view kResolution =
      R"({"key_name":"resolution","key_type":"string","required":false,"default_value":"refund",
          "semantic_description":"refund or exchange.","constraints":{"enum":["refund","exchange"]}})";
  constexpr std::array<Said, 2> kRows = {
      {{"Take the kettle back and send me another one", ""}, {"Take the kettle back", "\"refund\""}}};
  expect_values(kResolution, kRows);
}

TEST(KnownKinds, AreNotWhatATextStandsBeside) {
  constexpr std::string_view kCard =
      R"({"key_name":"card_text","key_type":"string","required":false,"semantic_description":"Text on the card with the flowers."})";
  constexpr std::array<Said, 1> kRows = {{{"Send a bunch of tulips tomorrow", ""}}};
  expect_values(kCard, kRows);
}

TEST(People, AreNotSeatsForThem) {
  constexpr std::string_view kRiders =
      R"({"key_name":"how_many","key_type":"integer","required":true,"semantic_description":"Number of passengers."})";
  constexpr std::array<Said, 2> kRows = {
      {{"Book a taxi on Friday with a child seat", ""}, {"Book a taxi on Friday for me and a child", "2"}}};
  expect_values(kRiders, kRows);
}

TEST(Houses, AreKnownByTheirKindAndTheirTimes) {
  constexpr std::string_view kHouse =
      R"({"key_name":"restaurant","key_type":"string","required":true,"semantic_description":"Restaurant name"},
         {"key_name":"name","key_type":"string","required":true,"semantic_description":"Name for the reservation"})";
  constexpr std::string_view kTime =
      R"json({"key_name":"time","key_type":"string","required":true,"semantic_description":"Time (24h)",
          "constraints":{"pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}},
         {"key_name":"restaurant","key_type":"string","required":true,"semantic_description":"Restaurant name"})json";
  constexpr std::array<Said, 2> kHouses = {
      {{"Book a dinner at Da Mario for two", "\"Da Mario\""}, {"Book a dinner for Tom Hall", ""}}};
  constexpr std::array<Said, 4> kMoments = {{{"Book a table at 5 am", "\"05:00\""},
                                             {"Book a table at half past seven", "\"19:30\""},
                                             {"Book a table for breakfast at half past seven", "\"07:30\""},
                                             {"Book a table at noon", "\"12:00\""}}};
  expect_values(kHouse, kHouses);
  expect_values(kTime, kMoments);
}

TEST(Names, OfCountriesAreNobodys) {
  constexpr std::string_view kCountry =
      R"({"key_name":"country","key_type":"string","required":true,"semantic_description":"Country to be visited"},
         {"key_name":"surname","key_type":"string","required":true,"semantic_description":"Surname of the applicant"})";
  constexpr std::string_view kSurname =
      R"({"key_name":"surname","key_type":"string","required":true,"semantic_description":"Surname of the applicant"},
         {"key_name":"country","key_type":"string","required":true,"semantic_description":"Country to be visited"})";
  constexpr std::string_view kPool =
      R"({"key_name":"pool","key_type":"string","required":true,"semantic_description":"Name of the pool"},
         {"key_name":"child_name","key_type":"string","required":true,"semantic_description":"First name of the child"})";
  constexpr std::array<Said, 2> kCountries = {
      {{"I need a visa for India, surname Berg", "\"India\""}, {"I need a visa, surname Berg", ""}}};
  constexpr std::array<Said, 2> kSurnames = {
      {{"I need a visa for India, surname Berg", "\"Berg\""}, {"I need a visa for India", ""}}};
  constexpr std::array<Said, 2> kPools = {
      {{"Book a course for Leo at the Oasis pool", "\"Oasis\""}, {"Book a course for Leo", ""}}};
  expect_values(kCountry, kCountries);
  expect_values(kSurname, kSurnames);
  expect_values(kPool, kPools);
}

TEST(Names, OfClubsAndArtistsAreTheirs) {
  constexpr std::string_view kClub =
      R"({"key_name":"club","key_type":"string","required":true,"semantic_description":"Which club"})";
  constexpr std::string_view kArtist =
      R"({"key_name":"artist","key_type":"string","required":true,"semantic_description":"Artist or band"},
         {"key_name":"city","key_type":"string","required":true,"semantic_description":"City"})";
  constexpr std::array<Said, 1> kClubs = {{{"Book a dinner at the Riverside club", "\"Riverside\""}}};
  constexpr std::array<Said, 1> kArtists = {{{"Book two tickets for Coldplay in Cardiff", "\"Coldplay\""}}};
  expect_values(kClub, kClubs);
  expect_values(kArtist, kArtists);
}

TEST(Switches, KnowWhatBreaks) {
  constexpr std::string_view kFragile =
      R"({"key_name":"fragile","key_type":"boolean","required":false,"default_value":false,
          "semantic_description":"Fragile content"})";
  constexpr std::array<Said, 2> kRows = {
      {{"Send a parcel on Friday, it's glass", "true"}, {"Send a parcel on Friday", "false"}}};
  expect_values(kFragile, kRows);
}

TEST(Titles, GoOnBehindFor) {
  constexpr std::string_view kCourse =
      R"({"key_name":"course","key_type":"string","required":true,"semantic_description":"Title of the course."})";
  constexpr std::array<Said, 1> kRows = {{{"Please enrol me in Yoga for Seniors", "\"Yoga for Seniors\""}}};
  expect_values(kCourse, kRows);
}

}  // namespace
}  // namespace schemagate::client_agent
