#include "extension/client_agent/findings.h"

#include <algorithm>
#include <array>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kTextWordsMax = 4;

// A number or a degree beside the words: more than yes or no.
bool is_graded(const Reading& reading, Stretch words) {
  const auto& sentence = reading.sentence();
  const Stretch clause = reading.clause_of(words.first);
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    if (reading.is_free(at) && degree_of(sentence.text(at))) return true;
  }
  return false;
}

bool is_measured(const Reading& reading, Stretch words) {
  const Stretch clause = reading.clause_of(words.first);
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    if (reading.is_free(at) && (share_at(reading.sentence(), at) || number_at(reading.sentence(), at)))
      return true;
  }
  return false;
}

bool is_about_return(string_view text) {
  const auto meanings = meanings_of(text);
  return std::ranges::any_of(meanings, [](const std::string& meaning) {
    return meaning == stem_of("return") || meaning == stem_of("back") || meaning == stem_of("inbound");
  });
}

// "returning on Friday", "and back next week".
bool goes_back(const Reading& reading, std::size_t at) {
  constexpr std::size_t kReturnReach = 3;
  for (std::size_t back = 1; back <= std::min(at, kReturnReach) && reading.are_in_one_clause(at - back, at);
       ++back) {
    if (is_about_return(reading.sentence().text(at - back))) return true;
  }
  return false;
}

// The words before an example's target that say what comes: "my name is" of 'my name is Bob' -> 'Bob'.
std::string lead_of(const Example& example) {
  const Utterance phrase(example.phrase);
  const Utterance target(example.target);
  for (std::size_t at = 1; at < phrase.size(); ++at) {
    if (phrase.text(at) == target.text(0)) return std::string(phrase.span(0, at));
  }
  return "";
}

// Where words with the same meanings stand one after another.
std::optional<std::size_t> end_of(const Reading& reading, const Utterance& lead) {
  const auto& sentence = reading.sentence();
  for (std::size_t at = 0; at + lead.size() < sentence.size(); ++at) {
    std::size_t same = 0;
    while (same < lead.size() && reading.is_free(at + same) &&
           sentence[at + same].meaning == lead[same].meaning)
      ++same;
    if (same == lead.size()) return at + same;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> find_switch(Reading& reading, const KeyReading& key) {
  const auto hit = reading.find(key);
  if (!hit) return std::nullopt;
  const bool is_fine = !hit->by_name || is_graded(reading, hit->words);
  const bool is_for_other = key.hints.wants_other_for_fine && is_fine;
  if (!hit->is_negated && (is_for_other || is_measured(reading, hit->words))) return std::nullopt;
  const std::string evidence = reading.text(hit->words);
  reading.take(hit->words);
  reading.take_in_clause(hit->words, [&reading, &hit](std::size_t at) {
    const auto word = reading.sentence().text(at);
    return degree_of(word) || is_light_word(word) ||
           (hit->is_negated && (is_negation(word) || !reading.is_content(at)));
  });
  return Finding{hit->is_negated ? "false" : "true", hit->confidence, evidence};
}

std::optional<Finding> find_date(Reading& reading, const KeyReading& key, std::chrono::sys_days today) {
  const bool wants_return = is_about_return(key.key->name);
  for (const DateMention& mention : find_dates(reading.sentence(), today)) {
    if (!reading.is_free(mention.first) || goes_back(reading, mention.first) != wants_return) continue;
    reading.take({mention.first, mention.last});
    return Finding{json_text(format_date(mention.date)), mention.confidence,
                   reading.text({mention.first, mention.last})};
  }
  return std::nullopt;
}

std::optional<Finding> find_text(Reading& reading, const KeyReading& key) {
  for (const Example& example : key.hints.examples) {
    const Utterance lead(lead_of(example));
    const auto begin = lead.size() == 0 ? std::nullopt : end_of(reading, lead);
    if (!begin) continue;
    std::size_t last = *begin;
    while (last < *begin + kTextWordsMax && reading.is_free(last) && reading.are_in_one_clause(*begin, last))
      ++last;
    if (last == *begin) continue;
    const std::string text = reading.text({*begin, last});
    reading.take({*begin - lead.size(), last});
    return Finding{json_text(text), 0.7, text};
  }
  return std::nullopt;
}

}  // namespace schemagate::client_agent
