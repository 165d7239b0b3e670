// What the ending of an English word says of its part of speech. Private to the room. Pure.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {

// "whiten the fence" for white: what is done, and not how it is; but "wooden" for wood.
inline bool is_verb_made_of(std::string_view word, std::string_view value) {
  if (word == value || lists("wooden golden woollen silken", word)) return false;
  const bool made =
      word.ends_with("en") || word.ends_with("ens") || word.ends_with("ened") || word.ends_with("ening");
  return made && value.size() >= 4 && !value.contains("en") &&
         word.starts_with(value.substr(0, value.size() - 1));
}

// "a professional actor": the word says how something is, whatever it is.
inline bool is_adjective(std::string_view word) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"al", "ic", "ive", "ary", "ous", "able", "ible", "ful", "less",
                                              "ian", "ern"},
      [word](std::string_view ending) { return word.size() > ending.size() + 3 && word.ends_with(ending); });
}

// "dermatologist" for dermatology, "paediatrician" for paediatrics, "dentist" for dentistry.
inline bool is_practitioner_of(std::string_view word, std::string_view field) {
  constexpr std::size_t kRootMin = 4;
  const auto root = [](std::string_view text, std::initializer_list<std::string_view> endings) {
    for (std::string_view ending : endings) {
      if (text.size() >= ending.size() + kRootMin && text.ends_with(ending))
        return text.substr(0, text.size() - ending.size());
    }
    return std::string_view();
  };
  const auto who = root(word, {"ician", "ist", "ian", "er"});
  return !who.empty() && who == root(field, {"istry", "ics", "y"});
}

// "signed" for signature, "accepted" for acceptance.
inline bool is_done_by(std::string_view verb, std::string_view noun) {
  constexpr std::size_t kRootMin = 4;
  for (std::string_view ending : {"ature", "ation", "ition", "ance", "ence", "ion"}) {
    if (noun.size() < ending.size() + kRootMin || !noun.ends_with(ending)) continue;
    const auto root = noun.substr(0, noun.size() - ending.size());
    for (std::string_view form : {"", "ed", "ing", "s"}) {
      if (verb.size() == root.size() + form.size() && verb.starts_with(root) && verb.ends_with(form))
        return true;
    }
  }
  return false;
}

// "my sister lives in Bron": told of somebody, who does not come for that.
inline bool tells_of_somebody(std::string_view verb) {
  if (lists("was were had went lived", verb)) return true;
  return verb.size() > 3 && verb.ends_with('s') && !verb.ends_with("ss") &&
         !lists("comes joins wants needs likes loves prefers plus", verb);
}

// A noun may go on what a value begins; a verb or an adverb does not.
inline bool is_nounlike(std::string_view word) {
  if (lists("everywhere here there again now soon only just always anywhere please today", word))
    return false;
  return !(word.ends_with("ing") || word.ends_with("ly") || word.ends_with("ed") ||
           (word.ends_with('s') && !word.ends_with("ss")));
}

}  // namespace schemagate::client_agent
