#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "a2a/json/tree.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

using a2a::client::AccessToken;
using a2a::client::Cause;
using a2a::client::Outcome;

constexpr auto kExitCodes =
    "The token is all that goes to standard output: schemagate login ... > token; then --token-file token.\n"
    "Exit codes: 0 done, 1 the issuer or the user refuses, 2 wrong options, 3 no connection or no issuer, 5 "
    "timed out.";

struct Options {
  LoginOptions login;
  a2a::tls::Files tls;
  Output output = Output::kText;
};

// Somebody opens a page, anywhere, and agrees.
Outcome<AccessToken> log_in_by_device(const Login& login, const Console& console) {
  if (login.device_url.empty())
    return failed(Cause::kArgument,
                  "the issuer offers no device login; with --client-secret-file there is another");
  const auto begun = a2a::client::begin_login(login.endpoint, login.device_url);
  if (!begun) return std::unexpected(begun.error());
  console.err << "Open " << printable_line(begun->verification_url) << " and enter the code "
              << printable_line(begun->user_code) << "\n";
  if (!begun->complete_url.empty()) console.err << "or open " << printable_line(begun->complete_url) << "\n";
  console.err.flush();
  return a2a::client::wait_for_login(login.endpoint, *begun);
}

Outcome<AccessToken> log_in(const Options& options, const Console& console) {
  const auto login = find_login(with_environment(options.login), options.tls);
  if (!login) return std::unexpected(login.error());
  return login->endpoint.client_secret.empty() ? log_in_by_device(*login, console)
                                               : a2a::client::fetch_token(login->endpoint);
}

int run(const Options& options, const Console& console) {
  const auto token = log_in(options, console);
  if (!token) return report(console, options.output, token.error());
  if (options.output == Output::kText) {
    console.out << token->text << "\n";
    return kDone;
  }
  a2a::JsonTree shown{{"access_token", token->text}};
  if (token->lifetime) shown["expires_in"] = token->lifetime->count();
  print_json(console, a2a::dump_tree(shown));
  return kDone;
}

}  // namespace

void add_login_command(CLI::App& app, const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "login", "Get a token of an OpenID Connect issuer: with a client secret, or by a page that you open");
  add_login_options(*command, options->login);
  command->add_option("--ca", options->tls.ca, "PEM file: the issuer is trusted by its authorities alone")
      ->type_name("FILE")
      ->envname("SCHEMAGATE_CA");
  add_output_option(*command, options->output);
  command->footer(kExitCodes);
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
}

}  // namespace schemagate::cli
