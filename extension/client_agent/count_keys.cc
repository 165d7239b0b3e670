// How many: of people, as they name themselves, and of things.
#include <algorithm>

#include "extension/client_agent/counted_things.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_forms.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// Some of those who are counted: "two adults", "my wife", "me".
struct Group {
  enum class Kind { kCounted, kCompanions, kSpeaker };
  Kind kind = Kind::kCounted;
  double count = 1;  // 0: nobody says how many
  Span words;
};

bool is_speaker(string_view word) {
  return word == "me" || word == "myself" || word == "i";
}

class Counter {
 public:
  // Borrows all three.
  Counter(Draft& draft, const KeyTerms& key, bool of_persons)
      : parse_(draft.parse()),
        sentence_(draft.sentence()),
        key_(key),
        of_persons_(of_persons),
        is_of_anything_(counts_anything(key)) {
    const Utterance name(key.key->name);
    const bool is_of_adults = std::ranges::any_of(
        name.words(), [](const Word& each) { return lists("adult adults grownups", each.text); });
    without_children_ =
        is_of_adults || std::ranges::any_of(draft.keys(), [&key](const KeyTerms& each) {
          return &each != &key && each.profile.counts_children && !key.profile.counts_children;
        });
    for (const KeyTerms& each : draft.keys()) {
      if (&each == &key || each.profile.kind != KeyKind::kCount) continue;
      for (const auto& thing : each.profile.things) {
        if (thing.size() > 1) things_elsewhere_.insert(thing.back());
      }
    }
  }

  // nullopt: nothing is counted.
  std::optional<Total> find() const {
    if (key_.profile.is_ordinal) return find_ordinal(parse_, key_);
    if (!key_.profile.per.empty()) return find_frequency();
    return find_plain();
  }

