#include "gateway/cli/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "gateway/cli/parse_error.h"
#include "gateway/cli/secret_files.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

constexpr auto kExitCodes =
    "Exit codes: 0 done, 1 the agent refused or the task failed, 2 wrong options or input,\n"
    "3 no connection or not an A2A agent, 4 input or authorization required, 5 timed out.";

}  // namespace

void add_client_commands(CLI::App& app, const Console& console, int& exit_code) {
  app.failure_message(explain_parse_error);
  const auto others = app.get_subcommands({});  // whose exit codes are their own
  add_card_command(app, console, exit_code);
  add_login_command(app, console, exit_code);
  add_send_command(app, console, exit_code);
  add_ask_command(app, console, exit_code);
  add_run_command(app, console, exit_code);
  add_task_commands(app, console, exit_code);
  add_schema_commands(app, console, exit_code);
  add_evolve_commands(app, console, exit_code);
  add_template_commands(app, console, exit_code);
  for (CLI::App* verb : app.get_subcommands({})) {
    const bool is_ours = std::ranges::find(others, verb) == others.end();
    if (!is_ours) continue;
    if (verb->get_footer().empty()) verb->footer(kExitCodes);
    warn_of_exposed_secrets(*verb, console);
  }
}

int report_parse_error(const CLI::App& app, const CLI::ParseError& error, const Console& console) {
  return app.exit(error, console.out, console.err) == 0 ? kDone : kUsage;
}

int run_client(std::vector<std::string> arguments, const Console& console) {
  CLI::App app("Talk to A2A agents", "schemagate");
  app.require_subcommand(1);
  int exit_code = kDone;
  add_client_commands(app, console, exit_code);
  try {
    std::ranges::reverse(arguments);
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    return report_parse_error(app, error, console);
  }
  return exit_code;
}

}  // namespace schemagate::cli
