#include "extension/client_agent/leftover.h"

#include <algorithm>
#include <map>

#include "extension/client_agent/against_value.h"
#include "extension/client_agent/coverage.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/refusals.h"
#include "extension/client_agent/scope_words.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/times.h"
#include "extension/client_agent/value_doubts.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_forms.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// A key's name and its choices.
std::string names_of(const KeyTerms& key) {
  std::string text = key.key->name;
  for (string_view value : key.hints.values) text += " " + std::string(value);
  return text;
}

// The words that stand for a key: its name, its choices, its examples, and what its description begins with;
// all of it where it explains choices.
std::string essence_of(const KeyTerms& key) {
  std::string text = names_of(key);
  for (const Example& example : key.hints.examples) text += " " + example.phrase;
  const string_view description = string_view(key.key->description).substr(0, kDescriptionBytesMax);
  const bool explains = key.profile.kind == KeyKind::kChoice || key.profile.kind == KeyKind::kSwitch;
  auto stop = description.find_first_of(".;");
  while (stop != string_view::npos && stop > 2 && description[stop] == '.' &&
         (description[stop - 2] == '.' || description.substr(stop).starts_with(".g.")))  // "e.g."
    stop = description.find_first_of(".;", stop + 1);
  const auto end = explains ? description.size() : std::min(stop, description.size());
  return text + " " + std::string(description.substr(0, end));
}

