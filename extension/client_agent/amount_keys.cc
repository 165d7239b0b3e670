// Money, measures, ages and lengths of time: a number with what stands beside it.
#include <algorithm>
#include <cmath>
#include <span>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr string_view kLimits =
    "most under below max maximum limit budget up within over than exceed exceeding";

struct Unit {
  string_view words;
  string_view family;
  double factor = 1;  // of the family's base
};
constexpr Unit kUnits[] = {
    {"kg kilo kilos kilogram kilograms kgs", "kg", 1},
    {"g gram grams", "kg", 0.001},
    {"mg milligram milligrams", "kg", 0.000001},
    {"ml millilitre millilitres milliliter milliliters", "litre", 0.001},
    {"tonne tonnes ton tons t", "kg", 1000},
    {"km kilometre kilometres kilometer kilometers kms", "km", 1},
    {"m metre metres meter meters", "m", 1},
    {"cm centimetre centimetres centimeter centimeters", "m", 0.01},
    {"mile miles", "mile", 1},
    {"lb lbs pound pounds", "lb", 1},
    {"litre litres liter liters l", "litre", 1},
    {"percent", "percent", 1},
    {"m2 sqm m\u00b2", "m2", 1},
    {"m3 cbm m\u00b3", "m3", 1},
    {"kwh", "kwh", 1},
};
constexpr Unit kCurrencies[] = {
    {"euro euros eur", "euro"}, {"dollar dollars usd bucks", "dollar"}, {"pound pounds quid gbp", "pound"}};

const Unit* unit_of(std::span<const Unit> units, string_view word) {
  const auto found =
      std::ranges::find_if(units, [word](const Unit& unit) { return lists(unit.words, word); });
  return found == units.end() ? nullptr : &*found;
}

// From a unit to that of the key; "in kWh or cubic metres" takes either as it is. nullopt: another measure.
std::optional<double> factor_to(const KeyTerms& key, const Unit& said) {
  const Unit* wanted = unit_of(kUnits, key.profile.unit);
  if (wanted != nullptr && said.family == wanted->family) return said.factor / wanted->factor;
  const string_view text = string_view(key.key->description).substr(0, kDescriptionBytesMax);
  const Utterance words(text.substr(0, text.find_first_of(".;")));
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool is_cubic = words.text(at) == "cubic" && said.family == "m3";
    const bool is_said =
        lists(said.words, words.text(at)) && lists("in or", words.text(at - std::min<std::size_t>(at, 1)));
    if (is_cubic || is_said) return 1;
  }
  return std::nullopt;
}

// A number with its unit and the words that belong to it.
struct Quantity {
  Span words;
  double value = 0;
  const Unit* measure = nullptr;
  string_view currency;     // empty: unsaid
  bool is_limited = false;  // "at most"
  bool is_least = false;    // "at least"
  bool is_total = false;    // "for all of them"
  bool is_each = false;     // "5 kg each"
  bool is_age = false;
  bool is_bare = false;  // no unit and nothing that it counts
  bool is_corrected = false;
};

