// Of which sort the thing is, where nothing lists the sorts: "a jazz concert" for the genre of the concert.
#include <algorithm>
#include <array>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kWordsMax = 2;
constexpr double kConfidence = 0.7;

// The nouns that the sort is of: "Genre of the movie"; empty for any other key.
Meanings things_of(const KeyTerms& key) {
  Meanings things;
  const auto& text = key.key->description;
  const Utterance head(
      string_view(text).substr(0, std::min(text.find_first_of(".;("), kDescriptionBytesMax)));
  std::size_t sort = 0;
  while (sort < 3 && !names_sort(head.text(sort))) ++sort;
  for (std::size_t at = sort + 1; names_sort(head.text(sort)) && at < head.size(); ++at) {
    if (!is_empty_word(head.text(at)) && !names_sort(head.text(at))) things.insert(head[at].meaning);
  }
  if (!things.empty()) things.insert({meaning_of("place"), meaning_of("one"), meaning_of("spot")});
  if (!things.empty() && key.profile.cues.contains(meaning_of("cuisine"))) things.insert(meaning_of("food"));
  return things;
}

bool may_be_sort(const Parse& parse, std::size_t at) {
  const auto word = parse.sentence().text(at);
  return parse.is_free(at) && parse.is_content(at) && word.size() > 2 && !parse.is_of_template(at) &&
         !is_everyday_word(word) && !is_request_verb(word) && !is_occasion(word) && !is_companion(word) &&
         !lists(kPraise, word) && !lists(kSizes, word) && !lists(kDayWords, word) &&
         !lists(
             "another same other next latest recent newest popular famous favourite favorite nearby local "
             "which "
             "what whatever different perfect suitable interesting fun great awesome top rated romantic cozy "
             "cosy upscale trendy casual hip modern outdoor outdoors rooftop affordable reasonable "
             "reasonably recommended reputable beautiful scenic historic hidden lively rustic elegant exotic "
             "delicious "
             "tasty authentic traditional unique simple downtown central vacant whole entire",
             word) &&
         !word.ends_with("ing") && !word.ends_with("ed") && !word.ends_with("ly") && !word.ends_with("est") &&
         !word.contains('\'');
}

// "to watch one", "that serves thai food"
bool is_verb(const Utterance& sentence, std::size_t at) {
  return at > 0 && sentence.follows_on(at) && lists("to that which who", sentence.text(at - 1));
}

constexpr auto kOfCountries =
    std::to_array<string_view>({"an", "ese", "ish", "ai", "ek", "nch", "ern", "ind", "utch"});
bool is_of_country(string_view word) {
  return std::ranges::any_of(kOfCountries, [word](string_view ending) { return word.ends_with(ending); });
}

// "a greek restaurant", "a seafood place"; a brasserie is a kind of house.
bool may_be_cuisine(const Utterance& sentence, std::size_t at) {
  const auto word = sentence.text(at);
  return is_of_country(word) || word.ends_with("food") || sentence[at].is_capital;
}

// "a Nora Vale film", "a Vale film"; but "a Thai restaurant", "an Italian film".
bool may_be_name(const Utterance& sentence, Span words) {
  for (std::size_t at = words.first; at < words.last; ++at) {
    const bool is_sort = words.last == words.first + 1 && is_of_country(sentence.text(at));
    if (sentence[at].is_capital && !is_sort) return true;
  }
  return false;
}

void map_sort(Draft& draft, std::size_t index) {
  const Meanings things = things_of(draft.key(index));
  const Utterance& sentence = draft.sentence();
  const bool is_of_food = draft.key(index).profile.cues.contains(meaning_of("cuisine"));
  std::optional<Span> found;
  for (std::size_t noun = 1; noun < sentence.size(); ++noun) {
    if (!things.contains(sentence[noun].meaning)) continue;
    std::size_t first = noun;
    while (first > 0 && sentence.follows_on(first) && may_be_sort(draft.parse(), first - 1) &&
           !is_verb(sentence, first - 1))
      --first;
    if (first == noun || noun - first > kWordsMax || may_be_name(sentence, {first, noun}) ||
        draft.parse().is_negated(first, 3))
      continue;
    if (is_of_food && !lists("food cuisine dishes", sentence.text(noun)) &&
        !may_be_cuisine(sentence, noun - 1))
      continue;
    if (found) return;
    found = Span{first, noun};
  }
  if (found) draft.give(index, json_text(draft.parse().text(*found)), kConfidence, *found);
}

}  // namespace

void map_sorts(Draft& draft) {
  for (const std::size_t key : draft.open(KeyKind::kText)) map_sort(draft, key);
}

}  // namespace schemagate::client_agent
