#include "extension/client_agent/value_doubts.h"

#include <algorithm>

#include "extension/client_agent/key_value.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/times.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

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

// "I don't have a mat", where nobody asks whether one has: it may be wanted just for that.
std::optional<Span> lacks(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  const KeyTerms& key = draft.key(index);
  const auto place = draft.place(index);
  const bool asks_for_own = std::ranges::any_of(
      std::initializer_list<std::string_view>{"has", "have", "owns", "own", "brings", "already"},
      [&key](std::string_view word) { return describes(key, word); });
  if (!place || asks_for_own || draft.found(index)->value != "false") return std::nullopt;
  std::size_t at = place->first;
  while (at > 0 && lists("a an any the my our own", sentence.text(at - 1))) --at;
  const bool is_lack =
      at > 1 && lists("have got own", sentence.text(at - 1)) && is_negation(sentence.text(at - 2));
  return is_lack ? std::optional(Span{at - 2, place->last}) : std::nullopt;
}

// "the piano is already sold": told of the thing, and not asked for.
std::optional<Span> told_of(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  const auto place = draft.place(index);
  if (!place || place->first == 0 || draft.found(index)->value != "true") return std::nullopt;
  const std::size_t verb = place->last;
  const bool is_subject = lists("the our my your their", sentence.text(place->first - 1)) &&
                          verb < sentence.size() && sentence.follows_on(verb) &&
                          lists("is are was were has have stays stay remains", sentence.text(verb));
  const bool is_wanted = lists(
      "needed required wanted necessary essential important must to welcome coming travelling included "
      "fine ok okay good nice great also there too in a with not",
      sentence.text(verb + 1));
  return is_subject && !is_wanted ? std::optional(Span{place->first, verb + 1}) : std::nullopt;
}

bool or_so(const Utterance& sentence, std::size_t at) {
  return (sentence.text(at) == "or" && lists("so thereabouts more less", sentence.text(at + 1))) ||
         lists("ish odd plus", sentence.text(at));
}

// "about", "at least" before a number, "or so" behind it.
bool is_vague(const Utterance& sentence, std::size_t first, std::size_t end) {
  const auto before = first > 0 ? sentence.text(first - 1) : std::string_view();
  return lists(kApproximate, before) || or_so(sentence, end) || or_so(sentence, end + 1) ||
         (first > 1 && lists("least most to than", before) &&
          lists("at up more less fewer", sentence.text(first - 2)));
}

// "… and two tickets"
bool is_behind_and(const Utterance& sentence, std::string_view evidence) {
  const std::size_t size = Utterance(evidence).size();
  for (std::size_t at = 1; at + size <= sentence.size(); ++at) {
    if (lists("and plus", sentence.text(at - 1)) && sentence.span(at, at + size) == evidence) return true;
  }
  return false;
}

}  // namespace

std::optional<Span> approximated(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  const KeyTerms& key = draft.key(index);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto number = number_at(sentence, at);
    if (!number || number_json(number->value) != draft.found(index)->value) continue;
    const auto before = at > 0 ? sentence.text(at - 1) : std::string_view();
    if (key.profile.is_least && lists("least min minimum", before)) continue;
    const bool is_example = std::ranges::any_of(key.hints.examples, [before](const Example& each) {
      return !before.empty() && lists(each.phrase, before);
    });
    if (key.profile.is_estimate && lists(kApproximate, before) && before != "maybe") continue;
    const std::size_t end = at + number->words;
    if (is_vague(sentence, at, end) && !is_example) return Span{at > 0 ? at - 1 : at, end};
  }
  return std::nullopt;
}

std::optional<Span> added_later(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 1; draft.found(index)->value == "1" && at + 2 < sentence.size(); ++at) {
    const bool is_added = lists("and plus", sentence.text(at)) &&
                          lists("one another", sentence.text(at + 1)) &&
                          lists("for more extra", sentence.text(at + 2));
    if (is_added) return Span{at, at + 3};
  }
  return std::nullopt;
}

std::optional<Span> against_switch(const Draft& draft, std::size_t index) {
  if (const auto own = brings_own(draft, index)) return own;
  if (const auto lacking = lacks(draft, index)) return lacking;
  const auto told = told_of(draft, index);
  return told ? told : taken_back(draft, index);
}

