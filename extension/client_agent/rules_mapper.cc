#include "extension/client_agent/rules_mapper.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "extension/client_agent/key_matchers.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/places.h"
#include "extension/client_agent/unmapped.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::Key;
using schema_interaction::KeyType;
using schema_interaction::kOther;
using std::string_view;

constexpr std::size_t kKeysMax = 256;

bool has_word(string_view text, std::initializer_list<string_view> words) {
  const Utterance names(text);
  return std::ranges::any_of(names.words(), [words](const Word& word) {
    return std::ranges::find(words, string_view(word.text)) != words.end();
  });
}

// As the examples begin, else as the name says.
Direction direction_of(const KeyTerms& key) {
  for (const Example& example : key.hints.examples) {
    if (example.phrase.starts_with("from ")) return Direction::kFrom;
    if (example.phrase.starts_with("to ")) return Direction::kTo;
  }
  if (has_word(key.key->name, {"origin", "from", "departure", "start", "source", "pickup"}))
    return Direction::kFrom;
  if (has_word(key.key->name, {"destination", "to", "arrival", "end", "target", "dropoff"}))
    return Direction::kTo;
  return Direction::kUnsaid;
}

// The examples of all keys: where a journey begins, another one ends.
std::vector<Example> examples_of(const std::vector<KeyTerms>& keys) {
  std::vector<Example> examples;
  for (const KeyTerms& key : keys) {
    if (key.hints.is_place)
      examples.insert(examples.end(), key.hints.examples.begin(), key.hints.examples.end());
  }
  return examples;
}

// What the template's own examples say of this place comes before the table, and the table is asked only
// where nothing but codes will do: which of a city's airports is meant is not ours to guess.
std::string value_of(const KeyTerms& key, const std::vector<Example>& examples, const PlaceMention& place) {
  const auto wanted = meanings_of(place.name);
  for (const Example& example : examples) {
    if (meanings_of(example.phrase) == wanted) return example.target;
  }
  return key.hints.takes_code_only && !place.code.empty() ? std::string(place.code) : place.name;
}

class RulesMapping {
 public:
  RulesMapping(const NegotiatedSchema& negotiated, const Request& request)
      : schema_(negotiated.schema),
        today_(request.today),
        sentence_(request.utterance),
        parse_(sentence_, schema_) {
    const auto json_schema = a2a::parse_tree(negotiated.json_schema);
    const auto* properties = json_schema ? a2a::find_member(*json_schema, "properties") : nullptr;
    for (const Key& key : schema_.keys) {
      if (keys_.size() == kKeysMax) break;
      keys_.push_back(
          key_terms(key, properties == nullptr ? nullptr : a2a::find_member(*properties, key.name)));
    }
    found_.resize(keys_.size());
  }

  Mapping run() {
    each(&RulesMapping::map_date);
    map_places();
    each(&RulesMapping::map_choice);
    each(&RulesMapping::map_count);
    each(&RulesMapping::map_rest);
    return result();
  }

 private:
  using Step = std::optional<Match> (RulesMapping::*)(const KeyTerms&);

