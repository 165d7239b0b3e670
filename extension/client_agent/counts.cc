#include <algorithm>

#include "extension/client_agent/key_matchers.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// Some of those who are counted: "two adults", "my wife", "me".
struct Group {
  enum class Kind { kCounted, kCompanions, kSpeaker };
  Kind kind = Kind::kCounted;
  double count = 1;  // 0: nobody says how many
  Span words;
};

bool is_speaker(string_view word) {
  return word == "me" || word == "myself" || word == "i";
}

class Counter {
 public:
  Counter(const Parse& parse, const KeyTerms& key) : parse_(parse), sentence_(parse.sentence()), key_(key) {
    of_persons_ = std::ranges::any_of(key.concepts, [](const auto& meanings) {
      return std::ranges::find(meanings, "person") != meanings.end();
    });
  }

  // The groups that are named one after another: "two adults, a child and me".
  std::vector<Group> party_from(std::size_t at) const {
    std::vector<Group> party;
    while (auto group = group_at(at)) {
      party.push_back(*group);
      at = group->words.last;
      while (joins(sentence_.text(at))) ++at;
    }
    return party;
  }

 private:
  static bool joins(string_view word) { return word == "and" || word == "plus" || word == "with"; }

  std::optional<Group> group_at(std::size_t at) const {
    if (!parse_.is_free(at)) return std::nullopt;
    if (of_persons_ && is_speaker(sentence_.text(at))) return Group{Group::Kind::kSpeaker, 1, {at, at + 1}};
    if (of_persons_) {
      if (auto companions = companions_at(at)) return companions;
    }
    return counted_at(at);
  }

  std::optional<Group> companions_at(std::size_t at) const {
    const auto word = sentence_.text(at);
    const bool mine = word == "my" || word == "our" || word == "a" || word == "an" || word == "one";
    const auto number = number_at(sentence_, mine ? at + 1 : at);
    if (!mine && !number) return std::nullopt;
    const std::size_t noun = at + (mine ? 1 : 0) + (number ? number->words : 0);
    auto name = sentence_.text(noun);
    const bool is_many = name.ends_with('s') && name != "boss";
    const bool is_pair = name == "parents" || name == "grandparents";
    if (is_many) name.remove_suffix(1);
    if (!parse_.is_free(noun) || !(is_companion(name) || name == "children" || is_pair)) return std::nullopt;
    double count = is_pair ? 2 : is_many || name == "children" ? 0 : 1;
    if (number) count = number->value;
    return Group{Group::Kind::kCompanions, count, {at, noun + 1}};
  }

  std::optional<Group> counted_at(std::size_t at) const {
    const auto number = number_at(sentence_, at);
    if (!number) return std::nullopt;
    const std::size_t noun = at + number->words;
    for (std::size_t next = noun; next < noun + 3 && parse_.are_in_one_clause(at, next); ++next) {
      if (!parse_.is_free(next) || is_empty_word(sentence_.text(next))) break;
      if (is_counted(sentence_[next])) return Group{{}, number->value, {at, next == noun ? next + 1 : noun}};
    }
    if (!of_persons_) return std::nullopt;
    if (sentence_.text(noun) == "of" && sentence_.text(noun + 1) == "us")
      return Group{{}, number->value, {at, noun + 2}};
    return counted_behind(at, noun, number->value);
  }

  // "family of four", "for two".
  std::optional<Group> counted_behind(std::size_t at, std::size_t end, double count) const {
    const auto before = at > 0 ? sentence_.text(at - 1) : string_view();
    const auto collective = at > 1 ? sentence_.text(at - 2) : string_view();
    const bool is_party =
        collective == "party" || collective == "group" || collective == "family" || collective == "team";
    if (before == "of" && is_party) return Group{{}, count, {at - 2, end}};
    const bool ends =
        end >= sentence_.size() || !parse_.are_in_one_clause(at, end) || !parse_.is_content(end);
    const bool stands_alone = before == "for" && ends && !is_measured(sentence_, end);
    return stands_alone ? std::optional(Group{{}, count, {at - 1, end}}) : std::nullopt;
  }

  bool is_counted(const Word& word) const {
    const auto means = [&word](const std::vector<std::string>& meanings) {
      return std::ranges::find(meanings, word.meaning) != meanings.end();
    };
    return means(key_.names) || std::ranges::any_of(key_.concepts, means) ||
           (of_persons_ && (word.meaning == "ticket" || word.meaning == "seat"));
  }

  const Parse& parse_;
  const Utterance& sentence_;
  const KeyTerms& key_;
  bool of_persons_ = false;
};

// nullopt when a group's number is not said.
std::optional<double> size_of(const std::vector<Group>& party, bool with_speaker) {
  double total = 0;
  bool has_speaker = false;
  bool is_counted = false;
  for (const Group& group : party) {
    if (group.count == 0) return std::nullopt;
    total += group.count;
    has_speaker = has_speaker || group.kind == Group::Kind::kSpeaker;
    is_counted = is_counted || group.kind == Group::Kind::kCounted;
  }
  return total + (with_speaker && !has_speaker && !is_counted ? 1 : 0);
}

bool says_with_whom(const Utterance& sentence, std::size_t at) {
  const auto before = at > 0 ? sentence.text(at - 1) : string_view();
  return before == "with" || before == "bringing" || before == "taking";
}

// "visit my parents"
bool is_visited(const Utterance& sentence, std::size_t at) {
  const auto before = at > 0 ? sentence.text(at - 1) : string_view();
  return before == "visit" || before == "see" || before == "meet" || before == "visiting" ||
         before == "seeing";
}

// "just me", "alone".
std::optional<Span> find_alone(const Parse& parse) {
  const auto& sentence = parse.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto before = at > 0 ? sentence.text(at - 1) : string_view();
    const bool only_me = sentence.text(at) == "me" && (before == "just" || before == "only");
    const auto word = sentence.text(at);
    if (!parse.is_free(at)) continue;
    if (only_me) return Span{at - 1, at + 1};
    if (word == "alone" || word == "solo" || (word == "myself" && before == "by")) return Span{at, at + 1};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Match> find_count(Parse& parse, const KeyTerms& key) {
  const Counter counter(parse, key);
  for (std::size_t at = 0; at < parse.sentence().size(); ++at) {
    const auto party = counter.party_from(at);
    const bool names_somebody =
        std::ranges::any_of(party, [](const Group& group) { return group.kind != Group::Kind::kSpeaker; });
    if (!names_somebody || is_visited(parse.sentence(), at)) continue;
    const auto total = size_of(party, says_with_whom(parse.sentence(), party.front().words.first));
    if (!total || !fits(key, *total)) return std::nullopt;
    const Span words{party.front().words.first, party.back().words.last};
    for (const Group& group : party) parse.take(group.words);
    return Match{number_json(*total), 0.9, parse.text(words)};
  }
  const auto alone = find_alone(parse);
  if (!alone || !fits(key, 1)) return std::nullopt;
  parse.take(*alone);
  return Match{"1", 0.85, parse.text(*alone)};
}

}  // namespace schemagate::client_agent
