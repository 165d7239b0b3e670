// A thing without a name: the object of the request, or what does not work.
#include <algorithm>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/fault_words.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/listed_examples.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr double kLeast = 0.6;

// A part of the sentence that may be the thing.
struct Candidate {
  Span words;
  double score = 0;
};

class ThingMapper {
 public:
  explicit ThingMapper(Draft& draft) : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()) {}

  // "a concrete mixer", "our dishwasher", "two ladders": the one thing that is asked for or that does not
  // work.
  void map_thing(std::size_t key) {
    std::vector<Candidate> found;
    for (std::size_t at = 0; at < sentence_.size();) {
      const auto thing = thing_at(at);
      const double score = thing ? thing_score(*thing) : 0;
      if (score > 0) found.push_back({*thing, score});
      at = thing ? thing->last : at + 1;
    }
    std::ranges::stable_sort(found, std::greater(), &Candidate::score);
    if (found.empty() || found[0].score < kLeast) {
      auto words = find_listed_example(parse_, draft_.key(key));
      if (!words) words = counted();
      return words ? draft_.give(key, json_text(parse_.text(*words)), 0.75, *words) : void();
    }
    if (found.size() > 1 && found[0].score - found[1].score < 0.05)
      return draft_.hear(key, found[0].words, "another thing may be meant");
    const Span words = found[0].words;
    const bool is_one_of_two =
        lists("and or plus", word(words.last)) && sentence_.follows_on(words.last + 1) &&
        (lists("a an some the", word(words.last + 1)) || number_at(sentence_, words.last + 1).has_value());
    if (is_one_of_two) return draft_.hear(key, words, "two things");
    if (is_cut_short(words)) return draft_.hear(key, words, "may be more than that");
    count_thing(words);
    // "my mother's cooker"
    const bool is_owned = words.last - words.first > 1 && word(words.first).ends_with("'s");
    const Span thing{words.first + (is_owned ? 1 : 0), words.last};
    draft_.give(key, json_text(parse_.text(thing)), found[0].score, thing);
  }

 private:
  // "toy" of "toy train": a noun goes on, which the words here happen to know otherwise.
  bool is_cut_short(Span words) const {
    const std::size_t next = words.last;
    if (next >= sentence_.size() || !sentence_.follows_on(next) || !parse_.is_free(next)) return false;
    const bool is_noun = !is_empty_word(word(next)) && !is_negation(word(next)) && !is_failure(word(next)) &&
                         !number_at(sentence_, next) && word(next).size() > 2;
    return is_noun &&
           (lists("for from in on at of that which", word(next + 1)) || next + 1 >= sentence_.size() ||
            !sentence_.follows_on(next + 1)) &&
           !lists("until till between after before again today tomorrow please pls there", word(next));
  }
  void count_thing(Span words) {
    const auto counts = draft_.open(KeyKind::kCount);
    for (std::size_t size = 1; counts.size() == 1 && size <= std::min<std::size_t>(3, words.first); ++size) {
      const std::size_t at = words.first - size;
      const auto number = parse_.is_free(at) ? number_at(sentence_, at) : std::nullopt;
      if (!number || number->words != size) continue;
      if (!fits(draft_.key(counts[0]), number->value))
        return draft_.hear(counts[0], {at, words.first}, "out of range");
      return draft_.give(counts[0], number_json(number->value), 0.85, {at, words.first});
    }
  }

  // A noun phrase behind an article or a number, or where a sentence begins.
  std::optional<Span> thing_at(std::size_t at) const {
    std::size_t last = at;
    while (last < at + 4 && last < sentence_.size() && (last == at || sentence_.follows_on(last)) &&
           is_of_thing(last))
      ++last;
    return last > at ? std::optional(Span{at, last}) : std::nullopt;
  }
  bool is_of_thing(std::size_t at) const {
    if (is_short_form(at) && !begins_sentence(at)) return parse_.is_free(at) && parse_.is_content(at);
    if (!parse_.is_free(at) || !parse_.is_content(at) || sentence_[at].is_capital != begins_sentence(at))
      return parse_.is_free(at) && begins_sentence(at) && parse_.is_content(at) && !is_function_word(at);
    return !is_function_word(at);
  }
  bool is_function_word(std::size_t at) const {
    // "our dishwasher's packed in"
    const bool is_told =
        word(at).ends_with("'s") && at + 1 < sentence_.size() &&
        (sentence_.span(at + 1, at + 2).ends_with("ed") || lists("gone not been", word(at + 1)));
    return is_told || is_done(at) || number_at(sentence_, at).has_value() || is_companion(word(at)) ||
           is_person(word(at)) || is_request_verb(word(at)) || word(at).ends_with("n't") ||
           lists(
               "nobody anybody anyone own fell everything something nothing everybody lot noise problem "
               "technician repair "
               "repaired visit appointment claim service quote offer call someone somebody "
               "report question booking delivery rental hire customer company policy number until till from "
               "between after before again still sometime today tomorrow morning afternoon evening night "
               "week "
               "weekend month day no not out off over under than makes keeps trips leaks leaking stopped has "
               "had broke broken damaged stolen burnt burst cracked works delivered needed there its it's "
               "stuck making won't electric petrol battery pls urgent urgently gives smells sounds shows "
               "feels "
               "flickers drips beeps hums rattles vibrates overheats freezes sparks squeaks blinks flashes "
               "jams "
               "hisses clicks wobbles",
               word(at));
  }
  bool begins_sentence(std::size_t at) const {
    return at == 0 || sentence_[at - 1].sentence != sentence_[at].sentence ||
           sentence_[at].separator.ends_with(':');
  }

  double thing_score(Span words) const {
    if (is_of_time_or_measure(word(words.first))) return 0;  // "ten minutes"
    if (lists(kBookingNouns, word(words.last - 1)) && !parse_.is_of_template(words.last - 1)) return 0;
    std::size_t first = words.first;
    while (first > 0 && sentence_.follows_on(first) &&
           (lists("a an the my our your some this that another all", word(first - 1)) ||
            number_before(first).has_value() || is_maker(first - 1)))
      --first;
    const auto before = first > 0 && sentence_.follows_on(first) ? word(first - 1) : string_view();
    const auto next = sentence_.follows_on(words.last) ? word(words.last) : string_view();
    const bool is_determined = first < words.first;
    const bool fails = is_failure(next);
    if (lists("hire rent borrow repair fix mend stolen broken damaged lost broke smashed", before))
      return 0.85;
    const bool is_had = before == "have" && first > 1 && lists("we i", word(first - 2)) &&
                        !(first > 2 && lists("can could may", word(first - 3)));
    if (lists("need want like get have deliver", before) && is_determined && !is_had) return 0.85;
    const bool is_asked = first > 0 && (is_request_verb(before) || parse_.is_of_scenario(first - 1));
    if (is_asked && sentence_.follows_on(first) && is_determined) return 0.8;
    if (lists("look looking", word(first - 2 < first ? first - 2 : 0)) && before == "at") return 0.85;
    if (fails && is_determined && !lists("at in near behind", before)) return 0.8;
    if (before == "on" && is_determined && is_written_on(first - 1)) return 0.85;
    if (before.empty() && fails && first == 0) return 0.75;
    if (before.empty() && first == 0 && (is_determined || !sentence_.follows_on(words.last))) return 0.7;
    const bool is_label = first > 0 && sentence_[words.first].separator.ends_with(':') &&
                          !sentence_[words.first].is_capital &&
                          (parse_.is_of_scenario(first - 1) || is_request_verb(word(first - 1)));
    if (before.empty() && is_label) return 0.7;
    return lists("need", before) ? 0.75 : 0;
  }
  // "our Bosch dishwasher"
  bool is_maker(std::size_t at) const {
    if (!sentence_[at].is_capital || parse_.is_free(at)) return false;
    return at > 0 || is_taken_as_brand(at);  // where a sentence begins, every word has a capital
  }
  bool is_taken_as_brand(std::size_t at) const {
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const auto place = draft_.key(key).profile.kind == KeyKind::kBrand ? draft_.place(key) : std::nullopt;
      if (place && place->first <= at && at < place->last) return true;
    }
    return false;
  }
  // "TV", "PC": a thing in capitals
  bool is_short_form(std::size_t at) const {
    const auto text = sentence_.span(at, at + 1);
    return text.size() <= 3 && text.size() > 1 &&
           std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
  }
  // '"Forever yours" on my watch', "engraved on a flask".
  bool is_written_on(std::size_t on) const {
    const bool has_wording =
        std::ranges::any_of(draft_.keys(), [](const KeyTerms& key) { return key.profile.is_wording; });
    return has_wording && on > 0 && (!parse_.is_free(on - 1) || is_done(on - 1));
  }
  // "engraved": what is done with the thing.
  bool is_done(std::size_t at) const { return word(at).ends_with("ed") && parse_.is_of_template(at); }
  std::optional<NumberMention> number_before(std::size_t at) const {
    auto number = at > 0 ? number_at(sentence_, at - 1) : std::nullopt;
    return number && number->words == 1 && parse_.is_free(at - 1) ? number : std::nullopt;
  }
  // "ten pens", where what is ordered is counted.
  std::optional<Span> counted() const {
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const auto place = draft_.place(key);
      const bool has_noun = place && draft_.key(key).profile.kind == KeyKind::kCount &&
                            place->last > place->first + 1 && parse_.is_of_template(place->last - 1) &&
                            !number_at(sentence_, place->last - 1) && !is_person(word(place->last - 1)) &&
                            !is_of_time_or_measure(word(place->last - 1));
      if (has_noun) return Span{place->last - 1, place->last};
    }
    return std::nullopt;
  }

  string_view word(std::size_t at) const { return sentence_.text(at); }

  Draft& draft_;
  Parse& parse_;
  const Utterance& sentence_;
};

}  // namespace

void map_things(Draft& draft) {
  const auto things = draft.open(KeyKind::kThing);
  if (things.size() == 1) ThingMapper(draft).map_thing(things[0]);
}

}  // namespace schemagate::client_agent
