// A text that is one of a well-known kind, where no value is listed: a school subject, a language, a part of
// the body, a colour, a cuisine. What belongs to the kind is known of English, not of any scenario.
#include <algorithm>
#include <array>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

struct KnownKind {
  string_view names;    // any of these words in a key's name or at the beginning of its description
  string_view with;     // and any of these, if there are any, in its name or description
  string_view members;  // one word each
  string_view details;  // may stand before a member and belong to it
  bool is_owned;        // counts only behind "my", "left", …, or alone
};

constexpr auto kKnownKinds = std::to_array<KnownKind>({
    {"subject", "school lesson lessons tutor tutoring tutored pupil student taught learn learned",
     "maths math mathematics algebra geometry physics chemistry biology science history geography economics "
     "english german french spanish italian portuguese russian latin greek chinese music art literature "
     "philosophy statistics",
     "", false},
    {"language languages", "",
     "english german french spanish italian portuguese dutch polish russian arabic chinese mandarin "
     "cantonese "
     "japanese korean turkish greek swedish norwegian danish finnish czech slovak hungarian romanian "
     "bulgarian "
     "hindi urdu ukrainian latin catalan welsh irish hebrew persian vietnamese thai",
     "", false},
    {"body", "part",
     "knee knees shoulder shoulders neck back hip hips ankle ankles wrist wrists elbow elbows foot "
     "feet leg legs arm arms hand hands head jaw chest spine heel heels toe toes finger fingers thumb calf "
     "thigh",
     "left right upper lower", true},
    {"colour color colours colors", "",
     "red blue green yellow black white grey gray brown pink purple orange beige turquoise navy silver cream "
     "burgundy maroon violet",
     "dark pale bright", false},
    {"cuisine", "",
     "italian thai indian chinese japanese mexican greek turkish french spanish vietnamese korean lebanese "
     "moroccan ethiopian american persian mediterranean portuguese german seafood vegetarian vegan",
     "", false},
    {"genre", "movie movies film films",
     "comedy drama thriller horror romance western fantasy documentary animation mystery adventure crime "
     "sci-fi suspense cartoon",
     "", false},
    {"genre", "music song songs concert band track",
     "jazz rock pop classical blues folk metal techno soul reggae electronic hip-hop country", "", false},
    {"instrument", "",
     "piano guitar violin cello flute drums trumpet saxophone clarinet harp trombone viola ukulele recorder "
     "accordion",
     "", false},
    {"sport", "",
     "tennis football swimming yoga golf squash badminton basketball volleyball boxing climbing hockey rugby "
     "judo karate fencing",
     "", false},
    {"flower flowers", "", "roses tulips lilies sunflowers orchids carnations peonies daisies", "", false},
    {"animal pet", "kind type sort species",
     "dog cat rabbit hamster parrot budgie tortoise horse pony guinea-pig", "", false},
});

bool has_any(const Utterance& words, string_view list) {
  return std::ranges::any_of(words.words(), [list](const Word& word) { return lists(list, word.text); });
}

bool takes_words(KeyKind kind) {
  return kind == KeyKind::kText || kind == KeyKind::kTitle || kind == KeyKind::kFreeText ||
         kind == KeyKind::kNamed || kind == KeyKind::kThing;
}

// "Part of the body", "School subject", but not "Text on the card with the flowers".
bool is_headed_by(const Utterance& head, string_view names) {
  constexpr std::size_t kReach = 5;
  for (std::size_t at = 0; at < std::min(head.size(), kReach); ++at) {
    if (lists(names, head.text(at))) return true;
    if (lists("with for on in at that which who to", head.text(at))) return false;
  }
  return false;
}

const KnownKind* kind_of(const KeyTerms& key) {
  const string_view text = string_view(key.key->description).substr(0, kDescriptionBytesMax);
  const Utterance name(key.key->name);
  const Utterance head(text.substr(0, text.find_first_of(".;(,")));
  const Utterance all(key.key->name + " " + std::string(text));
  const auto suits = [&](const KnownKind& kind) {
    return (has_any(name, kind.names) || is_headed_by(head, kind.names)) &&
           (kind.with.empty() || has_any(all, kind.with));
  };
  const auto found = std::ranges::find_if(kKnownKinds, suits);
  return found == kKnownKinds.end() || key.profile.is_wording ? nullptr : &*found;
}

class KindReader {
 public:
  KindReader(const Parse& parse, const KnownKind& kind)
      : parse_(parse), sentence_(parse.sentence()), kind_(kind) {}

