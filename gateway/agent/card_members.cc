#include "gateway/agent/card_members.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "gateway/agent/card_security_members.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using object_schemas::CardProblem;

// Members of a card that describe the agent's own listener, in either version.
constexpr std::array<const char*, 10> kListenerMembers{"url",
                                                       "preferredTransport",
                                                       "protocolVersion",
                                                       "additionalInterfaces",
                                                       "supportedInterfaces",
                                                       "signatures",
                                                       "securitySchemes",
                                                       "security",
                                                       "securityRequirements",
                                                       "supportsAuthenticatedExtendedCard"};
constexpr std::array<const char*, 2> kSkillSecurityMembers{"security", "securityRequirements"};

bool is_listener_member(const std::string& name) {
  return std::ranges::find(kListenerMembers, name) != kListenerMembers.end();
}

// " (bearer, key)": of the schemes that the card describes.
std::string scheme_names(const JsonTree& card) {
  constexpr std::size_t kNamed = 5;
  const auto* schemes = a2a::find_member(card, "securitySchemes");
  if (schemes == nullptr || !schemes->is_object() || schemes->empty()) return "";
  std::string names;
  std::size_t named = 0;
  for (const auto& [name, scheme] : schemes->items()) {
    if (named++ == kNamed) return " (" + names + ", …)";
    names += (names.empty() ? "" : ", ") + name;
  }
  return " (" + names + ")";
}

// Elements with the same text under `key` become one, member by member; others are added at the end.
void merge_by(const char* key, JsonTree& list, const JsonTree& overlay) {
  for (const auto& element : overlay) {
    const auto* text = a2a::find_string(element, key);
    const auto known = text != nullptr ? a2a::find_index(list, key, *text) : std::nullopt;
    if (known) {
      list[*known].update(element);
    } else {
      list.push_back(element);
    }
  }
}

// The lists of a card that are merged, and what tells their elements apart; nullptr for other members.
const char* key_of_list(std::string_view name) {
  if (name == "skills") return "id";
  return name == "extensions" ? "uri" : nullptr;
}

// Merges two lists that have a key, else replaces.
void lay_member_over(JsonTree& object, const std::string& name, const JsonTree& value) {
  const auto* key = key_of_list(name);
  const auto list = object.find(name);
  if (key != nullptr && list != object.end() && list->is_array() && value.is_array()) {
    merge_by(key, *list, value);
  } else {
    object[name] = value;
  }
}

CardProblem not_published(const std::string& path) {
  return {false, path, "is the gateway's own: the configured one is not published"};
}

// Of the capabilities only the extensions are the agent's.
void lay_capabilities_over(JsonTree& card, const JsonTree& overlay, std::vector<CardProblem>& problems) {
  auto& capabilities = card["capabilities"];
  if (!capabilities.is_object()) capabilities = JsonTree::object();
  for (const auto& [name, value] : overlay.items()) {
    if (name == "extensions") {
      lay_member_over(capabilities, name, value);
    } else {
      problems.push_back(not_published("/capabilities/" + name));
    }
  }
}

bool is_non_empty_array(const JsonTree* tree) {
  return tree != nullptr && tree->is_array() && !tree->empty();
}

struct Required {
  const char* name;
  JsonTree::value_t type;
  const char* expected;
};
constexpr std::array<Required, 6> kRequired{{{"name", JsonTree::value_t::string, "text"},
                                             {"description", JsonTree::value_t::string, "text"},
                                             {"version", JsonTree::value_t::string, "text"},
                                             {"defaultInputModes", JsonTree::value_t::array, "an array"},
                                             {"defaultOutputModes", JsonTree::value_t::array, "an array"},
                                             {"skills", JsonTree::value_t::array, "an array"}}};
constexpr std::array<Required, 4> kRequiredOfSkill{{{"id", JsonTree::value_t::string, "text"},
                                                    {"name", JsonTree::value_t::string, "text"},
                                                    {"description", JsonTree::value_t::string, "text"},
                                                    {"tags", JsonTree::value_t::array, "an array"}}};

template <std::size_t N>
void check_members(const JsonTree& object, const std::array<Required, N>& required, const std::string& place,
                   bool fatal, std::vector<CardProblem>& problems) {
  for (const auto& [name, type, expected] : required) {
    const auto* member = a2a::find_member(object, name);
    const auto path = place + "/" + name;
    if (member == nullptr) {
      problems.push_back({fatal, path, "is missing: give it in the agent's card or in the configured one"});
    } else if (member->type() != type) {
      problems.push_back({fatal, path, std::string("is not ") + expected});
    } else if (member->is_array() && member->empty()) {
      problems.push_back({false, path, "is empty: A2A 1.0 asks for at least one element"});
    }
  }
}

void check_modes(const JsonTree& object, const char* name, const std::string& place,
                 std::vector<CardProblem>& problems) {
  const auto* modes = a2a::find_member(object, name);
  if (modes == nullptr) return;
  const bool texts = modes->is_array() && std::ranges::all_of(*modes, &JsonTree::is_string);
  if (!texts) problems.push_back({true, place + "/" + name, "is not an array of texts"});
}

