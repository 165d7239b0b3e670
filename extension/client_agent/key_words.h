// The words of names and descriptions that reveal what a key holds (key_profile.h), a list each. Private to
// the room.
#pragma once

#include <string_view>

namespace schemagate::client_agent {

constexpr std::string_view kPersons =
    "person persons people passenger passengers guest guests adult adults traveller travellers traveler "
    "travelers "
    "applicant applicants visitor visitors attendee attendees participant participants diner diners head "
    "heads ppl pax pers folks "
    "client "
    "clients rider riders camper campers skier skiers hiker hikers occupant occupants player players student "
    "students child children kid kids man men woman women";
constexpr std::string_view kPlaceWords =
    "building site campus city town airport station district country place venue location destination branch "
    "village region "
    "neighbourhood "
    "neighborhood area suburb terminal harbour port";
constexpr std::string_view kPlaceNames =
    "building site campus city town place location where origin destination from to branch venue pickup "
    "dropoff area airport "
    "station "
    "country district shop store salon clinic library office";
constexpr std::string_view kHouses =
    "restaurant hotel venue shop salon clinic practice school museum bar cafe theatre theater pub inn store "
    "spa gym "
    "club garage workshop pharmacy library cinema pool stadium arena";
constexpr std::string_view kPersonNames =
    "learner trainee tenant renter applicant booker doctor patient client customer teacher tutor instructor "
    "trainer stylist hairdresser nurse dentist "
    "therapist coach "
    "driver recipient sender guest attendee physician vet surname lastname firstname owner holder "
    "contact_person "
    "participant policyholder child pupil student member author artist composer director performer singer "
    "actor actress receiver payee beneficiary "
    "person";
constexpr std::string_view kMoneyWords =
    "euro euros eur usd dollar dollars pound pounds gbp price cost costs budget fee amount sum pay premium "
    "deposit "
    "currency";
constexpr std::string_view kDurationUnits =
    "night nights day days hour hours minute minutes week weeks month months";
constexpr std::string_view kMeasureUnits =
    "kg mg milligram milligrams ml millilitre millilitres kilogram kilograms kilo kilos gram grams tonne "
    "tonnes km kilometre kilometres kilometer kilometers "
    "mile miles cm "
    "centimetre centimetres centimeter metre metres meter meters m2 sqm m3 kwh litre litres liter percent";
// "strength_mg" and "size_sqm" are measures, whatever else they are called.
constexpr std::string_view kUnitsInNames = "kg mg ml km cm sqm m2";
constexpr std::string_view kLevelWords = "intensity level degree strength how-strong scale";
constexpr std::string_view kOrdinals = "floor storey story row platform lane gate aisle deck";
constexpr std::string_view kStartWords =
    "collected picked fetched start starts starting begin beginning first from checkin after pickup collect "
    "collection "
    "earliest opening "
    "outbound since origin source departure takes opens entry in";
constexpr std::string_view kEndWords =
    "deliver delivered dropped end ends ending by before finish last until to checkout return back handed "
    "dropoff latest closing due "
    "expiry "
    "destination "
    "target delivery ship_to bring exit out";
constexpr std::string_view kPastEvents =
    "happened occurred incident accident loss damage damaged purchase purchased bought birth born past "
    "previous since";

// What ends as words for persons do and is none.
constexpr std::string_view kNoPersons =
    "number paper letter order container computer charger flower event document equipment apartment "
    "appointment "
    "payment color motor floor door restaurant street company firm organisation organization course product "
    "water "
    "river tower centre center theater theatre team band city town country department newspaper printer "
    "provider "
    "manufacturer maker brand";

}  // namespace schemagate::client_agent
