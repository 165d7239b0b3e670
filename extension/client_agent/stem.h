// Words without their endings, so that "whiter", "whiten" and "whitening" are one. English; not a
// dictionary's form: a stem need not be a word.
//
//   stem_of("passengers") == stem_of("passenger")  // true
//
// Pure; safe from any thread. Private to the room.
#pragma once

#include <string>
#include <string_view>

namespace schemagate::client_agent {

// Takes off the plural, one ending of comparison or grammar, and a doubled last letter. At least three bytes
// stay; what stands behind an apostrophe never does. `lower_word` is in lower case.
std::string stem_of(std::string_view lower_word);

}  // namespace schemagate::client_agent
