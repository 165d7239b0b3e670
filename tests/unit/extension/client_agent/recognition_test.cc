// Names, addresses, slips of the pen, and what kind of thing a key holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/client_agent/key_profile.h"
#include "extension/client_agent/names.h"
#include "extension/client_agent/spelling.h"
#include "negotiated_schemas.h"

namespace schemagate::client_agent {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names_in(std::string_view text) {
  const Utterance sentence(text);
  const NegotiatedSchema negotiated =
      one_key(R"({"key_name":"k","key_type":"string","required":false,"semantic_description":"K."})");
  const Parse parse(sentence, negotiated.schema);
  std::vector<std::string> names;
  for (const NameMention& each : find_names(parse)) names.push_back(each.lead + "|" + parse.text(each.words));
  return names;
}

TEST(Names, KeepTheirQualifiersAndParticles) {
  EXPECT_THAT(names_in("a room in Paris, Texas please"), ElementsAre("in|Paris, Texas"));
  EXPECT_THAT(names_in("a flight from Santiago de Compostela to Rio de Janeiro"),
              ElementsAre("from|Santiago de Compostela", "to|Rio de Janeiro"));
  EXPECT_THAT(names_in("pick up at Munich airport"), ElementsAre("at|Munich airport"));
  EXPECT_THAT(names_in("my name is Anna Schmidt and I am here"), ElementsAre("is|Anna Schmidt"));
  EXPECT_THAT(names_in("get me out of Beijing"), ElementsAre("from|Beijing"));
}

TEST(Names, AreNoOtherWords) {
  EXPECT_THAT(names_in("Please come on Monday in May. Book it. I want a TV"), IsEmpty());
  EXPECT_THAT(names_in("make my eyes bigger"), IsEmpty());
  EXPECT_THAT(names_in("from tomorrow on"), IsEmpty());
}

std::vector<std::string> addresses_in(std::string_view text) {
  const Utterance sentence(text);
  const NegotiatedSchema negotiated =
      one_key(R"({"key_name":"k","key_type":"string","required":false,"semantic_description":"K."})");
  const Parse parse(sentence, negotiated.schema);
  std::vector<std::string> addresses;
  for (const NameMention& each : find_addresses(parse)) addresses.push_back(parse.text(each.words));
  return addresses;
}

TEST(Addresses, AreWholeWithTheirTowns) {
  EXPECT_THAT(addresses_in("come to 14 Mill Lane, Oxford on Monday"), ElementsAre("14 Mill Lane, Oxford"));
  EXPECT_THAT(addresses_in("at Hauptplatz 3, Linz"), ElementsAre("Hauptplatz 3, Linz"));
  EXPECT_THAT(addresses_in("at Nygade 12, Aarhus"), ElementsAre("Nygade 12, Aarhus"));
  EXPECT_THAT(addresses_in("at 3 Rue du Port, Brest"), ElementsAre("3 Rue du Port, Brest"));
  EXPECT_THAT(addresses_in("at 20 Hill Street, Perth"), ElementsAre("20 Hill Street, Perth"));
  EXPECT_THAT(addresses_in("23 elm street leeds"), ElementsAre("23 elm street leeds"));
  EXPECT_THAT(addresses_in("at Lipowa 12, 30-702 Krak\u00f3w, thanks"),
              ElementsAre("Lipowa 12, 30-702 Krak\u00f3w"));
  EXPECT_THAT(addresses_in("at Rua das Pedras 7, 4050-265 Porto."),
              ElementsAre("Rua das Pedras 7, 4050-265 Porto"));
  EXPECT_THAT(addresses_in("at Pet\u0151 utca 8, 6720 Szeged"), ElementsAre("Pet\u0151 utca 8, 6720 Szeged"));
  EXPECT_THAT(addresses_in("at 7 Mill Road, Truro TR1 2AD"), ElementsAre("7 Mill Road, Truro TR1 2AD"));
  EXPECT_THAT(addresses_in("2 Hamlet tickets for 12 people"), IsEmpty());
}

TEST(Spelling, MendsOneSlip) {
  Spelling spelling;
  spelling.add("Business class, parcels, blur the background");
  EXPECT_EQ(spelling.right_word("bussiness"), "business");
  EXPECT_EQ(spelling.right_word("parcles"), "parcels");
  EXPECT_EQ(spelling.right_word("blurr"), "") << "it has the same stem already";
  EXPECT_EQ(spelling.right_word("tomorow"), "tomorrow");
  EXPECT_EQ(spelling.right_word("business"), "") << "it is right";
  EXPECT_EQ(spelling.right_word("blue"), "") << "too short to tell";
  EXPECT_EQ(spelling.right_word("backing"), "");
  EXPECT_EQ(member(mapped(flight(), "bussiness class from bejing"), "cabin_class"), R"("business")");
}

KeyKind kind_of(const std::string& name, const std::string& type, const std::string& description,
                const std::string& constraints = "{}") {
  schema_interaction::Key key;
  key.name = name;
  key.type = schema_interaction::key_type(type).value();
  key.description = description;
  const auto property = a2a::parse_tree(constraints).value();
  return profile_of(key, hints_of(key, &property), &property).kind;
}

TEST(KeyProfile, KindFollowsFromTypeConstraintsNameAndDescription) {
  EXPECT_EQ(kind_of("k", "string", "", R"({"format":"date"})"), KeyKind::kDate);
  EXPECT_EQ(kind_of("day", "string", ""), KeyKind::kDate);
  EXPECT_EQ(kind_of("k", "string", "Start (HH:MM)."), KeyKind::kTime);
  EXPECT_EQ(kind_of("k", "string", "", R"({"pattern":"^[^@ ]+@[^@ ]+$"})"), KeyKind::kEmail);
  EXPECT_EQ(kind_of("k", "string", "Phone number or e-mail address."), KeyKind::kContact);
  EXPECT_EQ(kind_of("home_address", "string", ""), KeyKind::kAddress);
  EXPECT_EQ(kind_of("city", "string", ""), KeyKind::kPlace);
  EXPECT_EQ(kind_of("k", "string", "The town in which the guest wants to stay."), KeyKind::kPlace);
  EXPECT_EQ(kind_of("patient_name", "string", ""), KeyKind::kPerson);
  EXPECT_EQ(kind_of("k", "string", "What is wrong, in the customer's words."), KeyKind::kFreeText);
  EXPECT_EQ(kind_of("k", "string", "Act, play or event to see."), KeyKind::kTitle);
  EXPECT_EQ(kind_of("k", "integer", "Number of guests."), KeyKind::kCount);
  EXPECT_EQ(kind_of("k", "integer", "Number of nights."), KeyKind::kDuration);
  EXPECT_EQ(kind_of("hours", "integer", "How many hours the cleaner stays."), KeyKind::kDuration);
  EXPECT_EQ(kind_of("k", "number", "The most that may be paid, in euros."), KeyKind::kMoney);
  EXPECT_EQ(kind_of("weight_kg", "number", ""), KeyKind::kMeasure);
  EXPECT_EQ(kind_of("driver_age", "integer", ""), KeyKind::kAge);
  EXPECT_EQ(kind_of("k", "boolean", ""), KeyKind::kSwitch);
}

// A unit says more than words such as length and size, which times and numbers have, too.
TEST(KeyProfile, AUnitMakesAMeasureWhateverTheKeyIsCalled) {
  for (const auto& [name, description] : {std::pair{"length_m", "Length of the boat in metres."},
                                          {"boat_length", "Length of the boat, in metres."},
                                          {"length_m", "Length of the boat."},
                                          {"size_m", "Length of the boat in metres."},
                                          {"boat_size_m", "Size of the boat in metres."},
                                          {"size_metres", "Size of the boat in metres."},
                                          {"boat_length", "Length in m."},
                                          {"quantity", "Quantity of fuel in litres."}})
    EXPECT_EQ(kind_of(name, "number", description), KeyKind::kMeasure) << name << ": " << description;
  EXPECT_EQ(kind_of("length", "integer", "Length of stay in days."), KeyKind::kDuration);
  EXPECT_EQ(kind_of("length", "integer", "Length of the lesson in minutes."), KeyKind::kDuration);
  EXPECT_EQ(kind_of("party_size", "integer", "Size of the party."), KeyKind::kCount);
  EXPECT_EQ(kind_of("duration_m", "integer", "Duration."), KeyKind::kDuration) << "of minutes";
}

TEST(Mapping, TakesALengthInItsUnit) {
  for (const char* name : {"length_m", "size_m", "boat_size_m", "size_metres", "boat_length"}) {
    const NegotiatedSchema length = one_key(
        std::string(R"({"key_name":")") + name +
        R"(","key_type":"number","required":true,"semantic_description":"Length of the boat in metres."})");
    for (const char* said :
         {"reserve a mooring of 11 metres", "reserve a mooring of 11 m", "reserve a mooring, length 11 m",
          "reserve a mooring for 11m", "reserve a mooring for a boat which is 11 metres long"})
      EXPECT_EQ(member(mapped(length, said), name), "11") << name << ": " << said;
    EXPECT_EQ(member(mapped(length, "reserve a mooring of 1100 cm"), name), "11");
    EXPECT_EQ(member(mapped(length, "reserve a mooring for 11 nights"), name), "");
  }
}

