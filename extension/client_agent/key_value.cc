#include "extension/client_agent/key_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "a2a/json/text.h"

namespace schemagate::client_agent {
namespace {

bool is_whole(double value) {
  return std::floor(value) == value && std::abs(value) < 1e15;
}

}  // namespace

bool fits(const KeyTerms& key, double value) {
  if (key.key->type == schema_interaction::KeyType::kInteger && !is_whole(value)) return false;
  const auto& range = key.hints.range;
  return !range || (value >= range->least && value <= range->most);
}

std::string json_text(std::string_view text) {
  return a2a::in_quotes(text);
}

std::string number_json(double value) {
  return a2a::dump_tree(is_whole(value) ? a2a::JsonTree(static_cast<std::int64_t>(value))
                                        : a2a::JsonTree(value));
}

bool is_measured(const Utterance& sentence, std::size_t at) {
  constexpr std::array kUnits = {std::string_view("day"),   std::string_view("week"),
                                 std::string_view("month"), std::string_view("hour"),
                                 std::string_view("minut"), std::string_view("pm"),
                                 std::string_view("am"),    std::string_view("o'clock")};
  return at < sentence.size() && std::ranges::find(kUnits, sentence[at].meaning) != kUnits.end();
}

}  // namespace schemagate::client_agent
