#include "gateway/card.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "gateway/card_members.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

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

PublishedCard represent(const JsonTree& card) {
  PublishedCard out{a2a::dump_tree(card), ""};
  out.etag = '"' + sha256_hex(out.body) + '"';
  return out;
}

// The URL of JSON-RPC: the base, with a path even where the agent is the root.
std::string interface_url(std::string_view base_url) {
  const auto scheme_end = base_url.find("://");
  const auto host_begin = scheme_end == base_url.npos ? 0 : scheme_end + 3;
  return std::string(base_url) + (base_url.find('/', host_begin) == base_url.npos ? "/" : "");
}

PublishedCards represent_all(const JsonTree& card, const Interfaces& interfaces) {
  auto v0_3 = card;
  add_v0_3_members(v0_3, interfaces);
  auto v1_0 = card;
  add_v1_0_members(v1_0, interfaces);
  auto hybrid = v0_3;
  add_v1_0_members(hybrid, interfaces);
  return {represent(hybrid), represent(v0_3), represent(v1_0)};
}

bool any_fatal(const std::vector<object_schemas::CardProblem>& problems) {
  return std::ranges::any_of(problems, &object_schemas::CardProblem::fatal);
}

}  // namespace

CardResult publish_card(const JsonTree& upstream_card, const AgentConfig& agent, std::string_view base_url) {
  CardResult result;
  if (!upstream_card.is_object()) {
    result.problems.push_back({true, "", "the agent's card is not a JSON object"});
    return result;
  }
  JsonTree card = upstream_card;
  if (!agent.card_text.empty()) {
    // load_config() has checked the text already.
    const auto overlay = a2a::parse_tree(agent.card_text);
    if (overlay && overlay->is_object()) lay_over(card, *overlay, result.problems);
  }
  take_ownership(card);
  object_schemas::declare(card, agent.contract);
  check_required(card, result.problems);
  std::ranges::move(object_schemas::lint(card, agent.contract), std::back_inserter(result.problems));
  if (any_fatal(result.problems)) return result;
  Interfaces interfaces{.json_rpc = interface_url(base_url), .http_json = {}};
  if (agent.http_json) interfaces.http_json = base_url;
  result.cards = represent_all(card, interfaces);
  return result;
}

}  // namespace schemagate
