// Titles without capitals.
#include "extension/client_agent/draft.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

// "tickets for the school musical": behind a preposition of the examples, up to what is known.
void map_lower_title(Draft& draft, std::size_t key) {
  const Utterance& sentence = draft.sentence();
  const KeyProfile& profile = draft.key(key).profile;
  if (profile.kind != KeyKind::kTitle || !draft.is_open(key)) return;
  const Parse& parse = draft.parse();
  for (std::size_t at = 0; at + 1 < sentence.size(); ++at) {
    const bool after_thing = at > 0 && (sentence[at - 1].meaning == meaning_of("ticket") ||
                                        sentence[at - 1].meaning == meaning_of("seat") ||
                                        sentence[at - 1].meaning == meaning_of("place"));
    if (!lists("for to", sentence.text(at)) || !after_thing || !parse.is_free(at)) continue;
    std::size_t first = at + 1;
    while (first < sentence.size() && lists("the a an", sentence.text(first))) ++first;
    std::size_t last = first;
    while (last < sentence.size() && parse.is_free(last) && (last == first || sentence.follows_on(last)) &&
           !lists("on at in please and for with by near tonight if", sentence.text(last)))
      ++last;
    if (last == first + 1 &&
        lists("opera theatre theater concert show match game ballet musical cinema", sentence.text(first)))
      continue;
    const bool is_any = last == first + 1 && lists("a an", sentence.text(first - 1));  // "to a showing"
    if (lists("see watch hear visit attend go", sentence.text(first))) continue;  // what is named comes later
    if (is_any || last == first || is_person(sentence.text(first)) || is_empty_word(sentence.text(first)) ||
        last - first > 6)
      continue;
    draft.give(key, json_text(parse.text({first, last})), 0.7, {first, last});
    draft.parse().take({at, last});
    return;
  }
}

}  // namespace

void map_lower_titles(Draft& draft) {
  for (const std::size_t key : draft.open(KeyKind::kTitle)) map_lower_title(draft, key);
}

}  // namespace schemagate::client_agent