  // Every place where one of the kind is said and wanted.
  std::vector<Span> read() const {
    std::vector<Span> found;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || !lists(kind_.members, sentence_.text(at)) || is_of_name(at)) continue;
      std::size_t first = at;
      while (first > 0 && sentence_.follows_on(first) && parse_.is_free(first - 1) &&
             lists(kind_.details, sentence_.text(first - 1)))
        --first;
      const bool goes_on = !found.empty() && found.back().last + 1 == first &&
                           lists("and or", sentence_.text(first - 1));  // "my shoulder and neck"
      const bool is_said = !kind_.is_owned || first < at || goes_on || is_owned(first, at);
      if (is_said && !is_refused(sentence_, first) && !parse_.is_negated(first, 2))
        found.push_back({first, at + 1});
    }
    return found;
  }

 private:
  // "Thai Orchid", "French Street": a part of something that is called so.
  bool is_of_name(std::size_t at) const {
    const auto is_joined = [this](std::size_t one, std::size_t other) {
      return other < sentence_.size() && sentence_.follows_on(other) && sentence_[one].is_capital &&
             sentence_[other].is_capital;
    };
    return is_joined(at, at + 1) || (at > 0 && parse_.is_content(at - 1) && is_joined(at - 1, at) && at > 1 &&
                                     sentence_[at - 1].sentence == sentence_[at - 2].sentence);
  }
  // "my neck", "elbow,", "knee pain"
  bool is_owned(std::size_t first, std::size_t at) const {
    const bool stands_alone =
        !sentence_.follows_on(at) && (at + 1 >= sentence_.size() || !sentence_.follows_on(at + 1));
    return stands_alone || lists("pain ache hurts aches", sentence_.text(at + 1)) ||
           (first > 0 && sentence_.follows_on(first) &&
            lists("my his her our their a the both", sentence_.text(first - 1)));
  }

  const Parse& parse_;
  const Utterance& sentence_;
  const KnownKind& kind_;
};

bool is_source(const KeyTerms& key) {
  return key.profile.side == Side::kStart || key.profile.name_cues.contains("source");
}
bool is_target(const KeyTerms& key) {
  return key.profile.side == Side::kEnd || key.profile.name_cues.contains("target");
}

// "from German to English", "German to English": by the side of the key, where two of the kind are said.
std::optional<Span> of_side(const Utterance& sentence, const std::vector<Span>& found, const KeyTerms& key) {
  const bool is_start = is_source(key);
  const bool is_end = is_target(key);
  if (is_start == is_end) return std::nullopt;
  std::optional<Span> only;
  for (const Span words : found) {
    const auto before = words.first > 0 ? sentence.text(words.first - 1) : string_view();
    const bool is_first = found.size() == 2 && words == found[0] && found[1].first == words.last + 1 &&
                          lists("to into", sentence.text(words.last));
    const bool suits = is_start ? before == "from" || is_first : lists("to into", before);
    if (!suits) continue;
    if (only && !correction_before(sentence, words.first - 1)) return std::nullopt;
    only = words;
  }
  return only;
}

void give_kind(Draft& draft, std::size_t key, Span words) {
  draft.give(key, json_text(draft.parse().text(words)), 0.8, words);
}

void map_kind(Draft& draft, std::size_t key, const KnownKind& kind, bool is_only_key) {
  const auto found = KindReader(draft.parse(), kind).read();
  if (found.empty()) return;
  const auto before = found[0].first > 0 ? draft.sentence().text(found[0].first - 1) : string_view();
  const bool is_other_side = lists(is_source(draft.key(key))   ? "to into"
                                   : is_target(draft.key(key)) ? "from"
                                                               : "",
                                   before);
  if (found.size() > 1 || !is_only_key || is_other_side)
    return draft.hear(key, found[0], "another one may be meant");
  give_kind(draft, key, found[0]);
}

}  // namespace

void map_known_kinds(Draft& draft) {
  std::vector<std::pair<std::size_t, const KnownKind*>> keys;
  for (std::size_t key = 0; key < draft.keys().size(); ++key) {
    const bool may_be = takes_words(draft.key(key).profile.kind) && draft.is_open(key) &&
                        draft.key(key).key->name != schema_interaction::kOther;
    const KnownKind* kind = may_be ? kind_of(draft.key(key)) : nullptr;
    if (kind != nullptr) keys.emplace_back(key, kind);
  }
  std::vector<std::pair<std::size_t, Span>> sided;
  for (const auto& [key, kind] : keys) {
    const auto words = of_side(draft.sentence(), KindReader(draft.parse(), *kind).read(), draft.key(key));
    if (words) sided.emplace_back(key, *words);
  }
  for (const auto& [key, words] : sided) give_kind(draft, key, words);
  for (const auto& [key, kind] : keys) {
    if (draft.found(key)) continue;
    const auto same = std::ranges::count(keys, kind, &std::pair<std::size_t, const KnownKind*>::second);
    map_kind(draft, key, *kind, same == 1);
  }
}

}  // namespace schemagate::client_agent
