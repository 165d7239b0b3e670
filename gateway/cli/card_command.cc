#include <CLI/CLI.hpp>

#include "gateway/cli/card_view.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

int run(const AgentOptions& options, const Console& console) {
  auto card = fetch_card(options);
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
  add_agent_options(*command, *options);
  command->get_option("URL")->required(false);
  add_verify_command(*command, console, exit_code);
  command->callback([command, options, &console, &exit_code] {
    if (!command->get_subcommands().empty()) return;
    if (options->url.empty()) throw CLI::RequiredError("URL");
    exit_code = run(*options, console);
  });
}

}  // namespace schemagate::cli
