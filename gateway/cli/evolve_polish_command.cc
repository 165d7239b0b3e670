// `evolve polish`: better words for a proposed key, by a language model, for the person who decides.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "a2a/client/card.h"
#include "a2a/json/text.h"
#include "extension/client_agent/chat.h"
#include "gateway/cli/admin_call.h"
#include "gateway/cli/model_options.h"
#include "gateway/cli/polish.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using a2a::client::Cause;
using a2a::client::failed;
using a2a::client::Outcome;
using client_agent::ModelEndpoint;

struct PolishOptions {
  AdminCall admin;
  ModelEndpoint model;  // its key comes from the environment only
  bool approves = false;
};

Outcome<JsonTree> find_proposal(const PolishOptions& options) {
  AdminCall asked = options.admin;
  asked.verb = "proposals";
  asked.wishes = std::to_string(kWishesAsked);
  asked.subject_member.clear();
  const auto answer = call_admin(asked);
  if (!answer) return std::unexpected(answer.error());
  const auto proposals = a2a::parse_tree(*answer, a2a::client::card_limits());
  if (!proposals || !proposals->is_array())
    return failed(Cause::kProtocol, "the answer is none of a gateway's admin listener");
  const auto at = a2a::find_index(*proposals, "patch_id", options.admin.subject);
  if (!at) return failed(Cause::kArgument, "no proposal of that id waits");
  if (a2a::find_member((*proposals)[*at], "key") == nullptr)
    return failed(Cause::kArgument, "the proposal has no key: nothing of it could be published");
  return (*proposals)[*at];
}

Outcome<Polish> ask_model(const PolishOptions& options, const JsonTree& proposal) {
  const ModelEndpoint model = with_key(options.model);
  const auto time = std::chrono::milliseconds(static_cast<std::int64_t>(options.admin.call.timeout_s * 1e3));
  const client_agent::RetryPolicy policy{.total = time};
  const client_agent::ModelClock clock = client_agent::real_clock();
  client_agent::ModelCaller caller(model, policy, clock);
  client_agent::CompletionRequest request{.model = model.model, .log_probabilities = false};
  const auto completion =
      client_agent::complete(caller, model, request, polish_question(proposal), polish_shape(proposal));
  if (!completion) return std::unexpected(completion.error());
  const auto polish = read_polish(proposal, completion->content);
  if (!polish) return failed(Cause::kProtocol, polish.error().message + "; the words of the rules stand");
  return *polish;
}

void show_polish(const PolishOptions& options, const JsonTree& proposal, const Polish& polish,
                 const Console& console) {
  const evolution::Wording& wording = polish.wording;
  const std::string* found = a2a::find_string(*a2a::find_member(proposal, "key"), "key_name");
  const std::string before = found == nullptr ? "" : *found;
  if (options.admin.call.output == Output::kJson) {
    std::string json = "{";
    a2a::append_string_member(json, "patch_id", options.admin.subject);
    a2a::append_string_member(json, "proposed", before);
    a2a::append_string_member(json, "name", wording.name);
    a2a::append_string_member(json, "description", wording.meaning);
    if (!wording.values.empty()) a2a::append_raw_member(json, "values", json_array(wording.values));
    if (!polish.same_as.empty()) a2a::append_string_member(json, "same_as", polish.same_as);
    a2a::append_raw_member(json, "approved", options.approves ? "true" : "false");
    return print_json(console, json + "}");
  }
  console.out << "name         " << printable_line(wording.name) << "  (by rules: " << printable_line(before)
              << ")\ndescription  " << printable_line(wording.meaning) << "\n";
  if (!wording.values.empty())
    console.out << "values       " << printable_line(json_array(wording.values)) << "\n";
  if (!polish.same_as.empty())
    console.out << "same as      " << printable_line(polish.same_as) << ", which is there\n";
  console.out << (options.approves ? "approved with these words\n"
                                   : "a model's words: read them; --approve takes them\n");
}

int run_polish(const PolishOptions& options, const Console& console) {
  const Output output = options.admin.call.output;
  if (options.model.url.empty() || options.model.model.empty())
    return report(console, output, failed(Cause::kArgument, "give --llm-url and --llm-model").error());
  const auto proposal = find_proposal(options);
  if (!proposal) return report(console, output, proposal.error());
  const auto polish = ask_model(options, *proposal);
  if (!polish) return report(console, output, polish.error());
  if (options.approves) {
    if (!polish->same_as.empty())
      return report(console, output,
                    failed(Cause::kProtocol, "the model takes it for " + printable_line(polish->same_as) +
                                                 ", which is there: nothing was approved, decide yourself")
                        .error());
    AdminCall approval = options.admin;
    approval.verb = "approve";
    approval.posts = true;
    approval.name = polish->wording.name;
    approval.description = polish->wording.meaning;
    approval.values = polish->wording.values;
    const auto approved = call_admin(approval);
    if (!approved) return report(console, output, approved.error());
  }
  show_polish(options, *proposal, *polish, console);
  return kDone;
}

}  // namespace

void add_polish_command(CLI::App& evolve, const Console& console, int& exit_code) {
  auto options = std::make_shared<PolishOptions>();
  options->admin.subject_member = "patch_id";
  CLI::App* command =
      evolve.add_subcommand("polish", "A language model's words for a proposed key; you decide");
  command->add_option("PATCH_ID", options->admin.subject, "Of the proposal")->required();
  command->add_option("--admin", options->admin.call.url, "The gateway's admin listener")->type_name("URL");
  command->add_option("--agent", options->admin.agent, "One agent alone, by its name");
  add_model_options(*command, options->model);
  command->add_flag("--approve", options->approves, "Approve the proposal with the model's words");
  add_call_options(*command, options->admin.call);
  command->footer(
      "Exit codes: 0 done, 1 refused, 2 wrong options, 3 no connection, or words that cannot be used.");
  command->callback([options, &console, &exit_code] { exit_code = run_polish(*options, console); });
}

}  // namespace schemagate::cli
