#include "extension/client_agent/choice_phrases.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/value_phrases.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// A description's explanations of one value: "loan: any other credit", "box_office (collected at the door)",
// "'phone' for any mobile".
std::vector<std::string> glosses_of(string_view description, string_view value) {
  std::vector<std::string> glosses;
  const std::string text = a2a::text::lower_case(description);
  const std::string name = a2a::text::lower_case(value);
  const auto is_part = [&text](std::size_t at) {
    return at < text.size() && (a2a::text::is_letter_or_digit(text[at]) || text[at] == '_');
  };
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at > 0 && is_part(at - 1)) || is_part(end)) continue;
    if (end < text.size() && string_view("'\"").contains(text[end])) ++end;
    const string_view rest = string_view(text).substr(end);
    std::size_t begin = 0;
    string_view stops = ".;";
    if (rest.starts_with(": ")) begin = 2;
    if (rest.starts_with(" = ")) begin = 3;
    if (rest.starts_with(" (")) {
      begin = 2;
      stops = ").;";
    }
    if (rest.starts_with(" for ")) {
      begin = 5;
      stops = ",.;";
    }
    // "de German, fr French"
    const bool is_name = rest.size() > 2 && rest.front() == ' ' && a2a::text::is_upper(description[end + 1]);
    if (begin == 0 && is_name && value.size() <= 3) {
      begin = 1;
      stops = ",.;";
    }
    if (begin > 0)
      glosses.emplace_back(
          rest.substr(begin, std::min(rest.find_first_of(stops, begin), rest.size()) - begin));
  }
  return glosses;
}

class PhraseList {
 public:
  explicit PhraseList(const KeyTerms& key) : key_(key) {}

  std::vector<Phrase> run() {
    for (string_view value : key_.hints.values) add(value, value, kByName);
    for (const Example& example : key_.hints.examples) {
      const auto value = std::ranges::find(key_.hints.values, example.target);
      if (value != key_.hints.values.end()) add(*value, example.phrase, kByExample);
    }
    const auto description = string_view(key_.key->description).substr(0, kDescriptionBytesMax);
    for (string_view value : key_.hints.values) {
      for (const std::string& gloss : glosses_of(description, value)) add_gloss(value, gloss);
    }
    for (string_view value : key_.hints.values) add_usual(value);
    add_parts();
    drop_shared(description);
    std::ranges::stable_sort(phrases_, std::greater(),
                             [](const Phrase& phrase) { return phrase.meanings.size(); });
    return std::move(phrases_);
  }

 private:
  void add(string_view value, string_view text, double weight) {
    const Utterance words(text);
    Phrase phrase{value, {}, weight};
    const bool is_own = weight == kByName;
    for (std::size_t at = 0; at < words.size(); ++at) {
      const bool is_cue = std::ranges::find(key_.names, words[at].meaning) != key_.names.end() ||
                          lists("car vehicle room seat seats ticket tickets style", words.text(at));
      const bool carries = is_own || (!is_empty_word(words.text(at)) && !is_cue &&
                                      !lists("any other another every by on people", words.text(at)));
      if (carries) phrase.meanings.push_back(words[at].meaning);
    }
    // "lights" is a thing, "light" may be how something is.
    const bool is_weak = !is_own && phrase.meanings.size() == 1 && is_everyday_word(phrase.meanings[0]) &&
                         !words.text(0).ends_with('s');
    const bool is_number =
        !is_own && phrase.meanings.size() == 1 && number_at(Utterance(phrase.meanings[0]), 0);
    if (is_number) return;  // "for two" is said of much else
    const bool is_known =
        std::ranges::any_of(phrases_, [&](const Phrase& each) { return each.meanings == phrase.meanings; });
    if (!phrase.meanings.empty() && phrase.meanings.size() <= 4 && !is_weak && !is_known)
      phrases_.push_back(std::move(phrase));
  }

  // Each item of a list: "shares, funds, savings plans".
  void add_gloss(string_view value, string_view gloss) {
    const Utterance words(gloss);
    std::size_t first = 0;
    for (std::size_t at = 0; at <= words.size(); ++at) {
      const bool parts =
          at == words.size() || lists("and or", words.text(at)) || (at > first && !words.follows_on(at));
      if (!parts) continue;
      const std::size_t before = phrases_.size();
      if (at > first) add(value, words.span(first, at), kByGloss);
      if (at > first + 2) add_end(value, words, at);
      // "room only": each word says little, both do
      if (at == first + 2 && phrases_.size() == before && !lists("a an the", words.text(first)))
        add_exact(value, words.span(first, at));
      first = at < words.size() && lists("and or", words.text(at)) ? at + 1 : at;
    }
  }

  // "tax return" of "the yearly tax return".
  void add_end(string_view value, const Utterance& words, std::size_t end) {
    const bool says = !is_empty_word(words.text(end - 1)) && !is_empty_word(words.text(end - 2));
    if (says) add(value, words.span(end - 2, end), kByGloss);
  }

  // "every other week" for fortnightly.
  void add_usual(string_view value) {
    for (const ValuePhrases& usual : kValuePhrases) {
      if (!lists(usual.values, a2a::text::lower_case(value))) continue;
      for (string_view rest = usual.phrases; !rest.empty();) {
        const auto end = std::min(rest.find(','), rest.size());
        add_exact(value, rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }
  void add_exact(string_view value, string_view text) {
    const Utterance words(text);
    Phrase phrase{value, {}, kByGloss};
    for (const Word& word : words.words()) phrase.meanings.push_back(word.meaning);
    const bool is_known =
        std::ranges::any_of(phrases_, [&](const Phrase& each) { return each.meanings == phrase.meanings; });
    if (!is_known) phrases_.push_back(std::move(phrase));
  }

  // "money", which explains two values, chooses neither; nor does "breakfast" where another one is called so.
  void drop_shared(string_view description) {
    std::erase_if(phrases_, [&](const Phrase& phrase) {
      return phrase.weight == kByGloss && phrase.meanings.size() == 1 &&
             std::ranges::any_of(key_.hints.values, [&](string_view other) {
               return other != phrase.value && explains(description, other, phrase.meanings[0]);
             });
    });
  }
  static bool explains(string_view description, string_view value, const std::string& meaning) {
    const auto says = [&meaning](string_view text) {
      const Utterance words(text);
      return std::ranges::find(words.words(), meaning, &Word::meaning) != words.words().end();
    };
    return says(value) || std::ranges::any_of(glosses_of(description, value), says);
  }

  // "washer" for washing_machine: a long first word that no other value has.
  void add_parts() {
    const std::vector<Phrase> whole = phrases_;
    for (const Phrase& phrase : whole) {
      if (phrase.weight != kByName || phrase.meanings.size() < 2 ||
          Utterance(phrase.value).text(0).size() < 6)
        continue;
      const std::string& part = phrase.meanings[0];
      const auto users = std::ranges::count_if(whole, [&part](const Phrase& each) {
        return std::ranges::find(each.meanings, part) != each.meanings.end();
      });
      if (users == 1) phrases_.push_back({phrase.value, {part}, kByPart});
    }
  }

  const KeyTerms& key_;
  std::vector<Phrase> phrases_;
};

}  // namespace

std::vector<Phrase> phrases_of(const KeyTerms& key) {
  return PhraseList(key).run();
}

}  // namespace schemagate::client_agent
