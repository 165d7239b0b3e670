#include "extension/evolution/induction/candidate.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"

namespace schemagate::evolution {
namespace {

// As the draft's figures write values: strings in single quotes.
std::string shown(const std::string& json) {
  if (json.size() < 2 || json.front() != '"') return json;
  return "'" + json.substr(1, json.size() - 2) + "'";
}

}  // namespace

std::string describe(const Candidate& candidate) {
  std::string text = candidate.meaning + ".";
  if (!text.empty()) text[0] = a2a::text::upper(text[0]);
  if (!candidate.values.empty()) {
    text += " Acceptable values: ";
    for (const std::string& value : candidate.values) text += value + ", ";
    text += "none.";
  }
  if (candidate.examples.empty()) return text;
  text += candidate.examples.size() == 1 ? " Example mapping: " : " Example mappings: ";
  for (std::size_t i = 0; i < candidate.examples.size(); ++i) {
    if (i > 0) text += ", ";
    text += "'" + candidate.examples[i].words + "' -> " + shown(candidate.examples[i].value);
  }
  return text + ".";
}

}  // namespace schemagate::evolution
