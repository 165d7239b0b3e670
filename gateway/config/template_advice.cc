#include "gateway/config/template_advice.h"

#include <algorithm>
#include <set>

#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"
#include "extension/client_agent/description.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using schema_interaction::AuthoredTemplate;
using schema_interaction::Key;
using schema_interaction::KeyType;

constexpr std::size_t kAdviceMax = 20;

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (const char c : a2a::text::lower_case(text) + " ") {
    const bool is_part = a2a::text::is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    if (is_part) word += c;
    if (!is_part && !word.empty()) words.insert(std::exchange(word, std::string()));
  }
  return words;
}

bool says_no_more_than_its_name(const Key& key) {
  const auto name = words_of(key.name);
  const auto said = words_of(key.description);
  return std::ranges::count_if(said, [&name](const std::string& word) { return !name.contains(word); }) < 2;
}

// Two letters and fewer, or letters with digits: "Y", "C3".
bool is_code(std::string_view value) {
  const bool has_digit = std::ranges::any_of(value, a2a::text::is_digit);
  const bool has_letter = std::ranges::any_of(value, a2a::text::is_letter);
  return has_letter && (has_digit || value.size() <= 2);
}

// The first code of the key's choices that no example explains; empty: none.
std::string unexplained_code(const AuthoredTemplate& authored, const Key& key) {
  const auto constraints = authored.constraints.find(key.name);
  const auto* property = constraints == authored.constraints.end() ? nullptr : &constraints->second;
  const client_agent::Hints hints = client_agent::hints_of(key, property);
  for (const std::string& value : hints.values) {
    const bool is_explained =
        std::ranges::find(hints.examples, value, &client_agent::Example::target) != hints.examples.end();
    if (is_code(value) && !is_explained) return value;
  }
  return "";
}

// Empty: nothing is to be said.
std::string advice_for(const AuthoredTemplate& authored, const Key& key) {
  if (key.type == KeyType::kArray || key.type == KeyType::kObject)
    return "no sentence fills a list or an object: offer a key for each of its parts";
  if (const std::string code = unexplained_code(authored, key); !code.empty())
    return "nobody says " + in_quotes(code) + ": add what people say, Example mapping: 'their words' -> '" +
           code + "'";
  if (says_no_more_than_its_name(key))
    return "the description says no more than the name: say what it holds (a city, a date, a number of "
           "guests) and add an "
           "Example mapping";
  return "";
}

}  // namespace

std::vector<std::string> template_advice(const AuthoredTemplate& authored) {
  std::vector<std::string> all;
  for (const Key& key : authored.schema.keys) {
    if (key.name == schema_interaction::kOther) continue;
    const std::string advice = advice_for(authored, key);
    if (advice.empty()) continue;
    if (all.size() == kAdviceMax) break;
    all.push_back(in_quotes(key.name) + ": sentences will not fill it: " + advice);
  }
  return all;
}

}  // namespace schemagate
