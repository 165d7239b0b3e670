#include "gateway/agent/process_card.h"

#include <utility>
#include <vector>

#include "a2a/wire/outgoing_call.h"

namespace schemagate {
namespace {

using a2a::wire::Protocol;
using a2a::wire::Version;

constexpr std::chrono::seconds kTimeout{15};
constexpr std::size_t kCardBytesMax = 4 << 20;

std::vector<Version> versions_of(const AgentConfig& agent) {
  if (agent.upstream_version) return {*agent.upstream_version};
  return {Version::kV1_0, Version::kV0_3};
}

// The card's text, or what the agent says instead.
a2a::Result<std::string> read_card_answer(const Protocol& protocol, const std::string& line) {
  a2a::JsonDocument document;
  const auto root = document.parse(line, {.bytes_max = kCardBytesMax, .depth_max = 128});
  if (!root) return std::unexpected(root.error());
  const auto card = a2a::wire::read_answer(protocol, 200, *root);
  if (!card) return std::unexpected(card.error());
  return std::string(card->raw());
}

}  // namespace

std::expected<std::string, AgentProblem> ask_for_card(const AgentSnapshot& agent,
                                                      const std::stop_token& stop) {
  std::string refusal;
  for (const Version version : versions_of(agent.config())) {
    const Protocol protocol{.binding = a2a::wire::Binding::kJsonRpc, .version = version};
    const auto line = agent.process->ask(a2a::wire::card_call(protocol, "").body, kTimeout, stop);
    if (!line) return std::unexpected(card_not_told(line.error()));
    auto card = read_card_answer(protocol, *line);
    if (card) return *std::move(card);
    refusal = std::move(card.error().message);
  }
  if (!agent.config().card_text.empty()) return agent.config().card_text;
  return std::unexpected(card_not_usable(
      {a2a::ErrorCode::kInvalidAgentResponse,
       "the agent gives none (\"" + refusal + "\"), and the configuration has none either: card"}));
}

}  // namespace schemagate
