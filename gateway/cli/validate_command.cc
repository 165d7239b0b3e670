#include <CLI/CLI.hpp>

#include "gateway/cli/validate.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

constexpr auto kExitCodes = "Exit codes: 0 all valid, 1 some invalid, 2 the schema or a file cannot be used.";

void add_compile_options(CLI::App& command, ValidateOptions& options) {
  command
      .add_option("--register", options.registered, "BASE-URI=FILE-OR-FOLDER that $ref may reach; repeatable")
      ->allow_extra_args(false);
  expect_one_of(
      *command.add_option("--draft", options.draft, "Dialect of a schema that names none (2020-12)"),
      {"2020-12", "2019-09", "draft-07"});
  command.add_flag("--assert-format", options.assert_format, "Let `format` refuse");
  command.add_flag("--assert-content", options.assert_content,
                   "Let `contentEncoding` base64 and `contentMediaType` application/json refuse");
  add_output_option(command, options.output);
  command.footer(kExitCodes);
}

}  // namespace

void add_validate_commands(CLI::App& schema, const Console& console, int& exit_code) {
  auto validate_options = std::make_shared<ValidateOptions>();
  CLI::App* validate = schema.add_subcommand("validate", "Validate JSON files against a schema");
  validate->add_option("--schema", validate_options->schema, "The schema's file")
      ->required()
      ->type_name("FILE");
  validate->add_option("FILE", validate_options->files, "JSON files, - for standard input")->required();
  add_compile_options(*validate, *validate_options);
  validate->callback(
      [validate_options, &console, &exit_code] { exit_code = validate_files(*validate_options, console); });

  auto check_options = std::make_shared<ValidateOptions>();
  CLI::App* check = schema.add_subcommand("check", "Check that a schema can be used");
  check->add_option("FILE", check_options->schema, "The schema's file")->required();
  add_compile_options(*check, *check_options);
  check->callback(
      [check_options, &console, &exit_code] { exit_code = check_schema(*check_options, console); });
}

}  // namespace schemagate::cli
