#include <fcntl.h>
#include <unistd.h>

#ifdef SCHEMAGATE_TCMALLOC
#include <gperftools/malloc_extension.h>
#endif

#include <CLI/CLI.hpp>
#include <cstddef>
#include <exception>
#include <iostream>
#include <string>

#include "gateway/cli/commands.h"
#include "gateway/cli/console.h"
#include "gateway/interrupt_watch.h"
#include "gateway/serve.h"
#include "gateway/version/version.h"

namespace {

void add_config_options(CLI::App& command, std::string& path, schemagate::ConfigOverrides& overrides) {
  command.add_option("--config", path, "Configuration file (YAML or JSON)")
      ->required()
      ->envname("SCHEMAGATE_CONFIG");
  command.add_option("--listen", overrides.listen, "Address and port to listen on")
      ->envname("SCHEMAGATE_LISTEN");
  command.add_option("--public-url", overrides.public_url, "Base URL that clients use")
      ->envname("SCHEMAGATE_PUBLIC_URL");
  command.add_option("--log-level", overrides.log_level, "debug, info, warn, error or off")
      ->envname("SCHEMAGATE_LOG_LEVEL");
  command.add_option("--threads", overrides.threads, "Threads; 0: one per core")
      ->envname("SCHEMAGATE_THREADS");
}

// Freed pages stay with the process otherwise. What is kept serves the next requests without asking the
// system. Where memory is short, nothing is kept: what bodies leave behind that move while they grow would
// come on top of what is counted.
void give_memory_back(bool is_short) {
#ifdef SCHEMAGATE_TCMALLOC
  constexpr std::size_t kUsuallyKept = 32 << 20;
  MallocExtension& allocator = *MallocExtension::instance();
  allocator.SetNumericProperty("tcmalloc.aggressive_memory_decommit", is_short ? 1 : 0);
  const std::size_t kept = is_short ? 0 : kUsuallyKept;
  std::size_t free = 0;
  allocator.GetNumericProperty("tcmalloc.pageheap_free_bytes", &free);
  if (free > kept) allocator.ReleaseToSystem(free - kept);
#else
  (void)is_short;
#endif
}

schemagate::GatewayParts parts_of_program() {
  return {.give_memory_back = give_memory_back,
          .program = {.version = std::string(schemagate::program_version()),
                      .commit = std::string(schemagate::program_commit())}};
}

int run(int argc, char** argv) {
  CLI::App app("Schemagate: makes the inputs and outputs of A2A agents a contract", "schemagate");
  app.require_subcommand(1);
  app.set_version_flag("--version", schemagate::version_text,
                       "Version, commit and libraries of this program");
  int exit_code = 0;
  std::string config_path;
  schemagate::ConfigOverrides overrides;

  CLI::App* serve = app.add_subcommand("serve", "Run the gateway");
  add_config_options(*serve, config_path, overrides);
  serve->callback([&] { exit_code = schemagate::serve(config_path, overrides, parts_of_program()); });
  serve->footer("Exit codes: 0 stopped when told to, 1 it cannot start, 2 the configuration is wrong");
  CLI::App* stdio = app.add_subcommand(
      "stdio", "Serve one agent to one local program: JSON-RPC messages a line on standard input and output");
  add_config_options(*stdio, config_path, overrides);
  schemagate::PipeOptions pipes;
  bool no_ledger = false;
  stdio->add_option("--agent", pipes.agent, "Name of the agent in the configuration")->required();
  schemagate::cli::expect_one_of(
      *stdio->add_option("--version", pipes.version, "A2A version of requests that do not name one"),
      {"0.3", "1.0"});
  stdio->add_flag("--no-ledger", no_ledger, "Keep tasks in memory, whatever the configuration says");
  stdio->callback([&] {
    pipes.has_ledger = !no_ledger;
    exit_code = schemagate::serve_pipes(config_path, overrides, pipes, parts_of_program());
  });
  stdio->footer(
      "Credentials: SCHEMAGATE_TOKEN, SCHEMAGATE_API_KEY. "
      "Exit codes: 0 all was answered, 1 not all, or it cannot start, 2 the configuration is wrong");
  CLI::App* check = app.add_subcommand("check", "Say everything that is wrong with a configuration");
  add_config_options(*check, config_path, overrides);
  bool online = false;
  check->add_flag("--online", online, "Read the agents' cards, too, and say which would not be served");
  check->footer(
      "Exit codes: 0 nothing is wrong, 1 an agent would not be served (--online), 2 the configuration is "
      "wrong");
  check->callback([&] { exit_code = schemagate::check(config_path, overrides, online); });
  schemagate::InterruptWatch interruption;
  const schemagate::cli::Console console{std::cin,
                                         std::cout,
                                         std::cerr,
                                         isatty(STDERR_FILENO) == 1,
                                         isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
                                         &interruption};
  schemagate::cli::add_client_commands(app, console, exit_code);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return schemagate::cli::report_parse_error(app, error, console);
  }
  return exit_code;
}

// Where whoever started the program has closed one of them, the next file or socket would be given its
// number, and what is printed or logged go there.
void open_standard_files() {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (fcntl(number, F_GETFD) < 0) (void)open("/dev/null", O_RDWR);
  }
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_files();
  try {
    return run(argc, argv);
  } catch (const std::exception& exception) {
    std::cerr << "schemagate: " << exception.what() << '\n';
    return 1;
  }
}
