#include "gateway/front/extended_card.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "gateway/access/grants.h"
#include "gateway/agent/agent_client.h"
#include "gateway/agent/card_trust.h"

namespace schemagate {
namespace {

// Which skills the caller may use; nullptr: all.
std::function<bool(std::string_view)> usable_skills(const CallContext& context) {
  const access::Grants* grants = context.caller == nullptr ? nullptr : context.caller->grants.get();
  if (grants == nullptr) return nullptr;
  return [grants, &agent = context.agent->config().name](std::string_view skill) {
    return grants->allows_skill(agent, skill);
  };
}

a2a::Result<std::string> publish(std::string_view text, const CallContext& context,
                                 a2a::wire::Version version) {
  const ExtendedCardForm form{version, context.schemas_activated};
  const PublishedAgent& agent = *context.agent->published;
  PublishedExtendedCards& known = agent.extended_cards_at(context.public_address);
  // Keys of one client alone are nobody else's to see: such a card is not kept.
  const bool has_own_keys = context.agent->view && context.agent->view->templates != nullptr;
  const bool is_everybodys =
      (context.caller == nullptr || context.caller->grants == nullptr) && !has_own_keys;
  if (auto again = is_everybodys ? known.find(text, form) : std::nullopt) return *std::move(again);
  auto card = a2a::parse_tree(text, {.bytes_max = text.size()});
  if (!card) return std::unexpected(card.error());
  const AgentConfig& config = context.agent->config();
  auto trusted = trust_card(*std::move(card), config);
  if (!trusted) return std::unexpected(trusted.error());
  auto published = publish_extended_card(trusted->card, config, context.agent->contract(),
                                         agent.identity_at(context.public_address), form.version,
                                         form.with_root_schemas, usable_skills(context));
  if (published && is_everybodys) known.keep(std::string(text), form, *published);
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
                       {context.extensions, context.payer.holder(), context.origin.get()},
                       dependencies.clock.monotonic() + config.task_timeout);
  const auto text = co_await upstream.extended_card();
  if (!text) co_return std::unexpected(text.error());
  co_return publish(*text, context, version);
}

}  // namespace schemagate
