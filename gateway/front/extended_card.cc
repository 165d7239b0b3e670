#include "gateway/front/extended_card.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "gateway/agent/agent_client.h"
#include "gateway/agent/card_trust.h"

namespace schemagate {
namespace {

a2a::Result<std::string> publish(std::string_view text, const CallContext& context,
                                 a2a::wire::Version version) {
  const ExtendedCardForm form{version, context.schemas_activated};
  PublishedExtendedCards& known = *context.agent->published->extended_cards;
  if (auto again = known.find(text, form)) return *std::move(again);
  auto card = a2a::parse_tree(text, {.bytes_max = text.size()});
  if (!card) return std::unexpected(card.error());
  const AgentConfig& config = context.agent->config();
  const auto trusted = trust_card(*std::move(card), config);
  if (!trusted) return std::unexpected(trusted.error());
  auto published =
      publish_extended_card(trusted->card, config, context.agent->contract(),
                            context.agent->published->identity, form.version, form.with_root_schemas);
  if (published) known.keep(std::string(text), form, *published);
  return published;
}

}  // namespace

net::Awaitable<a2a::Result<std::string>> get_extended_card(const AgentClientDependencies& dependencies,
                                                           const CallContext& context,
                                                           a2a::wire::Version version) {
  const AgentConfig& config = context.agent->config();
  if (!config.extended_card || !context.agent->published->endpoint.extended_card) {
    co_return a2a::fail(a2a::ErrorCode::kUnsupportedOperation, "this agent offers no extended agent card");
  }
  AgentClient upstream(dependencies, *context.agent,
                       {context.extensions, context.holder, context.origin.get()},
                       dependencies.clock.monotonic() + config.request_timeout);
  const auto text = co_await upstream.extended_card();
  if (!text) co_return std::unexpected(text.error());
  co_return publish(*text, context, version);
}

}  // namespace schemagate
