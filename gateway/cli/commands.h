// The client verbs of the command line: card, send, ask, task, schema.
#pragma once

#include <string>
#include <vector>

#include "gateway/cli/console.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace schemagate::cli {

// Adds the verbs to `app`. A verb runs inside app.parse() and leaves its result in `exit_code` (see
// exit_code.h). `console` and `exit_code` are borrowed until the parse is over. Nothing is thrown but CLI11's
// own ParseError.
void add_client_commands(CLI::App& app, const Console& console, int& exit_code);

// Prints what a ParseError says (help to `out`, mistakes to `err`) and gives its exit code: kDone for help,
// kUsage for everything else.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, const Console& console);

// The verbs alone, as one call: `arguments` without the program's name.
int run_client(std::vector<std::string> arguments, const Console& console);

}  // namespace schemagate::cli
