#include "extension/evolution/induction/induce.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "extension/evolution/induction/examples.h"
#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

using schema_interaction::KeyType;
using Words = std::vector<const Word*>;

constexpr double kMost = 0.5;
constexpr double kPlaceholderShare = 0.45;
constexpr double kNameShare = 0.35;
constexpr double kNameBesideNumber = 0.4;
constexpr double kMeasureShare = 0.3;
constexpr std::size_t kNameBytesMax = 40;
constexpr std::size_t kExamplesMax = 3;

std::string spoken(const Words& words) {
  std::string text;
  for (const Word* word : words) text += (text.empty() ? "" : " ") + word->spelled;
  return text;
}

// Lower case letters and digits with one underscore between words; empty when nothing of it is Latin.
std::string snake_case(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (a2a::text::is_letter_or_digit(c)) {
      out += a2a::text::lower(c);
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  while (out.ends_with('_')) out.pop_back();
  if (!out.empty() && a2a::text::is_digit(out.front())) out.insert(0, "with_");
  if (out.size() > kNameBytesMax) out.resize(kNameBytesMax);
  while (out.ends_with('_')) out.pop_back();
  return out.size() < 2 ? std::string() : out;
}

// The last word of most names, in lower case, where they have more than one.
std::string shared_noun(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& name : names) {
    const std::size_t blank = name.rfind(' ');
    if (blank != name.npos) ++counts[a2a::text::lower_case(name.substr(blank + 1))];
  }
  for (const auto& [word, count] : counts) {
    if (count > 1 && count * 2 >= names.size()) return word;
  }
  return {};
}

// A share of readings that have a word of this kind.
double share_with(const Readings& readings, bool (*is)(std::string_view)) {
  const auto with = std::ranges::count_if(readings.all, [is](const Reading& reading) {
    return std::ranges::any_of(reading.tokens, [is](const Token& token) { return is(token.text); });
  });
  return static_cast<double>(with) / static_cast<double>(readings.all.size());
}

std::string_view asked_thing_of(const std::vector<Token>& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const std::string_view next = at + 1 < tokens.size() ? std::string_view(tokens[at + 1].text) : "";
    if (const auto thing = asked_thing(tokens[at].text, next); !thing.empty()) return thing;
  }
  return {};
}

// What all rules need of a cluster.
class Inducer {
 public:
  Inducer(const Readings& readings, const Publicity& publicity)
      : readings_(readings),
        publicity_(publicity),
        pair_(heads_of(readings, publicity)),
        heads_(named_by(readings, pair_)) {}

  std::optional<Candidate> induce() {
    if (readings_.empty()) return std::nullopt;
    Candidate candidate = typed();
    if (candidate.name.empty()) return std::nullopt;
    return candidate;
  }

 private:
  Candidate typed() {
    if (const Word* measure = measured()) return scale(*measure);
    if (readings_.share_of_questions() >= kMost) return boolean("questions", asked());
    if (readings_.share(TokenKind::kTime) >= kMost) {
      return formatted("time", "in 24-hour format (HH:MM)", "<time>", a2a::in_quotes("09:30"));
    }
    if (readings_.share(TokenKind::kDate) >= kPlaceholderShare) {
      return formatted("date", "in ISO 8601 format (YYYY-MM-DD)", "<date>", a2a::in_quotes("2026-05-04"));
    }
    if (readings_.share(TokenKind::kMoney) >= kPlaceholderShare) return money();
    if (readings_.share(TokenKind::kNumber) >= kPlaceholderShare) return number();
    if (readings_.share(TokenKind::kName) >= kNameShare) return named();
    if (share_of_answers() >= kMost) return boolean("answers");
    if (Listed listed = listed_values(readings_, publicity_); !listed.values.empty()) return choice(listed);
    if (auto sibling = preference()) return *sibling;
    if (auto kind = one_of_a_kind()) return *kind;
    if (!heads_.empty() && is_specialist(a2a::text::lower_case(heads_.back()->spelled))) return specialist();
    return boolean("default");
  }

  // How many begin with yes or no: what was asked can be answered so.
  double share_of_answers() const {
    const auto answers = std::ranges::count_if(readings_.all, [](const Reading& reading) {
      return !reading.tokens.empty() && is_answer_word(reading.tokens.front().text);
    });
    return static_cast<double>(answers) / static_cast<double>(readings_.all.size());
  }

  // The measure that is to be more or less in most fragments.
  const Word* measured() const {
    if (share_with(readings_, is_more_word) + share_with(readings_, is_less_word) < kMost) return nullptr;
    for (const Word& word : readings_.words) {
      if (is_measure_noun(word.spelled) && word.share >= kMeasureShare && is_publishable(word, publicity_))
        return &word;
    }
    return nullptr;
  }

  Candidate scale(const Word& measure) {
    Words named;
    for (const Word* head : pair_) {
      if (head != &measure) named.push_back(head);
    }
    if (named.size() > 1) named.resize(1);
    named.push_back(&measure);
    const bool more = share_with(readings_, is_more_word) > 0;
    const bool less = share_with(readings_, is_less_word) > 0;
    Candidate made = start(named, "", "_scale", "measure");
    made.type = KeyType::kNumber;
    made.default_value = "1.0";
    made.meaning = spoken(named) + " scale, where 1.0 changes nothing. Range: " + (less ? "0.5" : "1.0") +
                   "-" + (more ? "1.5" : "1.0");
    add_examples(made, stems(named), more ? "1.2" : "0.8");
    return made;
  }

