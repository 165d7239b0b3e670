#include "extension/client_agent/registry.h"

#include <algorithm>

#include "extension/client_agent/utterance.h"
#include "extension/schema_interaction/schema_template.h"

namespace client_agent {
namespace {

using a2a::ErrorCode;
using a2a::JsonValue;
using std::string_view;

constexpr double kByName = 2;
constexpr double kByTag = 1;
constexpr double kByDescription = 0.5;
constexpr std::size_t kScenariosMax = 256;
constexpr std::size_t kTextBytesMax = 2 << 10;  // of a card's text, as far as words are looked for

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

std::optional<Listing> read_listing(JsonValue entry) {
  if (entry.is_string()) return Listing{std::string(*entry.string()), ""};
  const auto card = entry.find("card");
  Listing listing{std::string(member_text(entry, "url")), card ? std::string(card->raw()) : ""};
  const bool is_wrong = (card && !card->is_object()) || (listing.url.empty() && listing.card.empty());
  return is_wrong ? std::nullopt : std::optional(std::move(listing));
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
  return std::ranges::any_of(kWords, [&meaning](string_view word) { return meaning == meaning_of(word); });
}

void add_words(Offer& offer, string_view text, double weight) {
  for (const std::string& meaning : meanings_of(text.substr(0, kTextBytesMax))) {
    double& known = offer.words[meaning];
    known = std::max(known, is_said_to_anybody(meaning) ? kByDescription : weight);
  }
}

bool shares_a_word(string_view one, string_view other) {
  const auto words = meanings_of(one);
  return std::ranges::any_of(meanings_of(other), [&words](const std::string& meaning) {
    return !is_said_to_anybody(meaning) && std::ranges::find(words, meaning) != words.end();
  });
}

// A skill says something about the scenario when its id or name does, and when the agent has one scenario
// only.
void add_skills(Offer& offer, JsonValue card, bool is_only_scenario) {
  for (JsonValue skill : member_list(card, "skills")) {
    const std::string names =
        std::string(member_text(skill, "id")) + " " + std::string(member_text(skill, "name"));
    if (!is_only_scenario && !shares_a_word(names, offer.scenario)) continue;
    add_words(offer, names, kByName);
    for (JsonValue tag : member_list(skill, "tags")) add_words(offer, tag.string().value_or(""), kByTag);
    add_words(offer, member_text(skill, "description"), kByDescription);
    for (JsonValue example : member_list(skill, "examples"))
      add_words(offer, example.string().value_or(""), kByDescription);
  }
}

// The keys of the compiled template, whose title is the scenario.
void add_keys(Offer& offer, JsonValue schemas) {
  for (auto [name, schema] : schemas.members()) {
    const bool is_ours =
        offer.digests.contains(std::string(name)) && member_text(schema, "title") == offer.scenario;
    const auto properties = is_ours ? schema.find("properties") : std::nullopt;
    if (!properties) continue;
    for (auto [key, property] : properties->members()) {
      if (key != schema_interaction::kOther) add_words(offer, key, kByTag);
    }
  }
}

void read_digests(Offer& offer, JsonValue params) {
  const auto digests = params.find("templateDigests");
  if (!digests) return;
  for (auto [schema_id, by_language] : digests->members()) {
    auto& known = offer.digests[std::string(schema_id)];
    if (by_language.is_string()) known.emplace_back(*by_language.string());
    for (auto [language, digest] : by_language.members()) known.emplace_back(digest.string().value_or(""));
  }
}

}  // namespace

a2a::Result<std::vector<Listing>> read_registry(string_view text) {
  a2a::JsonDocument document;
  const auto root = document.parse(text, {.bytes_max = kRegistryBytesMax});
  if (!root) return std::unexpected(root.error());
  const auto agents = root->is_array() ? std::optional(*root) : root->find("agents");
  if (!agents || !agents->is_array())
    return a2a::fail(ErrorCode::kInvalidParams, "agents: expected an array");
  if (agents->size() > kListingsMax) return a2a::fail(ErrorCode::kInvalidParams, "agents: more than 256");
  std::vector<Listing> listings;
  for (JsonValue entry : agents->elements()) {
    auto listing = read_listing(entry);
    if (!listing) {
      return a2a::fail(ErrorCode::kInvalidParams,
                       "agents[" + std::to_string(listings.size()) +
                           "]: expected a URL, or an object with url, card or both");
    }
    listings.push_back(*std::move(listing));
  }
  return listings;
}

a2a::Result<std::vector<Offer>> offers_of(string_view card_text, string_view card_url) {
  a2a::JsonDocument document;
  const auto card = document.parse(card_text, a2a::client::card_limits());
  if (!card) return std::unexpected(card.error());
  const auto params = parameters(*card);
  if (!params) return a2a::fail(ErrorCode::kUnsupportedOperation, "knows nothing of schema negotiation");
  auto endpoint = a2a::client::select_endpoint(*card, card_url);
  if (!endpoint) return std::unexpected(endpoint.error().error);
  const auto scenarios = member_list(*params, "scenarios");
  if (scenarios.empty()) return a2a::fail(ErrorCode::kUnsupportedOperation, "offers no scenario");
  std::vector<Offer> offers;
  for (JsonValue scenario : scenarios) {
    if (!scenario.is_string() || offers.size() == kScenariosMax) continue;
    Offer offer{
        std::string(member_text(*card, "name")), std::string(*scenario.string()), *endpoint, {}, {}, {}};
    read_digests(offer, *params);
    add_words(offer, offer.scenario, kByName);
    add_skills(offer, *card, scenarios.size() == 1);
    if (const auto schemas = card->find("schemas")) {
      for (auto [name, schema] : schemas->members()) offer.schemas[std::string(name)] = schema.raw();
      add_keys(offer, *schemas);
    }
    offers.push_back(std::move(offer));
  }
  return offers;
}

std::vector<Ranked> rank(const std::vector<Offer>& offers, string_view sentence) {
  const auto meanings = meanings_of(sentence);
  std::vector<Ranked> ranking;
  for (const Offer& offer : offers) {
    double score = 0;
    for (const std::string& meaning : meanings) {
      const auto known = offer.words.find(meaning);
      if (known != offer.words.end()) score += known->second;
    }
    if (score >= kScoreLeast) ranking.push_back({&offer, score});
  }
  std::ranges::stable_sort(ranking, std::greater(), &Ranked::score);
  return ranking;
}

}  // namespace client_agent
