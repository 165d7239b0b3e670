// One of the listed values: by its own words, by those that the description explains it with, or by an
// example.
#include <algorithm>

#include "extension/client_agent/chooser.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_forms.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kChoicesMax = 32;  // keys of a template, each compared with each
constexpr double kMargin = 0.06;         // between the words for two values, or for one of two keys

void take_named(Parse& parse, const Named& named) {
  parse.take(named.words);
  if (!named.is_negated && named.value != "none") return;
  const auto& sentence = parse.sentence();
  for (std::size_t back = 1; back <= std::min(named.words.first, kRefusalReach); ++back) {
    const std::size_t at = named.words.first - back;
    if (!parse.are_in_one_clause(at, named.words.first)) break;
    if (is_negation(sentence.text(at))) parse.take({at, named.words.first});
  }
}

// What the best mentions agree on; several values that are as good leave it open.
struct Choice {
  std::optional<Named> chosen;
  std::optional<Span> disputed;
};

Choice choice_of(const std::vector<Named>& named, const Utterance& sentence) {
  Choice choice;
  double best = 0;
  for (const Named& each : named) {
    if (!each.is_negated) best = std::max(best, each.weight);
  }
  for (const Named& each : named) {
    const bool is_rival = choice.chosen && choice.chosen->value != each.value;
    const bool is_weaker = each.weight + kMargin < best && each.confidence < kConfidenceThreshold;
    if (each.is_negated || is_weaker) continue;
    if (is_rival && correction_before(sentence, each.words.first)) {
      choice.chosen = each;
    } else if (is_rival) {
      choice.disputed = Span{std::min(choice.chosen->words.first, each.words.first),
                             std::max(choice.chosen->words.last, each.words.last)};
    } else if (!choice.chosen || each.confidence > choice.chosen->confidence) {
      choice.chosen = each;
    }
  }
  return choice;
}

void take_all(Parse& parse, const std::vector<Named>& named, const std::optional<Named>& chosen,
              bool has_fallback) {
  for (const Named& each : named) {
    const bool is_refused = each.is_negated && has_fallback;
    if (is_refused || (chosen && !each.is_negated && each.value == chosen->value)) take_named(parse, each);
  }
}

// "glasses" as what somebody wears, while glasses_repair is still to be said for another key.
bool is_part_of_another(const Draft& draft, std::size_t index, Span words) {
  if (words.last - words.first != 1) return false;
  const std::string& meaning = draft.sentence()[words.first].meaning;
  for (const std::size_t other : draft.open(KeyKind::kChoice)) {
    if (other == index || !draft.key(other).key->required) continue;
    for (const std::string& value : draft.key(other).hints.values) {
      const Utterance parts(value);
      if (parts.size() > 1 &&
          std::ranges::find(parts.words(), meaning, &Word::meaning) != parts.words().end())
        return true;
    }
  }
  return false;
}

// A key that the same words choose a value of, no less surely.
std::optional<std::size_t> rival_key(const Draft& draft, const std::vector<Chooser>& choosers,
                                     std::size_t index, const Named& chosen) {
  const auto claims = [&chosen](const Named& each) {
    const bool same = each.words.first < chosen.words.last && chosen.words.first < each.words.last;
    return same && !each.is_negated && each.size >= chosen.size && each.weight + kMargin >= chosen.weight &&
           each.confidence + kMargin >= chosen.confidence;
  };
  for (const Chooser& other : choosers) {
    if (other.index() == index || !draft.is_open(other.index())) continue;
    const std::vector<Named> named = other.named();
    if (std::ranges::any_of(named, claims)) return other.index();
  }
  return std::nullopt;
}

// "box" of "box office", where another key has a value of both words.
void drop_parts(const Draft& draft, const std::vector<Chooser>& choosers, std::size_t index,
                std::vector<Named>& named) {
  for (const Chooser& other : choosers) {
    if (other.index() == index || !draft.is_open(other.index()) || named.empty()) continue;
    const std::vector<Named> longer = other.named();
    std::erase_if(named, [&longer](const Named& each) {
      return std::ranges::any_of(longer, [&each](const Named& whole) {
        return whole.size > each.size && whole.weight >= kByName && whole.words.first <= each.words.first &&
               each.words.last <= whole.words.last;
      });
    });
  }
}

// The words of the names of all the other keys.
Meanings names_besides(const Draft& draft, std::size_t index) {
  Meanings names;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    const Meanings& cues = draft.key(i).profile.name_cues;
    if (i != index) names.insert(cues.begin(), cues.end());
  }
  return names;
}

void map_choice(Draft& draft, const std::vector<Chooser>& choosers, const Chooser& chooser) {
  Parse& parse = draft.parse();
  const std::size_t index = chooser.index();
  const bool has_default = draft.key(index).key->default_value.has_value();
  std::vector<Named> named = chooser.named();
  drop_parts(draft, choosers, index, named);
  std::ranges::stable_sort(named, {}, [](const Named& each) { return each.words.first; });
  Choice choice = choice_of(named, draft.sentence());
  if (choice.disputed) return draft.hear(index, *choice.disputed, "several values");
  if (choice.chosen && choice.chosen->confidence < kConfidenceThreshold)
    return draft.hear(index, choice.chosen->words, "may belong to something else");
  if (const auto rival = choice.chosen ? chooser.rival_of(*choice.chosen) : std::nullopt)
    return draft.hear(index, *rival, "several values");
  const auto refused = std::ranges::find_if(named, [&](const Named& each) {
    return each.is_negated && has_default &&
           (draft.key(index).key->default_value == json_text(each.value) || each.value.contains("free"));
  });
  if (!choice.chosen && refused != named.end())
    return draft.hear(index, refused->words, "not wanted, but what else?");
  if (choice.chosen && is_part_of_another(draft, index, choice.chosen->words))
    return draft.hear(index, choice.chosen->words, "may be meant for another key");
  if (const auto rival = choice.chosen ? rival_key(draft, choosers, index, *choice.chosen) : std::nullopt) {
    draft.hear(index, choice.chosen->words, "may be meant for another key");
    return draft.hear(*rival, choice.chosen->words, "may be meant for another key");
  }
  take_all(parse, named, choice.chosen, choice.chosen || has_default);
  if (!choice.chosen) {
    choice.chosen = chooser.refused();
    if (choice.chosen) take_named(parse, *choice.chosen);
  }
  auto hint = choice.chosen || !has_default ? std::nullopt : chooser.hint();
  if (!hint && !choice.chosen && has_default) hint = chooser.everyday();
  if (hint) return draft.hear(index, *hint, "not sure which value");
  if (choice.chosen)
    draft.give(index, json_text(choice.chosen->value), choice.chosen->confidence, choice.chosen->words);
}

}  // namespace

void map_choices(Draft& draft) {
  Meanings labels;
  for (const KeyTerms& key : draft.keys()) {
    if (key.profile.kind == KeyKind::kPlace || key.profile.kind == KeyKind::kAddress)
      labels.insert(key.profile.name_cues.begin(), key.profile.name_cues.end());
  }
  std::vector<Chooser> choosers;
  for (const std::size_t index : draft.open(KeyKind::kChoice)) {
    if (choosers.size() == kChoicesMax) break;
    choosers.emplace_back(draft.parse(), draft.key(index), index, labels, names_besides(draft, index));
  }
  for (const Chooser& chooser : choosers) {
    if (draft.is_open(chooser.index())) map_choice(draft, choosers, chooser);
  }
}

}  // namespace schemagate::client_agent
