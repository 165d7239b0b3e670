#include "extension/client_agent/name_scores.h"

#include <algorithm>

#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/name_words.h"
#include "extension/client_agent/utterance.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {

using std::string_view;

namespace {

// No word that requests begin with, and none of the template.
bool is_plain_name(const Parse& parse, const NameMention& name) {
  for (std::size_t at = name.words.first; at < name.words.last; ++at) {
    if (parse.is_of_template(at) || lists(kBookingNouns, parse.sentence().text(at))) return false;
  }
  return true;
}

}  // namespace

double lead_score(Side side, string_view lead) {
  if (side == Side::kStart) {
    if (lead == "from" || lead == "home") return 0.95;
    return lists("in at near around", lead) ? 0.68 : 0;
  }
  if (side == Side::kEnd) {
    if (lead == "to" || lead == "->") return 0.95;
    if (lead == "for") return 0.7;
    return lists("in at near", lead) ? 0.66 : 0;
  }
  if (lists("in at near around", lead)) return 0.92;
  if (lists("of to from ->", lead)) return 0.65;
  return lead == "for" ? 0.4 : 0;
}

// "at Luigi's", "book the Blue Door", "Casa Pepe,": a house, not what is in it and not who goes there.
double venue_score(const NameMention& name) {
  if (name.lead == "at") return 0.95;
  if (name.lead == "of") return 0.7;
  if (lists("in near", name.lead)) return name.sign == NameSign::kGround ? 0.8 : 0.62;
  if (lists("book reserve the to visit", name.lead)) return 0.9;
  if (!name.lead.empty() || name.is_lower) return 0;
  const bool is_first = name.words.first == 0;
  return name.stands_apart ? (is_first ? 0.75 : 0.62) : name.begins ? 0 : 0.66;
}

double bare_place_score(const Parse& parse, const NameMention& name) {
  // "Lyon 5-7 May, …"
  const bool heads_request = name.words.first == 0 && name.words.last < parse.sentence().size() &&
                             !name.is_lower && is_plain_name(parse, name) &&
                             (!parse.is_free(name.words.last) ||
                              parse.sentence().text(name.words.last).find_first_of("0123456789") == 0);
  if (heads_request) return 0.66;
  if (!name.stands_apart) return name.begins || name.is_lower ? 0.3 : 0.62;
  return name.words.last - name.words.first == 1 ? 0.66 : 0.62;
}

bool is_verb_of_place(const KeyProfile& profile, string_view verb) {
  if (profile.side == Side::kStart)
    return lists("pick picking pickup collect collecting start starting leaving depart", verb);
  return profile.side == Side::kEnd &&
         lists("drop dropping return returning hand handing bring bringing deliver dropoff", verb);
}

// "with Ada Roth" is in it, "by Ada Roth" has made it: not said of who does the other.
bool is_made_by_another(const KeyTerms& key, const NameMention& name) {
  const Utterance words(key.key->name);
  return name.lead == "with" && std::ranges::any_of(words.words(), [](const Word& each) {
           return lists("author composer director directed writer", each.text);
         });
}

double performer_score(const KeyTerms& key, const Utterance& sentence, const NameMention& name) {
  const Utterance words(key.key->name + " " + key.key->description.substr(0, kDescriptionBytesMax));
  const bool acts = std::ranges::any_of(words.words(), [](const Word& each) {
    return lists("actor actors actress cast starring stars celebrity celebrities", each.text);
  });
  const std::size_t first = name.words.first;
  if (!acts || name.is_lower || first == 0 || name.words.last - first < 2 || name.sign != NameSign::kNone)
    return 0;
  if (lists("starring featuring stars features", sentence.text(first - 1)) && sentence.follows_on(first))
    return 0.95;
  return name.lead == "with" ? 0.8 : 0;
}

