// What is another thing in an agent's card than it was: for people who wonder why answers are others than
// yesterday. Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>

#include "a2a/json/tree.h"

namespace schemagate {

// Names and versions as the card has them, made fit for a line of the log: cleaned, 512 bytes at most. Empty:
// there is none.
struct CardChange {
  std::string version_before, version;    // the card's `version`
  std::string digest_before, digest;      // "sha-256:…" of the canonical card, its signatures included
  std::string protocol_before, protocol;  // bindings with their versions, "JSONRPC 1.0, HTTP+JSON 1.0"
  std::string skills_added, skills_gone, skills_changed;  // ids
  std::string modes_changed;    // where: "inputModes of booking", "defaultOutputModes"
  std::string members_changed;  // of the card's root, others than those above
};

// nullopt: the two say the same, whatever their white space and order of members.
std::optional<CardChange> card_change(const a2a::JsonTree& before, const a2a::JsonTree& after);

}  // namespace schemagate
