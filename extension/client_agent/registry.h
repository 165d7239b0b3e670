// A registry of agents, and which of their scenarios a sentence is about (section 3.2, step 2, of the
// structured-data draft).
//
//   auto entries = read_registry(text);                        // Result<std::vector<RegistryEntry>>
//   auto offers = offers_of(card_text, entries->front().url);  // Result<std::vector<Offer>>
//   auto ranking = rank(*offers, "two tickets to Rome");       // best first
//
// Pure; safe from any thread. Fetching registries and cards is the caller's.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/card.h"
#include "a2a/error.h"
#include "a2a/signature/key.h"

namespace schemagate::client_agent {

// One agent of a registry: where its card is, or the card itself, and who has to have signed it.
struct RegistryEntry {
  std::string url;   // of the agent or its card; what an inline card's relative URLs are resolved against
  std::string card;  // JSON; empty: to be fetched
  std::string keys = {};      // the key set (JWKS) of the agent's owner, JSON; empty: see keys_url
  std::string keys_url = {};  // where it is; both empty: the card need not be signed

  bool names_keys() const { return !keys.empty() || !keys_url.empty(); }
  bool operator==(const RegistryEntry&) const = default;
};

// A registry is read as a whole or refused.
inline constexpr std::size_t kRegistryBytesMax = 16 << 20;
inline constexpr std::size_t kRegistryEntriesMax = 256;

// Reads {"agents":[…]} or […] with, for each agent, the URL of the agent or of its card, or
// {"url":…,"card":{…},"jwks":…}; `jwks` is a key set, or its URL. Errors: kInvalidParams with the place and
// what was expected there; members of other names are refused.
a2a::Result<std::vector<RegistryEntry>> read_registry(std::string_view text);

// What a card says of its templates. Shared between the offers of the card, never changed.
struct PublishedCard {
  std::map<std::string, std::vector<std::string>, std::less<>> digests;  // by schema_id
  std::map<std::string, std::string, std::less<>> schemas;               // JSON text by name
  bool lists_patches = false;                              // the agent answers get_schema_updates
  std::vector<a2a::signature::PublicKey> owner_keys = {};  // by which patches are verified; not in the card
};

// Meanings of words (meaning_of()) that point to a scenario, with their weight: 2 by name, 1 by tag or key,
// 0.5 by description.
using WeightedTerms = std::map<std::string, double>;

// A scenario of an agent.
struct Offer {
  std::string agent;  // the card's name
  std::string scenario;
  a2a::client::AgentInterface interface;
  std::shared_ptr<const PublishedCard> published;  // never nullptr; all offers of a card share it
  WeightedTerms terms;                             // what a sentence about it may say
  // Of the agent, as its registry has it, where the name does not tell agents apart; offers_of() leaves it to
  // who has read the registry.
  std::string url = {};
};

inline constexpr std::size_t kScenariosMax = 64;        // of one agent; what lies beyond is not offered
inline constexpr std::size_t kSkillsMax = 256;          // of one agent; words are not looked for beyond, ...
inline constexpr std::size_t kTermBytesMax = 16 << 10;  // ... nor in more text than this

// What an agent offers by its card; `owner_keys` are those that its registry entry names. Errors, each the
// reason why the agent is passed over: kUnsupportedOperation for a card without the extension or without
// scenarios, and for one without an interface that we speak; kParse.
a2a::Result<std::vector<Offer>> offers_of(std::string_view card, std::string_view card_url,
                                          std::vector<a2a::signature::PublicKey> owner_keys = {});

// An offer with the sum of the weights of its terms that a sentence says.
struct RankedOffer {
  const Offer* offer = nullptr;  // borrowed from the list that was ranked
  double score = 0;
};

// Below it a sentence is not about an offer: words like "book" or "large" alone do not make it so.
inline constexpr double kScoreMin = 2;

// The offers that suit the sentence, the best first, equally good ones in their order; none when nothing
// does, which the user is to be told (section 3.2, step 2).
std::vector<RankedOffer> rank(const std::vector<Offer>& offers, std::string_view sentence);

// By how much the best offer has to be better than the next one.
inline constexpr double kScoreMargin = 0.5;
inline constexpr std::size_t kNearestMax = 2;

// Where a sentence goes.
struct Routing {
  const Offer* offer = nullptr;  // borrowed; nullptr: none is sure to be meant
  std::vector<RankedOffer>
      nearest;  // the best kNearestMax, whatever their score, for the user to choose from
};
Routing route(const std::vector<Offer>& offers, std::string_view sentence);

}  // namespace schemagate::client_agent