bool is_house_of_somebody(const Utterance& sentence, const KeyProfile& profile, const NameMention& name) {
  if (profile.is_venue || name.lead != "at" || name.sign == NameSign::kSite) return false;
  const bool is_town =
      (profile.name_cues.contains(meaning_of("city")) || profile.name_cues.contains(meaning_of("town"))) &&
      !profile.cues.contains(meaning_of("venue")) && !profile.cues.contains(meaning_of("station"));
  return is_town || sentence.text(name.words.last - 1).ends_with("'s");
}

std::string without_possessive(std::string name) {
  if (name.ends_with("'s")) name.resize(name.size() - 2);
  return name;
}

bool is_shown(const Utterance& sentence, const NameMention& name) {
  const std::size_t at = name.all.first;
  return name.lead == "of" && at > 0 &&
         lists("showing showings screening performance performances production", sentence.text(at - 1));
}

bool is_greeted(const Utterance& sentence, const NameMention& name) {
  const std::size_t first = name.words.first;
  return first > 0 && name.lead.empty() && lists(kGreetings, sentence.text(first - 1));
}

bool is_language(const Utterance& sentence, const NameMention& name) {
  return name.words.last - name.words.first == 1 && lists(
                                                        "english german french spanish italian portuguese "
                                                        "dutch polish russian arabic chinese japanese korean "
                                                        "turkish greek swedish norwegian danish finnish "
                                                        "czech slovak hungarian romanian bulgarian ukrainian",
                                                        sentence.text(name.words.first));
}

bool is_house(const Utterance& sentence, const NameMention& name) {
  return lists(
      "hotel restaurant cafe pension hostel zur zum chez casa osteria trattoria taverna brasserie bistro "
      "ristorante pizzeria",
      sentence.text(name.words.first));
}

bool is_owner_of_house(const Utterance& sentence, const NameMention& name) {
  const std::size_t next = name.words.last;
  return sentence.text(next - 1).ends_with("'s") && sentence.follows_on(next) &&
         lists("restaurant bar cafe terrace", sentence.text(next));
}

bool is_behind_label(const Parse& parse, const KeyProfile& profile, const NameMention& name) {
  const Utterance& sentence = parse.sentence();
  const std::size_t first = name.words.first;
  if (first == 0 || !name.lead.empty() || name.is_lower || !sentence.follows_on(first)) return false;
  return !is_empty_word(sentence.text(first - 1)) && !is_request_verb(sentence.text(first - 1)) &&
         parse.is_free(first - 1) && profile.name_cues.contains(sentence[first - 1].meaning);
}

bool names_thing(const Utterance& sentence, const NameMention& name) {
  const std::size_t first = name.words.first;
  return first > 2 && sentence.follows_on(first) && lists("called named titled", sentence.text(first - 1)) &&
         lists("a an the this film movie play show event concert game match album song book band",
               sentence.text(first - 3)) &&
         !is_person(sentence.text(first - 2)) && !is_companion(sentence.text(first - 2));
}

bool is_of_some_sort(const Parse& parse, const NameMention& name) {
  const Utterance& sentence = parse.sentence();
  const std::size_t first = name.words.first;
  const std::size_t next = name.words.last;
  const bool is_any = first > 0 && next < sentence.size() && sentence.follows_on(first) &&
                      sentence.follows_on(next) && lists("a an some any", sentence.text(first - 1));
  if (is_any && name.sign == NameSign::kNone && !sentence[next].is_capital && parse.is_free(next) &&
      (parse.is_content(next) || parse.is_of_scenario(next)))
    return true;
  if (next < sentence.size() && sentence.follows_on(next) && names_sort(sentence.text(next))) return true;
  const bool may_lead = name.lead.empty() || name.lead == "of";  // "shows of Drama movies"
  if (!may_lead || first == 0 || !sentence.follows_on(first)) return false;
  return sentence.text(first - 1) == "like" ||
         (next < sentence.size() && sentence.follows_on(next) && sentence.text(next).ends_with('s') &&
          parse.is_of_template(next) && name.sign == NameSign::kNone);
}

}  // namespace schemagate::client_agent
