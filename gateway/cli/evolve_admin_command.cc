// `evolve status`, `pool`, `proposals`, `explain`, `audit`, `approve`, `reject`, `verdict` and `erase`: asked
// of a running gateway's admin listener.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "a2a/client/http.h"
#include "a2a/client/url.h"
#include "a2a/json/text.h"
#include "a2a/uri/percent.h"
#include "gateway/cli/evolution_view.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

constexpr auto kExitCodes =
    "Exit codes: 0 done, 1 refused (who asks, or there is no such thing), 2 wrong options, 3 no connection,\n"
    "5 timed out.";
constexpr std::string_view kDefaultAdmin = "http://127.0.0.1:15000";

struct AdminOptions {
  AgentOptions call;  // url: of the admin listener
  std::string verb;
  std::string agent;
  std::string scenario;
  std::string subject;
  std::string subject_member;  // its name in the question; empty: none
  bool posts = false;
  std::string name;         // of the key that is approved; empty: as proposed
  std::string description;  // likewise
  std::string flag_member;  // sent with `flag`; empty: none
  bool flag = false;
};

std::string admin_url(const AdminOptions& options) {
  std::string url = options.call.url;
  if (url.empty()) {
    const char* variable = std::getenv("SCHEMAGATE_ADMIN");
    url = variable != nullptr && *variable != '\0' ? variable : kDefaultAdmin;
  }
  url = with_scheme(url);
  while (url.ends_with('/')) url.pop_back();
  return url + "/evolution/" + options.verb;
}

std::string query_of(const AdminOptions& options) {
  std::string query;
  const auto add = [&query](std::string_view name, const std::string& value) {
    if (name.empty() || value.empty()) return;
    query += (query.empty() ? "?" : "&") + std::string(name) + "=" + a2a::uri::percent_encoded(value);
  };
  add("agent", options.agent);
  add("scenario", options.scenario);
  add(options.subject_member, options.subject);
  return query;
}

std::string body_of(const AdminOptions& options) {
  std::string body = "{";
  const auto add = [&body](std::string_view name, const std::string& value) {
    if (!name.empty() && !value.empty()) a2a::append_string_member(body, name, value);
  };
  add("agent", options.agent);
  add("scenario", options.scenario);
  add(options.subject_member, options.subject);
  add("name", options.name);
  add("description", options.description);
  if (!options.flag_member.empty())
    a2a::append_raw_member(body, options.flag_member, options.flag ? "true" : "false");
  return body + "}";
}

a2a::client::Outcome<a2a::http::Response> ask(const AdminOptions& options) {
  a2a::client::OutgoingRequest request;
  const std::string url = admin_url(options) + (options.posts ? "" : query_of(options));
  auto parsed = a2a::client::parse_url(url);
  if (!parsed) return std::unexpected(parsed.error());
  request.url = *std::move(parsed);
  auto headers = headers_without_card(options.call);
  if (!headers) return std::unexpected(headers.error());
  request.headers = *std::move(headers);
  if (options.posts) {
    request.method = "POST";
    request.body = body_of(options);
    request.headers.push_back({"Content-Type", "application/json"});
  }
  request.tls = options.call.tls;
  request.timeouts.total = std::chrono::milliseconds(static_cast<std::int64_t>(options.call.timeout_s * 1e3));
  return a2a::client::perform(request);
}

int refused(const AdminOptions& options, const a2a::http::Response& response, const Console& console) {
  a2a::JsonDocument document;
  const auto answer = document.parse(response.body);
  const auto error = answer ? answer->find("error") : std::nullopt;
  const auto text = error ? error->string() : std::nullopt;
  const std::string reason = text ? std::string(*text) : "the answer is none of a gateway's admin listener";
  return report(console, options.call.output,
                a2a::client::failed(text ? a2a::client::Cause::kAgent : a2a::client::Cause::kProtocol, reason,
                                    response.status)
                    .error());
}

int run(const AdminOptions& options, const Console& console) {
  const auto response = ask(options);
  if (!response) return report(console, options.call.output, response.error());
  if (response->status != 200) return refused(options, *response, console);
  a2a::JsonDocument document;
  const auto answer = document.parse(response->body, a2a::client::card_limits());
  if (!answer) return refused(options, *response, console);
  if (options.call.output == Output::kJson) {
    print_json(console, answer->raw());
  } else {
    show_evolution(options.verb, *answer, console.out);
  }
  return kDone;
}

struct Command {
  CLI::App* app;
  std::shared_ptr<AdminOptions> options;
};

Command add(CLI::App& evolve, const char* verb, const char* description, const Console& console,
            int& exit_code) {
  auto options = std::make_shared<AdminOptions>();
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
  }
  const auto verdict = add_about(evolve, "verdict", "Says whether a value of a key means what was said",
                                 "key", console, exit_code);
  verdict.options->flag_member = "aligned";
  verdict.app->add_option("SCENARIO", verdict.options->scenario, "The key's scenario")->required();
  verdict.app->add_option("KEY", verdict.options->subject, "The key")->required();
  verdict.app->add_flag("--aligned,!--misaligned", verdict.options->flag, "It does; or it does not")
      ->required();
  const auto erase = add_about(evolve, "erase", "Forgets everything that is known of a client", "client",
                               console, exit_code);
  erase.options->flag_member = "opt_out";
  erase.app->add_option("CLIENT", erase.options->subject, "The client's subject")->required();
  erase.app->add_flag("--opt-out", erase.options->flag, "And takes nothing of it from now on");
}

}  // namespace schemagate::cli