class Leftovers {
 public:
  explicit Leftovers(Draft& draft) : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()) {
    for (const KeyTerms& key : draft.keys()) {
      for (const std::string& cue : key.profile.cues) ++keys_with_[cue];
    }
    for (const TimeMention& time : find_times(sentence_)) times_.push_back({time.first, time.last});
    for (const DateMention& date : find_dates(sentence_, {})) dates_.push_back({date.first, date.last});
  }

  // Values first: what corrects one says nothing of a default.
  void run() {
    for (const bool of_values : {true, false}) {
      std::vector<std::pair<std::size_t, Span>> doubts;
      for (std::size_t i = 0; i < draft_.keys().size(); ++i) {
        const KeyTerms& key = draft_.key(i);
        if (key.key->name == schema_interaction::kOther || draft_.found(i).has_value() != of_values) continue;
        const bool has_default = draft_.is_open(i) && key.key->default_value;
        const auto words = of_values ? against_value(draft_, i) : has_default ? about(key) : std::nullopt;
        if (words) doubts.emplace_back(i, *words);
        const auto owner = of_values && !words ? owner_of_words(draft_, i) : std::nullopt;
        const auto place = owner ? draft_.place(i) : std::nullopt;
        if (place) doubts.emplace_back(*owner, *place);
        if (place) doubts.emplace_back(i, Span{});
      }
      for (const auto& [key, words] : doubts) draft_.doubt(key, words, "not sure what is meant");
    }
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // Free words that may be meant for a key which keeps its default.
  std::optional<Span> about(const KeyTerms& key) const {
    if (key.profile.kind == KeyKind::kChoice) {
      if (const auto words = another_one()) return words;
      if (const auto words = is_choice_missing() ? std::nullopt : unknown_object()) return words;
      if (const auto words = lone_word()) return words;
      if (const auto words = sized(key)) return words;
    }
    if (const auto words = counted_elsewhere(key)) return words;
    if (const auto words = named_otherwise(key)) return words;
    if (is_declined(draft_, key)) return std::nullopt;
    if (const auto words = beside_default(draft_, key)) return words;
    if (key.profile.kind == KeyKind::kSwitch) {
      if (const auto words = counted_as(key)) return words;
      if (const auto words = unknown_refusal(draft_, key)) return words;
      if (const auto words = told()) return words;
      if (const auto words = beside_bound(draft_, key)) return words;
      if (const auto words = is_choice_missing() ? std::nullopt : unknown_object()) return words;
    }
    const Utterance essence(essence_of(key));
    const Utterance names(names_of(key));
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || names_default(key, at)) continue;
      if (is_numeric(key.profile.kind)) {
        if (const auto words = number_for(key, at)) return words;
      }
      const bool is_of_people = counts_people(key);
      if (is_of_people && (brings_somebody(at) || is_of_several(key, at))) return Span{at, at + 1};
      const bool may_be_child = key.profile.kind == KeyKind::kCount && !key.profile.counts_people &&
                                is_child(word(at)) && key.profile.cues.contains(meaning_of("child"));
      const bool may_be_young =
          key.profile.counts_children && lists("girl girls boy boys son sons daughter daughters", word(at));
      if (may_be_child || may_be_young) return Span{at, at + 1};
      if (speaks_of(key, essence, at) || (resembles(names, at) && !is_about_something_else(key, at)) ||
          (key.profile.kind == KeyKind::kChoice && !parse_.is_of_template(at) && resembles(essence, at)))
        return Span{at, at + 1};
    }
    return std::nullopt;
  }

  // "two students", where a reduction for students is asked for, and they were only counted.
  std::optional<Span> counted_as(const KeyTerms& key) const {
    for (std::size_t other = 0; key.names.size() == 1 && other < draft_.keys().size(); ++other) {
      const bool counts = draft_.key(other).profile.kind == KeyKind::kCount;
      const auto place = counts ? draft_.place(other) : std::nullopt;
      for (std::size_t at = place ? place->first : 0; place && at < place->last; ++at) {
        if (sentence_[at].meaning == key.names[0]) return Span{at, at + 1};
      }
    }
    return std::nullopt;
  }

  // "send me another one": how it is put right may be chosen by that.
  std::optional<Span> another_one() const {
    for (std::size_t at = 1; at + 1 < sentence_.size(); ++at) {
      const bool is_new = lists("another new", word(at)) && word(at + 1) == "one" && parse_.is_free(at);
      if (is_new && lists("me us a want need", word(at - 1))) return Span{at, at + 2};
    }
    return std::nullopt;
  }

  // What nobody knows is then meant for that key: it is asked for.
  bool is_choice_missing() const {
    for (std::size_t i = 0; i < draft_.keys().size(); ++i) {
      if (draft_.key(i).profile.kind == KeyKind::kChoice && draft_.key(i).key->required && !draft_.found(i))
        return true;
    }
    return false;
  }

  // "I need a people carrier": what is asked for is something that the template does not know, so that a
  // choice may be meant.
  std::optional<Span> unknown_object() const {
    for (std::size_t at = 0; at + 1 < sentence_.size(); ++at) {
      if (at > 0 && parse_.is_of_scenario(at - 1) && !is_request_verb(word(at - 1)))
        return std::nullopt;  // the thing itself; what follows is a wish beside it
      const auto before = at > 0 ? word(at - 1) : string_view("want");
      // "we have a dog" tells, "can I have a dog" asks
      const bool tells = before == "have" && at > 1 && lists("i we they", word(at - 2)) &&
                         !(at > 2 && lists("can could may shall", word(at - 3)));
      const bool is_asked = lists("a an some another", word(at)) && !tells &&
                            lists("need want like get hire rent book reserve order me us have", before);
      if (!is_asked) continue;
      std::size_t last = at + 1;
      while (last < sentence_.size() && last < at + 4 && sentence_.follows_on(last) && parse_.is_free(last) &&
             !is_empty_word(word(last)) && !number_at(sentence_, last) &&
             (!sentence_[last].is_capital || is_acronym(last)))
        ++last;
      const bool goes_on = last < sentence_.size() && sentence_.follows_on(last) && !parse_.is_free(last) &&
                           !is_empty_word(word(last));
      if (last == at + 1 || goes_on) continue;
      for (std::size_t each = at + 1; each < last; ++each) {
        const bool is_known = parse_.is_of_scenario(each) || is_everyday_word(word(each)) ||
                              parse_.is_of_template(each) || is_ordinary(sentence_, each) ||
                              lists(kPraise, word(each)) || lists(kBookingNouns, word(each));
        if (!is_known && !is_light_word(word(each)) && !is_occasion(word(each)) && parse_.is_content(each))
          return Span{each, each + 1};
      }
    }
    return std::nullopt;
  }

  bool is_acronym(std::size_t at) const {
    const auto text = sentence_.span(at, at + 1);
    return text.size() > 1 && std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
  }

  // "my daughter broke her arm": what is told of somebody, in words that nobody knows, may be a yes.
  std::optional<Span> told() const {
    for (std::size_t at = 1; at < sentence_.size(); ++at) {
      const bool is_somebody = (is_companion(word(at)) && lists("my our his her their", word(at - 1))) ||
                               lists("he she they somebody someone", word(at));
      if (!is_somebody || !parse_.is_free(at)) continue;
      const Span clause = parse_.clause_of(at);
      std::size_t last = at + 1;
      std::size_t unknown = 0;
      for (; last < clause.last && parse_.is_free(last); ++last) unknown += parse_.is_content(last) ? 1 : 0;
      if (last == clause.last && unknown >= 2) return Span{at, last};
    }
    return std::nullopt;
  }

  // "two adults and two students" for all, where this key counts the students.
  std::optional<Span> counted_elsewhere(const KeyTerms& key) const {
    if (key.profile.kind != KeyKind::kCount) return std::nullopt;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool is_special = lists(
          "student students child children kid kids senior seniors infant infants baby "
          "babies toddler toddlers pensioner pensioners",
          word(at));
      if (is_special && !parse_.is_free(at) && key.profile.cues.contains(sentence_[at].meaning))
        return Span{at, at + 1};
    }
    return std::nullopt;
  }

  // "…, hypoallergenic": a word by itself chooses something.
  std::optional<Span> lone_word() const {
    for (std::size_t at = 1; at < sentence_.size(); ++at) {
      const bool is_alone = !sentence_.follows_on(at) &&
                            (at + 1 == sentence_.size() || !sentence_.follows_on(at + 1)) &&
                            !sentence_[at].separator.contains(':');
      const bool is_plain =
          parse_.is_free(at) && parse_.is_content(at) && !sentence_[at].is_capital && word(at).size() > 3 &&
          !parse_.is_of_template(at) && !lists(kPraise, word(at)) &&
          !lists("pls thanks cheers asap today urgent urgently thx ta sorry actually", word(at));
      if (is_alone && is_plain) return Span{at, at + 1};
    }
    return std::nullopt;
  }

  // A name that nobody has understood, where the default is one: "an alarm for the grocery run".
  std::optional<Span> named_otherwise(const KeyTerms& key) const {
    const std::string& name = key.key->name;
    const bool is_name = name.ends_with("name") || name.ends_with("title") || name.ends_with("label");
    const KeyKind kind = key.profile.kind;
    if (!is_name || kind == KeyKind::kChoice || kind == KeyKind::kSwitch) return std::nullopt;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool says = parse_.is_free(at) && parse_.is_content(at) && !parse_.is_of_template(at) &&
                        !is_everyday_word(word(at)) && !lists(kPraise, word(at)) &&
                        !is_request_verb(word(at)) && !lists(kDayWords, word(at));
      if (says) return Span{at, at + 1};
    }
    return std::nullopt;
  }

  // "a spacious car", "a small rental car": how the thing itself is to be, in words that no choice has.
  std::optional<Span> sized(const KeyTerms& key) const {
    for (std::size_t at = 0; at + 1 < sentence_.size(); ++at) {
      if (!lists(kSizes, word(at)) || !parse_.is_free(at)) continue;
      for (std::size_t noun = at + 1; noun < std::min(sentence_.size(), at + 3) && sentence_.follows_on(noun);
           ++noun) {
        if (parse_.is_of_scenario(noun) || key.profile.cues.contains(sentence_[noun].meaning))
          return Span{at, at + 1};
      }
    }
    return std::nullopt;
  }

  // "2 spots", where nobody knows what is counted.
  std::optional<Span> number_for(const KeyTerms& key, std::size_t at) const {
    const auto number = number_at(sentence_, at);
    const bool in_date =
        std::ranges::any_of(dates_, [at](Span date) { return date.first <= at && at < date.last; });
    if (!number || word(at) == "one" || number->value > 100000 || is_heard(at) || in_date)
      return std::nullopt;
    const std::size_t noun = at + number->words;
    const bool of_time = is_measured(sentence_, noun) ||
                         lists("night nights year years hr hrs h min mins wk wks", word(noun)) ||
                         is_in_time(at);
    // "5 or 6 May"
    const bool of_day = lists("or and to", word(noun)) &&
                        std::ranges::any_of(dates_, [noun](Span date) { return date.first == noun + 1; });
    if (of_day || of_time != (key.profile.kind == KeyKind::kDuration)) return std::nullopt;
    const bool of_money = lists("euro euros eur dollars pounds quid bucks usd gbp", word(noun)) ||
                          sentence_[at].separator.find_first_of("$\xe2\xc2") != string_view::npos;
    if (of_money != (key.profile.kind == KeyKind::kMoney)) return std::nullopt;
    if (lists("number no", at > 0 ? word(at - 1) : string_view()) || is_corrected_number(draft_, at))
      return std::nullopt;
    // "not before six"
    const bool is_clock =
        at > 0 && number->value <= 24 && lists("before after until till past", word(at - 1)) &&
        (noun >= sentence_.size() || !sentence_.follows_on(noun) || is_empty_word(word(noun)));
    if (is_clock) return std::nullopt;
    if (names_another(key, noun)) return std::nullopt;
    const bool of_others =
        (is_person(word(noun)) || (word(noun) == "of" && lists("us you", word(noun + 1)))) &&
        !counts_people(key) && !key.profile.cues.contains(sentence_[noun].meaning);
    const bool of_party = at > 1 && word(at - 1) == "of" &&
                          lists("group party family team class", word(at - 2)) && !counts_people(key);
    if (of_party) return std::nullopt;
    const bool of_name = at > 1 && sentence_[at - 1].is_capital && sentence_.follows_on(at);
    if (of_others || of_name) return std::nullopt;
    const bool with_noun = noun < sentence_.size() && sentence_.follows_on(noun) && parse_.is_free(noun) &&
                           parse_.is_content(noun);
    return Span{at, with_noun ? noun + 1 : noun};
  }
  // "4 stars", where another key has stars in its name.
  bool names_another(const KeyTerms& key, std::size_t noun) const {
    if (noun >= sentence_.size() || !sentence_.follows_on(noun)) return false;
    const std::string& meaning = sentence_[noun].meaning;
    return !key.profile.cues.contains(meaning) &&
           std::ranges::any_of(draft_.keys(), [&](const KeyTerms& each) {
             return &each != &key && is_numeric(each.profile.kind) &&
                    each.profile.name_cues.contains(meaning);
           });
  }

  // For a key of its own, however uncertain.
  bool is_heard(std::size_t at) const {
    return std::ranges::any_of(draft_.heard(), [&](const HeardFor& heard) {
      const Utterance words(heard.words);
      return std::ranges::find(words.words(), word(at), &Word::text) != words.words().end();
    });
  }
  bool is_in_time(std::size_t at) const {
    return std::ranges::any_of(times_, [at](Span time) { return time.first <= at && at < time.last; });
  }

  // "Spots.", too: each is for somebody.
  static bool counts_people(const KeyTerms& key) {
    if (key.profile.kind != KeyKind::kCount) return false;
    const Utterance words(key.key->name + " " + key.key->description);
    const bool of_children = std::ranges::any_of(
        words.words(), [](const Word& each) { return lists("child baby infant", each.text); });
    if (of_children && !key.profile.name_cues.contains(meaning_of("people")) &&
        !lists("how_many persons guests", key.key->name))
      return false;
    return key.profile.counts_people || std::ranges::any_of(words.words(), [](const Word& each) {
             return lists("spot spots place places seat seats ticket tickets", each.text);
           });
  }

  // "we": more than the one of a default.
  bool is_of_several(const KeyTerms& key, std::size_t at) const {
    return lists("we us we'd we're we'll", word(at)) && key.profile.counts_people &&
           key.key->default_value == "1";
  }

  // "with my wife", "a friend and I".
  bool brings_somebody(std::size_t at) const {
    const auto before = at > 0 ? word(at - 1) : string_view();
    const bool is_furnished =
        sentence_.follows_on(at + 1) && lists("seat seats bed beds chair chairs menu cot", word(at + 1));
    if (is_furnished) return false;  // "with a child seat"
    if (lists("i me myself", word(at)))
      return before == "and" && at > 2 && sentence_[at - 2].is_capital && sentence_.follows_on(at - 1);
    // "Ada and Carl Weber"
    const bool is_second = at > 1 && before == "and" && sentence_[at].is_capital &&
                           sentence_[at - 2].is_capital && sentence_.follows_on(at) &&
                           sentence_.follows_on(at - 1) && !lists(kDayWords, word(at)) &&
                           !lists("i i'm i'd i'll i've", word(at));
    if (is_second) return true;
    const bool is_somebody =
        is_companion(word(at)) || is_person(word(at)) ||
        lists("friends family kids colleagues mates team crew couple both parents grandparents", word(at));
    const bool is_speaker = lists("a an", before) && at > 1 && lists("i'm am as being", word(at - 2));
    const bool is_met = at > 1 && lists("visit visiting see seeing meet", word(at - 2));
    const bool is_told = at + 1 < sentence_.size() && sentence_.follows_on(at + 1) &&
                         parse_.is_free(at + 1) &&
                         !lists("for with bring bringing", at > 1 ? word(at - 2) : string_view()) &&
                         tells_of_somebody(word(at + 1));
    return is_somebody && !is_speaker && !is_met && !is_told && !lists("of from by", before);
  }

  // A word of this key and of hardly any other.
  bool speaks_of(const KeyTerms& key, const Utterance& essence, std::size_t at) const {
    const std::string& meaning = sentence_[at].meaning;
    if (!parse_.is_content(at) || is_everyday_word(word(at)) || word(at).size() < 3) return false;
    if (is_ordinary(sentence_, at) || is_about_something_else(key, at) || lists(kOfAnything, word(at)))
      return false;
    const bool is_meeting = lists("talk speak discuss meet", word(at)) && at > 0 && word(at - 1) == "to";
    if (is_meeting) return false;
    if ((is_object_of_request(at) || (opens_with(at) && key.profile.name_cues.contains(meaning))) &&
        (!key.profile.name_cues.contains(meaning) || sorts_things(key)))
      return false;
    if (key.profile.kind == KeyKind::kChoice && is_bare_thing(key, at)) return false;
    const std::string stem = stem_of(word(at));
    const bool stands = std::ranges::any_of(essence.words(), [&](const Word& each) {
      return !is_empty_word(each.text) && (each.meaning == meaning || stem_of(each.text) == stem);
    });
    const std::size_t users = users_of(meaning);
    // "we would both drive" for a number of drivers
    const bool is_counted = std::ranges::any_of(
        key.profile.things, [&](const auto& thing) { return thing.size() > 1 && thing.back() == meaning; });
    const std::size_t few = is_counted ? 2 : 1;
    return stands && (key.profile.name_cues.contains(meaning) ? users <= 3 : users <= few);
  }
  // "a room" for the key `room`: the thing itself says nothing of which one; "a corner room" does.
  bool is_bare_thing(const KeyTerms& key, std::size_t at) const {
    if (!key.profile.name_cues.contains(sentence_[at].meaning) || parse_.is_negated(at, 2)) return false;
    return at == 0 || !sentence_.follows_on(at) || !parse_.is_free(at - 1) || is_empty_word(word(at - 1)) ||
           number_at(sentence_, at - 1).has_value();
  }
  // "with breakfast", where bed_and_breakfast is the default and no other choice is called so; "a parcel" for
  // a number of parcels that is one.
  bool names_default(const KeyTerms& key, std::size_t at) const {
    constexpr std::size_t kReach = 3;
    const bool is_single = key.profile.kind == KeyKind::kCount && key.key->default_value == "1" &&
                           key.profile.name_cues.contains(sentence_[at].meaning) && at > 0 &&
                           !word(at).ends_with('s') && parse_.is_content(at);
    for (std::size_t back = 1; is_single && back <= std::min(at, kReach); ++back) {
      if (lists("a an the my this send", word(at - back))) return true;
      if (lists("each every per", word(at - back))) return false;
    }
    if (key.profile.kind != KeyKind::kChoice || parse_.is_negated(at, kReach)) return false;
    const auto says = [&](string_view value) {
      const Utterance words(value);
      return std::ranges::find(words.words(), sentence_[at].meaning, &Word::meaning) != words.words().end();
    };
    return says(*key.key->default_value) && std::ranges::count_if(key.hints.values, says) == 1;
  }
  // "room_type": of which sort the thing is, whose word alone says nothing of that.
  static bool sorts_things(const KeyTerms& key) {
    const Utterance name(key.key->name);
    return name.size() > 1 && lists("type class kind category size form style", name.words().back().text);
  }
  // "Room for two"
  bool opens_with(std::size_t at) const {
    return at == 0 && lists("for in at from to on with", word(at + 1)) && sentence_.follows_on(at + 1);
  }
  // "book a flight": the thing itself, not how it is to be.
  bool is_object_of_request(std::size_t at) const {
    const bool is_left = at > 1 && lists("leave keep put bring store", word(at - 2));  // "leave the car"
    const bool is_quality = at + 1 < sentence_.size() && sentence_.follows_on(at + 1) &&
                            parse_.is_of_scenario(at + 1);  // "a sworn translation"
    return at > 1 && !is_left && !is_quality && lists("a an the", word(at - 1)) && sentence_.follows_on(at) &&
           (is_request_verb(word(at - 2)) || lists("need want like", word(at - 2)));
  }

  // "remove the red eyes": something else is done to what the key is about.
  bool is_about_something_else(const KeyTerms& key, std::size_t at) const {
    if (key.hints.wants_other_for_fine) return true;
    if (key.names.size() < 2) return false;
    const Span clause = parse_.clause_of(at);
    for (std::size_t each = clause.first; each < clause.last; ++each) {
      // "by 30 %": finer than a switch, which is nothing but a wish.
      if (key.profile.kind == KeyKind::kSwitch && share_at(sentence_, each)) return true;
      if (lists("remove replace crop brighten slimmer swap rid delete erase", word(each))) return true;
    }
    return false;
  }

  // "bfast" for breakfast, "notification" for notify_by, "pick them up" for home_pickup: near to a word of
  // the key's name or choices, and no word of the template.
  bool resembles(const Utterance& names, std::size_t at) const {
    if (!parse_.is_content(at) || is_ordinary(sentence_, at) || is_everyday_word(word(at))) return false;
    if (users_of(sentence_[at].meaning) > 3) return false;  // "meeting", where every key is about one
    return std::ranges::any_of(names.words(), [&](const Word& each) {
      return is_alike(word(at), each.text) || is_cut_in_two(at, each.text);
    });
  }
  std::size_t users_of(const std::string& meaning) const {
    const auto found = keys_with_.find(meaning);
    return found == keys_with_.end() ? 0 : found->second;
  }
  static bool is_alike(string_view said, string_view known) {
    constexpr std::size_t kSame = 5;
    if (said.size() >= kSame && said.substr(0, kSame) == known.substr(0, kSame)) return true;
    if (is_done_by(said, known)) return true;
    const bool is_short = said.size() >= 4 && said.size() < known.size() && said.front() == known.front() &&
                          said.back() == known.back();
    std::size_t next = 0;
    for (const char c : known) next += next < said.size() && said[next] == c ? 1 : 0;
    return is_short && next == said.size();
  }
  bool is_cut_in_two(std::size_t at, string_view known) const {
    if (word(at).size() < 3 || !known.starts_with(word(at))) return false;
    const Span clause = parse_.clause_of(at);
    for (std::size_t next = at + 1; next < std::min(clause.last, at + 4); ++next) {
      if (word(next) == known.substr(word(at).size())) return true;
    }
    return false;
  }

  Draft& draft_;
  const Parse& parse_;
  const Utterance& sentence_;
  std::map<std::string, std::size_t, std::less<>> keys_with_;
  std::vector<Span> times_;
  std::vector<Span> dates_;
};

}  // namespace

void doubt_by_leftovers(Draft& draft) {
  Leftovers(draft).run();
}

}  // namespace schemagate::client_agent
