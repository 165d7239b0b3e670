#include "gateway/agent/card.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "a2a/signature/card.h"
#include "a2a/signature/digest.h"
#include "extension/object_schemas/adoption.h"
#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/card.h"
#include "gateway/agent/agent_contexts.h"
#include "gateway/agent/card_members.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Version;

std::string sha256_hex(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 0xf];
  }
  return hex;
}

// The URL of JSON-RPC: the base, with a path even where the agent is the root.
std::string interface_url(std::string_view base_url) {
  const auto scheme_end = base_url.find("://");
  const auto host_begin = scheme_end == base_url.npos ? 0 : scheme_end + 3;
  return std::string(base_url) + (base_url.find('/', host_begin) == base_url.npos ? "/" : "");
}

// "ws://…" of "http://…", "wss://…" of "https://…".
std::string websocket_url(std::string_view url) {
  constexpr std::string_view kHttp = "http";
  return "ws" + std::string(url.substr(kHttp.size()));
}

// A signature in the SDKs' form does not see empty values, so it binds the schemas by their digest.
void add_schemas_digest(JsonTree& card) {
  auto& extensions = card["capabilities"]["extensions"];
  const auto known = a2a::find_index(extensions, "uri", object_schemas::kExtensionUri);
  if (!known) return;
  JsonTree& params = extensions[*known]["params"];
  if (auto digest = a2a::signature::digest_of(params["schemas"]))
    params["schemasDigest"] = *std::move(digest);
}

// A card before it becomes one of its versions, wherever it is read. Without a value when a problem is fatal.
struct Prepared {
  std::optional<JsonTree> card;
  object_schemas::Contract contract;
  std::vector<object_schemas::CardProblem> problems;
};

// Makes room in the agent's card for what the gateway declares in its place.
void take_out_declarations(JsonTree& card, const AgentConfig& agent, const object_schemas::Contract& contract,
                           std::vector<object_schemas::CardProblem>& problems) {
  object_schemas::remove_declarations(card, contract);
  if (agent.templates.empty() && schema_interaction::remove_declaration(card)) {
    problems.push_back(
        {false, "/capabilities/extensions",
         "the agent's schema templates are not published: get_schema_template is not passed on"});
  }
}

// Whether the gateway has something to show to the agent.
bool has_credentials(const AgentConfig& agent) {
  return !agent.upstream_headers.empty() || !agent.credentials.api_key.empty() || agent.credentials.tokens;
}

// Without another method certificates stay: callers have to be known all the same.
access::CardSecurity security_of(const AgentConfig& agent, const CardIdentity& identity) {
  access::CardSecurity security = agent.security;
  if (!identity.takes_certificates && security.schemes.size() > 1)
    std::erase_if(security.schemes, &access::CardScheme::by_certificate);
  return security;
}

// What is offered under that name.
Interfaces interfaces_of(const AgentConfig& agent, const CardIdentity& identity, bool has_extended_card) {
  Interfaces interfaces;
  interfaces.security = security_of(agent, identity);
  interfaces.json_rpc = interface_url(identity.base_url);
  if (agent.http_json) interfaces.http_json = identity.base_url;
  if (agent.websocket) interfaces.websocket = websocket_url(interfaces.json_rpc);
  interfaces.extended_card = has_extended_card;
  return interfaces;
}

