// The words that tell what a leftover may be meant for (leftover.h), a list each. Private to the room.
#pragma once

#include <array>
#include <string_view>

namespace schemagate::client_agent {

// Words of one matter each: enough to doubt a default, too little to give a value.
constexpr std::array kMatters = {
    std::string_view("child children kid infant baby toddler booster carrycot cot crib highchair little-one"),
    std::string_view("insurance insure insured cover coverage waiver protection excess damage comprehensive"),
    std::string_view("breakfast meal meals board brekkie bfast half-board full-board morning-meal"),
    std::string_view("elevator lift stairs"),
    std::string_view("pack packing packer wrap wrapping boxes crate"),
    std::string_view("storage store stored storing warehouse"),
    std::string_view("pay paid paying payment cash card credit invoice bill billed account"),
    std::string_view("return back round-trip roundtrip"),
    std::string_view("vegetarian vegan veggie veg meat meatless plant-based"),
    std::string_view("drink drinks beverage beverages wine beer bar refreshments champagne"),
    std::string_view("waiter waiters waitress server servers staff serving"),
    std::string_view("vaccinated vaccination vaccine jab jabs shots"),
    std::string_view("food diet kibble feed"),
    std::string_view("walk walks walked exercise outing"),
    std::string_view("wheelchair accessible accessibility mobility ramp disabled step-free"),
    std::string_view("fragile glass glassware careful delicate breakable china porcelain"),
    std::string_view(
        "express wait urgent urgently asap rush fast fastest quick quickest overnight priority hurry"),
    std::string_view("automatic gear gears gearbox stick shift manual transmission"),
    std::string_view(
        "email mail post posted letter sms text message notify notification notifications delivery"),
    std::string_view(
        "video zoom teams online remote remotely virtual call skype face in-person personally onsite"),
    std::string_view("class business first economy premium coach"),
    std::string_view("copies copy each"),
    std::string_view("night nights week weeks fortnight month months"),
    std::string_view("warranty guarantee guaranteed"),
    std::string_view("mat towel rental lend borrow"),
    std::string_view("member membership subscription"),
    std::string_view("medication medicine pills tablets insulin drops"),
    std::string_view("van estate wagon minivan people-carrier saloon convertible suv"),
    std::string_view("blurry blur sharp focus unfocused background backdrop"),
    std::string_view("teeth tooth yellow smile"),
    std::string_view("eye eyes bigger"),
    std::string_view("skin smooth wrinkles pimples spots blemishes acne pores"),
    std::string_view("filter style vintage retro warm cool cinematic sepia"),
    std::string_view("assemble assembly mount install installation"),
    std::string_view("gift present wrapped giftwrap"),
    std::string_view("parking park garage"),
    std::string_view("pet pets dog dogs puppy cat cats kitten animal animals rabbit hamster parrot"),
    std::string_view(
        "vehicle car motorbike motorcycle moped scooter bicycle bike camper caravan campervan motorhome "
        "trailer lorry truck"),
    std::string_view("projector beamer screen display"),
    std::string_view("catering lunch dinner supper snack snacks sandwiches buffet coffee tea"),
    std::string_view("hour hours hrs hr h half-day day days daily"),
    std::string_view("frequency often weekly biweekly fortnightly monthly every once twice repeat recurring"),
    std::string_view("layout set-up setup rows theatre classroom u-shape circle tables arrangement"),
    std::string_view("guide guided instructor teacher tutor lesson lessons coach trainer"),
    std::string_view("vest vests jacket jackets helmet helmets gear equipment"),
    std::string_view("cabin berth couchette sleeper bunk"),
    std::string_view(
        "language english french german spanish italian dutch polish turkish chinese japanese bilingual"),
    std::string_view("gluten lactose nut nuts allergy allergies allergic intolerant halal kosher diet"),
    std::string_view("heating heated warm aircon air-conditioning ac"),
    std::string_view("smoking smoker nonsmoking non-smoking"),
    std::string_view("window windows aisle"),
    std::string_view("luggage baggage suitcase suitcases bag bags"),
    std::string_view("recording recorded record film filmed livestream"),
    std::string_view("wifi internet broadband"),
    std::string_view("balcony terrace patio outside outdoors outdoor inside indoors indoor garden"),
    std::string_view("cleaning clean cleaner tidy ironing iron laundry"),
    std::string_view(
        "delivery deliver delivered pickup pick picked fetch bring collect collected collection"),
    std::string_view("colour color black red blue green grey gray silver"),
    std::string_view("size small medium large xl xxl"),
    std::string_view("engraving engraved engrave inscription"),
    std::string_view("receipt invoice"),
    std::string_view("new used second-hand refurbished"),
    std::string_view("injured injury hurt wounded broke broken arm leg hospital ambulance bleeding"),
    std::string_view("police officer officers report"),
    std::string_view("reduced discount concession unemployed student students senior seniors pensioner "
                     "concession child children kid kids sons "
                     "daughters"),
    std::string_view("handle care careful breaks breakable"),
};
// Things that people bring: a number of them is no number of people.
constexpr std::string_view kBelongings =
    "bag bags suitcase suitcases luggage case cases dog dogs cat cats bike bikes bicycle bicycles ski skis "
    "pillow pillows window windows door doors floor floors box boxes towel towels pram prams";
constexpr std::string_view kDayWords =
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun "
    "january february march april june july august september october november december jan feb mar apr jun "
    "jul aug sept sep oct nov dec tomorrow today tonight yesterday weekend fortnight easter christmas "
    "tomorow tommorow wensday wednsday thusday saterday";
constexpr std::string_view kPraise =
    "nice good great lovely cheap cheaper cheapest quiet clean reliable quick short long friendly simple "
    "decent "
    "proper appointment booking reservation place visit slot meeting lift ride hand favour moment look word "
    "technician someone somebody room table flight car ticket seat driver quote offer question minute while "
    "bit "
    "few couple";
// In descriptions they say nothing of the key.
constexpr std::string_view kOfAnything =
    "included include including extra together altogether total both somebody someone come comes within "
    "people person thing things use used wish wishes customer client day "
    "time place school work house street whole other another wanted number name type";
constexpr std::string_view kApproximate =
    "about around approximately approx roughly circa nearly almost ca maybe";
constexpr std::string_view kCorrections =
    "rather sorry actually correction scratch wait instead no oops hang hold-on mean better not";

}  // namespace schemagate::client_agent
