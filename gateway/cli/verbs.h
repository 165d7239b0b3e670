// Each verb registers itself on an app. Internal to this room; commands.h puts them together.
#pragma once

#include "gateway/cli/console.h"

namespace CLI {
class App;
}  // namespace CLI

namespace schemagate::cli {

void add_card_command(CLI::App& app, const Console& console, int& exit_code);
// `card verify`.
void add_verify_command(CLI::App& card, const Console& console, int& exit_code);
void add_login_command(CLI::App& app, const Console& console, int& exit_code);
void add_send_command(CLI::App& app, const Console& console, int& exit_code);
void add_ask_command(CLI::App& app, const Console& console, int& exit_code);
// `run`, and `run resume`, `status`, `explain` and `cancel`.
void add_run_command(CLI::App& app, const Console& console, int& exit_code);
void add_task_commands(CLI::App& app, const Console& console, int& exit_code);
// `template try`.
void add_template_commands(CLI::App& app, const Console& console, int& exit_code);
// `schema list` and `schema get` ask an agent; `schema validate` and `schema check` work on files.
void add_schema_commands(CLI::App& app, const Console& console, int& exit_code);
void add_validate_commands(CLI::App& schema, const Console& console, int& exit_code);
// `evolve polish`.
void add_polish_command(CLI::App& evolve, const Console& console, int& exit_code);
// Those of `evolve` that ask a running gateway.
void add_evolve_admin_commands(CLI::App& evolve, const Console& console, int& exit_code);
// `evolve replay` and `evolve whatif` work on files.
void add_evolve_commands(CLI::App& app, const Console& console, int& exit_code);

}  // namespace schemagate::cli
