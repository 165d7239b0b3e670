#include <CLI/CLI.hpp>

#include "a2a/wire/jsonrpc.h"
#include "gateway/cli/card_view.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

// The card that the agent shows to those who may see more.
a2a::client::Outcome<a2a::client::FetchedCard> extended_card(const AgentOptions& options) {
  const auto agent = AgentConnection::find(options);
  if (!agent) return std::unexpected(agent.error());
  const a2a::client::Client client = agent->client();
  const auto version = client.interface().version;
  auto card = client.call(
      {.method = std::string(a2a::wire::method_name(version, a2a::wire::Operation::kExtendedCard)),
       .path = version == a2a::wire::Version::kV1_0 ? "/extendedAgentCard" : "/v1/card"});
  if (!card) return std::unexpected(card.error());
  return a2a::client::FetchedCard{.text = std::move(card->text), .url = agent->card().url, .etag = {}};
}

int run(const AgentOptions& options, bool extended, const Console& console) {
  auto card = extended ? extended_card(options) : fetch_card(options);
  if (!card) return report(console, options.output, card.error());
  if (options.output == Output::kJson) {
    print_json(console, card->text);
    return kDone;
  }
  a2a::JsonDocument document;
  auto root = document.parse(card->text, a2a::client::card_limits());
  if (root) show_card(console.out, *root, card->url);
  return kDone;
}

}  // namespace

void add_card_command(CLI::App& app, const Console& console, int& exit_code) {
  auto options = std::make_shared<AgentOptions>();
  CLI::App* command =
      app.add_subcommand("card", "Show an agent's card: interfaces, skills, schemas (-o json: as sent)");
  auto extended = std::make_shared<bool>(false);
  add_agent_options(*command, *options);
  command->add_flag("--extended", *extended, "The extended card, for callers who may see it");
  command->get_option("URL")->required(false);
  add_verify_command(*command, console, exit_code);
  command->callback([command, options, extended, &console, &exit_code] {
    if (!command->get_subcommands().empty()) return;
    if (options->url.empty()) throw CLI::RequiredError("URL");
    exit_code = run(*options, *extended, console);
  });
}

}  // namespace schemagate::cli
