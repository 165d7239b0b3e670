#include "gateway/agent/card_change.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "a2a/signature/digest.h"
#include "extension/schema_interaction/free_text.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

constexpr std::size_t kTextBytesMax = 512;
// Told by names of their own.
constexpr std::array<std::string_view, 11> kToldMembers = {"version",
                                                           "protocolVersion",
                                                           "preferredTransport",
                                                           "url",
                                                           "supportedInterfaces",
                                                           "skills",
                                                           "signatures",
                                                           "defaultInputModes",
                                                           "inputModes",
                                                           "additionalInterfaces",
                                                           "defaultOutputModes"};

std::string shown(std::string_view text) {
  return schema_interaction::clean_text(text, kTextBytesMax);
}

std::string text_of(const JsonTree& tree, std::string_view name) {
  const std::string* text = a2a::find_string(tree, name);
  return text == nullptr ? "" : *text;
}

void append(std::string& list, std::string_view item) {
  if (list.size() <= kTextBytesMax) list.append(list.empty() ? "" : ", ").append(item);
}

// Null where there is none.
const JsonTree& member(const JsonTree& tree, std::string_view name) {
  static const JsonTree kNone;
  const JsonTree* found = a2a::find_member(tree, name);
  return found == nullptr ? kNone : *found;
}

// Of both versions of A2A.
std::string protocol_of(const JsonTree& card) {
  std::string list;
  const auto add = [&list](const std::string& binding, const std::string& version) {
    append(list, version.empty() ? binding : binding + " " + version);
  };
  for (const JsonTree& each : member(card, "supportedInterfaces"))
    add(text_of(each, "protocolBinding"), text_of(each, "protocolVersion"));
  if (const std::string version = text_of(card, "protocolVersion"); !version.empty()) {
    const std::string binding = text_of(card, "preferredTransport");
    add(binding.empty() ? "JSONRPC" : binding, version);
  }
  return shown(list);
}

// By id; the first where two have the same.
std::map<std::string, const JsonTree*> skills_of(const JsonTree& card) {
  std::map<std::string, const JsonTree*> skills;
  for (const JsonTree& skill : member(card, "skills")) skills.emplace(text_of(skill, "id"), &skill);
  return skills;
}

void compare_modes(const JsonTree& before, const JsonTree& after, const std::string& where,
                   std::initializer_list<const char*> names, std::string& changed) {
  for (const char* name : names) {
    if (member(before, name) != member(after, name)) append(changed, name + where);
  }
}

void compare_skills(const JsonTree& before, const JsonTree& after, CardChange& change) {
  const auto known = skills_of(before);
  const auto skills = skills_of(after);
  for (const JsonTree& skill : member(before, "skills")) {
    const std::string id = text_of(skill, "id");
    const auto now = skills.find(id);
    if (now == skills.end()) append(change.skills_gone, id);
    if (now == skills.end() || *now->second == skill) continue;
    append(change.skills_changed, id);
    compare_modes(skill, *now->second, " of " + id, {"inputModes", "outputModes"}, change.modes_changed);
  }
  for (const JsonTree& skill : member(after, "skills")) {
    if (const std::string id = text_of(skill, "id"); !known.contains(id)) append(change.skills_added, id);
  }
}

void compare_members(const JsonTree& before, const JsonTree& after, std::string& changed) {
  std::set<std::string> names;
  for (const JsonTree* card : {&before, &after}) {
    for (const auto& [name, value] : card->items()) names.insert(name);
  }
  for (const std::string& name : names) {
    const bool is_told = std::ranges::find(kToldMembers, name) != kToldMembers.end();
    if (!is_told && member(before, name) != member(after, name)) append(changed, name);
  }
}

}  // namespace

std::optional<CardChange> card_change(const JsonTree& before, const JsonTree& after) {
  if (!before.is_object() || !after.is_object()) return std::nullopt;
  CardChange change;
  change.digest_before = a2a::signature::digest_of(before).value_or("");
  change.digest = a2a::signature::digest_of(after).value_or("");
  if (change.digest_before == change.digest && !change.digest.empty()) return std::nullopt;
  change.version_before = shown(text_of(before, "version"));
  change.version = shown(text_of(after, "version"));
  change.protocol_before = protocol_of(before);
  change.protocol = protocol_of(after);
  compare_skills(before, after, change);
  compare_modes(before, after, "", {"defaultInputModes", "defaultOutputModes"}, change.modes_changed);
  compare_members(before, after, change.members_changed);
  for (std::string* list : {&change.skills_added, &change.skills_gone, &change.skills_changed,
                            &change.modes_changed, &change.members_changed})
    *list = shown(*list);
  return change;
}

}  // namespace schemagate