  std::optional<Total> find_plain() const {
    std::optional<Total> found;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const auto total = total_at(at);
      if (!total) continue;
      const bool corrects = found && correction_before(sentence_, total->words.first);
      const bool is_plainer = found && total->is_of_things && !found->is_of_things;
      if (found && is_plainer) {
        const Span before = found->words;
        found = total;
        found->also = before;
      } else if (!found || corrects) {
        found = total;
      } else if (total->is_of_things && total->count != found->count && !is_part(*total)) {
        return Total{0, total->words, 0};
      }
      at = std::max(at, total->words.last - 1);
    }
    const auto along = comes_along();
    if (along && found && !found->is_of_things) return Total{0, *along, 0};
    if (found) return corrected(*found);
    if (const auto part = find_part()) return part;
    if (const auto none = find_none()) return none;
    return find_single();
  }

  // "two of us are vegan", "one guest has …": some of those who were counted before.
  bool is_part(const Total& total) const {
    if (total.count <= 1) return true;
    for (std::size_t at = total.words.first; at < total.words.last; ++at) {
      if (lists("us them", word(at))) return true;
    }
    return false;
  }

  // Words that a default would pass over: somebody comes along, or a number of something that nobody knows.
  std::optional<Span> hint() const {
    if (const auto along = comes_along()) return along;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at)) continue;
      if (names_thing(at)) return Span{at, at + 1};
      const auto number = number_at(sentence_, at);
      const std::size_t noun = at + (number ? number->words : 0);
      const bool of_children = key_.profile.counts_children && !is_child(word(noun));
      if (number && of_children && is_person(word(noun))) continue;
      const bool of_people = number && key_.profile.counts_people &&
                             (is_person(word(noun)) || word(noun) == "of" ||
                              (at > 0 && word(at - 1) == "for" && !is_of_time_or_measure(word(noun))));
      if (of_people) return Span{at, noun};
      if (number && number->value > 1 && counts_chosen(noun)) return Span{at, noun};
      if (!number || noun >= sentence_.size() || !sentence_.follows_on(noun) || !parse_.is_free(noun))
        continue;
      const bool is_unknown = parse_.is_content(noun) && !parse_.is_of_template(noun) &&
                              !is_person(word(noun)) && !is_of_time_or_measure(word(noun)) &&
                              word(noun).ends_with('s');
      if (is_unknown && number->value >= 1 && looks_like_thing(noun)) return Span{at, noun + 1};
    }
    return std::nullopt;
  }

 private:
  // "twice a week", "three sessions a week", "5 times per week", "weekly".
  std::optional<Total> find_frequency() const {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at)) continue;
      const bool once =
          word(at) == key_.profile.per + "ly" || (word(at) == "daily" && key_.profile.per == "day");
      if (once && !number_before(at)) return Total{1, {at, at + 1}};
      const bool every = lists("every each", word(at)) && word(at + 1) == key_.profile.per;
      if (every && at > 0 && is_head(at - 1, at - 1)) return Total{1, {at, at + 2}};
      const bool is_once = lists("once twice thrice", word(at));
      const auto number = is_once ? NumberMention{word(at) == "once"    ? 1.0
                                                  : word(at) == "twice" ? 2.0
                                                                        : 3.0}
                                  : number_at(sentence_, at).value_or(NumberMention{0, 0});
      if (number.words == 0) continue;
      for (std::size_t next = at + number.words; next < at + number.words + 3; ++next) {
        const bool is_per = lists("a per each every", word(next)) && word(next + 1) == key_.profile.per;
        if (is_per) return Total{number.value, {at, next + 2}, 0.9, number.value == 0, true};
      }
    }
    return find_plain();
  }

  // "I will come along"
  std::optional<Span> comes_along() const {
    for (std::size_t at = 0; of_persons_ && at < sentence_.size(); ++at) {
      if (word(at) == "come" && word(at + 1) == "along") return Span{at, at + 2};
      if (lists("accompany accompanying accompanied", word(at))) return Span{at, at + 1};
    }
    return std::nullopt;
  }

  // The thing itself, and nobody has understood how many.
  bool names_thing(std::size_t at) const {
    const bool is_plural = word(at).ends_with('s') && !word(at).ends_with("ss");
    if (!is_plural || parse_.is_negated(at, 3) || is_of_time_or_measure(word(at))) return false;
    return std::ranges::any_of(key_.profile.things,
                               [&](const auto& thing) {
                                 return thing.size() == 1 && thing[0] == sentence_[at].meaning &&
                                        thing[0] != meaning_of("person");
                               }) ||
           is_modifier(at > 0 ? at - 1 : at, at);
  }

  // "twenty roses", "three double rooms": what a choice has taken is counted.
  bool counts_chosen(std::size_t noun) const {
    bool is_taken = false;
    for (std::size_t at = noun; at < std::min(sentence_.size(), noun + 3) && sentence_.follows_on(at); ++at) {
      if (is_of_time_or_measure(word(at))) return false;
      is_taken = is_taken || !parse_.is_free(at);
      if (is_taken && word(at).ends_with('s')) return true;
    }
    return false;
  }

  // Begins as the thing does: a slip of the pen.
  bool looks_like_thing(std::size_t noun) const {
    return std::ranges::any_of(key_.profile.things, [&](const auto& thing) {
      return thing.back().substr(0, 3) == sentence_[noun].meaning.substr(0, 3);
    });
  }

  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "…, no wait, make it three": a bare number that replaces the one before.
  Total corrected(Total total) const {
    for (std::size_t at = total.words.last; at < sentence_.size(); ++at) {
      const auto number = parse_.is_free(at) ? number_at(sentence_, at) : std::nullopt;
      const auto cue = number ? correction_before(sentence_, at) : std::nullopt;
      const std::size_t end = at + (number ? number->words : 0);
      if (!cue || (sentence_.follows_on(end) && is_of_time_or_measure(word(end)))) continue;
      const auto bare = bare_correction(sentence_, parse_, total.words.last);
      if (bare && bare->is_of_another) return {0, {*cue, end}, 0};
      return {number->value, total.words, 0.85, false, true, Span{*cue, end}};
    }
    return total;
  }

  std::optional<Total> total_at(std::size_t at) const {
    std::vector<Group> party;
    std::size_t next = at;
    while (auto group = group_at(next)) {
      if (!party.empty() && (is_some_of(next) || is_of_us(party.back(), *group))) break;
      party.push_back(*group);
      next = group->words.last;
      const bool joined = lists("and plus with &", word(next)) ||
                          (next < sentence_.size() && sentence_[next].separator.starts_with(','));
      if (!joined) break;
      while (lists("and plus with", word(next))) ++next;
    }
    const std::size_t end = party.empty() ? at : party.back().words.last;
    if (!party.empty() && next > end && names_more(next)) party.push_back({{}, 0, {end, next + 1}});
    if (!party.empty() && next == end && word(end).empty() == false &&
        sentence_[end].separator.starts_with(',') && names_more(end))
      party.push_back({{}, 0, {end, end + 1}});
    if (is_told_of(party, end)) return std::nullopt;
    if (!party.empty() && has_others_behind(end)) party.push_back({{}, 0, {end, end + 1}});
    const bool names_somebody =
        std::ranges::any_of(party, [](const Group& group) { return group.kind != Group::Kind::kSpeaker; });
    if (!names_somebody || is_visited(at) || is_refused(sentence_, at)) return std::nullopt;
    return total_of(party);
  }

  // "my colleague Ana Ruiz and three others"
  bool has_others_behind(std::size_t end) const {
    constexpr std::size_t kReach = 6;
    for (std::size_t at = end; of_persons_ && at < std::min(sentence_.size(), end + kReach); ++at) {
      if (sentence_[at].sentence != sentence_[end].sentence) return false;
      if (word(at) == "others" && number_before(at) && parse_.is_free(at)) return true;
    }
    return false;
  }

  // "my sister lives in Bron": nobody says that she comes.
  bool is_told_of(const std::vector<Group>& party, std::size_t end) const {
    if (party.size() != 1 || party[0].kind != Group::Kind::kCompanions) return false;
    const std::size_t first = party[0].words.first;
    const auto before = first > 0 ? word(first - 1) : string_view();
    const bool is_led = lists("for with bring bringing taking plus", before) ||
                        (before == "and" && sentence_.follows_on(first - 1));
    return !is_led && end < sentence_.size() && sentence_.follows_on(end) && parse_.is_free(end) &&
           tells_of_somebody(word(end));
  }

  // "two of us and I want …", "for 1 person, and I want …": the speaker is one of them.
  bool is_of_us(const Group& counted, const Group& next) const {
    if (next.kind != Group::Kind::kSpeaker) return false;
    return word(counted.words.last - 1) == "us" ||
           (counted.kind == Group::Kind::kCounted && word(next.words.first) == "i");
  }

  // "party of 7, one of us …": not one more.
  bool is_some_of(std::size_t at) const {
    const auto number = number_at(sentence_, at);
    const std::size_t next = at + (number ? number->words : 0);
    return number && word(next) == "of" && lists("us them you", word(next + 1));
  }

  // "…, her two boys and me": somebody else whom nobody has counted.
  bool names_more(std::size_t at) const {
    for (std::size_t next = at; of_persons_ && next < std::min(sentence_.size(), at + 4); ++next) {
      if (next > at && !sentence_.follows_on(next)) return false;
      auto name = word(next);
      if (lists("for on at in from to by of", name)) return false;
      if (lists("us boy girl boys girls people others someone somebody everyone", name)) return true;
      if (without_children_ && is_child(name)) return false;
      if (name.ends_with('s')) name.remove_suffix(1);
      if (is_companion(name) && !is_refused(sentence_, next)) return true;
    }
    return false;
  }

  Total total_of(const std::vector<Group>& party) const {
    Total total{0, {party.front().words.first, party.back().words.last}};
    if (is_one_of_two(total.words)) return {0, total.words, 0};
    const bool is_added = total.words.first > 0 && word(total.words.first - 1) == "plus" &&
                          party.front().kind == Group::Kind::kCounted;
    if (is_added) return {0, total.words, 0};
    bool has_speaker = false;
    bool is_counted = false;
    for (const Group& group : party) {
      if (group.count == 0) return {0, total.words, 0};
      total.count += group.count;
      has_speaker = has_speaker || group.kind == Group::Kind::kSpeaker;
      is_counted = is_counted || group.kind == Group::Kind::kCounted;
    }
    const auto before = total.words.first > 0 ? word(total.words.first - 1) : string_view();
    const bool along = lists("with bringing taking take", before) || joins(total.words.last);
    if (along && !has_speaker && !is_counted) total.count += 1;
    total.is_of_things = is_counted;
    return total;
  }

  // "my partner comes too"
  bool joins(std::size_t at) const {
    if (lists("is are will would wants", word(at))) ++at;
    return lists("come comes coming join joins joining tag", word(at)) ||
           (lists("too also", word(at)) && sentence_.follows_on(at));
  }

  // "2 or 3", "two to three people": not certain.
  bool is_one_of_two(Span words) const {
    std::size_t first = words.first;
    if (word(first) == "for") ++first;
    const bool before = first > 1 && lists("or to maybe", word(first - 1)) && number_before(first - 1);
    const bool behind = lists("or to maybe perhaps", word(words.last)) &&
                        number_at(sentence_, words.last + 1) && !lists("o'clock pm am", word(words.last + 2));
    return before || behind;
  }
  bool number_before(std::size_t at) const { return at > 0 && number_at(sentence_, at - 1).has_value(); }

  // "visit my parents", "for my mother's wedding".
  bool is_visited(std::size_t at) const {
    const auto before = at > 0 ? word(at - 1) : string_view();
    return lists("visit see meet visiting seeing meeting surprise of tell ask from", before) &&
           !lists("of", before);
  }

  std::optional<Group> group_at(std::size_t at) const {
    if (!parse_.is_free(at)) return std::nullopt;
    if (of_persons_ && is_speaker(word(at))) return Group{Group::Kind::kSpeaker, 1, {at, at + 1}};
    if (of_persons_) {
      if (auto companions = companions_at(at)) return companions;
      if (word(at) == "both" && word(at + 1) == "of" && word(at + 2) == "us")
        return Group{{}, 2, {at, at + 3}};
    }
    if (word(at) == "both") {
      std::size_t noun = at + 1;
      while (lists("of the my our these those your", word(noun))) ++noun;
      if (const auto end = both_of(noun); noun > at + 1 && end) return Group{{}, 2, {at, *end}};
    }
    return counted_at(at);
  }

  std::optional<Group> companions_at(std::size_t at) const {
    const bool mine = lists("my our a an one", word(at));
    const auto number = number_at(sentence_, mine ? at + 1 : at);
    if (!mine && !number) return std::nullopt;
    const std::size_t noun = at + (mine ? 1 : 0) + (number ? number->words : 0);
    auto name = word(noun);
    if (name.contains('\'') || (without_children_ && is_child(name))) return std::nullopt;
    const bool is_furnished =
        sentence_.follows_on(noun + 1) && lists("seat seats bed beds chair chairs menu cot", word(noun + 1));
    if (is_furnished) return std::nullopt;  // "with a child seat"
    const bool is_collective =
        lists("family team group friends colleagues kids children class crew mates", name) &&
        lists("my our", word(at));
    if (is_collective && !number) {
      // "a family of four" says it behind.
      return word(noun + 1) == "of" ? std::nullopt
             : lists("for with me us bring", at > 0 ? word(at - 1) : string_view())
                 ? std::optional(Group{Group::Kind::kCompanions, 0, {at, noun + 1}})
                 : std::nullopt;
    }
    const bool is_many = name.ends_with('s') && name != "boss";
    const bool is_pair = name == "parents" || name == "grandparents";
    if (is_many) name.remove_suffix(1);
    if (!parse_.is_free(noun) || !(is_companion(name) || name == "children" || is_pair)) return std::nullopt;
    const bool is_addressed = !number && lists("a an one", word(at)) &&
                              !lists("and plus with", at > 0 ? word(at - 1) : string_view());
    if (is_addressed) return std::nullopt;
    const bool may_be_child = without_children_ && lists("son daughter grandson granddaughter", name);
    double count = is_pair ? 2 : is_many || may_be_child || name == "children" ? 0 : 1;
    if (number) count = number->value;
    return Group{Group::Kind::kCompanions, count, {at, noun + 1}};
  }

  std::optional<Group> counted_at(std::size_t at) const {
    const auto number = number_at(sentence_, at);
    if (!number || number->value != static_cast<double>(static_cast<long long>(number->value)))
      return std::nullopt;
    const std::size_t noun = at + number->words;
    if (const auto end = thing_behind(noun)) return Group{{}, number->value, {at, *end}};
    if (!of_persons_ || key_.profile.counts_children) return std::nullopt;
    if (word(noun) == "of" && lists("us you", word(noun + 1)))
      return Group{{}, number->value, {at, noun + 2}};
    return counted_behind(at, noun, number->value);
  }

  // The end of the thing that a number counts; words that other keys have taken may stand between.
  std::optional<std::size_t> thing_behind(std::size_t noun) const {
    std::size_t gap = 0;
    for (std::size_t next = noun; next < noun + 5 && next < sentence_.size(); ++next) {
      if (!sentence_.follows_on(next)) break;
      if (next == noun && word(next) == "of" && lists("them us which whom you", word(next + 1))) {
        ++next;
        continue;
      }
      const bool is_own = is_head(noun, next) && lists("star stars", word(next));
      if (lists("per each every", word(next))) break;  // "45 per ticket"
      if (!is_own && (is_of_time_or_measure(word(next)) || number_at(sentence_, next))) break;
      if (is_head(noun, next))
        return next == noun || !parse_.is_free(next - 1) ? next + 1 : covered(noun, next);
      if (!parse_.is_free(next)) continue;
      const bool is_praised = lists("great nice good fine", word(next));
      if ((is_empty_word(word(next)) && !is_praised) || ++gap > 2) break;
    }
    return std::nullopt;
  }

  // "both my cats", of whatever the key counts: one word that stands for it.
  std::optional<std::size_t> both_of(std::size_t noun) const {
    if (const auto end = thing_behind(noun)) return end;
    const bool is_plural = word(noun).ends_with('s') && sentence_.follows_on(noun);
    return is_plural && key_.profile.cues.contains(meaning_of("animal")) && is_animal(word(noun))
               ? std::optional(noun)
               : std::nullopt;
  }
  static bool is_animal(string_view name) {
    return lists("dogs cats rabbits hamsters birds parrots puppies kittens ponies horses", name);
  }

  // What stands between the number and the thing stays said: "3 window seats" is 3, and a wish for windows.
  std::size_t covered(std::size_t noun, std::size_t head) const {
    return is_modifier(noun, head) ? head + 1 : noun;
  }
  bool is_modifier(std::size_t from, std::size_t head) const {
    for (const auto& thing : key_.profile.things) {
      if (thing.size() < 2 || sentence_[head].meaning != thing.back()) continue;
      const bool all = std::ranges::all_of(thing, [&](const std::string& meaning) {
        for (std::size_t at = from; at <= head; ++at) {
          if (sentence_[at].meaning == meaning) return true;
        }
        return false;
      });
      if (all) return true;
    }
    return false;
  }

  bool is_head(std::size_t noun, std::size_t at) const {
    if (without_children_ && is_child(word(at))) return false;
    if (key_.profile.counts_children && is_person(word(at)) && !is_child(word(at))) return false;
    const bool is_piece = is_of_anything_ && at > 0 && parse_.is_of_template(at) && word(at).ends_with('s') &&
                          !is_person(word(at)) && sentence_.follows_on(at);
    if (is_piece) return true;
    if (of_persons_ &&
        (is_person(word(at)) || (lists("ticket tickets seat seats place places spot spots", word(at)) &&
                                 !things_elsewhere_.contains(sentence_[at].meaning))))
      return true;
    const std::string& meaning = sentence_[at].meaning;
    // "bedrooms" are rooms.
    const bool plain =
        !is_what_they_do(key_, word(at)) && std::ranges::any_of(key_.profile.things, [&](const auto& thing) {
          return thing.size() == 1 &&
                 (thing[0] == meaning || (thing[0].size() > 3 && meaning.ends_with(thing[0])));
        });
    return plain || is_modifier(noun, at) || is_bare_container(noun, at);
  }
  // "12 pallets" for "Number of Euro pallets": what such things are called matters to nobody.
  bool is_bare_container(std::size_t noun, std::size_t at) const {
    return at == noun &&
           lists(
               "pallet pallets crate crates container containers bag bags suitcase suitcases luggage baggage",
               word(at)) &&
           !things_elsewhere_.contains(sentence_[at].meaning) &&
           std::ranges::any_of(key_.profile.things,
                               [&](const auto& thing) { return thing.back() == sentence_[at].meaning; });
  }

  // "family of four", "for two", "we are six".
  std::optional<Group> counted_behind(std::size_t at, std::size_t end, double count) const {
    const auto before = at > 0 ? word(at - 1) : string_view();
    const auto earlier = at > 1 ? word(at - 2) : string_view();
    if (before == "of" && lists("party group family team class", earlier))
      return Group{{}, count, {at - 2, end}};
    const bool ends = end >= sentence_.size() || !sentence_.follows_on(end) ||
                      (!parse_.is_content(end) && !is_of_time_or_measure(word(end))) ||
                      !parse_.is_free(end) || lists("on at in from to", word(end));
    const bool we_are = (lists("are be", before) && lists("we we'll", earlier)) || before == "we're" ||
                        (before == "be" && earlier == "will" && at > 2 && word(at - 3) == "we");
    if (we_are) return Group{{}, count, {at, end}};
    const bool alone = before == "for" && ends && !is_of_time_or_measure(word(end));
    return alone ? std::optional(Group{{}, count, {at - 1, end}}) : std::nullopt;
  }

  // "one of us is a student", where the students of the party are counted.
  std::optional<Total> find_part() const {
    constexpr std::size_t kReach = 4;
    for (std::size_t at = 0; !of_persons_ && at < sentence_.size(); ++at) {
      const auto number = parse_.is_free(at) ? number_at(sentence_, at) : std::nullopt;
      const std::size_t of = at + (number ? number->words : 0);
      if (!number || word(of) != "of" || !lists("us them", word(of + 1))) continue;
      for (std::size_t next = of + 2; next < of + 2 + kReach && sentence_.follows_on(next); ++next) {
        if (is_negation(word(next))) break;
        const bool is_theirs = parse_.is_free(next) && parse_.is_content(next) &&
                               key_.profile.cues.contains(sentence_[next].meaning);
        if (is_theirs) return Total{number->value, {at, next + 1}, 0.85, false, true};
      }
    }
    return std::nullopt;
  }

  // "no waiters", "without checked bags".
  std::optional<Total> find_none() const {
    if (!fits(key_, 0)) return std::nullopt;
    for (std::size_t at = 1; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || !sentence_.follows_on(at) || !lists("no without any zero", word(at - 1)))
        continue;
      if (word(at - 1) == "any" && !parse_.is_negated(at, 3)) continue;
      const auto end = thing_behind(at);
      if (end && *end == at + 1) return Total{0, {at - 1, *end}, 0.85, true, true};
    }
    return std::nullopt;
  }

  // "a parcel", "just me", "x2".
  std::optional<Total> find_single() const {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at)) continue;
      const auto text = word(at);
      const bool times = !fits(key_, 0) && text.size() > 1 &&
                         text.find_first_of("0123456789") != string_view::npos &&
                         (text.starts_with('x') || text.ends_with('x')) && number_at(sentence_, at);
      if (times) return Total{number_at(sentence_, at)->value, {at, at + 1}, 0.85};
      if (of_persons_ && !key_.profile.counts_children) {
        const auto before = at > 0 ? word(at - 1) : string_view();
        if (text == "me" && lists("just only", before)) return Total{1, {at - 1, at + 1}, 0.85};
        const auto earlier = at > 1 ? word(at - 2) : string_view();
        const bool is_lone = (text == "own" && before == "my" && lists("on by", earlier)) ||
                             (text == "one" && before == "the" && lists("just only", earlier));
        if (is_lone) return Total{1, {at - 2, at + 1}, 0.85};
        const bool is_self = text == "myself" && lists("by for", before) && word(at + 1) != "and";
        if (lists("alone solo", text) || is_self) return Total{1, {at, at + 1}, 0.85};
      }
      if (!lists("a an", text)) continue;
      for (std::size_t next = at + 1; next < std::min(sentence_.size(), at + 3) && sentence_.follows_on(next);
           ++next) {
        if (!is_thing_of_one(at + 1, next)) continue;
        return Total{1, {next, next + 1}, 0.75, false, true, Span{at, at + 1}};
      }
    }
    return std::nullopt;
  }
  bool is_thing_of_one(std::size_t from, std::size_t at) const {
    const auto text = word(at);
    if (word(at + 1) == "of" && number_at(sentence_, at + 2)) return false;  // "a rating of 4.3"
    if ((text.ends_with('s') && !text.ends_with("ss")) || is_what_they_do(key_, text)) return false;
    return is_modifier(from, at) || std::ranges::any_of(key_.profile.things, [&](const auto& thing) {
             return thing.size() == 1 && thing[0] == sentence_[at].meaning;
           });
  }

  const Parse& parse_;
  const Utterance& sentence_;
  const KeyTerms& key_;
  bool of_persons_;
  bool is_of_anything_;
  bool without_children_ = false;  // another key has them
  Meanings things_elsewhere_;      // "booster seats" of another key: no seats of this one
};

}  // namespace

