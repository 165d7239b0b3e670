// Takes out of a fragment what tells of a person, before anything of it is stored, hashed or compared: e-mail
// addresses (also spelled out), handles, telephone numbers, card numbers, IBANs, addresses of machines, long
// runs of digits, passwords that are called so, and words that look like keys or tokens. Dates, times and
// prices stay.
//
//   redact("call +49 170 1234567 or mail a@b.example")  // "call [phone] or mail [email]"
//
// Names of people are not known here: they become placeholders when a text is split (tokens.h), and nothing
// that one client alone says is ever published.
// Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace schemagate::evolution {

// `folded` is a text of fold(). Each finding becomes one of [email] [handle] [iban] [ip] [card] [phone]
// [digits] [secret].
std::string redact(std::string_view folded);

}  // namespace schemagate::evolution
