#include "extension/client_agent/rules_mapper.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "extension/client_agent/coverage.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover.h"
#include "extension/client_agent/margin.h"
#include "extension/client_agent/side_remarks.h"
#include "extension/client_agent/unmapped.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/weak_values.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::Key;
using schema_interaction::kOther;

constexpr std::size_t kKeysMax = 256;

// "shared_ride" of get_ride: "shared" says it.
void add_without_scenario(KeyTerms& terms, const std::vector<std::string>& scenario) {
  const bool is_of_thing = terms.profile.kind == KeyKind::kSwitch && terms.names.size() == 2 &&
                           std::ranges::find(scenario, terms.names.back()) != scenario.end();
  if (is_of_thing) terms.concepts.push_back({terms.names.front()});
}

std::vector<KeyTerms> terms_of(const NegotiatedSchema& negotiated) {
  const std::vector<std::string> scenario = meanings_of(negotiated.schema.scenario);
  const auto json_schema = a2a::parse_tree(negotiated.json_schema);
  const auto* properties = json_schema ? a2a::find_member(*json_schema, "properties") : nullptr;
  std::vector<KeyTerms> keys;
  for (const Key& key : negotiated.schema.keys) {
    if (keys.size() == kKeysMax) break;
    keys.push_back(key_terms(key, properties == nullptr ? nullptr : a2a::find_member(*properties, key.name)));
    add_without_scenario(keys.back(), scenario);
  }
  return keys;
}

// Every word of the template may be misspelled, and those that mean the same.
Spelling spelling_of(const schema_interaction::SchemaTemplate& schema) {
  Spelling spelling;
  spelling.add(words_of_thesaurus());
  spelling.add(schema.scenario);
  for (const Key& key : schema.keys) {
    spelling.add(key.name);
    spelling.add(std::string_view(key.description).substr(0, kDescriptionBytesMax));
  }
  return spelling;
}

std::vector<Example> examples_of_other(const std::vector<KeyTerms>& keys) {
  const auto other = std::ranges::find_if(keys, [](const KeyTerms& key) { return key.key->name == kOther; });
  return other == keys.end() ? std::vector<Example>() : other->hints.examples;
}

// So many keys at least have to be said, and all that have to be are.
bool has_all_required(const Draft& draft, std::size_t least) {
  std::size_t required = 0;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    if (!draft.key(i).key->required) continue;
    if (!draft.found(i)) return false;
    ++required;
  }
  return required >= least;
}

// "Can I open …", "Could we …", "Can you grab …": something to be done, and nothing to be told.
bool asks_to_do(const Intent& intent) {
  const Utterance words(intent.evidence);
  const auto tells = [](const Word& word) { return lists(kInquiries, word.text); };
  return lists("can could may", words.text(0)) && std::ranges::none_of(words.words(), tells);
}

// All that has to be said, or as much as only a request says.
bool says_much(const Draft& draft) {
  constexpr std::size_t kMuch = 4;
  std::size_t found = 0;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) found += draft.found(i) ? 1 : 0;
  return found >= kMuch || has_all_required(draft, 3);
}

// "We are landing in Faro on 2 October, so …": tells all that has to be said, and nothing is left to tell.
bool states_a_need(const Intent& intent, const Draft& draft) {
  if (intent.purpose != Purpose::kStatement || intent.evidence.empty()) return false;
  const Utterance said(intent.evidence);  // "My sister is flying …": that is her business
  const bool is_of_other = lists("my our", said.text(0)) && is_companion(said.text(1)) &&
                           lists("is are was were has", said.text(2)) && said.text(3).ends_with("ing");
  // "I won't bring it in", but not "tumble dryer won't start"
  const bool is_of_somebody = lists("i we you he she they nobody there it my our", said.text(0));
  const bool is_denied = is_of_somebody && std::ranges::any_of(said.words(), [](const Word& word) {
                           return is_negation(word.text);
                         });
  if (is_of_other || is_denied) return false;
  const auto asks = [](const Word& word) { return lists("please pls plz", word.text); };
  return says_much(draft) ||
         (has_all_required(draft, 2) && std::ranges::any_of(draft.sentence().words(), asks));
}

// Where the words that show the purpose begin; the sentence's size where they do not stand together.
std::size_t place_of(const Intent& intent, const Utterance& sentence) {
  const std::size_t size = Utterance(intent.evidence).size();
  for (std::size_t at = 0; size > 0 && at + size <= sentence.size(); ++at) {
    if (sentence.span(at, at + size) == intent.evidence) return at;
  }
  return sentence.size();
}

// "Can my daughter see the doctor on Monday?": a visit for somebody else, with what only a request says.
bool asks_for_another(const Intent& intent, const Draft& draft) {
  const Utterance& sentence = draft.sentence();
  const std::size_t at = place_of(intent, sentence);
  const bool is_visit = lists("can could may", sentence.text(at)) && lists("my our", sentence.text(at + 1)) &&
                        is_companion(sentence.text(at + 2)) &&
                        lists("see come get have join", sentence.text(at + 3));
  std::size_t found = 0;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) found += draft.found(i) ? 1 : 0;
  return is_visit && found >= 2;
}

