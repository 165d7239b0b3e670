#include "extension/client_agent/registry.h"

#include <algorithm>
#include <set>

#include "a2a/text/utf8.h"
#include "extension/client_agent/spelling.h"
#include "extension/client_agent/utterance.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"
#include "extension/object_schemas/name_hint.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::client_agent {
namespace {

using a2a::ErrorCode;
using a2a::JsonValue;
using std::string_view;

constexpr double kByName = 2;
constexpr double kByTag = 1;
constexpr double kByDescription = 0.5;
constexpr std::size_t kTextBytesMax = 2 << 10;  // of one text, as far as words are looked for

string_view member_text(JsonValue object, string_view member) {
  const auto value = object.find(member);
  return value ? value->string().value_or("") : "";
}

std::vector<JsonValue> member_list(JsonValue object, string_view member) {
  std::vector<JsonValue> values;
  const auto list = object.find(member);
  if (!list) return values;
  for (JsonValue value : list->elements()) values.push_back(value);
  return values;
}

constexpr string_view kExpectedEntry =
    "expected a URL, or an object with url, card or both, and perhaps jwks, a key set or its URL";

// What is wrong with its members; empty: nothing. A misspelt one would be passed over, and with `jwks` all
// verification.
std::string unknown_member(JsonValue value) {
  for (const auto& member : value.members()) {
    if (member.name != "url" && member.name != "card" && member.name != "jwks")
      return "unknown member " + a2a::text::shortened(member.name, 64) +
             object_schemas::name_hint(member.name, {"url", "card", "jwks"});
  }
  return "";
}

std::optional<RegistryEntry> read_entry(JsonValue value) {
  if (value.is_string()) return RegistryEntry{std::string(*value.string()), ""};
  const auto card = value.find("card");
  const auto keys = value.find("jwks");
  RegistryEntry entry{std::string(member_text(value, "url")), card ? std::string(card->raw()) : ""};
  if (keys && keys->is_object()) entry.keys = keys->raw();
  entry.keys_url = member_text(value, "jwks");
  const bool is_wrong = (card && !card->is_object()) || (entry.url.empty() && entry.card.empty()) ||
                        (keys && !entry.names_keys());
  return is_wrong ? std::nullopt : std::optional(std::move(entry));
}

// The parameters of the extension in the card.
std::optional<JsonValue> parameters(JsonValue card) {
  const auto capabilities = card.find("capabilities");
  if (!capabilities) return std::nullopt;
  for (JsonValue extension : member_list(*capabilities, "extensions")) {
    if (member_text(extension, "uri") == schema_interaction::kExtensionUri) return extension.find("params");
  }
  return std::nullopt;
}

// "book", "order": said to any agent.
bool is_said_to_anybody(const std::string& meaning) {
  constexpr string_view kWords[] = {"book",    "order", "reserve", "service", "agent",
                                    "request", "help",  "make",    "find"};
  // Days are in the examples of any card.
  constexpr string_view kDays =
      "monday tuesday wednesday thursday friday saturday sunday today tomorrow next week month january "
      "february march april "
      "may june july august september october november december";
  if (lists(kDays, meaning)) return true;
  return std::ranges::any_of(kWords, [&meaning](string_view word) { return meaning == meaning_of(word); });
}

void add_term(WeightedTerms& terms, const std::string& meaning, double weight) {
  double& known = terms[meaning];
  known = std::max(known, weight);
}

// The words of a card that point to its scenarios.
class CardTerms {
 public:
  CardTerms(JsonValue card, const PublishedCard& published) {
    for (JsonValue skill : member_list(card, "skills")) {
      if (skills_.size() < kSkillsMax) skills_.push_back(read_skill(skill));
    }
    const auto schemas = card.find("schemas");
    if (!schemas) return;
    for (auto [name, schema] : schemas->members()) {
      if (published.digests.contains(name)) templates_.push_back(read_template(schema));
    }
  }

