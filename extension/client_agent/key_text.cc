#include "extension/client_agent/key_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "a2a/text/ascii.h"
#include "extension/client_agent/utterance.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// "pickupDate" as two words.
std::string spaced(string_view name) {
  std::string text;
  for (char c : name) {
    if (a2a::text::is_upper(c) && !text.empty() && !a2a::text::is_upper(text.back())) text += ' ';
    text += c == '-' ? ' ' : c;
  }
  return text;
}

bool has_one_of(const std::vector<std::string>& words, string_view list) {
  return std::ranges::any_of(words, [list](const std::string& word) { return lists(list, word); });
}

}  // namespace

std::vector<std::string> words_of(string_view text) {
  const Utterance utterance(text);
  std::vector<std::string> words;
  for (const Word& word : utterance.words()) words.push_back(word.text);
  return words;
}

KeyText::KeyText(const schema_interaction::Key& of, const a2a::JsonTree* json_schema)
    : key(of),
      property(json_schema),
      description(a2a::text::lower_case(string_view(of.description).substr(0, kDescriptionBytesMax))),
      name_words(words_of(spaced(of.name))),
      all_words(words_of(description)) {}

bool KeyText::names(string_view list) const {
  return has_one_of(name_words, list);
}

bool KeyText::says(string_view list) const {
  return has_one_of(all_words, list);
}

bool KeyText::heads(string_view list) const {
  return has_one_of(words_of(string_view(description).substr(0, description.find_first_of(".;("))), list);
}

bool KeyText::name_is_plural() const {
  return !name_words.empty() && name_words.back().ends_with('s') && !name_words.back().ends_with("ss");
}

string_view KeyText::constraint(string_view name) const {
  if (property == nullptr) return {};
  const auto* text = a2a::find_string(*property, name);
  return text == nullptr ? string_view() : string_view(*text);
}

}  // namespace schemagate::client_agent