// "My card was swallowed. Meeting tomorrow at 9:15?": what has been is told first, and another sentence says
// when.
bool asks_after_telling(const Intent& intent, const Draft& draft) {
  if (intent.purpose != Purpose::kPast || !has_all_required(draft, 3)) return false;
  const Utterance& sentence = draft.sentence();
  const std::size_t told = place_of(intent, sentence);
  std::set<std::size_t> said;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    const auto place = draft.key(i).profile.kind == KeyKind::kDate ? draft.place(i) : std::nullopt;
    if (place) said.insert(sentence[place->first].sentence);
  }
  if (said.empty() || told == sentence.size() || said.contains(sentence[told].sentence)) return false;
  return std::ranges::none_of(sentence.words(), [&said](const Word& word) {
    return said.contains(word.sentence) && lists(kPastWords, word.text);
  });
}

// Things of this template's own are said, though the word for the whole is another one: "a cab" to a taxi.
bool knows_enough(const Draft& draft) {
  std::size_t specific = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    const KeyKind kind = draft.key(i).profile.kind;
    const bool counts = kind == KeyKind::kPlace || kind == KeyKind::kAddress || kind == KeyKind::kChoice ||
                        kind == KeyKind::kTitle || kind == KeyKind::kSwitch || kind == KeyKind::kLevel;
    specific += draft.found(i) && counts ? 1 : 0;
    count += draft.found(i) ? 1 : 0;
  }
  return specific >= 2 || count >= 3 || has_all_required(draft, 2);
}

// A fragment is a request only when it says something for the template, and so is any sentence where nothing
// has to be said.
Intent settled_intent(const IntentReading& reading, const Draft& draft, bool has_required) {
  bool says_something = false;
  for (std::size_t i = 0; i < draft.keys().size(); ++i)
    says_something = says_something || draft.found(i) || !draft.heard().empty();
  if (reading.intent.purpose == Purpose::kOtherMatter && knows_enough(draft))
    return {Purpose::kRequest, reading.intent.evidence};
  if (reading.intent.purpose == Purpose::kQuestion && asks_to_do(reading.intent) && says_much(draft))
    return {Purpose::kRequest, reading.intent.evidence};
  if (reading.intent.purpose == Purpose::kQuestion && asks_for_another(reading.intent, draft))
    return {Purpose::kRequest, reading.intent.evidence};
  if (asks_after_telling(reading.intent, draft)) return {Purpose::kRequest, reading.intent.evidence};
  if (states_a_need(reading.intent, draft)) return {Purpose::kRequest, reading.intent.evidence};
  if (!reading.intent.is_request() || says_something) return reading.intent;
  if (!reading.is_explicit) return {Purpose::kStatement, ""};
  return has_required ? reading.intent : Intent{Purpose::kOtherMatter, reading.intent.evidence};
}

// A number of a key that is a text is written as one.
std::string value_of(const KeyTerms& key, const std::string& value) {
  const bool is_text = key.key->type == schema_interaction::KeyType::kString;
  return is_text && is_numeric(key.profile.kind) ? json_text(value) : value;
}

Mapping mapping_of(const Draft& draft, const std::vector<Example>& examples) {
  Mapping mapping;
  for (std::size_t i = 0; i < draft.keys().size(); ++i) {
    if (const auto& found = draft.found(i))
      mapping.keys.push_back(
          {draft.key(i).key->name, value_of(draft.key(i), found->value), found->confidence, found->evidence});
  }
  mapping.other = unmapped_requests(draft.parse(), examples);
  mapping.heard = draft.heard();
  return mapping;
}

// What was heard for a key and is in nobody's value stays said.
void keep_heard(Mapping& mapping) {
  for (const HeardFor& heard : mapping.heard) {
    const auto says = [&heard](const std::string& text) { return text.contains(heard.words); };
    if (std::ranges::none_of(mapping.other, says)) mapping.other.push_back(heard.words);
  }
}

// "Good morning, …": says nothing of the time.
void take_greeting(Parse& parse) {
  const Utterance& sentence = parse.sentence();
  for (std::size_t at = 0; at + 1 < sentence.size() && at < 3; ++at) {
    if (sentence.text(at) == "good" && lists("morning afternoon evening day", sentence.text(at + 1)))
      parse.take({at, at + 2});
  }
}

void set_remarks_aside(Parse& parse, const std::vector<KeyTerms>& keys) {
  const bool looks_back = std::ranges::any_of(keys, [](const KeyTerms& key) {
    return key.profile.kind == KeyKind::kDate && (key.profile.allows_past || key.profile.is_birth);
  });
  for (const SideRemark& remark : side_remarks(parse.sentence(), looks_back))
    parse.set_aside(remark.words, remark.aside);
  const Utterance& sentence = parse.sentence();
  for (std::size_t at = 0; at + 1 < sentence.size(); ++at) {
    const bool is_gone =
        sentence.text(at) == "last" && lists("year month summer winter spring autumn", sentence.text(at + 1));
    if (is_gone) parse.set_aside({at, at + 2}, Aside::kTold);  // "last year" is no "yearly"
  }
}

