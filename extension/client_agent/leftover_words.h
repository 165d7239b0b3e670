// The words that tell what a leftover may be meant for (leftover.h), a list each. Private to the room.
#pragma once

#include <string_view>

namespace schemagate::client_agent {

constexpr std::string_view kDayWords =
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun "
    "january february march april june july august september october november december jan feb mar apr jun "
    "jul aug sept sep oct nov dec tomorrow today tonight yesterday weekend fortnight easter christmas "
    "tomorow tommorow wensday wednsday thusday saterday";
constexpr std::string_view kPraise =
    "nice good great lovely cheap cheaper cheapest quiet clean reliable quick short long friendly simple "
    "decent proper appointment booking reservation place slot hand favour moment look word someone somebody "
    "quote offer question minute while bit few couple";
// In descriptions they say nothing of the key.
constexpr std::string_view kOfAnything =
    "included include including extra together altogether total both somebody someone come comes within "
    "people person thing things use used wish wishes customer client day "
    "time place school work house street whole other another wanted number name type";
// Of a thing that is asked for: which of its kinds.
constexpr std::string_view kSizes =
    "small smaller smallest little tiny big bigger biggest large larger largest huge spacious roomy compact "
    "medium "
    "mid-size midsize sized intermediate full-size luxury luxurious fancy premium basic budget cheap "
    "expensive";
constexpr std::string_view kApproximate =
    "about around approximately approx roughly circa nearly almost ca maybe";
// Of a day that is told by another one: "no, a day later".
constexpr std::string_view kSomeDay = "day days week weeks month months later earlier";
constexpr std::string_view kCorrections =
    "rather sorry actually correction scratch wait instead no oops hang hold-on mean better not";

}  // namespace schemagate::client_agent
