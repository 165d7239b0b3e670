// What kind of thing a key holds. Private to the room.
#pragma once

namespace schemagate::client_agent {

enum class KeyKind {
  kSwitch,    // yes or no
  kChoice,    // one of the listed values
  kCount,     // how many of something
  kLevel,     // how strong, within a range
  kMoney,     // in the currency of the description
  kMeasure,   // in the unit of the description
  kAge,       // in years
  kDuration,  // nights, hours, ...
  kDate,
  kTime,
  kDateTime,  // a day with a time of day
  kEmail,
  kPhone,
  kUri,
  kCode,     // the number of a card, a customer, a contract: digits, or what the pattern says
  kContact,  // either of them
  kAddress,  // street, number, town
  kPlace,
  kPerson,
  kBrand,
  kTitle,     // of an event, a course, a thing with a name
  kNamed,     // a name, only where the examples have one
  kThing,     // a thing without a name: a tool, an appliance
  kFreeText,  // in the speaker's words
  kText,      // only in the form of an example
};

constexpr bool is_numeric(KeyKind kind) {
  using enum KeyKind;
  return kind == kCount || kind == kLevel || kind == kMoney || kind == kMeasure || kind == kAge ||
         kind == kDuration;
}

}  // namespace schemagate::client_agent
