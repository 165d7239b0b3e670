// The draft's two scenarios, as agent_cards publishes them, and sentences mapped to them.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "extension/client_agent/rules_mapper.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"

namespace schemagate::client_agent {

inline NegotiatedSchema negotiated_schema_of(const a2a::JsonTree& tree) {
  const auto authored = schema_interaction::read_authored_template(tree).authored.value();
  return {authored.schema, a2a::dump_tree(schema_interaction::to_json_schema(authored))};
}

inline a2a::JsonTree tree_of(const std::string& path) {
  std::ifstream file(SCHEMAGATE_SOURCE_DIR "/agent_cards/" + path);
  return a2a::parse_tree(std::string(std::istreambuf_iterator<char>(file), {})).value();
}

inline NegotiatedSchema flight() {
  return negotiated_schema_of(tree_of("flight/templates/flight_booking_v1.json"));
}

inline NegotiatedSchema photo() {
  return negotiated_schema_of(tree_of("photo/templates/photo_retouch_v2.json"));
}

// A template of one key besides `other`.
inline NegotiatedSchema one_key(const std::string& key) {
  return negotiated_schema_of(
      a2a::parse_tree(R"({"schema_id":"s","scenario":"dinner","keys":[)" + key + "]}").value());
}

inline constexpr std::chrono::sys_days kThursday =
    std::chrono::year(2026) / std::chrono::April / 30;  // the draft's today

inline Request request_for(std::string utterance) {
  return {std::move(utterance), kThursday};
}

inline Proposal mapped(const NegotiatedSchema& negotiated, std::string utterance) {
  return propose(negotiated, map_by_rules(negotiated, request_for(std::move(utterance))));
}

// A member of a payload as JSON text; empty when it is not there.
inline std::string member(const Proposal& proposal, const std::string& name) {
  const auto payload = a2a::parse_tree(proposal.payload).value();
  const auto* value = a2a::find_member(payload, name);
  return value == nullptr ? "" : a2a::dump_tree(*value);
}

// What the first of a template's keys gets: JSON, empty where none is sent.
struct Said {
  std::string_view utterance;
  std::string_view value;
};

inline void expect_values(std::string_view keys, std::span<const Said> rows) {
  const auto negotiated = one_key(std::string(keys));
  for (const Said& row : rows) {
    const auto proposal = mapped(negotiated, std::string(row.utterance));
    EXPECT_EQ(member(proposal, negotiated.schema.keys.front().name), row.value) << row.utterance;
  }
}

}  // namespace schemagate::client_agent