  // `thing` of the words that name the key is wanted; empty: what they name.
  Candidate boolean(std::string rule, const std::string& thing = "") {
    const Words named = heads_;
    const std::string prefix = !named.empty() && (pair_.size() < 2 || named.size() < 2) ? negation() : "";
    Candidate made = start(named, prefix, thing.empty() ? "" : "_" + thing, std::move(rule));
    if (named.empty()) made.name = thing;
    made.type = KeyType::kBoolean;
    made.default_value = "false";
    made.meaning = "whether " + (prefix.empty() ? "" : prefix.substr(0, prefix.size() - 1) + " ") +
                   spoken(named) + (thing.empty() || named.empty() ? "" : " ") + thing + " is wanted";
    add_examples(made, stems(named), "true");
    return made;
  }

  // What most questions ask for: the time of "when does it leave"; empty when they ask whether.
  std::string asked_thing() const {
    std::map<std::string_view, std::size_t> counts;
    for (const Reading& reading : readings_.all) ++counts[asked_thing_of(reading.tokens)];
    counts.erase("");
    if (counts.empty()) return {};
    const auto& [thing, count] =
        *std::ranges::max_element(counts, {}, [](const auto& row) { return row.second; });
    const bool named =
        std::ranges::any_of(heads_, [thing](const Word* word) { return word->spelled == thing; });
    return !named && static_cast<double>(count) >= kMost * static_cast<double>(readings_.all.size())
               ? std::string(thing)
               : std::string();
  }

  // The same, or the noun that is asked for: the airport of "which airport does it land at".
  std::string asked() const {
    if (std::string thing = asked_thing(); !thing.empty()) return thing;
    const Word* noun = asked_noun(readings_, publicity_);
    return noun == nullptr || std::ranges::find(heads_, noun) != heads_.end() ? std::string() : noun->spelled;
  }

  // "no_" when most fragments ask for something not to be.
  std::string negation() const {
    if (share_with(readings_, is_negation) < kMost) return {};
    const Word* no = readings_.find("no");
    const Word* without = readings_.find("without");
    const bool says_without = without != nullptr && (no == nullptr || without->count > no->count);
    return says_without ? "without_" : "no_";
  }

  Candidate formatted(const std::string& kind, const std::string& format, const std::string& token,
                      std::string value) {
    Words named = heads_;
    Candidate made = start(named, "", "_" + kind, kind);
    if (named.empty()) made.name = "preferred_" + kind;
    made.meaning = (named.empty() ? "preferred" : spoken(named)) + " " + kind + " " + format;
    add_examples(made, beside(token, named), std::move(value));
    return made;
  }

  Candidate money() {
    const bool priced = std::ranges::any_of(heads_, [](const Word* word) {
      constexpr std::string_view kPriceWords =
          " price budget cost costs fee rate fare amount tip spend limit ";
      return kPriceWords.contains(" " + word->spelled + " ");
    });
    Candidate made = start(heads_, "", priced ? "" : "_price", "money");
    if (heads_.empty()) made.name = "price";
    made.type = KeyType::kNumber;
    made.meaning = (heads_.empty() ? "price" : spoken(heads_)) + ", as an amount of money";
    add_examples(made, beside("<money>", heads_), "20");
    return made;
  }

  Candidate number() {
    if (readings_.share(TokenKind::kName) >= kNameBesideNumber) {
      if (const auto place = place_of_names(readings_, heads_.empty()); !place.empty())
        return placed(place, {});
      return free_text("numbers and names");
    }
    const Word* noun = counted_noun(readings_, publicity_);
    if (noun == nullptr && readings_.share_of_for_number() >= kMeasureShare) return people();
    Words named = noun != nullptr ? Words{noun} : pair_;
    if (named.size() > 1) named = {more_telling(named)};
    Candidate made = start(named, "number_of_", "", "number");
    if (named.empty()) made.name = "number";
    made.type = KeyType::kInteger;
    made.meaning = named.empty() ? "a whole number" : "number of " + spoken(named) + ", a whole number";
    add_examples(made, beside("<num>", named), "2");
    return made;
  }

  // "a table for 4": a number that nothing follows counts people.
  Candidate people() const {
    Candidate made;
    made.name = "number_of_people";
    made.type = KeyType::kInteger;
    made.meaning = "number of people, a whole number";
    made.rule = "number of people";
    made.stems = stems(heads_);
    add_examples(made, beside("<num>", heads_), "2");
    return made;
  }

  static const Word* more_telling(const Words& words) {
    return *std::ranges::max_element(words, {}, [](const Word* word) { return word->count; });
  }

