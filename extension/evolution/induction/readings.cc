#include "extension/evolution/induction/readings.h"

#include <algorithm>
#include <map>
#include <utility>

#include "extension/evolution/induction/screening.h"
#include "extension/evolution/induction/written_names.h"
#include "extension/evolution/pool/embedder.h"
#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

constexpr double kSecurityShare = 0.25;

bool touches_security(const Reading& reading) {
  return std::ranges::any_of(reading.tokens,
                             [](const Token& token) { return is_security_relevant(token.text); });
}

// "one seat", "just one"; not "a red one", "one with a view" and "one way".
bool is_counted_one(const std::vector<Token>& tokens, std::size_t at) {
  if (tokens[at].text != "one" || tokens[at].kind != TokenKind::kWord) return false;
  const std::string_view before = at > 0 ? std::string_view(tokens[at - 1].text) : "";
  const bool only = before == "just" || before == "only";
  if (at + 1 == tokens.size()) return only;
  const Token& next = tokens[at + 1];
  const bool is_noun = next.kind == TokenKind::kWord && next.content && next.text != "way";
  const bool is_first = at == 0 || !tokens[at - 1].content;
  return (is_noun && is_first) || (only && is_polite_word(next.text));
}

Reading reading_of(const Fragment& fragment, const Stemmer& stemmer, const TokenOptions& options) {
  Reading reading;
  reading.tokens = tokenise(fragment.text, options);
  reading.client = fragment.client;
  reading.question = is_question(fragment.text, reading.tokens);
  for (std::size_t at = 0; options.placeholders && at < reading.tokens.size(); ++at) {
    if (is_counted_one(reading.tokens, at)) reading.tokens[at] = {"<num>", {}, TokenKind::kNumber};
  }
  for (const Token& token : reading.tokens) {
    reading.stems.push_back(token.kind == TokenKind::kWord ? stemmer.stem(token.text) : token.text);
  }
  return reading;
}

struct Tally {
  std::size_t count = 0;
  std::set<ClientNumber> clients;
  std::map<std::string, std::size_t> spellings;
};

const std::string& most_frequent(const std::map<std::string, std::size_t>& spellings) {
  return std::ranges::max_element(spellings, {}, [](const auto& row) { return row.second; })->first;
}

std::map<std::string, Tally> tally(const std::vector<Reading>& readings) {
  std::map<std::string, Tally> tallies;
  for (const Reading& reading : readings) {
    std::set<std::string> seen;
    for (std::size_t at = 0; at < reading.tokens.size(); ++at) {
      const Token& token = reading.tokens[at];
      if (!token.content || token.kind != TokenKind::kWord) continue;
      Tally& one = tallies[reading.stems[at]];
      ++one.spellings[token.text];
      one.clients.insert(reading.client);
      if (seen.insert(reading.stems[at]).second) ++one.count;
    }
  }
  return tallies;
}

}  // namespace

bool Readings::touch_security() const {
  const auto touching = std::ranges::count_if(all, touches_security);
  return static_cast<double>(touching) > kSecurityShare * static_cast<double>(all.size());
}

ReadingOptions ReadingOptions::of(const Settings& settings) {
  return {{settings.placeholders, settings.stop_words}, !settings.cluster_only};
}

const Word* Readings::find(std::string_view stem) const {
  const auto found = std::ranges::find(words, stem, &Word::stem);
  return found == words.end() ? nullptr : &*found;
}

double Readings::share(TokenKind kind) const {
  if (all.empty()) return 0;
  const auto with = std::ranges::count_if(all, [kind](const Reading& each) { return each.has(kind); });
  return static_cast<double>(with) / static_cast<double>(all.size());
}

double Readings::share_of_questions() const {
  if (all.empty()) return 0;
  const auto questions = std::ranges::count_if(all, &Reading::question);
  return static_cast<double>(questions) / static_cast<double>(all.size());
}

double Readings::share_of_for_number() const {
  if (all.empty()) return 0;
  const auto counted = std::ranges::count_if(all, [](const Reading& reading) {
    const auto& tokens = reading.tokens;
    for (std::size_t at = 1; at < tokens.size(); ++at) {
      const bool is_last =
          at + 1 == tokens.size() || !tokens[at + 1].content || is_vague_word(tokens[at + 1].text);
      if (tokens[at].kind == TokenKind::kNumber && tokens[at - 1].text == "for" && is_last) return true;
    }
    return false;
  });
  return static_cast<double>(counted) / static_cast<double>(all.size());
}

Readings read(const std::deque<Fragment>& fragments, const Frequencies& frequencies, const Stemmer& stemmer,
              const ReadingOptions& options) {
  Readings readings;
  std::set<std::pair<ClientNumber, std::string_view>> seen;
  for (const Fragment& fragment : fragments) {
    if (fragment.instructing || (options.counting_only && !fragment.counts)) continue;
    if (!seen.insert({fragment.client, fragment.text}).second) continue;
    readings.all.push_back(reading_of(fragment, stemmer, options.tokens));
  }
  if (options.tokens.placeholders) find_written_names(readings.all);
  const auto total = static_cast<double>(readings.all.size());
  for (auto& [stem, one] : tally(readings.all)) {
    const std::uint64_t feature = stem_feature(stem);
    const double in_pool = (frequencies.count(feature) + 1.0) / (frequencies.fragments() + 1.0);
    Word word{stem, most_frequent(one.spellings), one.count, std::move(one.clients)};
    word.share = static_cast<double>(one.count) / total;
    word.idf = frequencies.inverse(feature);
    word.lift = word.share / in_pool;
    readings.words.push_back(std::move(word));
  }
  std::ranges::stable_sort(readings.words, std::ranges::greater{}, &Word::count);
  return readings;
}

}  // namespace schemagate::evolution
