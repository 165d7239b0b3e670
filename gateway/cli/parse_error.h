// What is wrong with a command line, and what to write instead.
#pragma once

#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace schemagate::cli {

// For CLI11's failure_message(): names the word that is not known, the nearest one that is, what may stand
// there, and the help that tells more. `app` is the program, parsed as far as it went; several lines, the
// last one ended.
std::string explain_parse_error(const CLI::App* app, const CLI::Error& error);

}  // namespace schemagate::cli
