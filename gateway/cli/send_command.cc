#include <CLI/CLI.hpp>

#include "extension/object_schemas/mode.h"
#include "gateway/cli/conversation.h"
#include "gateway/cli/input.h"
#include "gateway/cli/verbs.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;

struct Options {
  AgentOptions agent;
  std::vector<std::string> texts;
  std::string positional_text;
  std::string schema;
  std::string data;
  std::vector<std::string> files;
  std::string task_id;
  std::string context_id;
  bool stream = false;
  bool no_wait = false;
};

// In the order text, data, files.
Outcome<std::vector<a2a::Part>> parts_of(const Options& options, const Console& console) {
  std::vector<a2a::Part> parts;
  if (!options.positional_text.empty()) parts.push_back({.content = options.positional_text});
  for (const std::string& text : options.texts) parts.push_back({.content = text});
  if (!options.data.empty()) {
    auto part = data_part(console, options.data, options.schema);
    if (!part) return std::unexpected(part.error());
    parts.push_back(*std::move(part));
  }
  for (const std::string& path : options.files) {
    auto part = file_part(console, path);
    if (!part) return std::unexpected(part.error());
    parts.push_back(*std::move(part));
  }
  if (parts.empty()) return failed(Cause::kArgument, "nothing to send: give TEXT, --text, --data or --file");
  return parts;
}

Outcome<a2a::SendRequest> request_of(const Options& options, const Console& console) {
  auto parts = parts_of(options, console);
  if (!parts) return std::unexpected(parts.error());
  auto id = new_message_id();
  if (!id) return std::unexpected(id.error());
  a2a::Message message{.message_id = *std::move(id),
                       .context_id = options.context_id,
                       .task_id = options.task_id,
                       .role = a2a::Role::kUser,
                       .parts = *std::move(parts)};
  if (!options.schema.empty()) message.extensions.emplace_back(object_schemas::kExtensionUri);
  return a2a::SendRequest{.message = std::move(message),
                          .configuration = {.return_immediately = options.no_wait}};
}

int send_and_stream(const AgentConnection& agent, a2a::SendRequest request, Output output,
                    const Console& console) {
  StreamView view(console, output);
  auto outcome = agent.client().stream(std::move(request), std::ref(view));
  return finish_stream(agent, console, output, outcome, view);
}

int send_and_wait(const AgentConnection& agent, a2a::SendRequest request, Output output,
                  const Console& console) {
  const bool wait = !request.configuration.return_immediately;
  auto result =
      wait ? send_until_settled(agent, std::move(request)) : agent.client().send(std::move(request));
  return result ? show_result(console, output, *result) : report(console, output, result.error());
}

int run(const Options& options, const Console& console) {
  Output output = options.agent.output;
  auto request = request_of(options, console);
  if (!request) return report(console, output, request.error());
  AgentOptions agent_options = options.agent;
  if (!options.schema.empty()) agent_options.extensions.emplace_back(object_schemas::kExtensionUri);
  auto agent = AgentConnection::find(agent_options);
  if (!agent) return report(console, output, agent.error());
  return options.stream ? send_and_stream(*agent, *std::move(request), output, console)
                        : send_and_wait(*agent, *std::move(request), output, console);
}

}  // namespace

void add_send_command(CLI::App& app, const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("send", "Send a message and wait for what comes of it");
  add_agent_options(*command, options->agent);
  command->add_option("TEXT", options->positional_text, "A text part");
  command->add_option("--text", options->texts, "A further text part; repeatable")->allow_extra_args(false);
  auto* data =
      command->add_option("--data", options->data, "A data part: JSON, @file.json, or - for standard input");
  command->add_option("--schema", options->schema, "Label the data with this schema of the agent's")
      ->needs(data);
  command->add_option("--file", options->files, "A file part; repeatable")->allow_extra_args(false);
  command->add_option("--task", options->task_id, "The task that this message continues");
  command->add_option("--context", options->context_id, "The context that this message belongs to");
  auto* stream = command->add_flag("--stream", options->stream,
                                   "Follow the events as they come (-o json: one per line)");
  command->add_flag("--no-wait", options->no_wait, "Return once the task exists")->excludes(stream);
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
}

}  // namespace schemagate::cli
