#include "extension/client_agent/name_joints.h"

#include <algorithm>

#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

class NameJoiner {
 public:
  NameJoiner(const Draft& draft, std::vector<NameMention>& names)
      : draft_(draft), sentence_(draft.sentence()), names_(names) {}

  // "A to B", "A - B": where the first has no preposition of its own.
  void run() {
    join_towns();
    if (!has_journey()) {
      join("-", "");
      const bool has_title = !draft_.open(KeyKind::kTitle).empty();
      if (has_title) join("", "and");
      if (has_title && draft_.open(KeyKind::kPerson).empty()) join("", "for");  // "Yoga for Seniors"
      return;
    }
    for (std::size_t i = 0; i + 1 < names_.size(); ++i) {
      NameMention& one = names_[i];
      NameMention& other = names_[i + 1];
      const std::size_t next = one.words.last;
      const bool to = other.lead == "to" && other.all.first == next;
      const bool arrow = other.lead == "->" && other.words.first == next;
      const bool dash =
          other.words.first == next && sentence_[next].separator.find_first_of("-\xe2") != string_view::npos;
      const bool known = other.words.first == next && draft_.parse().is_known_place(one.words.first) &&
                         draft_.parse().is_known_place(other.words.first);
      const bool between = one.words.first > 0 && word(one.words.first - 1) == "between" &&
                           word(next) == "and" && other.words.first == next + 1;
      if (!(to || arrow || dash || between || known)) continue;
      if (!lists("from home", one.lead)) one.lead = "from";
      if (dash || between || arrow || known) other.lead = "to";
      if (dash || between) other.all.first = next;
      if (between) one.all.first = one.words.first - 1;
    }
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "the Sports Hall in Wels", where one key takes houses and no other the town.
  void join_towns() {
    std::size_t places = 0;
    bool takes_houses = false;
    for (const KeyTerms& key : draft_.keys()) {
      if (key.profile.kind != KeyKind::kPlace && key.profile.kind != KeyKind::kAddress) continue;
      ++places;
      takes_houses = takes_houses || key.profile.kind == KeyKind::kAddress ||
                     key.profile.cues.contains(meaning_of("address"));
    }
    if (places != 1 || !takes_houses) return;
    for (std::size_t i = 0; i + 1 < names_.size(); ++i) {
      NameMention& one = names_[i];
      const NameMention& town = names_[i + 1];
      const bool may_be_somebody = one.sign == NameSign::kNone && lists("to for", one.lead) &&
                                   !draft_.open(KeyKind::kPerson).empty();  // "to Lena Graf in Bonn"
      if (may_be_somebody || town.lead != "in" || town.all.first != one.words.last ||
          !lists("to at in the for", one.lead))
        continue;
      one.words.last = one.all.last = town.words.last;
      names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  bool has_journey() const {
    const auto has = [this](Side side) {
      return std::ranges::any_of(draft_.keys(), [side](const KeyTerms& key) {
        return (key.profile.kind == KeyKind::kPlace || key.profile.kind == KeyKind::kAddress) &&
               key.profile.side == side;
      });
    };
    return has(Side::kStart) || has(Side::kEnd);
  }
  // No blanks beside the sign before a word: "Berlin-Mitte", but not "Dune - Frank Herbert".
  bool is_tight(std::size_t at) const {
    return sentence_[at].begin - sentence_[at - 1].end == sentence_[at].separator.size();
  }
  // "Berlin-Mitte", "Romeo and Juliet", where nothing goes from one place to another.
  void join(string_view sign, string_view joint) {
    for (std::size_t i = 0; i + 1 < names_.size();) {
      const std::size_t next = names_[i].words.last;
      const bool has_article = !joint.empty() && word(next + 1) == "the";
      const std::size_t second = next + (joint.empty() ? 0 : has_article ? 2 : 1);
      const bool joined =
          names_[i + 1].words.first == second &&
          (joint.empty() ? sentence_[next].separator == sign && is_tight(next)
                         : word(next) == joint && sentence_.follows_on(next) && sentence_.follows_on(second));
      if (!joined) {
        ++i;
        continue;
      }
      names_[i].words.last = names_[i + 1].words.last;
      names_[i].all.last = names_[i].words.last;
      names_.erase(names_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  const Draft& draft_;
  const Utterance& sentence_;
  std::vector<NameMention>& names_;
};

}  // namespace

void drop_corrected(Parse& parse, std::vector<NameMention>& names) {
  const Utterance& sentence = parse.sentence();
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto cue = names[i].lead.empty() ? std::nullopt : correction_before(sentence, names[i].all.first);
    if (!cue) continue;
    for (std::size_t before = i; before-- > 0;) {
      if (names[before].lead != names[i].lead) continue;
      parse.take(names[before].all);
      parse.take({*cue, names[i].all.first});
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(before));
      --i;
      break;
    }
  }
}

void join_names(const Draft& draft, std::vector<NameMention>& names) {
  NameJoiner(draft, names).run();
}

}  // namespace schemagate::client_agent