void map_counts(Draft& draft) {
  const auto keys = draft.open(KeyKind::kCount);
  const auto counting = [&draft](bool with_children) {
    return std::ranges::count_if(draft.keys(), [with_children](const KeyTerms& key) {
      return key.profile.kind == KeyKind::kCount && key.profile.counts_people &&
             (with_children || !key.profile.counts_children);
    });
  };
  const bool has_adults = counting(false) > 0;  // children are then counted by a key of their own
  const auto people = counting(!has_adults);
  const bool has_people = people > 0;
  for (const std::size_t key : keys) {
    const KeyTerms& terms = draft.key(key);
    const bool is_of_people = terms.profile.counts_people && !(has_adults && terms.profile.counts_children);
    const bool of_persons = people == 1 ? is_of_people : !has_people && counts_tickets(terms);
    const Counter counter(draft, terms, of_persons);
    const auto total = counter.find();
    if (!total) {
      const auto hint = terms.key->default_value ? counter.hint() : std::nullopt;
      if (hint) draft.hear(key, *hint, "not sure how many");
      continue;
    }
    if (total->count == 0 && !total->is_none && !terms.profile.is_ordinal) {
      draft.hear(key, total->words, "nobody says how many");
    } else if (!fits(terms, total->count)) {
      draft.hear(key, total->words, "out of range");
    } else {
      draft.give(key, number_json(total->count), total->confidence, total->words);
      if (total->also) draft.parse().take(*total->also);
    }
  }
  map_lone_number(draft);
}

}  // namespace schemagate::client_agent
