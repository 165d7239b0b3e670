// How well the words around a name fit a key, from 0 to 1 (name_keys.cc adds them up). Private to the room.
// Pure.
#pragma once

#include <string>
#include <string_view>

#include "extension/client_agent/names.h"
#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// Of a place at this side of a journey, by the word before it.
double lead_score(Side side, std::string_view lead);
// Of a house with a name.
double venue_score(const NameMention& name);
// Of a place with nothing before it.
double bare_place_score(const Parse& parse, const NameMention& name);
// "drop it off in Seville": of this side.
bool is_verb_of_place(const KeyProfile& profile, std::string_view verb);
// "with Ada Roth" for who has made it.
bool is_made_by_another(const KeyTerms& key, const NameMention& name);
// "featuring Ada Roth", "with Ada Roth" for who acts in it; 0 for anybody else.
double performer_score(const KeyTerms& key, const Utterance& sentence, const NameMention& name);
// "at Luigi's" for a town; and "at the Red Rocks" where nothing but a town is asked for.
bool is_house_of_somebody(const Utterance& sentence, const KeyProfile& profile, const NameMention& name);
// "Tom's account": Tom.
std::string without_possessive(std::string name);
// "a showing of Blue Hour".
bool is_shown(const Utterance& sentence, const NameMention& name);
// "thanks Anna", "hey Robin", "help me Assistant": who is spoken to or signs, and no place.
bool is_greeted(const Utterance& sentence, const NameMention& name);
// "in French": no place.
bool is_language(const Utterance& sentence, const NameMention& name);
// "Hotel Adler", "Zur Linde": nobody is called so.
bool is_house(const Utterance& sentence, const NameMention& name);
// "Hotel Adler's restaurant": not the restaurant itself.
bool is_owner_of_house(const Utterance& sentence, const NameMention& name);
// "branch Altona": behind a word of the key's name.
bool is_behind_label(const Parse& parse, const KeyProfile& profile, const NameMention& name);
// "a film called Blue Hour": of a thing, not of somebody.
bool names_thing(const Utterance& sentence, const NameMention& name);
// "some Drama films", "at a Madagascar bar", "something like Drama": no place.
bool is_of_some_sort(const Parse& parse, const NameMention& name);

}  // namespace schemagate::client_agent
