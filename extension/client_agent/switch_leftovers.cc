#include "extension/client_agent/switch_leftovers.h"

#include <algorithm>

#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

// "… paint it, no wait, leave the wood": what follows is not understood, and may take it back.
std::optional<Span> taken_back(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  const Parse& parse = draft.parse();
  const auto place = draft.place(index);
  for (std::size_t at = place ? place->last : sentence.size(); at + 1 < sentence.size(); ++at) {
    const bool corrects = lists("wait scratch correction", sentence.text(at)) && parse.is_free(at);
    if (!corrects || sentence[at].sentence != sentence[place->first].sentence) continue;
    for (std::size_t next = at + 1; next < std::min(sentence.size(), at + 5); ++next) {
      if (parse.is_free(next) && parse.is_content(next)) return Span{at, next + 1};
    }
  }
  return std::nullopt;
}

// "bringing my own mat" for one to be lent.
std::optional<Span> brings_own(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  const KeyTerms& key = draft.key(index);
  const bool has_own = key.profile.name_cues.contains(meaning_of("own"));
  for (std::size_t at = 0; has_own && at + 1 < sentence.size(); ++at) {
    if (sentence.text(at) == "your" && sentence.text(at + 1) == "own") return Span{at, at + 2};
  }
  if (draft.found(index)->value != "true" || describes(key, "own") || has_own) return std::nullopt;
  for (std::size_t at = 0; at + 1 < sentence.size(); ++at) {
    if (lists("own already", sentence.text(at)) &&
        draft.found(index)->evidence.contains(sentence.text(at + 1)))
      return Span{at, at + 1};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Span> against_switch(const Draft& draft, std::size_t index) {
  const auto own = brings_own(draft, index);
  return own ? own : taken_back(draft, index);
}

bool describes(const KeyTerms& key, std::string_view text) {
  const Utterance words(std::string_view(key.key->description).substr(0, kDescriptionBytesMax));
  return std::ranges::find(words.words(), text, &Word::text) != words.words().end();
}

}  // namespace schemagate::client_agent