class AmountMapper {
 public:
  explicit AmountMapper(Draft& draft) : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()) {
    for (std::size_t at = 0; at < sentence_.size();) {
      const auto quantity = parse_.is_free(at) ? quantity_at(at) : std::nullopt;
      if (quantity) {
        if (!quantities_.empty() && correction_before(sentence_, quantity->words.first))
          quantities_.back().is_corrected = true;
        quantities_.push_back(*quantity);
      }
      at = quantity ? std::max(at + 1, quantity->words.last) : at + 1;
    }
  }

  void run() {
    map_each(KeyKind::kAge, [this](const KeyTerms& key, const Quantity& q) {
      const auto before = q.words.first > 0 ? word(q.words.first - 1) : string_view();
      return q.is_age || (lists("driver aged age", before) && q.currency.empty()) ||
             (key.profile.is_limit && q.is_bare && (q.is_limited || lists("over above", before)));
    });
    take_aged();
    map_each(KeyKind::kMeasure, [](const KeyTerms& key, const Quantity& q) {
      return q.measure != nullptr && factor_to(key, *q.measure).has_value();
    });
    for (const std::size_t key : draft_.open(KeyKind::kDuration)) map_duration(key);
    map_money();
    for (const std::size_t key : draft_.open(KeyKind::kLevel)) map_level(key);
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  std::optional<Quantity> quantity_at(std::size_t at) const {
    Quantity quantity;
    auto number = number_at(sentence_, at);
    if (!number && word(at) == "half" && lists("a an", word(at + 1)) &&
        unit_of(kUnits, word(at + 2)) != nullptr)
      number = NumberMention{0.5, 2};
    std::string_view glued;
    if (!number) number = glued_number(at, glued);
    if (!number) return std::nullopt;
    quantity.value = number->value;
    std::size_t end = at + number->words;
    if (word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "half") {
      quantity.value += 0.5;
      end += 3;
    }
    const bool joined = sentence_.follows_on(end);
    const auto next = glued.empty() ? (joined ? word(end) : string_view()) : glued;
    const bool is_power = lists("square sq cubic", next) && unit_of(kUnits, word(end + 1)) != nullptr;
    if (is_power) ++end;
    if (is_power) {
      quantity.measure = unit_of(kUnits, next == "cubic" ? "m3" : "m2");
    } else if (const Unit* currency = unit_of(kCurrencies, next);
               currency != nullptr && (next != "pounds" || !weighs())) {
      quantity.currency = currency->family;
    } else {
      quantity.measure = unit_of(kUnits, next);
    }
    if ((quantity.measure != nullptr || !quantity.currency.empty()) && glued.empty()) ++end;
    read_signs(at, end, quantity);
    quantity.words = {at, end};
    read_age(at, end, quantity);
    read_bounds(quantity);
    const bool has_unit = quantity.measure != nullptr || !quantity.currency.empty() || quantity.is_age;
    quantity.is_bare = !has_unit && (!joined || end >= sentence_.size() ||
                                     lists("a per each please for in with and on at if to", word(end)));
    return quantity;
  }

  bool weighs() const {
    return std::ranges::any_of(sentence_.words(), [](const Word& each) {
      return lists("weigh weighs weight weighing heavy", each.text);
    });
  }

  // "11m" is no sum of money where a key asks for metres and none for an amount.
  bool is_measured_in(string_view letter) const {
    const auto measures = [letter](const KeyTerms& key) {
      const Unit* unit = unit_of(kUnits, key.profile.unit);
      return key.profile.kind == KeyKind::kMeasure && unit != nullptr &&
             unit->family == unit_of(kUnits, letter)->family;
    };
    return std::ranges::any_of(draft_.keys(), measures) &&
           std::ranges::none_of(draft_.keys(),
                                [](const KeyTerms& key) { return key.profile.kind == KeyKind::kMoney; });
  }

  // "25kg", "60eur".
  std::optional<NumberMention> glued_number(std::size_t at, string_view& unit) const {
    const auto text = word(at);
    const auto letters = text.find_first_not_of("0123456789.,");
    if (letters == 0 || letters == string_view::npos) return std::nullopt;
    const auto rest = text.substr(letters);
    const bool known = unit_of(kUnits, rest) != nullptr || unit_of(kCurrencies, rest) != nullptr;
    if (!known || (lists("m l t", rest) && !is_measured_in(rest))) return std::nullopt;
    const Utterance figures(text.substr(0, letters));
    const auto number = number_at(figures, 0);
    if (number) unit = rest;
    return number;
  }

  void read_signs(std::size_t at, std::size_t end, Quantity& quantity) const {
    const auto before = sentence_[at].separator;
    const auto behind = sentence_.behind(end - 1);
    for (const auto& [sign, currency] :
         {std::pair<string_view, string_view>{"\u20ac", "euro"}, {"$", "dollar"}, {"\u00a3", "pound"}}) {
      if (before.ends_with(sign) || behind.starts_with(sign)) quantity.currency = currency;
    }
  }

  void read_age(std::size_t at, std::size_t end, Quantity& quantity) const {
    const bool years = lists("year years yr yrs", word(end)) && lists("old of", word(end + 1));
    const auto before = at > 0 ? word(at - 1) : string_view();
    const bool is = lists("i'm am", before) && (end >= sentence_.size() || !sentence_.follows_on(end) ||
                                                lists("and but years so", word(end)));
    const auto who = at > 1 ? word(at - 2) : string_view();
    const bool tells_age = lists("age he she driver", who) || is_person(who) || is_companion(who);
    const bool aged = lists("aged age who's he's she's", before) ||
                      (lists("is turns", before) && tells_age) || (before == "is" && who == "who");
    const bool is_of_child = before == "of" && is_young(who) && ends_age(end);
    const bool bracketed = sentence_[at].separator.ends_with('(') &&
                           sentence_.behind(end - 1).starts_with(')') && quantity.value >= 1 &&
                           quantity.value < 120;
    const bool apposed = at > 0 && sentence_[at - 1].is_capital && sentence_[at].separator.starts_with(',') &&
                         !sentence_.follows_on(end) && quantity.value >= 1 && quantity.value < 120;
    quantity.is_age = years || is || aged || is_of_child || bracketed || apposed;
    if (years) quantity.words.last = end + (word(end + 1) == "old" ? 2 : 1);
  }

  static bool is_young(string_view who) {
    return is_child(who) || lists("boy girl lad pupil student teenager son daughter", who);
  }
  // "a girl of 15, …", but not "a pupil of 15 schools"
  bool ends_age(std::size_t end) const {
    return end >= sentence_.size() || !sentence_.follows_on(end) || is_empty_word(word(end));
  }

  void read_bounds(Quantity& quantity) const {
    const std::size_t first = quantity.words.first;
    for (std::size_t back = 1; back <= std::min<std::size_t>(4, first); ++back) {
      const std::size_t at = first - back;
      if (!sentence_.follows_on(at + 1)) break;
      const bool is_no_more = word(at) == "than" && at > 1 && lists("more less", word(at - 1));
      const bool negated =
          is_no_more && at > 1 &&
          lists("no not never don't shouldn't can't won't cannot cost pay spend", word(at - 2));
      if (is_no_more) {
        quantity.is_limited = word(at - 1) == "less" ? !negated : negated || is_negated_before(at - 1);
        quantity.is_least = !quantity.is_limited;
        break;
      }
      const bool is_not_over =
          lists("over above", word(at)) && at > 0 && lists("not never no nothing none", word(at - 1));
      if (is_not_over) {
        quantity.is_limited = true;
        break;
      }
      if (word(at) == "least" || lists("minimum min over above from", word(at))) quantity.is_least = true;
      if (lists(kLimits, word(at)) && word(at) != "over") quantity.is_limited = true;
    }
    quantity.is_each = first > 0 && word(first - 1) == "each";
    for (std::size_t at = quantity.words.last;
         at < std::min(sentence_.size(), quantity.words.last + 4) && sentence_.follows_on(at); ++at) {
      if (lists("total altogether together all", word(at))) quantity.is_total = true;
      if (lists("each apiece", word(at))) quantity.is_each = true;
      if (lists("max maximum", word(at)) || (word(at) == "at" && word(at + 1) == "most") ||
          (word(at) == "or" && word(at + 1) == "less"))
        quantity.is_limited = true;
    }
  }
  bool is_negated_before(std::size_t at) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(4, at); ++back) {
      if (lists("no not never don't shouldn't can't won't cannot mustn't", word(at - back))) return true;
    }
    return false;
  }

  void give(std::size_t key, const Quantity& quantity, double value, double confidence) {
    if (!fits(draft_.key(key), value)) return draft_.hear(key, quantity.words, "out of range");
    draft_.give(key, number_json(value), confidence, quantity.words);
    take_bounds(quantity.words);
  }

  // "not more than", "at most", "a night", "each": said with the amount.
  void take_bounds(Span words) {
    std::size_t first = words.first;
    while (
        first > 0 && sentence_.follows_on(first) && parse_.is_free(first - 1) &&
        lists("than more no not nothing over above at most up to under below max maximum about around weighs "
              "weigh "
              "it of aged "
              "age i'm i am limit budget the cost for weighing costing within shouldn't should only less and",
              word(first - 1)))
      --first;
    std::size_t last = words.last;
    while (last < sentence_.size() && sentence_.follows_on(last) && parse_.is_free(last) &&
           lists("a an per night each ticket person day at most max or less years old year maximum kilo hour",
                 word(last)))
      ++last;
    parse_.take({first, last});
  }

  template <class Suits>
  void map_each(KeyKind kind, Suits suits) {
    for (const std::size_t key : draft_.open(kind)) {
      std::vector<Quantity> found;
      bool is_disputed = false;
      for (const Quantity& quantity : quantities_) {
        if (quantity.is_corrected || !parse_.is_free(quantity.words.first) ||
            !suits(draft_.key(key), quantity))
          continue;
        const auto owner = owner_of(kind, quantity, suits);
        if (!owner || *owner == key) found.push_back(quantity);
        is_disputed = is_disputed || !owner;
      }
      if (found.empty()) continue;
      if (is_disputed) {
        draft_.hear(key, found[0].words, "may be meant for another key");
        continue;
      }
      const double factor =
          kind == KeyKind::kMeasure ? factor_to(draft_.key(key), *found[0].measure).value_or(1) : 1;
      const bool several =
          std::ranges::any_of(found, [&](const Quantity& q) { return q.value != found[0].value; });
      if (found[0].is_each && kind == KeyKind::kMeasure && !draft_.key(key).profile.is_each) {
        draft_.hear(key, found[0].words, "for each of several");
      } else if (several || found[0].is_least) {
        draft_.hear(key, {found.front().words.first, found.back().words.last},
                    several ? "several amounts" : "no exact amount");
      } else {
        give(key, found[0], found[0].value * factor, 0.9);
      }
    }
  }

  // Of the keys of a kind that could take an amount the one whose own words stand beside it; nullopt: several
  // do as well.
  template <class Suits>
  std::optional<std::size_t> owner_of(KeyKind kind, const Quantity& quantity, Suits suits) const {
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < draft_.keys().size(); ++i) {
      if (draft_.key(i).profile.kind == kind && suits(draft_.key(i), quantity)) keys.push_back(i);
    }
    if (keys.size() == 1) return keys[0];
    std::erase_if(keys, [&](std::size_t key) { return !is_named_beside(quantity.words, draft_.key(key)); });
    return keys.size() == 1 ? std::optional(keys[0]) : std::nullopt;
  }
  // A word of its name and not of its unit, three before at most or the next but one behind.
  bool is_named_beside(Span words, const KeyTerms& key) const {
    const std::size_t first = words.first - std::min<std::size_t>(3, words.first);
    for (std::size_t at = first; at < std::min(sentence_.size(), words.last + 2); ++at) {
      const bool is_own = at >= words.first && at < words.last;
      if (!is_own && unit_of(kUnits, word(at)) == nullptr &&
          key.profile.name_cues.contains(sentence_[at].meaning))
        return true;
    }
    return false;
  }

  // "my 12 year old son", "a girl of 15": whose age it is, where nobody else is asked for.
  void take_aged() {
    const bool asks_who = std::ranges::any_of(draft_.keys(), [](const KeyTerms& key) {
      return key.profile.kind == KeyKind::kPerson || key.profile.counts_people;
    });
    for (std::size_t key = 0; !asks_who && key < draft_.keys().size(); ++key) {
      const auto place = draft_.key(key).profile.kind == KeyKind::kAge ? draft_.place(key) : std::nullopt;
      if (!place) continue;
      take_somebody(place->last);
      for (std::size_t back = 1; back <= std::min<std::size_t>(3, place->first); ++back)
        take_somebody(place->first - back);
    }
  }
  void take_somebody(std::size_t at) {
    const bool is_somebody = is_companion(word(at)) || is_young(word(at));
    if (at < sentence_.size() && parse_.is_free(at) && is_somebody) parse_.take({at, at + 1});
  }

  void map_duration(std::size_t key) {
    const std::string unit = stem_unit(draft_.key(key).profile.unit);
    std::vector<SpanOfDays> found;
    for (const SpanOfDays& span : find_spans_of_days(sentence_)) {
      const bool is_price = lists("a an per", word(span.first)) && span.first > 0 &&
                            (number_at(sentence_, span.first - 1) ||
                             lists("euro euros eur dollars pounds", word(span.first - 1)));
      if (!parse_.is_free(span.first) || is_price) continue;
      const auto corrects = correction_before(sentence_, span.first);
      if (corrects && !found.empty()) {
        parse_.take({found.back().first, span.first});
        found.pop_back();
      }
      found.push_back(span);
    }
    const auto is_of_family = [&](const SpanOfDays& span) {
      return (minutes_of(unit) < 1440) == (minutes_of(span.unit) < 1440);
    };
    if (std::ranges::any_of(found, is_of_family))
      std::erase_if(found, [&](const SpanOfDays& span) { return !is_of_family(span); });
    if (found.empty()) return;
    const Span words{found[0].first, found.back().last};
    if (found.size() > 1) return draft_.hear(key, words, "several lengths");
    if (has_rival(key, words)) return draft_.hear(key, words, "may be meant for another key");
    const bool is_calendar = found[0].unit == "month" || unit == "month";
    const double value = minutes_of(found[0].unit) * found[0].count / std::max(1.0, minutes_of(unit));
    const bool differs = unit.empty() || !is_of_family(found[0]) || (is_calendar && found[0].unit != unit);
    if (differs || (!fits(draft_.key(key), value) && std::floor(value) != value))
      return draft_.hear(key, words, "another unit");
    Quantity quantity;
    quantity.words = words;
    const auto instead = bare_correction(sentence_, parse_, words.last);
    if (!instead) return give(key, quantity, value, 0.85);
    if (instead->is_of_another) return draft_.hear(key, {words.first, instead->words.last}, "which number?");
    give(key, quantity, minutes_of(found[0].unit) * instead->value / std::max(1.0, minutes_of(unit)), 0.85);
    parse_.take(instead->words);
  }
  // Another key has the same unit, and no word of this one stands beside the length.
  bool has_rival(std::size_t key, Span words) const {
    for (std::size_t other = 0; other < draft_.keys().size(); ++other) {
      const KeyProfile& profile = draft_.key(other).profile;
      const bool is_alike = other != key && profile.kind == KeyKind::kDuration &&
                            stem_unit(profile.unit) == stem_unit(draft_.key(key).profile.unit);
      if (is_alike && !is_named_beside(words, draft_.key(key))) return true;
    }
    return false;
  }
  static std::string stem_unit(string_view unit) {
    if (unit.ends_with('s')) unit.remove_suffix(1);
    return std::string(unit);
  }
  static double minutes_of(string_view unit) {
    if (unit == "minute") return 1;
    if (unit == "hour") return 60;
    if (unit == "day" || unit == "night") return 1440;
    return unit == "week" ? 7 * 1440 : unit == "month" ? 30 * 1440 : 0;
  }

  void map_money() {
    const auto keys = draft_.open(KeyKind::kMoney);
    for (const std::size_t key : keys) {
      std::vector<Quantity> found;
      for (const Quantity& quantity : quantities_) {
        if (!quantity.is_corrected && parse_.is_free(quantity.words.first) &&
            is_money(quantity, draft_.key(key), keys.size()))
          found.push_back(quantity);
      }
      if (found.size() > 1)
        std::erase_if(found, [this, key](const Quantity& q) { return !has_cue(q, draft_.key(key)); });
      const bool is_shared =
          found.size() == 1 && std::ranges::any_of(keys, [&](std::size_t other) {
            return other != key && has_cue(found[0], draft_.key(other)) &&
                   near_name(found[0], draft_.key(other)) >= near_name(found[0], draft_.key(key));
          });
      if (is_shared) {
        draft_.hear(key, found[0].words, "may be meant for another key");
      } else if (found.size() == 1) {
        give_money(key, found[0]);
      }
    }
  }

  bool is_money(const Quantity& quantity, const KeyTerms& key, std::size_t rivals) const {
    const bool limited = quantity.is_limited && key.profile.is_limit && quantity.is_bare;
    const bool named = quantity.is_bare && quantity.words.first > 0 && near_name(quantity, key);
    const bool thousands = word(quantity.words.first).ends_with('k') && quantity.measure == nullptr;
    if (quantity.currency.empty() && !limited && !named && !thousands) return false;
    return rivals == 1 || has_cue(quantity, key) || (key.profile.is_limit && quantity.is_limited);
  }
  bool near_name(const Quantity& quantity, const KeyTerms& key) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, quantity.words.first); ++back) {
      const std::size_t at = quantity.words.first - back;
      if (sentence_[at].clause != sentence_[quantity.words.first].clause) break;
      if (lists("night nights day days hour hours", word(at))) continue;
      if (key.profile.name_cues.contains(sentence_[quantity.words.first - back].meaning)) return true;
    }
    return false;
  }
  bool has_cue(const Quantity& quantity, const KeyTerms& key) const {
    const std::size_t first = quantity.words.first - std::min<std::size_t>(4, quantity.words.first);
    for (std::size_t at = first; at < std::min(sentence_.size(), quantity.words.last + 4); ++at) {
      const bool is_own = at >= quantity.words.first && at < quantity.words.last;
      if (!is_own && key.profile.cues.contains(sentence_[at].meaning)) return true;
    }
    return false;
  }

  void give_money(std::size_t key, const Quantity& quantity) {
    const KeyProfile& profile = draft_.key(key).profile;
    if (!quantity.currency.empty() && !profile.unit.empty() && quantity.currency != profile.unit)
      return draft_.hear(key, quantity.words, "another currency");
    const bool is_more = quantity.words.first > 0 && word(quantity.words.first - 1) == "by";
    if (is_more) return draft_.hear(key, quantity.words, "more or less by that");  // "raise it by 500 euros"
    if (is_by_hour(quantity) && !says_hour(draft_.key(key)))
      return draft_.hear(key, quantity.words, "for an hour");
    if (is_half_written(quantity)) return draft_.hear(key, quantity.words, "a dot or thousands?");
    if (quantity.is_each && !profile.is_each && !profile.is_limit)
      return draft_.hear(key, quantity.words, "for each of several");
    const Utterance description(draft_.key(key).key->description);
    const bool of_all = std::ranges::any_of(
        description.words(), [](const Word& each) { return lists("total whole altogether", each.text); });
    if (quantity.is_each && of_all) return draft_.hear(key, quantity.words, "for each of several");
    if (quantity.is_total && profile.is_each) return draft_.hear(key, quantity.words, "for all together");
    if (quantity.is_least) return draft_.hear(key, quantity.words, "the least, not the most");
    give(key, quantity, quantity.value, 0.85);
  }

  // "25 euros an hour", where the whole is asked for.
  bool is_by_hour(const Quantity& quantity) const {
    const std::size_t next = quantity.words.last;
    return lists("a an per each", word(next)) && lists("hour day week month", word(next + 1)) &&
           parse_.is_free(next + 1);
  }
  static bool says_hour(const KeyTerms& key) {
    const Utterance text(key.key->name + " " + key.key->description.substr(0, kDescriptionBytesMax));
    return std::ranges::any_of(text.words(), [](const Word& each) {
      return lists("hour hourly hours day daily days week weekly month monthly rent rate", each.text);
    });
  }

  // "15.000 euros": fifteen thousand where others write, and fifteen here.
  bool is_half_written(const Quantity& quantity) const {
    const auto text = word(quantity.words.first);
    const auto dot = text.find('.');
    return dot != string_view::npos && text.size() >= dot + 4 &&
           std::min(text.find_first_not_of("0123456789", dot + 1), text.size()) == dot + 4;
  }

  void map_level(std::size_t key) {
    const auto words = parse_.find(draft_.key(key));
    if (const auto few = words ? not_too_much(words->words) : std::nullopt)
      return draft_.hear(key, *few, "less than much, but how much?");
    if (auto match = find_amount(parse_, draft_.key(key))) return draft_.give(key, *std::move(match));
    if (!words && is_of_anything(key) && by_degree(key)) return;
    if (!words) return hear_number(key);
    const Span clause = parse_.clause_of(words->words.first);
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (parse_.is_free(at) && number_at(sentence_, at)) return draft_.hear(key, clause, "out of range");
    }
  }

  // "strength", "intensity": of whatever is done.
  bool is_of_anything(std::size_t key) const {
    const Utterance name(draft_.key(key).key->name);
    return draft_.open(KeyKind::kLevel).size() == 1 &&
           std::ranges::all_of(name.words(), [](const Word& each) {
             return lists("strength intensity level degree how strong of effect", each.text);
           });
  }
  // "sharpen it slightly", by what the description says of that; a degree that it does not explain is heard.
  bool by_degree(std::size_t key) {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at)) continue;
      for (const Example& example : draft_.key(key).hints.examples) {
        const Utterance phrase(example.phrase);
        const auto value = number_at(Utterance(example.target), 0);
        std::size_t same = 0;
        while (same < phrase.size() && parse_.is_free(at + same) &&
               sentence_[at + same].meaning == phrase[same].meaning)
          ++same;
        if (!value || phrase.size() == 0 || same < phrase.size() || !fits(draft_.key(key), value->value))
          continue;
        draft_.give(key, number_json(value->value), 0.85, {at, at + same});
        return true;
      }
    }
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || !degree_of(word(at)) || lists("high low full hard half", word(at))) continue;
      draft_.hear(key, {at, at + 1}, "how strong?");
      return true;
    }
    return false;
  }

  // "…, not too much": from the words to there.
  std::optional<Span> not_too_much(Span words) const {
    for (std::size_t at = words.last; at < std::min(sentence_.size(), words.last + 5); ++at) {
      if (word(at) == "not" && lists("too very so that", word(at + 1)) &&
          sentence_[at].sentence == sentence_[words.first].sentence)
        return Span{words.first, std::min(sentence_.size(), at + 3)};
    }
    return std::nullopt;
  }

  // A number, and a word of the key elsewhere: a default would pass over it.
  void hear_number(std::size_t key) {
    const KeyTerms& terms = draft_.key(key);
    const bool is_named = std::ranges::any_of(sentence_.words(), [&terms](const Word& each) {
      return std::ranges::find(terms.names, each.meaning) != terms.names.end();
    });
    for (std::size_t at = 0; is_named && at < sentence_.size(); ++at) {
      const auto number = parse_.is_free(at) ? number_at(sentence_, at) : std::nullopt;
      if (number) return draft_.hear(key, {at, at + number->words}, "not sure what for");
    }
  }

  Draft& draft_;
  Parse& parse_;
  const Utterance& sentence_;
  std::vector<Quantity> quantities_;
};

}  // namespace

void map_amounts(Draft& draft) {
  AmountMapper(draft).run();
}

}  // namespace schemagate::client_agent
