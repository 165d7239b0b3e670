#include "extension/client_agent/scope_words.h"

#include <algorithm>

#include "extension/client_agent/key_value.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr string_view kHaste =
    "asap urgent urgently immediately immediate straightaway quickly quickest fastest hurry instantly";
constexpr string_view kOfHaste =
    "urgent urgency emergency express priority rush fast quick quickly hurry wait speed";
constexpr string_view kCompany = "bring bringing brings along accompanied accompanies joins joining join";
constexpr string_view kOfCompany = "along accompanied accompanies companion companions brings bring second";

bool is_in_own_words(KeyKind kind) {
  return kind == KeyKind::kFreeText || kind == KeyKind::kThing || kind == KeyKind::kText ||
         kind == KeyKind::kTitle;
}

bool speaks_of(const KeyTerms& key, string_view list) {
  const Utterance words(key.key->name + " " + key.key->description.substr(0, kDescriptionBytesMax));
  return std::ranges::any_of(words.words(), [list](const Word& each) { return lists(list, each.text); });
}

// "anywhere but the gallery", "everything except the deck".
std::optional<Span> exception_before(const Draft& draft, Span value) {
  const Utterance& sentence = draft.sentence();
  std::size_t at = value.first;
  while (at > 0 && sentence.follows_on(at) &&
         lists("the a an in on at to for from of any my", sentence.text(at - 1)))
    --at;
  if (at < 2 || !sentence.follows_on(at) || !sentence.follows_on(at - 1)) return std::nullopt;
  const auto before = sentence.text(at - 1);
  const auto earlier = sentence.text(at - 2);
  const bool excepts = lists("except excluding", before) ||
                       (before == "but" && (earlier.starts_with("any") || earlier.starts_with("every"))) ||
                       (before == "than" && lists("other rather", earlier)) ||
                       (before == "from" && earlier == "apart");
  return excepts ? std::optional(Span{at - 2, value.first}) : std::nullopt;
}

// "each with a suitcase", "both with a bag": as many as those who have one.
std::optional<Span> shared_out(const Draft& draft, Span value) {
  constexpr std::size_t kReach = 3;
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = value.first; at-- > 0 && value.first - at <= kReach && sentence.follows_on(at + 1);) {
    if (lists("each both every everybody everyone", sentence.text(at)) && draft.parse().is_free(at))
      return Span{at, at + 1};
  }
  return std::nullopt;
}

// "one wheelchair place and one normal ticket": another number before the "and", which no key counts.
std::optional<Span> added_to(const Draft& draft, std::size_t index, Span value) {
  constexpr std::size_t kReach = 4;
  const Utterance& sentence = draft.sentence();
  if (value.first < 3 || sentence.text(value.first - 1) != "and") return std::nullopt;
  for (std::size_t back = 2; back <= kReach + 1 && back <= value.first; ++back) {
    const std::size_t at = value.first - back;
    if (!sentence.follows_on(at + 1)) break;
    if (!number_at(sentence, at)) continue;
    for (std::size_t other = 0; other < draft.keys().size(); ++other) {
      const auto place = other == index ? std::nullopt : draft.place(other);
      const bool is_counted = place && place->first <= at && at < place->last &&
                              draft.key(other).profile.kind != KeyKind::kSwitch;
      if (is_counted) return std::nullopt;
    }
    return Span{at, value.first};
  }
  return std::nullopt;
}

// "An Evening with Stephen Fry": behind a small word the title goes on in capitals.
std::optional<Span> title_goes_on(const Draft& draft, Span value) {
  const Utterance& sentence = draft.sentence();
  std::size_t next = value.last;
  // "Fable: A Tale of Tales"
  const bool has_subtitle = next < sentence.size() && sentence[next].separator == ":" &&
                            sentence[next].is_capital && draft.parse().is_free(next);
  if (has_subtitle) return Span{next, next + 1};
  while (lists("the a an of and & at in on with v vs", sentence.text(next)) && sentence.follows_on(next) &&
         draft.parse().is_free(next))
    ++next;
  const bool goes_on = next > value.last && next < sentence.size() && sentence.follows_on(next) &&
                       sentence[next].is_capital && draft.parse().is_free(next) &&
                       sentence.text(next) != "i" && draft.parse().is_content(next);
  return goes_on ? std::optional(Span{value.last, next + 1}) : std::nullopt;
}