// What a card may list; schemas have limits of their own (object_schemas::AdoptionLimits).
struct CountLimit {
  const char* member;
  std::size_t max;
};
constexpr std::size_t kModesMax = 10'000;  // as many as schemas
constexpr CountLimit kCountLimits[] = {{"skills", 10'000},
                                       {"supportedInterfaces", 100},
                                       {"additionalInterfaces", 100},
                                       {"securitySchemes", 1'000},
                                       {"signatures", 100},
                                       {"defaultInputModes", kModesMax},
                                       {"defaultOutputModes", kModesMax}};
constexpr CountLimit kSkillLimits[] = {{"inputModes", kModesMax}, {"outputModes", kModesMax}};

void check_counts(const JsonTree& owner, const std::string& path, std::span<const CountLimit> limits,
                  std::vector<object_schemas::CardProblem>& problems) {
  for (const CountLimit& limit : limits) {
    const JsonTree* list = a2a::find_member(owner, limit.member);
    if (list == nullptr || list->size() <= limit.max) continue;
    problems.push_back(
        {true, path + "/" + limit.member, "the agent's card has more than " + std::to_string(limit.max)});
  }
}

void check_counts(const JsonTree& card, std::vector<object_schemas::CardProblem>& problems) {
  check_counts(card, "", kCountLimits, problems);
  const JsonTree* skills = a2a::find_member(card, "skills");
  if (skills == nullptr || !skills->is_array() || !problems.empty()) return;
  for (std::size_t i = 0; i < skills->size(); ++i)
    check_counts((*skills)[i], "/skills/" + std::to_string(i), kSkillLimits, problems);
}

// `identity`: one of the names that the card is published under.
Prepared prepare(const JsonTree& upstream_card, const AgentConfig& agent,
                 const object_schemas::Contract& contract, const CardIdentity& identity) {
  Prepared prepared;
  auto& problems = prepared.problems;
  if (!upstream_card.is_object()) {
    problems.push_back({true, "", "the agent's card is not a JSON object"});
    return prepared;
  }
  check_counts(upstream_card, problems);
  if (!problems.empty()) return prepared;
  JsonTree card = upstream_card;
  take_out_declarations(card, agent, contract, problems);
  if (!agent.card_text.empty()) {
    // load_config() has checked the text already.
    const auto overlay = a2a::parse_tree(agent.card_text);
    if (overlay && overlay->is_object()) lay_over(card, *overlay, problems);
  }
  take_ownership(card);
  if (agent.push_notifications) card["capabilities"]["pushNotifications"] = true;
  prepared.contract = contract;
  prepared.contract.accept = object_schemas::accepted_by(contract, card);
  object_schemas::declare(card, prepared.contract);
  schema_interaction::declare(card, agent.templates, agent.evolution.enabled);
  declare_contexts(card, agent, identity.context_store);
  if (contract.declared() && identity.signer != nullptr) add_schemas_digest(card);
  check_required(card, problems);
  std::ranges::move(object_schemas::lint(card, contract), std::back_inserter(problems));
  note_security(upstream_card, has_credentials(agent), problems);
  if (std::ranges::none_of(problems, &object_schemas::CardProblem::fatal)) prepared.card = std::move(card);
  return prepared;
}

a2a::Result<std::string> finish(JsonTree card, const CardIdentity& identity) {
  if (identity.signer != nullptr) {
    auto done = a2a::signature::sign_card(card, *identity.signer, identity.key_set_url);
    if (!done) return std::unexpected(done.error());
  }
  return a2a::dump_tree(card);
}

// Of the three, or what kept one of them from being signed.
a2a::Result<PublishedCards> represent_all(const JsonTree& card, const Interfaces& interfaces,
                                          const CardIdentity& identity) {
  auto v0_3 = card;
  add_v0_3_members(v0_3, interfaces);
  auto v1_0 = card;
  add_v1_0_members(v1_0, interfaces);
  auto hybrid = v0_3;
  add_v1_0_members(hybrid, interfaces);
  std::vector<Representation> made;
  for (JsonTree* each : {&hybrid, &v0_3, &v1_0}) {
    auto body = finish(std::move(*each), identity);
    if (!body) return std::unexpected(body.error());
    made.push_back(represent(*std::move(body)));
  }
  return PublishedCards{std::move(made[0]), std::move(made[1]), std::move(made[2])};
}

void keep_skills(JsonTree& card, const std::function<bool(std::string_view)>& shows) {
  const auto skills = card.find("skills");
  if (skills == card.end() || !skills->is_array()) return;
  JsonTree kept = JsonTree::array();
  for (JsonTree& skill : *skills) {
    const std::string* id = a2a::find_string(skill, "id");
    if (id != nullptr && shows(*id)) kept.push_back(std::move(skill));
  }
  *skills = std::move(kept);
}

}  // namespace

Representation represent(std::string body) {
  std::string etag = '"' + sha256_hex(body) + '"';
  return {std::move(body), std::move(etag)};
}

CardResult publish_card(const JsonTree& upstream_card, const AgentConfig& agent, const CardIdentity& identity,
                        std::span<const CardIdentity> elsewhere) {
  object_schemas::Contract contract = agent.contract;
  std::vector<object_schemas::CardProblem> refused =
      adopt(upstream_card, {.take_over = agent.adopts(), .assert_format = agent.assert_format}, contract);
  std::vector<object_schemas::CardProblem> own = add_contexts(agent, contract);
  Prepared prepared = prepare(upstream_card, agent, contract, identity);
  CardResult result{.cards = {},
                    .elsewhere = {},
                    .contract = std::move(prepared.contract),
                    .refused = std::move(refused),
                    .problems = std::move(prepared.problems)};
  std::ranges::copy(result.refused, std::back_inserter(result.problems));
  std::ranges::move(own, std::back_inserter(result.problems));
  if (!prepared.card) return result;
  const bool is_extended = agent.extended_card && declares_extended_card(upstream_card);
  const auto represent_as = [&](const CardIdentity& name) {
    auto cards = represent_all(*prepared.card, interfaces_of(agent, name, is_extended), name);
    if (cards) return *std::move(cards);
    result.problems.push_back({true, "", "cannot be signed: " + cards.error().message});
    return PublishedCards();
  };
  result.cards = represent_as(identity);
  std::ranges::transform(elsewhere, std::back_inserter(result.elsewhere), represent_as);
  return result;
}

a2a::Result<std::string> publish_extended_card(const JsonTree& upstream_card, const AgentConfig& agent,
                                               const object_schemas::Contract& contract,
                                               const CardIdentity& identity, Version version,
                                               bool with_root_schemas,
                                               const std::function<bool(std::string_view)>& shows) {
  Prepared prepared = prepare(upstream_card, agent, contract, identity);
  if (!prepared.card) {
    const auto fatal = std::ranges::find_if(prepared.problems, &object_schemas::CardProblem::fatal);
    const std::string place = fatal->path.empty() ? "" : " " + fatal->path;
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse,
                     "the agent's extended card" + place + ": " + fatal->message);
  }
  const Interfaces interfaces = interfaces_of(agent, identity, true);
  JsonTree& card = *prepared.card;
  if (shows) keep_skills(card, shows);
  if (contract.declared() && !with_root_schemas) card.erase("schemas");
  if (version == Version::kV1_0) {
    add_v1_0_members(card, interfaces);
  } else {
    add_v0_3_members(card, interfaces);
  }
  return finish(std::move(card), identity);
}

}  // namespace schemagate
