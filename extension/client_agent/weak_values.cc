#include "extension/client_agent/weak_values.h"

#include <algorithm>
#include <vector>

#include "a2a/text/ascii.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

// Picked by how many wrong values each takes back for a right one (README.md, what is not settled).
constexpr double kAlone = 0.72;  // a name that has little more for itself than that no other key took it
constexpr double kSmallLetters = 0.89;  // the same without a capital: "in reading", but not "from reading"
constexpr double kBare = 0.64;          // a name with nothing before it
constexpr double kSureOfHouse = 0.94;   // "at": of a house with a name
constexpr std::size_t kReach = 3;       // words between a name and a word of its key

bool takes_names(KeyKind kind) {
  using enum KeyKind;
  return kind == kPlace || kind == kPerson || kind == kBrand || kind == kTitle;
}

class WeakValues {
 public:
  explicit WeakValues(const Draft& draft) : draft_(draft), parse_(draft.parse()) {}

  std::vector<std::size_t> keys() const {
    std::vector<std::size_t> weak;
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const auto place = draft_.place(key);
      if (place && takes_names(draft_.key(key).profile.kind) && is_weak(key, *place)) weak.push_back(key);
    }
    return weak;
  }

 private:
  bool is_weak(std::size_t key, Span place) const {
    if (draft_.found(key)->confidence < kBare || is_code(key, place)) return true;
    const bool has_little = has_little_for_itself(key, place);
    for (std::size_t other = 0; other < draft_.keys().size(); ++other) {
      if (other == key || draft_.found(other) || !may_hold(other, key, place)) continue;
      if (has_little || may_be_sort(other, key, place)) return true;
    }
    return false;
  }

  // "E80553": no person, no title.
  bool is_code(std::size_t key, Span place) const {
    const auto words = draft_.sentence().span(place.first, place.last);
    return draft_.key(key).profile.kind != KeyKind::kPlace &&
           std::ranges::count_if(words, a2a::text::is_digit) > 2;
  }

  // "a Ghost film": before a word of the template, one word may say of which sort.
  bool may_be_sort(std::size_t other, std::size_t key, Span place) const {
    return draft_.key(other).profile.kind == KeyKind::kText &&
           draft_.key(key).profile.kind == KeyKind::kTitle && place.last - place.first == 1 &&
           place.last < draft_.sentence().size() && draft_.sentence().follows_on(place.last) &&
           parse_.is_of_template(place.last);
  }

  // "at" says house and town alike, and what has small letters may be no name.
  bool has_little_for_itself(std::size_t key, Span place) const {
    const Utterance& sentence = draft_.sentence();
    const double confidence = draft_.found(key)->confidence;
    const bool is_at = draft_.key(key).profile.kind == KeyKind::kPlace && place.first > 0 &&
                       sentence.text(place.first - 1) == "at" && confidence < kSureOfHouse;
    bool has_capital = false;
    for (std::size_t at = place.first; at < place.last; ++at)
      has_capital = has_capital || sentence[at].is_capital;
    return confidence < (has_capital ? kAlone : kSmallLetters) || is_at;
  }

  // The value of `key` as well; but "a car in Palermo" says nothing of where it goes back to, if it need not.
  bool may_hold(std::size_t other, std::size_t key, Span place) const {
    const KeyTerms& rival = draft_.key(other);
    const KeyTerms& taker = draft_.key(key);
    const bool is_way_back =
        taker.profile.side == Side::kStart && rival.profile.side == Side::kEnd && !rival.key->required;
    const auto lead = place.first > 0 ? draft_.sentence().text(place.first - 1) : std::string_view();
    const bool is_where = rival.profile.kind == KeyKind::kPerson && lists("in near around", lead);
    return !is_where && (takes_names(rival.profile.kind) || rival.profile.kind == KeyKind::kText) &&
           rival.key->name != schema_interaction::kOther && !is_way_back && !has_own_cue(taker, rival, place);
  }

  // "from", "to" for the two ends of a journey, or a word that points to `taker` and not to `rival` beside
  // the value or in it.
  bool has_own_cue(const KeyTerms& taker, const KeyTerms& rival, Span place) const {
    const auto lead = place.first > 0 ? draft_.sentence().text(place.first - 1) : std::string_view();
    const Side side = lead == "from" ? Side::kStart : lead == "to" ? Side::kEnd : Side::kNone;
    if (side != Side::kNone && taker.profile.side == side && rival.profile.side != side) return true;
    const Span clause = parse_.clause_of(place.first);
    const std::size_t first = std::max(clause.first, place.first - std::min(place.first, kReach));
    const std::size_t last = std::min(clause.last, place.last + kReach);
    for (std::size_t at = first; at < last; ++at) {
      const std::string& meaning = draft_.sentence()[at].meaning;
      if (taker.profile.cues.contains(meaning) && !rival.profile.cues.contains(meaning)) return true;
    }
    return false;
  }

  const Draft& draft_;
  const Parse& parse_;
};

}  // namespace

void doubt_weak_values(Draft& draft) {
  for (const std::size_t key : WeakValues(draft).keys()) draft.doubt(key, {}, "no more than probable");
}

}  // namespace schemagate::client_agent
