// What is ordered, noted or wanted, where one key that has to be said names it and nothing else did: the
// object of the request.
#include <algorithm>
#include <iterator>

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

constexpr double kConfidence = 0.9;  // more than of a name in small letters: its place is a sure one
constexpr std::size_t kWordsMax = 5;
constexpr string_view kDeterminers = "a an the my our some this that their";
// They end an object; behind the second ones may stand what it is about.
constexpr string_view kEnds =
    "from to of on at in by into onto before after via until please pls now today tonight tomorrow again if "
    "so "
    "and delivered back there here for with about as regarding";
constexpr string_view kAbout = "for about as regarding of with";
// Behind them stands a kind of thing, or where to.
constexpr string_view kLookingVerbs = "find search look see get come speak fly";
// Whoever says so names a thing of his own: "add a meeting", but "book a meeting" is the order itself.
constexpr string_view kNoting = "add schedule put enter note set save write";

class ObjectReader {
 public:
  explicit ObjectReader(const Draft& draft) : parse_(draft.parse()), sentence_(draft.sentence()) {}

  // Each that may be meant, in the order of the sentence.
  std::vector<Span> objects() const {
    std::vector<Span> found;
    for (std::size_t at = 0; at + 1 < sentence_.size(); ++at) {
      if (!is_order(at)) continue;
      std::size_t first = at + 1;
      while (lists("me us up in down", word(first)) && joined(first)) ++first;
      Span object = phrase_at(first);
      const bool is_order_itself = object.first < object.last && names_order(at, object);
      if (object.first < object.last && !is_order_itself) found.push_back(object);
      for (std::size_t next = std::max(object.last, first); next < sentence_.size() && joined(next); ++next) {
        const Span topic = lists(kAbout, word(next)) ? phrase_at(next + 1) : Span{};
        if (topic.first < topic.last) found.push_back(topic);
      }
      break;
    }
    return found;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }
  bool joined(std::size_t at) const { return at < sentence_.size() && sentence_.follows_on(at); }

  // "order …", "I need a …", where an order stands.
  bool is_order(std::size_t at) const {
    if (parse_.is_negated(at, 3)) return false;
    const auto before = at > 0 && sentence_.follows_on(at) ? word(at - 1) : string_view();
    const bool begins = before.empty() || lists(kOpeners, before) || lists("to and you", before);
    const bool has_object = lists(kDeterminers, word(at + 1)) || number_at(sentence_, at + 1).has_value();
    return (is_request_verb(word(at)) && begins && !lists(kLookingVerbs, word(at))) ||
           (lists("want", word(at)) && has_object);
  }

  // Without what determines it; empty where no phrase stands.
  Span phrase_at(std::size_t first) const {
    if (!joined(first)) return {first, first};
    if (lists(kDeterminers, word(first))) ++first;
    if (const auto number = number_at(sentence_, first)) first += number->words;
    while (lists(kSizes, word(first)) && joined(first)) ++first;
    std::size_t last = first;
    while (last < first + kWordsMax && joined(last) && parse_.is_free(last) && !lists(kEnds, word(last)) &&
           !number_at(sentence_, last) && !is_request_verb(word(last)))
      ++last;
    const bool is_cut = last == first + kWordsMax && joined(last) && parse_.is_free(last);
    return last > first && !is_cut && is_noun_phrase({first, last}) ? Span{first, last} : Span{first, first};
  }
  bool is_noun_phrase(Span words) const {
    bool says = false;
    for (std::size_t at = words.first; at < words.last; ++at) {
      // What has a name, or a word of the template, is for others to tell.
      if (sentence_[at].is_capital || parse_.is_of_template(at)) return false;
      if (is_negation(word(at)) || is_person(word(at)) || is_companion(word(at))) return false;
      says = says || (parse_.is_content(at) && !lists(kPraise, word(at)) && !lists(kDayWords, word(at)));
    }
    const std::size_t head = words.last - 1;
    const bool is_left =
        words.first > 0 && number_at(sentence_, words.first - 1) && parse_.is_free(words.first - 1);
    return says && !is_left && !is_empty_word(word(head)) && !is_light_word(word(head)) &&
           !word(head).ends_with("ly") && !is_of_time_or_measure(word(head));
  }
  // "place an order", "book a table": what one of the words for any request names.
  bool names_order(std::size_t verb, Span object) const {
    const std::size_t head = object.last - 1;
    if (is_request_verb(word(head)) || lists("reminder notification alert alarm note list", word(head)))
      return true;
    return lists(kBookingNouns, word(head)) && object.last == object.first + 1 && !lists(kNoting, word(verb));
  }

  const Parse& parse_;
  const Utterance& sentence_;
};

}  // namespace

void map_objects(Draft& draft) {
  std::vector<std::size_t> keys;
  for (const KeyKind kind : {KeyKind::kTitle, KeyKind::kText, KeyKind::kNamed})
    std::ranges::copy(draft.open(kind), std::back_inserter(keys));
  std::erase_if(keys, [&](std::size_t key) { return !draft.key(key).key->required; });
  if (keys.size() != 1 || !draft.open(KeyKind::kThing).empty()) return;
  const auto objects = ObjectReader(draft).objects();
  if (objects.empty()) return;
  if (objects.size() > 1) return draft.hear(keys[0], objects[0], "something else may be meant");
  draft.give(keys[0], json_text(draft.parse().text(objects[0])), kConfidence, objects[0]);
}

}  // namespace schemagate::client_agent
