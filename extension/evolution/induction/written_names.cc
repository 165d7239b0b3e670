#include "extension/evolution/induction/written_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "extension/evolution/text/fold.h"
#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

constexpr double kCapitalShare = 0.6;
constexpr std::size_t kCapitalsMin = 2;

struct Written {
  std::size_t capital = 0;
  std::size_t small = 0;
  std::string spelled;  // with its capital

  bool is_name() const {
    const auto all = static_cast<double>(capital + small);
    return capital >= kCapitalsMin && static_cast<double>(capital) >= kCapitalShare * all;
  }
};
using Writings = std::map<std::string, Written>;  // by the word in small letters

bool is_word(const Token& token) {
  return token.kind == TokenKind::kWord && token.content;
}

// Where none is, all words may have capitals: "Window Seat", as some keyboards and forms write.
bool has_small_word(const Reading& reading) {
  return std::ranges::any_of(reading.tokens, [](const Token& token) {
    return token.kind == TokenKind::kWord && token.writing == Writing::kSmall;
  });
}

bool travels(const Reading& reading) {
  return std::ranges::any_of(reading.tokens, [](const Token& token) { return is_travel_word(token.text); });
}

// "in BKK", "from BKK"; "to BKK" where somebody travels.
bool is_place(const Reading& reading, std::size_t at) {
  if (at == 0) return false;
  const std::string_view before = at > 1 ? std::string_view(reading.tokens[at - 2].text) : "";
  const std::string_view place = named_place(before, reading.tokens[at - 1].text);
  return !place.empty() && (place != "destination" || travels(reading));
}

bool has_capital(const Reading& reading, std::size_t at) {
  const Writing writing = reading.tokens[at].writing;
  return writing == Writing::kCapital || (writing == Writing::kCapitals && is_place(reading, at));
}

// What a text alone told to be a name.
void count_name(Writings& writings, const std::string& spelled) {
  for (std::size_t at = 0; at < spelled.size();) {
    const std::size_t end = std::min(spelled.find(' ', at), spelled.size());
    const std::string word = spelled.substr(at, end - at);
    Written& written = writings[lower_case(word)];
    ++written.capital;
    written.spelled = word;
    at = end + 1;
  }
}

void count(Writings& writings, const Reading& reading) {
  const bool tells = has_small_word(reading);
  for (std::size_t at = 0; at < reading.tokens.size(); ++at) {
    const Token& token = reading.tokens[at];
    if (token.kind == TokenKind::kName) count_name(writings, token.spelled);
    if (!is_word(token)) continue;
    Written& written = writings[token.text];
    if (tells && has_capital(reading, at)) ++written.capital;
    if (token.writing == Writing::kSmall) ++written.small;
    if (!token.spelled.empty()) written.spelled = token.spelled;
  }
}

// "San" of "San Remo": never written small, and before the name in most texts that have the name.
std::set<std::string> first_words(const std::vector<Reading>& readings, const Writings& writings) {
  std::map<std::string, std::size_t> names;
  std::map<std::pair<std::string, std::string>, std::size_t> pairs;  // a first word and the name behind it
  for (const Reading& reading : readings) {
    const std::vector<Token>& tokens = reading.tokens;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (!is_word(tokens[at]) || !writings.at(tokens[at].text).is_name()) continue;
      ++names[tokens[at].text];
      const bool has_first = at > 0 && is_word(tokens[at - 1]) && tokens[at - 1].writing == Writing::kFirst;
      if (has_first) ++pairs[{tokens[at - 1].text, tokens[at].text}];
    }
  }
  std::set<std::string> words;
  for (const auto& [pair, count] : pairs) {
    const Written& written = writings.at(pair.first);
    if (written.small == 0 && !written.spelled.empty() && 2 * count >= names[pair.second])
      words.insert(pair.first);
  }
  return words;
}

void add_name(Reading& made, const std::string& spelled) {
  if (!made.tokens.empty() && made.tokens.back().kind == TokenKind::kName) {
    made.tokens.back().spelled += " " + spelled;
    return;
  }
  made.tokens.push_back({"<name>", spelled, TokenKind::kName});
  made.stems.emplace_back("<name>");
}

void name(Reading& reading, const Writings& writings, const std::set<std::string>& names) {
  Reading made;
  for (std::size_t at = 0; at < reading.tokens.size(); ++at) {
    Token& token = reading.tokens[at];
    if (is_word(token) && names.contains(token.text)) {
      add_name(made, writings.at(token.text).spelled);
    } else if (token.kind == TokenKind::kName) {
      add_name(made, token.spelled);
    } else {
      made.tokens.push_back(std::move(token));
      made.stems.push_back(std::move(reading.stems[at]));
    }
  }
  reading.tokens = std::move(made.tokens);
  reading.stems = std::move(made.stems);
}

}  // namespace

void find_written_names(std::vector<Reading>& readings) {
  Writings writings;
  for (const Reading& reading : readings) count(writings, reading);
  std::set<std::string> names = first_words(readings, writings);
  for (const auto& [word, written] : writings) {
    if (written.is_name()) names.insert(word);
  }
  if (names.empty()) return;
  for (Reading& reading : readings) name(reading, writings, names);
}

}  // namespace schemagate::evolution
