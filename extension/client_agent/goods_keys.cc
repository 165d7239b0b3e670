// What is sent or carried: "12 pallets of bottled water", "ship books to …", "contents: a camera".
#include <algorithm>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kWordsMax = 5;
constexpr string_view kContainers =
    "parcel parcels package packages packet packets box boxes crate crates pallet pallets container "
    "containers "
    "load loads shipment consignment bag bags bale bales drum drums barrel barrels truckload envelope";
constexpr string_view kUnits = "kg kilo kilos kilogram kilograms g grams gram t ton tons tonne tonnes";
// What carries or is said instead of the goods.
constexpr string_view kNoGoods =
    "letter item items thing things stuff delivery order courier driver somebody someone anything something "
    "quote quotation offer price rate home house door pickup collection";
constexpr string_view kCarries = "send ship transport move mail post deliver forward dispatch carry get";
constexpr string_view kBoundaries =
    "to from for by on in at with weighing weight going via until tomorrow today next please pls and which "
    "that are is over between";

// "goods", "What is inside", "Description of the goods", "What is sent"
bool asks_for_goods(const KeyTerms& key) {
  const KeyKind kind = key.profile.kind;
  if ((kind != KeyKind::kText && kind != KeyKind::kFreeText) || key.profile.is_wording) return false;
  const Utterance name(key.key->name);
  const string_view text = string_view(key.key->description).substr(0, kDescriptionBytesMax);
  const Utterance head(text.substr(0, text.find_first_of(".;(,")));
  const auto has = [](const Utterance& words, string_view list) {
    return std::ranges::any_of(words.words(), [list](const Word& each) { return lists(list, each.text); });
  };
  const bool is_carried =
      head.text(0) == "what" && has(head, "inside sent shipped transported carried contains");
  return is_carried || has(name, "goods contents content cargo commodity merchandise") ||
         (has(head, "goods cargo merchandise") && !has(head, "value dangerous weight number type"));
}

class GoodsReader {
 public:
  GoodsReader(const Draft& draft, std::size_t index)
      : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()), index_(index) {}

  struct Found {
    Span words;
    double confidence = 0;
  };

  // The surest way of saying it first; two things said in the same way are none.
  std::optional<Found> read() const {
    for (const auto way :
         {&GoodsReader::labelled, &GoodsReader::measured, &GoodsReader::sent, &GoodsReader::alone}) {
      std::vector<Found> found;
      for (std::size_t at = 0; at < sentence_.size(); ++at) {
        const auto one = (this->*way)(at);
        if (!one) continue;
        found.push_back(*one);
        at = one->words.last - 1;
      }
      if (found.size() == 1) return found[0];
      if (found.size() > 1) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "contents: a camera", "containing glass"
  std::optional<Found> labelled(std::size_t at) const {
    if (!lists("contents content goods cargo containing contains", word(at)) || !parse_.is_free(at))
      return std::nullopt;
    const std::size_t first = at + (lists("is are", word(at + 1)) ? 2 : 1);
    const auto words = phrase(first);
    return words ? std::optional(Found{*words, 0.85}) : std::nullopt;
  }
  // "300 kg of wine", "a load of paper", "8 pallets frozen fish", "a box with ceramics"
  std::optional<Found> measured(std::size_t at) const {
    if (at == 0 || !sentence_.follows_on(at)) return std::nullopt;
    const bool is_container = lists(kContainers, word(at - 1));
    const bool is_measure = is_container || (lists(kUnits, word(at - 1)) && !parse_.is_free(at - 1));
    if (!is_measure) return std::nullopt;
    const bool is_joined = word(at) == "of" || (is_container && word(at) == "with");
    if (!is_joined && parse_.is_free(at - 1)) return std::nullopt;
    const auto words = phrase(at + (is_joined ? 1 : 0));
    return words ? std::optional(Found{*words, 0.8}) : std::nullopt;
  }
  // "ship books to …", "a quote for furniture"
  std::optional<Found> sent(std::size_t at) const {
    const bool is_quoted = at > 0 && word(at) == "for" && lists("quote quotation offer price", word(at - 1));
    if (!lists(kCarries, word(at)) && !is_quoted) return std::nullopt;
    if (!parse_.is_free(at) && !is_quoted) return std::nullopt;
    if (parse_.is_negated(at, 3)) return std::nullopt;
    const auto words = sentence_.follows_on(at + 1) ? phrase(at + 1) : std::nullopt;
    return words ? std::optional(Found{*words, 0.75}) : std::nullopt;
  }
  // ", shoes,": several of something, and nothing else beside it
  std::optional<Found> alone(std::size_t at) const {
    if (at > 0 && sentence_.follows_on(at)) return std::nullopt;
    const auto words = phrase(at);
    const bool is_whole = words && (words->last >= sentence_.size() || !sentence_.follows_on(words->last) ||
                                    !parse_.is_free(words->last));
    if (!is_whole || !word(words->last - 1).ends_with('s') || word(words->last - 1).ends_with("ss"))
      return std::nullopt;
    return Found{*words, 0.65};
  }

  // A noun with what stands before it, and another one behind "and".
  std::optional<Span> phrase(std::size_t first) const {
    while (lists("a an the my our some this these your", word(first)) && parse_.is_free(first)) ++first;
    std::size_t last = first;
    while (last < sentence_.size() && last < first + kWordsMax &&
           (last == first || sentence_.follows_on(last))) {
      const bool joins =
          last > first && word(last) == "and" && is_part(last + 1) && sentence_.follows_on(last + 1);
      if (!joins && !is_part(last)) break;
      last += joins ? 2 : 1;
    }
    const bool ends = last >= sentence_.size() || !sentence_.follows_on(last) || !parse_.is_free(last) ||
                      lists(kBoundaries, word(last)) || number_at(sentence_, last);
    if (last == first || !ends || lists(kContainers, word(last - 1)) || lists(kNoGoods, word(last - 1)))
      return std::nullopt;
    return Span{first, last};
  }
  bool is_part(std::size_t at) const {
    if (at >= sentence_.size() || !parse_.is_free(at) || !parse_.is_content(at) || is_negation(word(at)) ||
        number_at(sentence_, at) || is_request_verb(word(at)) || lists(kDayWords, word(at)) ||
        lists(kPraise, word(at)) || lists(kBookingNouns, word(at)) || is_companion(word(at)) ||
        lists("urgent urgently asap ready fast tbc cheers hi hello regards", word(at)))
      return false;
    const auto text = sentence_.span(at, at + 1);
    const bool is_acronym =
        text.size() > 1 && std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
    const bool begins = at == 0 || sentence_[at - 1].sentence != sentence_[at].sentence;
    if (sentence_[at].is_capital && !is_acronym && !begins) return false;
    return !is_of_another(sentence_[at].meaning);
  }
  // "dangerous", "fragile": a word of another key.
  bool is_of_another(const std::string& meaning) const {
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const auto& each = draft_.key(key);
      if (key != index_ && each.key->name != schema_interaction::kOther &&
          each.profile.cues.contains(meaning))
        return true;
    }
    return false;
  }

  const Draft& draft_;
  const Parse& parse_;
  const Utterance& sentence_;
  std::size_t index_;
};

}  // namespace

void map_goods(Draft& draft) {
  for (std::size_t key = 0; key < draft.keys().size(); ++key) {
    if (!draft.is_open(key) || !asks_for_goods(draft.key(key))) continue;
    const auto found = GoodsReader(draft, key).read();
    if (found) draft.give(key, json_text(draft.parse().text(found->words)), found->confidence, found->words);
    return;
  }
}

}  // namespace schemagate::client_agent
