// `evolve status`, `pool`, `proposals`, `samples`, `explain`, `audit`, `approve`, `reject`, `withdraw`,
// `verdict` and `erase`: asked of a running gateway's admin listener.
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "a2a/client/card.h"
#include "a2a/json/document.h"
#include "gateway/cli/admin_call.h"
#include "gateway/cli/evolution_view.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

constexpr auto kExitCodes =
    "Exit codes: 0 done, 1 refused (who asks, or there is no such thing), 2 wrong options, 3 no connection,\n"
    "5 timed out.";

int run(const AdminCall& call, const Console& console) {
  const auto body = call_admin(call);
  if (!body) return report(console, call.call.output, body.error());
  a2a::JsonDocument document;
  const auto answer = document.parse(*body, a2a::client::card_limits());
  if (call.call.output == Output::kJson) {
    print_json(console, answer->raw());
  } else {
    show_evolution(call.verb, *answer, console.out);
  }
  return kDone;
}

struct Command {
  CLI::App* app;
  std::shared_ptr<AdminCall> options;
};

Command add(CLI::App& evolve, const char* verb, const char* description, const Console& console,
            int& exit_code) {
  auto options = std::make_shared<AdminCall>();
  options->verb = verb;
  CLI::App* command = evolve.add_subcommand(verb, description);
  command
      ->add_option("--admin", options->call.url,
                   "The gateway's admin listener (or SCHEMAGATE_ADMIN; http://127.0.0.1:15000)")
      ->type_name("URL");
  add_call_options(*command, options->call);
  command->add_option("--agent", options->agent, "One agent alone, by its name");
  command->footer(kExitCodes);
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
  return {command, std::move(options)};
}

Command add_about(CLI::App& evolve, const char* verb, const char* description, const char* member,
                  const Console& console, int& exit_code) {
  Command command = add(evolve, verb, description, console, exit_code);
  command.options->subject_member = member;
  command.options->posts = std::string_view(verb) != "explain";
  return command;
}

}  // namespace

void add_evolve_admin_commands(CLI::App& evolve, const Console& console, int& exit_code) {
  add(evolve, "status", "What evolves in a running gateway", console, exit_code);
  const auto pool = add(evolve, "pool", "Which wishes there are, the warmest first", console, exit_code);
  pool.app->add_option("--scenario", pool.options->scenario, "One scenario alone");
  add(evolve, "proposals", "What waits for a person, or for a place", console, exit_code);
  const auto samples =
      add(evolve, "samples", "Values of keys on trial that wait for a verdict", console, exit_code);
  samples.app->add_option("--scenario", samples.options->scenario, "One scenario alone");
  add(evolve, "audit", "What has been decided, and by whom", console, exit_code);
  const auto explain =
      add_about(evolve, "explain", "What led to a patch or a key", "name", console, exit_code);
  explain.app->add_option("NAME", explain.options->subject, "A patch_id, or a key_name")->required();
  for (const char* verb : {"approve", "reject"}) {
    const auto decide = add_about(evolve, verb, "Decides on a proposal", "patch_id", console, exit_code);
    decide.app->add_option("PATCH_ID", decide.options->subject, "Of the proposal")->required();
    if (std::string_view(verb) == "reject") continue;
    decide.app->add_option("--name", decide.options->name, "The key's name, in place of the one proposed");
    decide.app->add_option("--describe", decide.options->description,
                           "What the key means, in place of what is proposed; values and examples stay");
    decide.app
        ->add_option("--value", decide.options->values,
                     "A value that it may have, in place of those proposed; repeatable")
        ->allow_extra_args(false);
  }
  const auto withdraw = add_about(evolve, "withdraw", "Takes back the key of a patch that was approved",
                                  "patch_id", console, exit_code);
  withdraw.app->add_option("PATCH_ID", withdraw.options->subject, "Of the patch: evolve audit has it")
      ->required();
  const auto verdict = add_about(evolve, "verdict", "Says whether a value of a key means what was said",
                                 "key", console, exit_code);
  verdict.options->flag_member = "aligned";
  verdict.app->add_option("SCENARIO", verdict.options->scenario, "The key's scenario")->required();
  verdict.app->add_option("KEY", verdict.options->subject, "The key")->required();
  verdict.app->add_flag("--aligned,!--misaligned", verdict.options->flag, "It does; or it does not")
      ->required();
  verdict.app->add_option("--sample", verdict.options->sample, "Of which value: an id of samples");
  const auto erase = add_about(evolve, "erase", "Forgets everything that is known of a client", "client",
                               console, exit_code);
  erase.options->flag_member = "opt_out";
  erase.app->add_option("CLIENT", erase.options->subject, "The client's subject")->required();
  erase.app->add_flag("--opt-out", erase.options->flag, "And takes nothing of it from now on");
}

}  // namespace schemagate::cli