// "it's freezing": one word that says how something is, not what.
std::optional<Span> said_of_it(const Draft& draft, Span value) {
  const Utterance& sentence = draft.sentence();
  const bool is_one = value.last == value.first + 1 && value.first > 0 && sentence.follows_on(value.first);
  const bool of_it = is_one && (lists("it's its", sentence.text(value.first - 1)) ||
                                (value.first > 1 && lists("is was", sentence.text(value.first - 1)) &&
                                 sentence.text(value.first - 2) == "it"));
  return of_it ? std::optional(Span{value.first - 1, value.last}) : std::nullopt;
}

// "for 8 people", where a choice is explained by "8 or 9 seats".
std::optional<Span> figure_of(const Draft& draft, const KeyTerms& key) {
  const Utterance text(string_view(key.key->description).substr(0, kDescriptionBytesMax));
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto said =
        draft.parse().is_free(at) && sentence.text(at) != "one" ? number_at(sentence, at) : std::nullopt;
    for (std::size_t known = 0; said && known < text.size(); ++known) {
      const auto number = number_at(text, known);
      if (number && number->value == said->value) return Span{at, at + said->words};
    }
  }
  return std::nullopt;
}

std::optional<Span> haste_in(const Draft& draft) {
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (!draft.parse().is_free(at) || draft.parse().is_negated(at, 2)) continue;
    const auto next = sentence.text(at + 1);
    const bool is_away = (lists("right straight", sentence.text(at)) && next == "away") ||
                         (sentence.text(at) == "at" && next == "once") ||
                         (sentence.text(at) == "right" && next == "now");
    if (is_away) return Span{at, at + 2};
    if (lists(kHaste, sentence.text(at))) return Span{at, at + 1};
  }
  return std::nullopt;
}

std::optional<Span> company_in(const Draft& draft) {
  const Utterance& sentence = draft.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool is_said = lists(kCompany, sentence.text(at)) && draft.parse().is_free(at);
    const bool of_somebody =
        sentence.text(at + 1) == "my" || sentence.text(at + 1) == "a" || sentence.text(at) == "along";
    if (is_said && of_somebody && !draft.parse().is_negated(at, 2)) return Span{at, at + 1};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Span> against_scope(const Draft& draft, std::size_t index) {
  const auto place = draft.place(index);
  const KeyKind kind = draft.key(index).profile.kind;
  if (!place) return std::nullopt;
  if (kind == KeyKind::kTitle) return title_goes_on(draft, *place);
  if (is_in_own_words(kind)) return said_of_it(draft, *place);
  if (const auto words = exception_before(draft, *place)) return words;
  if (kind != KeyKind::kCount) return std::nullopt;
  const auto shared = shared_out(draft, *place);
  return shared ? shared : added_to(draft, index, *place);
}

std::optional<std::size_t> owner_of_words(const Draft& draft, std::size_t index) {
  const auto place = draft.place(index);
  const KeyTerms& key = draft.key(index);
  if (!place || !is_in_own_words(key.profile.kind)) return std::nullopt;
  for (std::size_t at = place->first; at < place->last; ++at) {
    const std::string& meaning = draft.sentence()[at].meaning;
    const auto has = [&meaning](const KeyTerms& each) { return each.profile.cues.contains(meaning); };
    const auto owner = std::ranges::find_if(draft.keys(), has);
    if (owner == draft.keys().end() || has(key) || std::ranges::count_if(draft.keys(), has) > 1) continue;
    const auto other = static_cast<std::size_t>(owner - draft.keys().begin());
    const bool is_default = draft.is_open(other) && owner->key->default_value;
    if (is_default && draft.parse().is_content(at)) return other;
  }
  return std::nullopt;
}

std::optional<Span> beside_default(const Draft& draft, const KeyTerms& key) {
  const KeyKind kind = key.profile.kind;
  const bool chooses = kind == KeyKind::kChoice || kind == KeyKind::kSwitch;
  if (chooses && speaks_of(key, kOfHaste)) {
    if (const auto words = haste_in(draft)) return words;
  }
  if (kind == KeyKind::kSwitch && speaks_of(key, kOfCompany)) {
    if (const auto words = company_in(draft)) return words;
  }
  return kind == KeyKind::kChoice ? figure_of(draft, key) : std::nullopt;
}

}  // namespace schemagate::client_agent