// "My flight from Porto was cancelled": what has been, of something with a name, without a word that the
// template has or that another key has taken, is no fault of the thing's.
void doubt_told_faults(Draft& draft) {
  const Parse& parse = draft.parse();
  const auto remarks = side_remarks(draft.sentence(), false);
  for (std::size_t key = 0; key < draft.keys().size(); ++key) {
    const auto place = draft.key(key).profile.kind == KeyKind::kFreeText ? draft.place(key) : std::nullopt;
    const auto remark = std::ranges::find_if(remarks, [&place](const SideRemark& each) {
      return place && each.aside == Aside::kPast && each.words.first <= place->first &&
             place->last <= each.words.last;
    });
    if (remark == remarks.end()) continue;
    bool is_known = false;
    bool has_name = false;
    for (std::size_t at = remark->words.first; at < remark->words.last; ++at) {
      const bool is_own = at >= place->first && at < place->last;
      has_name = has_name || (at > remark->words.first && draft.sentence()[at].is_capital);
      is_known =
          is_known || (parse.is_content(at) && parse.is_of_template(at)) || (!is_own && parse.taken()[at]);
    }
    if (has_name && !is_known) draft.doubt(key, *place, "may be beside the matter");
  }
}

// Each kind of keys takes its words, the surest first. What has been may be what is wrong, but no name,
// number or day of the request.
void map_keys(Draft& draft, std::chrono::sys_days today) {
  Parse& parse = draft.parse();
  map_wordings(draft);
  parse.hide(Aside::kTold);
  map_contacts(draft);
  parse.hide(Aside::kPast);
  map_moments(draft, today);
  map_dates(draft, today);
  map_times(draft);
  parse.hide(Aside::kTold);
  map_pairs_of_words(draft);
  map_choices(draft);
  parse.hide(Aside::kPast);
  map_amounts(draft);
  map_counts(draft);
  parse.hide(Aside::kTold);
  map_qualities(draft);
  map_switches(draft);
  parse.hide(Aside::kPast);
  map_known_kinds(draft);
  map_sorts(draft);
  map_names(draft);
  map_goods(draft);
  parse.hide(Aside::kTold);
  map_things(draft);
  parse.hide(Aside::kPast);
  map_texts(draft);  // what is wrong now, before what has been
  parse.hide(Aside::kTold);
  map_texts(draft);
  doubt_told_faults(draft);
  parse.hide(Aside::kPast);
  hear_days_gone(draft, today);
}

// "the first lesson on Thursday" for first_lesson: the whole name before its value says nothing more.
void take_labels(Draft& draft) {
  Parse& parse = draft.parse();
  const Utterance& sentence = draft.sentence();
  for (std::size_t key = 0; key < draft.keys().size(); ++key) {
    const auto place = draft.place(key);
    const Utterance name(draft.key(key).key->name);
    if (!place || name.size() < 2) continue;
    std::size_t end = place->first;
    while (end > 0 && sentence.follows_on(end) && lists("on at is the for a in", sentence.text(end - 1)))
      --end;
    bool is_said = end >= name.size();
    for (std::size_t back = 1; is_said && back <= name.size(); ++back)
      is_said = parse.is_free(end - back) && sentence[end - back].meaning == name[name.size() - back].meaning;
    if (is_said) parse.take({end - name.size(), end});
  }
}

}  // namespace

Mapping map_by_rules(const NegotiatedSchema& negotiated, const Request& request) {
  const Utterance sentence(request.utterance, spelling_of(negotiated.schema));
  const std::vector<KeyTerms> keys = terms_of(negotiated);
  Parse parse(sentence, negotiated.schema);
  take_greeting(parse);
  set_remarks_aside(parse, keys);
  Draft draft(parse, keys);
  map_keys(draft, request.today);
  take_labels(draft);
  parse.release();
  doubt_by_leftovers(draft);
  doubt_without_margin(draft);
  parse.release();
  doubt_weak_values(draft);
  parse.release();
  parse.hide(Aside::kNone);
  Mapping mapping = mapping_of(draft, examples_of_other(keys));
  const bool has_required = std::ranges::any_of(negotiated.schema.keys, &Key::required);
  mapping.intent = settled_intent(read_intent(sentence, negotiated.schema), draft, has_required);
  parse.hide(Aside::kPast);
  const auto unsettling = mapping.intent.is_request() ? unsettling_words(draft) : std::nullopt;
  if (unsettling) mapping.intent = {Purpose::kUnclear, *unsettling};
  keep_heard(mapping);
  return mapping;
}

a2a::client::Outcome<Mapping> RulesMapper::map(const NegotiatedSchema& negotiated, const Request& request) {
  return map_by_rules(negotiated, request);
}

}  // namespace schemagate::client_agent
