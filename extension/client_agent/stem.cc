#include "extension/client_agent/stem.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kStemBytesMin = 3;
constexpr std::size_t kSuperlativeBytesMin = 4;  // "forest" is no most of "for"

bool cut(std::string& word, string_view ending) {
  if (!word.ends_with(ending) || word.size() < ending.size() + kStemBytesMin) return false;
  word.resize(word.size() - ending.size());
  return true;
}

void cut_plural(std::string& word) {
  if (word.ends_with("ies") && word.size() > 4) {
    word.replace(word.size() - 3, 3, "y");
  } else if (word.ends_with("sses") || word.ends_with("ches") || word.ends_with("shes") ||
             word.ends_with("xes")) {
    word.resize(word.size() - 2);
  } else if (!word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is")) {
    cut(word, "s");
  }
}

void cut_double(std::string& word) {
  const std::size_t size = word.size();
  if (size > kStemBytesMin && word[size - 1] == word[size - 2] && word.back() != 's') {
    word.pop_back();
  }
}

}  // namespace

std::string stem_of(string_view lower_word) {
  std::string word(lower_word.substr(0, lower_word.find('\'')));
  cut_plural(word);
  constexpr std::array<string_view, 8> kEndings = {"ement", "ment", "ness", "ing", "est", "ed", "er", "ly"};
  std::ranges::any_of(kEndings, [&word](string_view ending) {
    const bool is_short = ending == "est" && word.size() < ending.size() + kSuperlativeBytesMin;
    return !is_short && cut(word, ending);
  });
  cut_double(word);
  cut(word, "en");
  if (!cut(word, "e")) cut(word, "y");
  cut_double(word);
  return word;
}

}  // namespace schemagate::client_agent
