#include "extension/client_agent/reason_texts.h"

#include <algorithm>

#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

class ReasonReader {
 public:
  explicit ReasonReader(const Parse& parse) : parse_(parse), sentence_(parse.sentence()) {}

  // "for a check-up", "about my test results", "I've got an ear infection".
  std::vector<Fragment> read(const KeyTerms& key) const {
    std::vector<Fragment> found;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const double score = reason_score(key, at);
      if (score == 0) continue;
      const Span clause = parse_.clause_of(at);
      std::size_t first = at + 1;
      while (first < clause.last &&
             lists("a an the my our his her some got of to she he it they i we", word(first)))
        ++first;
      std::size_t last = first;
      while (last < clause.last && parse_.is_free(last) &&
             (last == first || sentence_.follows_on(last) || sentence_[last].separator == "-") &&
             !(last > first && lists("on at from please tomorrow today if by with", word(last)) &&
               !lists("my his her our their", word(last + 1))))
        ++last;
      if (last == first || !parse_.is_content(first) || !parse_.is_free(first)) continue;
      if (only_asks({first, last})) continue;
      if (lists(kDayWords, word(first)) || lists("morning afternoon evening week", word(first))) continue;
      const bool is_known = std::ranges::any_of(
          found, [&](const Fragment& each) { return each.words.first < last && first < each.words.last; });
      if (!is_known) found.push_back({{first, last}, score});
      at = last - 1;
    }
    return found;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "a slot", "a short appointment": what is booked, and no reason for it.
  bool only_asks(Span words) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      const bool asks = lists(kPraise, word(at)) || lists(kBookingNouns, word(at)) ||
                        is_empty_word(word(at)) || is_everyday_word(word(at));
      if (!asks) return false;
    }
    return true;
  }

  double reason_score(const KeyTerms& key, std::size_t at) const {
    const auto next = word(at + 1);
    if (!parse_.is_free(at)) return 0;
    if (lists("about regarding concerning re", word(at)) && !lists("you how what", next)) return 0.9;
    if (word(at) == "because" || (word(at) == "due" && next == "to")) return 0.85;
    if (word(at) == "for" && lists("week weeks day days month months year years while", word(at + 2)))
      return 0;
    const bool has = (lists("have has having got i've he's she's", word(at)) &&
                      lists("a an the my got some terrible bad", next)) ||
                     (word(at) == "had" && at > 0 && lists("have has i've he's she's", word(at - 1)));
    if (has && word(at) != "he's") return 0.78;
    const bool is_whom =
        is_companion(word(at + 2)) || is_kind_of(word(at + 2), meaning_of("pet")) || is_person(word(at + 2));
    if (word(at) == "for" && lists("a an the my his her", next) && !is_whom)
      return names_appointment(at) ? 0.85 : 0.68;
    if (word(at) == "for" && !is_whom && at > 0 && sentence_[at - 1].meaning == meaning_of("appointment"))
      return 0.8;
    const bool is_listed = lists("like want need", word(at)) && lists("a an", next) &&
                           at + 2 < sentence_.size() && describes(key, at + 2);
    if (is_listed) return 0.75;
    const bool is_asked = lists("need", word(at)) && lists("a an my", next) && key.key->required && at > 0 &&
                          lists("i we", word(at - 1)) && sentence_[at].sentence == 0 &&
                          at + 2 < sentence_.size() && parse_.is_content(at + 2) && parse_.is_free(at + 2) &&
                          !parse_.is_of_template(at + 2);
    if (is_asked) return 0.66;
    if (lists("needs", word(at)) && at > 0 && lists("he she", word(at - 1)) && lists("a an his her", next))
      return 0.66;
    return 0;
  }
  // The description has the word among its examples.
  bool describes(const KeyTerms& key, std::size_t at) const {
    return key.profile.cues.contains(sentence_[at].meaning) && !parse_.is_of_scenario(at);
  }
  bool names_appointment(std::size_t at) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, at); ++back) {
      if (lists("appointment visit slot come", word(at - back))) return true;
    }
    return at == 0;
  }

  const Parse& parse_;
  const Utterance& sentence_;
};

// Words that say nothing of a reason by themselves.
constexpr string_view kNoReasons =
    "urgent urgently asap soon sharp flexible regards cheers hello hiya afternoon evening morning midday "
    "noon "
    "private public alone online";

bool may_be_reason(const Draft& draft, std::size_t at) {
  const Parse& parse = draft.parse();
  const Utterance& sentence = draft.sentence();
  const auto word = sentence.text(at);
  const bool has_digit = word.find_first_of("0123456789") != string_view::npos;
  if (!parse.is_free(at) || sentence[at].is_capital || is_negation(word) || has_digit) return false;
  if (lists(kCorrections, word)) return false;
  if (is_empty_word(word)) return true;
  return !is_request_verb(word) && !lists(kPraise, word) && !lists(kBookingNouns, word) &&
         !lists(kDayWords, word) && !lists(kNoReasons, word) && !is_companion(word) && !is_person(word) &&
         !parse.is_of_scenario(at) && std::ranges::none_of(draft.keys(), [&](const KeyTerms& key) {
           return key.profile.kind != KeyKind::kFreeText &&
                  key.profile.name_cues.contains(sentence[at].meaning);
         });
}

}  // namespace

std::vector<Fragment> lone_reason(const Draft& draft) {
  constexpr std::size_t kReasonWordsMax = 5;
  const Utterance& sentence = draft.sentence();
  std::vector<Fragment> found;
  for (std::size_t key = 0; key < draft.keys().size(); ++key) {
    const KeyTerms& each = draft.key(key);
    const bool may_be_name = each.profile.kind == KeyKind::kPerson && each.key->required && !draft.found(key);
    if (may_be_name) return found;  // "greta sund", in small letters
  }
  for (std::size_t first = 0; first < sentence.size();) {
    std::size_t last = first + 1;
    while (last < sentence.size() && sentence.follows_on(last)) ++last;
    std::size_t content = 0;
    bool is_plain = last - first <= kReasonWordsMax && !is_empty_word(sentence.text(first));
    for (std::size_t at = first; is_plain && at < last; ++at) {
      is_plain = may_be_reason(draft, at);
      content += draft.parse().is_content(at) ? 1 : 0;
    }
    if (is_plain && content > 1) found.push_back({{first, last}, 0.66});
    first = last;
  }
  return found.size() == 1 ? found : std::vector<Fragment>();
}

std::vector<Fragment> reasons_in(const Parse& parse, const KeyTerms& key) {
  return ReasonReader(parse).read(key);
}

}  // namespace schemagate::client_agent
