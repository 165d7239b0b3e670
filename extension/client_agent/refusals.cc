#include "extension/client_agent/refusals.h"

#include <algorithm>

#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kReach = 4;  // words between a no and what it refuses

bool says_anything(const Draft& draft) {
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    if (draft.found(i)) return true;
  }
  return false;
}

bool is_of_no_other(const Draft& draft, const KeyTerms& key, const std::string& meaning) {
  return std::ranges::none_of(draft.keys(), [&](const KeyTerms& each) {
    return &each != &key && each.profile.cues.contains(meaning);
  });
}

// "gluten_free": a no to a word of it is a yes to the key.
bool speaks_of_a_no(const KeyTerms& key) {
  const Utterance words(key.key->name + " " + key.key->description.substr(0, kDescriptionBytesMax));
  return std::ranges::any_of(words.words(), [](const Word& each) {
    return is_negation(each.text) || lists("free non less only", each.text);
  });
}

// From word `from` on, to the end of its clause or, from the first word, of the sentence.
bool is_declined_from(const Draft& draft, const KeyTerms& key, std::size_t from) {
  const Parse& parse = draft.parse();
  if (key.profile.kind != KeyKind::kSwitch || key.key->default_value != "false" || speaks_of_a_no(key))
    return false;
  for (std::size_t at = from; at < draft.sentence().size(); ++at) {
    if (from > 0 && !parse.are_in_one_clause(from, at)) return false;
    const std::string& meaning = draft.sentence()[at].meaning;
    const bool is_own =
        parse.is_content(at) && key.profile.cues.contains(meaning) && is_of_no_other(draft, key, meaning);
    if (is_own && parse.is_negated(at, kReach)) return true;
  }
  return false;
}

bool declines_any(const Draft& draft, std::size_t at) {
  return std::ranges::any_of(draft.keys(),
                             [&](const KeyTerms& key) { return is_declined_from(draft, key, at); });
}

// "no breakfast", where another key is about breakfast: that key's business.
bool is_of_another(const Draft& draft, const KeyTerms& key, std::size_t at) {
  for (std::size_t next = at + 1; next < std::min(draft.sentence().size(), at + kReach); ++next) {
    if (!draft.parse().are_in_one_clause(at, next)) break;
    const std::string& meaning = draft.sentence()[next].meaning;
    if (key.profile.cues.contains(meaning)) return false;
    const bool is_content = draft.parse().is_content(next);
    if (is_content && !is_of_no_other(draft, key, meaning)) return true;
  }
  return false;
}

bool refuses_something(const Draft& draft, std::size_t at) {
  const Parse& parse = draft.parse();
  const auto word = draft.sentence().text(at);
  const auto next = draft.sentence().text(at + 1);
  const bool is_free = parse.is_free(at) && parse.is_free(at + 1) && draft.sentence().follows_on(at + 1);
  const bool refuses = lists("don't dont doesn't never without nothing", word) ||
                       (is_free && lists("no not", word) && parse.is_content(at + 1));
  return refuses && is_free &&
         !lists(
             "know mind worry care rush hurry urgent idea problem before after until till earlier later too",
             next);
}

}  // namespace

std::optional<Span> unknown_refusal(const Draft& draft, const KeyTerms& key) {
  const Utterance& sentence = draft.sentence();
  if (!says_anything(draft)) return std::nullopt;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto word = sentence.text(at);
    const bool is_joined = draft.parse().is_free(at) && draft.parse().is_content(at) &&
                           word.starts_with("non") && word.size() > 5;  // "nonstop"
    if (is_joined) return Span{at, at + 1};
    if (at + 1 < sentence.size() && refuses_something(draft, at) && !declines_any(draft, at) &&
        !is_of_another(draft, key, at))
      return Span{at, at + 2};
  }
  return std::nullopt;
}

bool is_declined(const Draft& draft, const KeyTerms& key) {
  return is_declined_from(draft, key, 0);
}

}  // namespace schemagate::client_agent
