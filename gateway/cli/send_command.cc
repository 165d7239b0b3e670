#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "a2a/wire/codec.h"
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
  std::string message;  // --json
  std::string parts;    // --parts
  std::vector<std::string> files;
  std::string task_id;
  std::string context_id;
  bool stream = false;
  bool no_wait = false;
};

// How often standard input is asked for: it can be read once.
std::ptrdiff_t readings_of_input(const Options& options) {
  return (options.positional_text == "-") + (options.data == "-") + (options.message == "-") +
         (options.parts == "-") + std::ranges::count(options.texts, "-") +
         std::ranges::count(options.files, "-");
}

// A message of A2A 1.0 as JSON, whose id may be left out.
Outcome<a2a::Message> message_of(const std::string& json, const std::string& option) {
  const auto refused = [&option](const a2a::Error& error) {
    return failed(Cause::kArgument, option + ": " + error.message);
  };
  auto tree = a2a::parse_tree(json, {.bytes_max = kInputBytesMax});
  if (!tree) return refused(tree.error());
  if (tree->is_object() && !tree->contains("messageId")) (*tree)["messageId"] = "to be made";
  if (tree->is_object() && !tree->contains("role")) (*tree)["role"] = "ROLE_USER";
  const std::string whole = a2a::dump_tree(*tree);
  a2a::JsonDocument document;
  const auto value = document.parse(whole, {.bytes_max = whole.size()});
  if (!value) return refused(value.error());
  auto message = a2a::wire::decode_message(a2a::wire::Version::kV1_0, *value);
  if (!message) return failed(Cause::kArgument, option + ": " + message.error().what);
  if (message->message_id == "to be made") message->message_id.clear();
  return *std::move(message);
}

// Of --json or --parts; nullopt where neither is given.
Outcome<std::optional<a2a::Message>> given_message(const Options& options, const Console& console) {
  if (options.message.empty() && options.parts.empty()) return std::nullopt;
  const bool is_whole = !options.message.empty();
  const auto text = read_argument(console, is_whole ? options.message : options.parts);
  if (!text) return std::unexpected(text.error());
  auto message = is_whole ? message_of(*text, "--json") : message_of("{\"parts\":" + *text + "}", "--parts");
  if (!message) return std::unexpected(message.error());
  return std::optional(*std::move(message));
}

Outcome<std::string> text_of(const std::string& argument, const Console& console) {
  return argument == "-" ? read_file(console, argument) : Outcome<std::string>(argument);
}

// In the order text, data, files.
Outcome<std::vector<a2a::Part>> parts_of(const Options& options, const Console& console) {
  std::vector<a2a::Part> parts;
  std::vector<std::string> texts = options.texts;
  if (!options.positional_text.empty()) texts.insert(texts.begin(), options.positional_text);
  for (const std::string& argument : texts) {
    auto text = text_of(argument, console);
    if (!text) return std::unexpected(text.error());
    parts.push_back({.content = *std::move(text)});
  }
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
  return parts;
}

Outcome<a2a::SendRequest> request_of(const Options& options, const Console& console) {
  if (readings_of_input(options) > 1)
    return failed(Cause::kArgument, "- stands for standard input, which can be read once only");
  auto given = given_message(options, console);
  if (!given) return std::unexpected(given.error());
  auto parts = parts_of(options, console);
  if (!parts) return std::unexpected(parts.error());
  a2a::Message message = given->value_or(a2a::Message());
  std::ranges::move(*parts, std::back_inserter(message.parts));
  if (message.parts.empty())
    return failed(Cause::kArgument, "nothing to send: give TEXT, --text, --data, --file, --parts or --json");
  auto id = new_message_id();
  if (!id) return std::unexpected(id.error());
  if (message.message_id.empty()) message.message_id = *std::move(id);
  if (!options.context_id.empty()) message.context_id = options.context_id;
  if (!options.task_id.empty()) message.task_id = options.task_id;
  message.role = a2a::Role::kUser;
  if (!options.schema.empty()) message.extensions.emplace_back(object_schemas::kExtensionUri);
  return a2a::SendRequest{.message = std::move(message),
                          .configuration = {.return_immediately = options.no_wait}};
}

int send_and_stream(const AgentConnection& agent, a2a::SendRequest request, Output output,
                    const Console& console) {
  StreamView view(agent, console, output);
  console.goes_on(may_go_on(agent));
  auto outcome = agent.client().stream(std::move(request), std::ref(view));
  return finish_stream(agent, console, output, outcome, view);
}

int send_and_wait(const AgentConnection& agent, a2a::SendRequest request, Output output,
                  const Console& console) {
  const bool wait = !request.configuration.return_immediately;
  auto result =
      wait ? send_until_settled(agent, console, std::move(request)) : agent.client().send(std::move(request));
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
  // Whoever sits at a terminal sees what happens, and knows the task by its name from the beginning.
  const bool is_watched = console.progress && output == Output::kText && !options.no_wait && agent->streams();
  if (options.stream) return send_and_stream(*agent, *std::move(request), output, following(console));
  return is_watched ? send_and_stream(*agent, *std::move(request), output, console)
                    : send_and_wait(*agent, *std::move(request), output, console);
}

}  // namespace

void add_send_command(CLI::App& app, const Console& console, int& exit_code) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("send", "Send a message and wait for what comes of it");
  add_agent_options(*command, options->agent);
  command->add_option("TEXT", options->positional_text, "A text part; - reads it from standard input");
  command->add_option("--text", options->texts, "A further text part; repeatable")->allow_extra_args(false);
  auto* data =
      command->add_option("--data", options->data, "A data part: JSON, @file.json, or - for standard input");
  command->add_option("--schema", options->schema, "Label the data with this schema of the agent's")
      ->needs(data);
  auto* parts = command->add_option("--parts", options->parts,
                                    "Parts in the form of A2A 1.0: a JSON array, @file.json, or -");
  command
      ->add_option(
          "--json", options->message,
          "The whole message in the form of A2A 1.0: JSON, @file.json, or -; without messageId it gets one")
      ->excludes(parts);
  command->add_option("--file", options->files, "A file part; repeatable")->allow_extra_args(false);
  command->add_option("--task", options->task_id, "The task that this message continues");
  command->add_option("--context", options->context_id, "The context that this message belongs to");
  auto* stream = command->add_flag("--stream", options->stream,
                                   "Follow the events as they come (-o json: one per line)");
  command->add_flag("--no-wait", options->no_wait, "Return once the task exists")->excludes(stream);
  command->callback([options, &console, &exit_code] { exit_code = run(*options, console); });
}

}  // namespace schemagate::cli