  // A skill says something about the scenario when its id or name does, and when the agent has one scenario
  // only; a compiled template when its title is the scenario.
  WeightedTerms terms_of(const std::string& scenario, bool is_only_scenario) const {
    WeightedTerms terms;
    for (const std::string& meaning : meanings_of(scenario)) add_term(terms, meaning, weight_of(meaning));
    const WeightedTerms names = terms;
    for (const Group& skill : skills_) {
      if (is_only_scenario || shares_a_term(names, skill.names)) add(terms, skill.terms);
    }
    for (const Group& made : templates_) {
      if (made.title == scenario) add(terms, made.terms);
    }
    return terms;
  }

 private:
  // What a skill or a template says.
  struct Group {
    std::string title = {};
    std::vector<std::string> names = {};  // meanings in a skill's id and name
    WeightedTerms terms = {};
  };

  static double weight_of(const std::string& meaning, double weight = kByName) {
    return is_said_to_anybody(meaning) ? kByDescription : weight;
  }
  static void add(WeightedTerms& terms, const WeightedTerms& more) {
    for (const auto& [meaning, weight] : more) add_term(terms, meaning, weight);
  }
  static bool shares_a_term(const WeightedTerms& scenario, const std::vector<std::string>& names) {
    return std::ranges::any_of(names, [&scenario](const std::string& meaning) {
      return !is_said_to_anybody(meaning) && scenario.contains(meaning);
    });
  }

  std::vector<std::string> read(Group& group, string_view text, double weight) {
    text = text.substr(0, std::min(kTextBytesMax, bytes_left_));
    bytes_left_ -= text.size();
    auto meanings = meanings_of(text);
    for (const std::string& meaning : meanings) add_term(group.terms, meaning, weight_of(meaning, weight));
    return meanings;
  }

  Group read_skill(JsonValue skill) {
    Group group;
    const std::string names =
        std::string(member_text(skill, "id")) + " " + std::string(member_text(skill, "name"));
    group.names = read(group, names, kByName);
    for (JsonValue tag : member_list(skill, "tags")) read(group, tag.string().value_or(""), kByTag);
    read(group, member_text(skill, "description"), kByDescription);
    for (JsonValue example : member_list(skill, "examples"))
      read(group, example.string().value_or(""), kByDescription);
    return group;
  }

  Group read_template(JsonValue schema) {
    Group group{.title = std::string(member_text(schema, "title"))};
    const auto properties = schema.find("properties");
    if (!properties) return group;
    for (auto [key, property] : properties->members()) {
      if (key != schema_interaction::kOther) read(group, key, kByTag);
    }
    return group;
  }

  std::size_t bytes_left_ = kTermBytesMax;
  std::vector<Group> skills_;
  std::vector<Group> templates_;
};

PublishedCard read_published_card(JsonValue card, JsonValue params) {
  PublishedCard published;
  if (const auto digests = params.find("templateDigests")) {
    for (auto [schema_id, by_language] : digests->members()) {
      auto& known = published.digests[std::string(schema_id)];
      if (by_language.is_string()) known.emplace_back(*by_language.string());
      for (auto [language, digest] : by_language.members()) known.emplace_back(digest.string().value_or(""));
    }
  }
  if (const auto schemas = card.find("schemas")) {
    for (auto [name, schema] : schemas->members()) published.schemas[std::string(name)] = schema.raw();
  }
  for (JsonValue method : member_list(params, "methods")) {
    published.lists_patches =
        published.lists_patches || method.string() == schema_interaction::kUpdatesMethod;
  }
  return published;
}

// All of them, the best first. Slips of the pen are mended against what the cards say.
std::vector<RankedOffer> scored(const std::vector<Offer>& offers, string_view sentence) {
  Spelling spelling;
  spelling.add(words_of_thesaurus());
  for (const Offer& offer : offers) spelling.add(offer.scenario);
  const Utterance words(sentence, spelling);
  std::set<std::string> meanings;
  for (const Word& word : words.words()) {
    if (!is_empty_word(word.text)) meanings.insert(word.meaning);
  }
  std::vector<RankedOffer> ranking;
  for (const Offer& offer : offers) {
    double score = 0;
    for (const std::string& meaning : meanings) {
      const auto known = offer.terms.find(meaning);
      if (known != offer.terms.end()) score += known->second;
    }
    ranking.push_back({&offer, score});
  }
  std::ranges::stable_sort(ranking, std::greater(), &RankedOffer::score);
  return ranking;
}

}  // namespace

