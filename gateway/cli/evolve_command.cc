#include <CLI/CLI.hpp>
#include <memory>

#include "gateway/cli/replay.h"
#include "gateway/cli/verbs.h"
#include "gateway/cli/whatif.h"

namespace schemagate::cli {
namespace {

constexpr auto kExitCodes = "Exit codes: 0 done, 2 the configuration or a file cannot be used.";

void add_replay_command(CLI::App& evolve, const Console& console, int& exit_code) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* replay_command =
      evolve.add_subcommand("replay", "What would evolution have made of recorded wishes?");
  replay_command->add_option("--in", options->in, "Wishes, JSON Lines; - for standard input")
      ->required()
      ->type_name("FILE");
  replay_command->add_option("--config", options->config, "Settings, JSON")->type_name("FILE");
  replay_command->add_option("--out", options->out, "Where the events go (standard output)")
      ->type_name("FILE");
  replay_command->add_option("--state", options->state, "Folder that keeps the state between runs")
      ->type_name("DIR");
  replay_command->add_option("--known-clients", options->known_clients, "Clients that were known before")
      ->type_name("FILE");
  expect_one_of(*replay_command->add_option("--profile", options->profile, "Threshold and heat of a profile"),
                {"embedded", "embedding_service"});
  expect_one_of(*replay_command->add_option("--mode", options->mode, "What becomes of a patch"),
                {"propose", "automatic"});
  replay_command->add_flag("--cluster-only", options->cluster_only,
                           "Clusters and candidates alone, without gates");
  replay_command->footer(kExitCodes);
  replay_command->callback([options, &console, &exit_code] { exit_code = replay(*options, console); });
}

void add_whatif_command(CLI::App& evolve, const Console& console, int& exit_code) {
  auto options = std::make_shared<WhatIfOptions>();
  CLI::App* command = evolve.add_subcommand("whatif", "Which recorded payloads would another schema refuse?");
  command->add_option("--schema", options->schema, "The candidate: a template, a patch or a JSON Schema")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--base", options->base,
                   "What is in force now: what that refuses, too, is told apart; a patch is laid over it")
      ->type_name("FILE");
  command
      ->add_option("--traffic", options->traffic, "Payloads, JSON Lines (- for standard input), or a ledger")
      ->type_name("FILE");
  command
      ->add_option("--config", options->config, "The gateway's configuration: place and keys of its ledger")
      ->type_name("FILE");
  command->add_option("--of", options->of, "Payloads of this schema_id, scenario or label alone; repeatable")
      ->allow_extra_args(false);
  add_output_option(*command, options->output);
  command->footer("Exit codes: 0 none would be refused, 1 some would, 2 a file cannot be used.");
  command->callback([options, &console, &exit_code] { exit_code = what_if(*options, console); });
}

}  // namespace

void add_evolve_commands(CLI::App& app, const Console& console, int& exit_code) {
  CLI::App* evolve = app.add_subcommand("evolve", "Templates that evolve from what users ask for");
  evolve->require_subcommand(1);
  add_replay_command(*evolve, console, exit_code);
  add_whatif_command(*evolve, console, exit_code);
  add_evolve_admin_commands(*evolve, console, exit_code);
  add_polish_command(*evolve, console, exit_code);
}

}  // namespace schemagate::cli