// "… paint it, no wait, leave the wood": what follows is not understood, and may take it back.
std::optional<Span> taken_back(const Draft& draft, std::size_t index) {
  const Utterance& sentence = draft.sentence();
  const Parse& parse = draft.parse();
  const auto place = draft.place(index);
  for (std::size_t at = place ? place->last : sentence.size(); at + 1 < sentence.size(); ++at) {
    // "a suite - no, actually a family room"
    const bool is_next = sentence[at].clause == sentence[place->first].clause + 1;
    const bool is_no = is_next && sentence.text(at) == "no" &&
                       sentence[at].clause != sentence[at - 1].clause &&
                       lists("actually sorry rather make wait", sentence.text(at + 1));
    const bool corrects = (is_no || lists("wait scratch correction", sentence.text(at))) && parse.is_free(at);
    if (!corrects || sentence[at].sentence != sentence[place->first].sentence) continue;
    for (std::size_t next = at + 1; next < std::min(sentence.size(), at + 5); ++next) {
      if (parse.is_free(next) && parse.is_content(next)) return Span{at, next + 1};
    }
  }
  return std::nullopt;
}

std::optional<Span> beside_bound(const Draft& draft, const KeyTerms& key) {
  const Utterance text(std::string_view(key.key->description).substr(0, kDescriptionBytesMax));
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (!lists("under over below above than after before until", text.text(at))) continue;
    const bool is_clock = text.text(at + 1).contains(':');
    if (is_clock) {
      for (const TimeMention& time : find_times(sentence)) {
        if (draft.parse().is_free(time.first)) return Span{time.first, time.last};
      }
    }
    for (std::size_t said = 1; !is_clock && number_at(text, at + 1) && said < sentence.size(); ++said) {
      const bool is_age = lists("i'm am is aged age", sentence.text(said - 1)) && number_at(sentence, said);
      if (is_age && draft.parse().is_free(said)) return Span{said, said + 1};
    }
  }
  return std::nullopt;
}

std::optional<Span> beside_included(const Draft& draft, std::size_t index) {
  const KeyTerms& key = draft.key(index);
  if (!(describes(key, "included") || describes(key, "including"))) return std::nullopt;
  for (std::size_t other = 0; other < draft.keys().size(); ++other) {
    const auto& beside = draft.found(other);
    const bool counts = beside && other != index && draft.key(other).profile.kind == KeyKind::kCount;
    if (!counts || beside->value == "0" || beside->evidence.empty()) continue;
    const bool is_part = std::ranges::any_of(draft.key(other).profile.name_cues, [&](const std::string& cue) {
      return key.profile.cues.contains(cue) && !key.profile.name_cues.contains(cue);
    });
    const auto words = draft.place(other);
    const bool is_added = is_behind_and(draft.sentence(), draft.found(index)->evidence) ||
                          is_behind_and(draft.sentence(), beside->evidence);
    if (is_part && is_added && words) return words;
  }
  return std::nullopt;
}

bool is_kind_only(const Draft& draft, std::size_t index) {
  const std::string& value = draft.found(index)->value;
  return value.size() > 2 &&
         lists("city town village centre center street road house home flat office hotel old new main",
               std::string_view(value).substr(1, value.size() - 2));
}

bool is_behind_initial(const Draft& draft, std::size_t index, std::size_t at) {
  const Utterance& sentence = draft.sentence();
  const std::string_view evidence = draft.found(index)->evidence;
  return at > 1 && sentence.text(at - 1).size() == 1 && sentence[at - 1].is_capital &&
         sentence[at].is_capital && sentence[at].separator == "." &&
         evidence.ends_with(sentence.span(at - 2, at));
}

bool is_shifted(const Utterance& sentence, std::size_t at) {
  return sentence.text(at) == "the" && lists("day evening night morning week", sentence.text(at + 1)) &&
         lists("before after", sentence.text(at + 2)) &&
         (at + 3 >= sentence.size() || !sentence.follows_on(at + 3) || is_empty_word(sentence.text(at + 3)));
}

bool describes(const KeyTerms& key, std::string_view text) {
  const Utterance words(std::string_view(key.key->description).substr(0, kDescriptionBytesMax));
  return std::ranges::find(words.words(), text, &Word::text) != words.words().end();
}

}  // namespace schemagate::client_agent
