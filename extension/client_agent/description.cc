#include "extension/client_agent/description.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "a2a/text/ascii.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

string_view trimmed(string_view text) {
  return a2a::text::trimmed(text, a2a::text::kWhiteSpace);
}

// What follows the first of the labels, up to the end of the sentence.
string_view labelled(string_view text, std::initializer_list<string_view> labels) {
  const std::string folded = a2a::text::lower_case(text);
  for (string_view label : labels) {
    const auto at = folded.find(label);
    if (at == std::string::npos) continue;
    const auto rest = text.substr(at + label.size());
    std::size_t end = 0;
    while (end < rest.size() &&
           !(rest[end] == '.' && (end + 1 == rest.size() || a2a::text::kWhiteSpace.contains(rest[end + 1]))))
      ++end;
    return trimmed(rest.substr(0, end));
  }
  return {};
}

bool is_value(string_view text) {
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return a2a::text::is_letter_or_digit(c) || c == '_' || c == '-';
  });
}

string_view unquoted(string_view text) {
  const bool quoted =
      text.size() > 1 && text.front() == text.back() && (text.front() == '\'' || text.front() == '"');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// Only a plain list is one: "IATA codes (e.g. PEK) or city names" is prose.
std::vector<std::string> read_values(string_view list) {
  std::vector<std::string> values;
  while (!list.empty() && values.size() < kValuesMax) {
    const auto end = std::min(list.find(','), list.size());
    auto item = trimmed(list.substr(0, end));
    for (string_view joiner : {"or ", "and "}) {
      if (item.starts_with(joiner)) item = trimmed(item.substr(joiner.size()));
    }
    item = unquoted(item);
    if (!is_value(item)) return {};
    values.emplace_back(item);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return values.size() > 1 ? values : std::vector<std::string>();
}

std::optional<double> take_number(string_view& text) {
  text = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<Range> read_range(string_view text) {
  const auto least = take_number(text);
  if (!least) return std::nullopt;
  text = trimmed(text);
  for (string_view joiner : {"-", "\u2013", "to", "and", ".."}) {
    if (!text.starts_with(joiner)) continue;
    text.remove_prefix(joiner.size());
    const auto most = take_number(text);
    return most && *least < *most ? std::optional(Range{*least, *most}) : std::nullopt;
  }
  return std::nullopt;
}

// The quoted phrase that ends `text`; its opening quote stands behind a blank, so apostrophes inside do no
// harm.
string_view phrase_before(string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || (text.back() != '\'' && text.back() != '"')) return {};
  const char quote = text.back();
  for (std::size_t at = text.size() - 1; at-- > 0;) {
    const bool opens = at == 0 || a2a::text::kWhiteSpace.contains(text[at - 1]) || text[at - 1] == '(';
    if (text[at] == quote && opens) return text.substr(at + 1, text.size() - at - 2);
  }
  return {};
}

string_view target_after(string_view text) {
  text = trimmed(text);
  if (text.empty()) return {};
  if (text.front() != '\'' && text.front() != '"') {
    auto bare = text.substr(0, text.find_first_of(" ,;)\t\n"));
    while (bare.ends_with('.')) bare.remove_suffix(1);
    return bare;
  }
  for (std::size_t at = 1; at < text.size(); ++at) {
    const bool closes = at + 1 == text.size() || string_view(" ,;.)\t\n").contains(text[at + 1]);
    if (text[at] == text.front() && closes) return text.substr(1, at - 1);
  }
  return {};
}

std::vector<Example> read_examples(string_view text) {
  std::vector<Example> examples;
  constexpr string_view kArrow = "->";
  for (auto at = text.find(kArrow); at != string_view::npos && examples.size() < kExamplesMax;
       at = text.find(kArrow, at + 1)) {
    const auto phrase = phrase_before(text.substr(0, at));
    const auto target = target_after(text.substr(at + kArrow.size()));
    if (!phrase.empty() && !target.empty()) examples.push_back({std::string(phrase), std::string(target)});
  }
  return examples;
}

// "slightly", or each of "'a bit' or 'a little'" in "just 'a bit' or 'a little' is 2".
void add_meanings(string_view phrase, string_view target, std::vector<Example>& examples) {
  const auto add = [&](string_view words) {
    const bool is_short = std::ranges::count(words, ' ') <= 4 && !words.contains('.') && !words.empty();
    if (is_short && examples.size() < kExamplesMax)
      examples.push_back({std::string(words), std::string(target)});
  };
  if (!phrase.contains('\'')) return add(phrase);
  for (auto open = phrase.find('\''); open != string_view::npos;) {
    const auto close = phrase.find('\'', open + 1);
    if (close == string_view::npos) return;
    add(phrase.substr(open + 1, close - open - 1));
    open = phrase.find('\'', close + 1);
  }
}

// "slightly is 3, strongly is 8": words, and the number that they mean.
void read_meanings(string_view text, std::vector<Example>& examples) {
  while (!text.empty() && examples.size() < kExamplesMax) {
    const auto end = std::min(text.find_first_of(",;:("), text.size());
    auto part = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (part.ends_with('.')) part.remove_suffix(1);
    const auto at = part.find(" is ");
    if (at == string_view::npos || part.find(' ', at + 4) != string_view::npos) continue;
    const auto target = part.substr(at + 4);
    if (!target.empty() && a2a::text::is_digit(target.front()))
      add_meanings(part.substr(0, at), target, examples);
  }
}

bool has_any(string_view text, std::initializer_list<string_view> words) {
  return std::ranges::any_of(words, [text](string_view word) { return text.contains(word); });
}

void read_property(const a2a::JsonTree& property, Hints& hints) {
  if (const auto* values = a2a::find_member(property, "enum"); values != nullptr && values->is_array()) {
    hints.values.clear();
    for (const auto& value : *values) {
      if (hints.values.size() == kValuesMax) break;
      if (const auto* text = value.get_ptr<const std::string*>()) hints.values.push_back(*text);
    }
  }
  const auto* least = a2a::find_member(property, "minimum");
  const auto* most = a2a::find_member(property, "maximum");
  const bool bounded = least != nullptr && most != nullptr && least->is_number() && most->is_number();
  if (bounded) hints.range = Range{least->get<double>(), most->get<double>()};
}

}  // namespace

Hints read_description(string_view description) {
  description = description.substr(0, kDescriptionBytesMax);
  const std::string folded = a2a::text::lower_case(description);
  Hints hints;
  hints.values = read_values(labelled(description, {"acceptable values:", "accepted values:",
                                                    "allowed values:", "possible values:", "one of:"}));
  hints.range = read_range(labelled(description, {"range:", "between"}));
  hints.examples = read_examples(description);
  read_meanings(description, hints.examples);
  hints.is_date = has_any(folded, {"yyyy-mm-dd", "iso 8601", "iso-8601"});
  const bool takes_city = has_any(folded, {"city ", "city.", "city name", "cities", "town "});
  const bool takes_code = has_any(folded, {"iata", "airport"});
  hints.is_place = !hints.is_date && (takes_city || takes_code);
  hints.takes_code_only =
      has_any(folded, {"iata", "airport code"}) && !has_any(folded, {"city", "cities", "town", "station"});
  hints.is_count = has_any(folded, {"number of", "how many"});
  hints.wants_other_for_fine = has_any(folded, {"use other for", "use 'other' for", "use \"other\" for"});
  return hints;
}

Hints hints_of(const schema_interaction::Key& key, const a2a::JsonTree* property) {
  Hints hints = read_description(key.description);
  if (property != nullptr) read_property(*property, hints);
  if (key.name == "date" || key.name.ends_with("_date")) hints.is_date = true;
  return hints;
}

}  // namespace schemagate::client_agent