// A key named `city` works as well as one named `destination`.
TEST(Mapping, WorksFromDescriptionsAndTypes) {
  const NegotiatedSchema city = one_key(
      R"({"key_name":"city","key_type":"string","required":true,"semantic_description":"Where to stay."})");
  EXPECT_EQ(member(mapped(city, "a room in Lyon"), "city"), R"("Lyon")");
  const NegotiatedSchema price = one_key(
      R"({"key_name":"limit","key_type":"number","required":false,"semantic_description":"The most per night, in euros."})");
  EXPECT_EQ(member(mapped(price, "a room for at most 90 euros a night"), "limit"), "90");
  EXPECT_EQ(member(mapped(price, "a room for at most 90 dollars a night"), "limit"), "")
      << "another currency";
  EXPECT_EQ(member(mapped(price, "a room for at least 90 euros a night"), "limit"), "") << "not the most";
  const NegotiatedSchema code = one_key(
      R"({"key_name":"from","key_type":"string","required":true,"semantic_description":"IATA code."})");
  EXPECT_EQ(member(mapped(code, "from PEK"), "from"), R"("PEK")");
  EXPECT_EQ(member(mapped(code, "from Beijing"), "from"), "") << "a city has several airports";
}

}  // namespace
}  // namespace schemagate::client_agent
