#include "gateway/cli/secret_files.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <ostream>

#include "gateway/cli/printable.h"
#include "gateway/config/file.h"

namespace schemagate::cli {
namespace {

constexpr std::array<std::string_view, 3> kOptions{"--token-file", "--client-secret-file", "--key"};

void watch(CLI::Option& option, const Console& console) {
  option.each([&console, name = option.get_name()](const std::string& file) {
    const std::string problem = exposure_of(file);
    if (!problem.empty()) console.err << "warning: " << name << ": " << printable_line(problem) << "\n";
  });
}

}  // namespace

void warn_of_exposed_secrets(CLI::App& verb, const Console& console) {
  for (CLI::App* inner : verb.get_subcommands({})) warn_of_exposed_secrets(*inner, console);
  for (CLI::Option* option : verb.get_options()) {
    if (std::ranges::find(kOptions, option->get_name()) != kOptions.end()) watch(*option, console);
  }
}

}  // namespace schemagate::cli