  Candidate named() {
    const auto names = listed_names(readings_, publicity_);
    const std::string_view place = place_of_names(readings_, heads_.empty());
    if (!place.empty()) return placed(place, names);
    if (names.empty()) return free_text("names");
    // "Delta Airlines", "United Airlines": what the names share says what they are names of.
    std::string noun = shared_noun(names);
    if (noun.empty()) noun = spoken(heads_);
    Candidate made = start(heads_, "", "_preference", "listed names");
    made.name = snake_case(noun.empty() ? "preference" : noun + "_preference");
    made.meaning = (noun.empty() ? "" : noun + " ") + "preference";
    list(made, names);
    return made;
  }

  // A place, by what it is of the way; of a thing that is there also by the thing: "hotel_location".
  Candidate placed(std::string_view place, const std::vector<std::string>& names) {
    Candidate made = free_text(names.empty() ? "places" : "listed places");
    const std::string thing = place == "location" ? spoken(heads_) : "";
    const std::string noun = (thing.empty() ? "" : thing + " ") + std::string(place);
    made.name = snake_case(noun);
    made.meaning = noun + (names.empty() ? ", as free text" : "");
    if (!names.empty()) list(made, names);
    return made;
  }

  static void list(Candidate& made, const std::vector<std::string>& names) {
    made.default_value = a2a::in_quotes("none");
    made.values = names;
    made.examples.clear();
    for (const std::string& name : names) {
      if (made.examples.size() < kExamplesMax) made.examples.push_back({name, a2a::in_quotes(name)});
    }
  }

  Candidate free_text(std::string rule) {
    Candidate made = start(heads_, "", "", std::move(rule));
    if (heads_.empty()) made.name = "preference";
    made.meaning = (heads_.empty() ? made.name : spoken(heads_)) + ", as free text";
    for (std::string& phrase : example_phrases(readings_, stems(heads_), publicity_, 2)) {
      std::string value = a2a::in_quotes(phrase);
      made.examples.push_back({std::move(phrase), std::move(value)});
    }
    return made;
  }

  Candidate choice(const Listed& listed) {
    Candidate made = start({listed.head}, "", "_preference", "listed values");
    made.default_value = a2a::in_quotes("none");
    made.meaning = listed.head->spelled + " preference";
    for (const Word* value : listed.values) {
      made.values.push_back(value->spelled);
      for (std::string& phrase : example_phrases(readings_, {value->stem}, publicity_, 1)) {
        if (made.examples.size() < kExamplesMax)
          made.examples.push_back({std::move(phrase), a2a::in_quotes(value->spelled)});
      }
    }
    return made;
  }

  // "window seat": one of the kinds that a seat may have.
  std::optional<Candidate> preference() {
    if (pair_.size() != 2) return std::nullopt;
    for (std::size_t head = 0; head < 2; ++head) {
      const Word* kind = pair_[1 - head];
      if (!choice_of(pair_[head]->spelled, kind->spelled) && !is_nationality(kind->spelled)) continue;
      return choice({pair_[head], {kind}});
    }
    return std::nullopt;
  }

  // "a folding one": a kind of the thing that most call by its name.
  std::optional<Candidate> one_of_a_kind() {
    const Word* kind = kind_of_one(readings_, publicity_);
    if (kind == nullptr) return std::nullopt;
    const auto thing = std::ranges::find_if(pair_, [kind](const Word* word) { return word != kind; });
    const bool is_told = pair_.size() == 2 && std::ranges::find(pair_, kind) != pair_.end();
    return choice({is_told ? *thing : kind, {kind}});
  }

  Candidate specialist() const {
    Candidate made = start(heads_, "", "", "specialist");
    made.name = "specialist";
    made.meaning = "which specialist is wanted, as free text";
    for (std::string& phrase : example_phrases(readings_, made.stems, publicity_, 2)) {
      std::string value = a2a::in_quotes(phrase);
      made.examples.push_back({std::move(phrase), std::move(value)});
    }
    return made;
  }

  Candidate start(const Words& named, const std::string& prefix, const std::string& suffix,
                  std::string rule) const {
    Candidate made;
    const std::string words = snake_case(spoken(named));
    made.name = words.empty() ? "" : snake_case(prefix + words + suffix);
    made.rule = std::move(rule);
    made.stems = stems(named);
    return made;
  }

  static std::vector<std::string> stems(const Words& words) {
    std::vector<std::string> all;
    all.reserve(words.size());
    for (const Word* word : words) all.push_back(word->stem);
    return all;
  }

  // A placeholder and the words that name the key: an example shows both where it can.
  static std::vector<std::string> beside(const std::string& placeholder, const Words& words) {
    std::vector<std::string> all = stems(words);
    all.push_back(placeholder);
    return all;
  }

  void add_examples(Candidate& made, const std::vector<std::string>& stems, std::string value) const {
    for (std::string& phrase : example_phrases(readings_, stems, publicity_, 2)) {
      made.examples.push_back({std::move(phrase), value});
    }
  }

  const Readings& readings_;
  const Publicity& publicity_;
  const Words pair_;   // the most telling words
  const Words heads_;  // those of them that name the key
};

}  // namespace

std::optional<Candidate> induce(const Readings& readings, const Publicity& publicity) {
  return Inducer(readings, publicity).induce();
}

}  // namespace schemagate::evolution