  void each(Step step) {
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (!found_[i] && keys_[i].key->name != kOther) found_[i] = (this->*step)(keys_[i]);
    }
  }

  static bool is_number(const KeyTerms& key) {
    return key.key->type == KeyType::kInteger || key.key->type == KeyType::kNumber;
  }
  static bool is_choice(const KeyTerms& key) {
    return key.key->type == KeyType::kString && !key.hints.values.empty();
  }
  static bool is_date(const KeyTerms& key) { return key.key->type == KeyType::kString && key.hints.is_date; }
  static bool is_place(const KeyTerms& key) {
    return key.key->type == KeyType::kString && !is_date(key) && !is_choice(key) &&
           (key.hints.is_place || direction_of(key) != Direction::kUnsaid);
  }

  std::optional<Match> map_date(const KeyTerms& key) {
    return is_date(key) ? find_date(parse_, key, today_) : std::nullopt;
  }
  std::optional<Match> map_choice(const KeyTerms& key) {
    return is_choice(key) ? find_choice(parse_, key) : std::nullopt;
  }
  std::optional<Match> map_count(const KeyTerms& key) {
    return is_number(key) && (key.hints.is_count || !key.hints.range) ? find_count(parse_, key)
                                                                      : std::nullopt;
  }
  std::optional<Match> map_rest(const KeyTerms& key) {
    if (is_number(key) && !key.hints.is_count) return find_amount(parse_, key);
    if (key.key->type == KeyType::kBoolean) return find_switch(parse_, key);
    const bool is_text =
        key.key->type == KeyType::kString && !is_date(key) && !is_place(key) && !is_choice(key);
    return is_text ? find_text(parse_, key) : std::nullopt;
  }

  // First what has a direction, then the one place that is left for the one key that is left.
  void map_places() {
    std::vector<PlaceMention> places = find_places(sentence_, parse_.taken());
    for (const PlaceMention& place : places) {
      if (is_refused(place)) parse_.take({place.cue - 1, place.last});
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      const Direction wanted = is_place(keys_[i]) ? direction_of(keys_[i]) : Direction::kUnsaid;
      if (wanted == Direction::kUnsaid || keys_[i].key->name == kOther) continue;
      const auto place = std::ranges::find_if(places, [this, wanted](const PlaceMention& each) {
        return each.direction == wanted && parse_.is_free(each.first) && !turns_back(each);
      });
      if (place != places.end()) found_[i] = taken(keys_[i], *place, place->confidence);
    }
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (is_place(keys_[i]) && !found_[i] && keys_[i].key->name != kOther) open.push_back(i);
    }
    std::erase_if(places, [this](const PlaceMention& each) {
      return each.direction != Direction::kUnsaid || !parse_.is_free(each.first) || is_on_the_way(each);
    });
    if (open.size() == 1 && places.size() == 1) found_[open[0]] = taken(keys_[open[0]], places[0], 0.7);
  }

  // "not from Beijing", "instead of Shanghai".
  bool is_refused(const PlaceMention& place) const {
    const auto before = place.cue > 0 ? sentence_.text(place.cue - 1) : string_view();
    const auto earlier = place.cue > 1 ? sentence_.text(place.cue - 2) : string_view();
    return before == "not" || (before == "of" && earlier == "instead") ||
           (before == "than" && earlier == "rather");
  }

  bool turns_back(const PlaceMention& place) const {
    return place.cue > 0 && has_word(sentence_.text(place.cue - 1), {"back", "return", "returning"});
  }

  bool is_on_the_way(const PlaceMention& place) const {
    return place.first > 0 && has_word(sentence_.text(place.first - 1), {"via", "through", "over", "avoid"});
  }

  Match taken(const KeyTerms& key, const PlaceMention& place, double confidence) {
    parse_.take({place.cue, place.last});
    return {json_text(value_of(key, examples_of(keys_), place)), confidence,
            parse_.text({place.first, place.last})};
  }

  Mapping result() const {
    Mapping mapping;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (found_[i]) {
        mapping.keys.push_back(
            {keys_[i].key->name, found_[i]->value, found_[i]->confidence, found_[i]->evidence});
      }
    }
    const auto other =
        std::ranges::find_if(keys_, [](const KeyTerms& key) { return key.key->name == kOther; });
    mapping.other =
        unmapped_requests(parse_, other == keys_.end() ? std::vector<Example>() : other->hints.examples);
    return mapping;
  }

  const schema_interaction::SchemaTemplate& schema_;
  std::chrono::sys_days today_;
  Utterance sentence_;
  Parse parse_;
  std::vector<KeyTerms> keys_;
  std::vector<std::optional<Match>> found_;
};

}  // namespace

Mapping map_by_rules(const NegotiatedSchema& negotiated, const Request& request) {
  return RulesMapping(negotiated, request).run();
}

a2a::client::Outcome<Mapping> RulesMapper::map(const NegotiatedSchema& negotiated, const Request& request) {
  return map_by_rules(negotiated, request);
}

}  // namespace schemagate::client_agent