void check_skills(const JsonTree& skills, std::vector<CardProblem>& problems) {
  for (std::size_t i = 0; i < skills.size(); ++i) {
    const auto place = "/skills/" + std::to_string(i);
    if (!skills[i].is_object()) {
      problems.push_back({true, place, "is not an object"});
      continue;
    }
    check_members(skills[i], kRequiredOfSkill, place, false, problems);
    check_modes(skills[i], "inputModes", place, problems);
    check_modes(skills[i], "outputModes", place, problems);
  }
}

JsonTree own_capabilities(const JsonTree& card) {
  JsonTree capabilities = {{"streaming", true}, {"pushNotifications", false}};
  const auto* theirs = a2a::find_member(card, "capabilities");
  const auto* extensions = theirs != nullptr ? a2a::find_member(*theirs, "extensions") : nullptr;
  if (!is_non_empty_array(extensions)) return capabilities;
  auto& kept = capabilities["extensions"] = JsonTree::array();
  std::ranges::copy_if(*extensions, std::back_inserter(kept), &JsonTree::is_object);
  return capabilities;
}

}  // namespace

void lay_over(JsonTree& card, const JsonTree& overlay, std::vector<CardProblem>& problems) {
  for (const auto& [name, value] : overlay.items()) {
    if (is_listener_member(name)) {
      problems.push_back(not_published("/" + name));
    } else if (name == "capabilities" && value.is_object()) {
      lay_capabilities_over(card, value, problems);
    } else {
      lay_member_over(card, name, value);
    }
  }
}

void note_security(const JsonTree& card, bool has_headers, std::vector<CardProblem>& problems) {
  for (const auto* name : {"security", "securityRequirements"}) {
    const auto* wanted = a2a::find_member(card, name);
    if (wanted == nullptr || !wanted->is_array() || wanted->empty() || has_headers) continue;
    problems.push_back({false, std::string("/") + name,
                        "the agent asks for credentials" + scheme_names(card) +
                            ", which clients of the gateway never see: give them to the gateway with "
                            "upstream.headers or upstream.credentials"});
    return;
  }
}

void take_ownership(JsonTree& card) {
  for (const auto* name : kListenerMembers) card.erase(name);
  card["capabilities"] = own_capabilities(card);
  const auto skills = card.find("skills");
  if (skills == card.end() || !skills->is_array()) return;
  for (auto& skill : *skills) {
    if (!skill.is_object()) continue;
    for (const auto* name : kSkillSecurityMembers) skill.erase(name);
  }
}

void check_required(const JsonTree& card, std::vector<CardProblem>& problems) {
  check_members(card, kRequired, "", true, problems);
  check_modes(card, "defaultInputModes", "", problems);
  check_modes(card, "defaultOutputModes", "", problems);
  const auto* skills = a2a::find_member(card, "skills");
  if (skills != nullptr && skills->is_array()) check_skills(*skills, problems);
}

bool declares_extended_card(const JsonTree& card) {
  const auto* capabilities = a2a::find_member(card, "capabilities");
  const auto* v1_0 = capabilities != nullptr ? a2a::find_member(*capabilities, "extendedAgentCard") : nullptr;
  const auto* v0_3 = a2a::find_member(card, "supportsAuthenticatedExtendedCard");
  return (v1_0 != nullptr && *v1_0 == true) || (v0_3 != nullptr && *v0_3 == true);
}

void add_v0_3_members(JsonTree& card, const Interfaces& interfaces) {
  card["protocolVersion"] = "0.3.0";
  card["url"] = interfaces.json_rpc;
  card["preferredTransport"] = "JSONRPC";
  auto& additional = card["additionalInterfaces"] = JsonTree::array();
  additional.push_back({{"url", interfaces.json_rpc}, {"transport", "JSONRPC"}});
  if (!interfaces.http_json.empty()) {
    additional.push_back({{"url", interfaces.http_json}, {"transport", "HTTP+JSON"}});
  }
  if (!interfaces.websocket.empty())
    additional.push_back({{"url", interfaces.websocket}, {"transport", kWebSocketBinding}});
  card["supportsAuthenticatedExtendedCard"] = interfaces.extended_card;
  add_v0_3_security(card, interfaces.security);
}

void add_v1_0_members(JsonTree& card, const Interfaces& interfaces) {
  auto& supported = card["supportedInterfaces"] = JsonTree::array();
  const auto add = [&supported](const std::string& url, const char* binding) {
    for (const auto* version : {"1.0", "0.3"}) {
      supported.push_back({{"url", url}, {"protocolBinding", binding}, {"protocolVersion", version}});
    }
  };
  add(interfaces.json_rpc, "JSONRPC");
  if (!interfaces.http_json.empty()) add(interfaces.http_json, "HTTP+JSON");
  if (!interfaces.websocket.empty()) add(interfaces.websocket, kWebSocketBinding);
  card["capabilities"]["extendedAgentCard"] = interfaces.extended_card;
  add_v1_0_security(card, interfaces.security);
}

}  // namespace schemagate