a2a::Result<std::vector<RegistryEntry>> read_registry(string_view text) {
  a2a::JsonDocument document;
  const auto root = document.parse(text, {.bytes_max = kRegistryBytesMax});
  if (!root) return std::unexpected(root.error());
  const auto agents = root->is_array() ? std::optional(*root) : root->find("agents");
  if (!agents || !agents->is_array())
    return a2a::fail(ErrorCode::kInvalidParams, "agents: expected an array");
  if (agents->size() > kRegistryEntriesMax)
    return a2a::fail(ErrorCode::kInvalidParams, "agents: more than 256");
  std::vector<RegistryEntry> entries;
  for (JsonValue value : agents->elements()) {
    const std::string place = "agents[" + std::to_string(entries.size()) + "]: ";
    if (const std::string unknown = unknown_member(value); !unknown.empty())
      return a2a::fail(ErrorCode::kInvalidParams, place + unknown);
    auto entry = read_entry(value);
    if (!entry) return a2a::fail(ErrorCode::kInvalidParams, place + std::string(kExpectedEntry));
    entries.push_back(*std::move(entry));
  }
  return entries;
}

a2a::Result<std::vector<Offer>> offers_of(string_view card_text, string_view card_url,
                                          std::vector<a2a::signature::PublicKey> owner_keys) {
  a2a::JsonDocument document;
  const auto card = document.parse(card_text, a2a::client::card_limits());
  if (!card) return std::unexpected(card.error());
  const auto params = parameters(*card);
  if (!params) return a2a::fail(ErrorCode::kUnsupportedOperation, "knows nothing of schema negotiation");
  auto interface = a2a::client::select_interface(*card, card_url);
  if (!interface) return std::unexpected(interface.error().error);
  const auto scenarios = member_list(*params, "scenarios");
  if (scenarios.empty()) return a2a::fail(ErrorCode::kUnsupportedOperation, "offers no scenario");
  auto read = read_published_card(*card, *params);
  read.owner_keys = std::move(owner_keys);
  const auto published = std::make_shared<const PublishedCard>(std::move(read));
  const CardTerms terms(*card, *published);
  const std::string agent(member_text(*card, "name"));
  std::vector<Offer> offers;
  for (JsonValue each : scenarios) {
    if (!each.is_string() || offers.size() == kScenariosMax) continue;
    const std::string scenario(*each.string());
    offers.push_back(
        {agent, scenario, *interface, published, terms.terms_of(scenario, scenarios.size() == 1)});
  }
  return offers;
}

std::vector<RankedOffer> rank(const std::vector<Offer>& offers, string_view sentence) {
  std::vector<RankedOffer> ranking = scored(offers, sentence);
  std::erase_if(ranking, [](const RankedOffer& each) { return each.score < kScoreMin; });
  return ranking;
}

Routing route(const std::vector<Offer>& offers, string_view sentence) {
  Routing routing{nullptr, scored(offers, sentence)};
  auto& nearest = routing.nearest;
  const bool is_ahead =
      nearest.size() == 1 || (nearest.size() > 1 && nearest[0].score - nearest[1].score >= kScoreMargin);
  if (is_ahead && nearest[0].score >= kScoreMin) routing.offer = nearest[0].offer;
  if (nearest.size() > kNearestMax) nearest.resize(kNearestMax);
  return routing;
}

}  // namespace schemagate::client_agent
