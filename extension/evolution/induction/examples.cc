#include "extension/evolution/induction/examples.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "extension/evolution/induction/screening.h"

namespace schemagate::evolution {
namespace {

constexpr std::size_t kWordsMax = 2;
constexpr std::size_t kPhraseBytesMax = 80;

// As it is published; nullopt for what is not.
std::optional<std::string> published(const Token& token) {
  switch (token.kind) {
    case TokenKind::kWord:
      return is_publishable_word(token.text) ? std::optional(token.text) : std::nullopt;
    case TokenKind::kNumber:
      return "2";
    case TokenKind::kDate:
      return "4 May";
    case TokenKind::kTime:
      return "9:30";
    case TokenKind::kMoney:
      return "20 dollars";
    case TokenKind::kName:
    case TokenKind::kPersonal:
      break;
  }
  return std::nullopt;
}

struct Heard {
  std::size_t words = 0;
  std::size_t stems = 0;  // of those that were asked for
  std::size_t count = 0;
  std::set<ClientNumber> clients;
};
using Phrases = std::map<std::string, Heard>;

// Content tokens that follow one another, from each place on.
void collect(Phrases& phrases, const Reading& reading, const std::vector<std::string>& stems) {
  std::vector<std::size_t> content;
  for (std::size_t at = 0; at < reading.tokens.size(); ++at) {
    if (reading.tokens[at].content) content.push_back(at);
  }
  for (std::size_t begin = 0; begin < content.size(); ++begin) {
    std::string phrase;
    std::size_t held = 0;
    std::size_t placeholders = 0;
    for (std::size_t size = 1; size <= kWordsMax && begin + size <= content.size(); ++size) {
      const std::size_t at = content[begin + size - 1];
      const auto word = published(reading.tokens[at]);
      placeholders += reading.tokens[at].kind == TokenKind::kWord ? 0U : 1U;
      if (!word || placeholders > 1) break;
      phrase += (phrase.empty() ? "" : " ") + *word;
      held += std::ranges::find(stems, reading.stems[at]) != stems.end() ? 1U : 0U;
      if (held == 0 || phrase.size() > kPhraseBytesMax || is_instructing(phrase)) continue;
      Heard& heard = phrases[phrase];
      ++heard.count;
      heard.words = size;
      heard.stems = held;
      heard.clients.insert(reading.client);
    }
  }
}

}  // namespace

std::vector<std::string> example_phrases(const Readings& readings, const std::vector<std::string>& stems,
                                         const Publicity& publicity, std::size_t count_max) {
  Phrases phrases;
  for (const Reading& reading : readings.all) collect(phrases, reading, stems);
  std::vector<std::pair<std::string, Heard>> heard;
  for (auto& row : phrases) {
    if (row.second.clients.size() >= publicity.clients_min) heard.emplace_back(row);
  }
  // Two words tell more than one, and the key's own words more than others.
  const auto rank = [](const Heard& row) {
    return std::tuple(row.stems, row.words, row.clients.size(), row.count);
  };
  std::ranges::stable_sort(
      heard, [&rank](const auto& one, const auto& other) { return rank(one.second) > rank(other.second); });
  std::vector<std::string> examples;
  for (auto& [phrase, row] : heard) {
    const bool new_words = std::ranges::none_of(
        examples, [&phrase](const std::string& other) { return other.contains(phrase); });
    const bool as_telling = row.stems == heard.front().second.stems;
    if (examples.size() < count_max && new_words && as_telling) examples.push_back(std::move(phrase));
  }
  return examples;
}

}  // namespace schemagate::evolution
