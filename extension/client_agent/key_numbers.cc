#include "extension/client_agent/key_numbers.h"

#include "extension/client_agent/key_words.h"
#include "extension/client_agent/utterance.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::KeyType;
using std::string_view;

// Up to its first full stop or bracket.
string_view first_part(const std::string& description) {
  return string_view(description).substr(0, description.find_first_of(".;("));
}

// "How many euros an hour", "Number of kilograms": what is counted is a unit.
std::optional<KeyKind> counted_unit(const KeyText& text) {
  for (const string_view label : {"number of ", "how many "}) {
    const auto at = text.description.find(label);
    if (at == std::string::npos) continue;
    const Utterance rest(string_view(text.description).substr(at + label.size()));
    const bool is_sort = rest.text(0) == "euro" && rest.follows_on(1) && rest.text(1).ends_with('s');
    if (is_sort) return KeyKind::kCount;  // "Number of Euro pallets"
    if (lists("euro euros dollars pounds", rest.text(0))) return KeyKind::kMoney;
    if (lists(kMeasureUnits, rest.text(0))) return KeyKind::kMeasure;
    if (lists(kDurationUnits, rest.text(0)) && period_of(text).empty()) return KeyKind::kDuration;
  }
  return std::nullopt;
}

constexpr string_view kShortUnits = "m l t g";

// "Length in metres", "in square metres", "in kWh or cubic metres": up to the first full stop.
std::string unit_in_description(const KeyText& text) {
  const Utterance head(first_part(text.description));
  for (std::size_t at = 1; at < head.size(); ++at) {
    if (head.text(at - 1) != "in") continue;
    const bool is_power = lists("square sq cubic", head.text(at));
    const auto unit = head.text(at + (is_power ? 1 : 0));
    const bool is_last = at + 1 == head.size();
    if (lists(kMeasureUnits, unit) || (is_last && lists(kShortUnits, unit))) return std::string(unit);
  }
  return "";
}

// "length_m", but not "duration_m".
bool is_named_in_metres(const KeyText& text) {
  return !text.name_words.empty() && text.name_words.back() == "m" &&
         text.names("length size width height depth beam draught draft distance");
}

// "amount_of_riders": as people say number.
bool counts_by_amount(const KeyText& text) {
  return text.names("amount") && text.names("of") && text.name_is_plural() &&
         !text.names("pay paid money price cost");
}

// "Days of hire", but not "walks a day".
bool is_length_of_time(const KeyText& text) {
  const Utterance head(first_part(text.description));
  for (std::size_t at = 0; at < head.size(); ++at) {
    if (lists(kDurationUnits, head.text(at)) && (at == 0 || !lists("a an per each every", head.text(at - 1))))
      return true;
  }
  return false;
}

// "How strongly the wood is sanded", "How much louder it should get".
bool asks_how_strong(const KeyText& text, const Hints& hints) {
  if (!hints.range || hints.range->least > 0 || text.all_words.size() < 3 || text.all_words[0] != "how")
    return false;
  return lists("strongly strong hard intensely", text.all_words[1]) ||
         (text.all_words[1] == "much" && text.all_words[2].ends_with("er"));
}

// Names what is done, from not at all on: skin_smoothing, 0 to 10.
bool grades(const KeyText& text, const Hints& hints) {
  if (!hints.range || hints.range->least > 0 || text.name_words.empty() || text.name_is_plural())
    return false;
  const std::string& last = text.name_words.back();
  return last.ends_with("ing") || last.ends_with("ment") || last.ends_with("ness") || last.ends_with("ion") ||
         last.ends_with("blur");
}

}  // namespace

bool has_stars(const KeyText& text) {
  return text.key.type == KeyType::kInteger && (text.names("star stars") || text.heads("star stars"));
}

std::string period_of(const KeyText& text) {
  if (text.key.type != KeyType::kInteger && text.key.type != KeyType::kNumber) return "";
  if (text.says("euro euros eur dollars pounds price cost") || text.names("price rate cost")) return "";
  const Utterance head(first_part(text.description));
  for (const auto& words : {text.name_words, words_of(head.span(0, head.size()))}) {
    for (std::size_t at = 1; at < words.size(); ++at) {
      if (lists("day week month year", words[at]) && lists("a per each every", words[at - 1]))
        return words[at];
    }
  }
  return "";
}

bool is_number_in_text(const KeyText& text) {
  if (text.property != nullptr && !(text.constraint("pattern").empty() && text.constraint("format").empty()))
    return false;
  const Utterance head(first_part(text.description));
  const bool is_length = lists("length duration", head.text(0)) && is_length_of_time(text);
  const bool is_number = head.text(0) == "number" && head.text(1) == "of" && head.text(2).ends_with('s');
  return is_length || is_number || (head.text(0) == "how" && head.text(1) == "many");
}

std::string unit_of_measure(const KeyText& text) {
  return is_named_in_metres(text) ? "m" : unit_in_description(text);
}

KeyKind number_kind(const KeyText& text, const Hints& hints) {
  if (text.names("age") || text.says("age") || text.has("years old")) return KeyKind::kAge;
  if (const auto kind = counted_unit(text)) return *kind;
  if (text.names("price fare") && text.says("euro euros eur dollar dollars pound pounds"))
    return KeyKind::kMoney;
  if (text.names(kUnitsInNames) || !unit_of_measure(text).empty()) return KeyKind::kMeasure;
  const bool counts = hints.is_count || counts_by_amount(text) || has_stars(text) ||
                      text.names("count number num n qty quantity pieces size");
  if (counts && !text.has("number of ") && !text.names(kDurationUnits)) return KeyKind::kCount;
  if (!period_of(text).empty()) return KeyKind::kCount;
  if (text.names(kDurationUnits) || text.names("duration length") || text.has("how long"))
    return KeyKind::kDuration;
  if (counts) return KeyKind::kCount;
  if (text.says(kMoneyWords) || text.names(kMoneyWords) || text.has("€")) return KeyKind::kMoney;
  if (text.names(kMeasureUnits) || text.says(kMeasureUnits)) return KeyKind::kMeasure;
  if (is_length_of_time(text)) return KeyKind::kDuration;
  if (asks_how_strong(text, hints)) return KeyKind::kLevel;
  return !text.names(kOrdinals) && (text.says(kLevelWords) || grades(text, hints)) ? KeyKind::kLevel
                                                                                   : KeyKind::kCount;
}

}  // namespace schemagate::client_agent
