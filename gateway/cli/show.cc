#include "gateway/cli/show.h"

#include <ostream>

#include "a2a/json/document.h"
#include "a2a/json/text.h"
#include "a2a/text/utf8.h"
#include "a2a/wire/jsonrpc.h"
#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

constexpr std::size_t kProgressBytesMax = 160;

std::string_view state_name(const a2a::Task& task) {
  return a2a::name_v0_3(task.status.state);
}

// The text with every line behind `margin` blanks.
std::string indented(std::string_view text, std::size_t margin) {
  std::string result = std::string(margin, ' ');
  for (char c : printable(text)) {
    result += c;
    if (c == '\n') result.append(margin, ' ');
  }
  return result;
}

std::string pretty(std::string_view json, std::size_t margin) {
  a2a::JsonDocument document;
  auto value = document.parse(json, {.bytes_max = json.size(), .depth_max = 256, .values_max = 1 << 20});
  return value ? pretty_json(*value, margin) : printable(json);
}

std::string_view media_type(const a2a::Part& part) {
  return part.media_type.empty() ? part.metadata_mime_type : part.media_type;
}

void show_file(std::ostream& out, const a2a::Part& part) {
  out << "  file " << printable_line(part.filename.empty() ? "(no name)" : part.filename) << "  "
      << printable_line(media_type(part));
  if (part.kind == a2a::PartKind::kUrl) {
    out << "  " << printable_line(part.content) << "\n";
  } else {
    out << "  " << part.content.size() / 4 * 3 << " bytes\n";
  }
}

void show_part(std::ostream& out, const a2a::Part& part) {
  switch (part.kind) {
    case a2a::PartKind::kText:
      out << indented(part.content, 2) << "\n";
      return;
    case a2a::PartKind::kData:
      out << "  " << pretty(part.content, 2) << "\n";
      return;
    case a2a::PartKind::kRaw:
    case a2a::PartKind::kUrl:
      show_file(out, part);
      return;
  }
}

void show_parts(std::ostream& out, const std::vector<a2a::Part>& parts) {
  for (const a2a::Part& part : parts) show_part(out, part);
}

void show_artifact(std::ostream& out, const a2a::Artifact& artifact) {
  out << "artifact " << printable_line(artifact.name.empty() ? artifact.artifact_id : artifact.name);
  std::string_view shown;
  for (const a2a::Part& part : artifact.parts) {
    if (media_type(part) == shown) continue;
    shown = media_type(part);
    out << "  " << printable_line(shown);
  }
  out << "\n";
  show_parts(out, artifact.parts);
}

// `metadata.title` (object-schemas section 4).
std::string title_of(const a2a::Task& task) {
  a2a::JsonDocument document;
  auto metadata = document.parse(task.metadata.text);
  auto title = metadata ? metadata->find("title") : std::nullopt;
  return title ? std::string(title->string().value_or("")) : "";
}

std::string first_text(const std::vector<a2a::Part>& parts) {
  for (const a2a::Part& part : parts) {
    if (part.kind == a2a::PartKind::kText)
      return printable_line(a2a::text::shortened(part.content, kProgressBytesMax));
  }
  return "";
}

std::string describe(const a2a::TaskStatus& status) {
  std::string line(a2a::name_v0_3(status.state));
  if (status.message) line += "  " + first_text(status.message->parts);
  return line;
}

std::optional<a2a::JsonValue> agent_error(const a2a::client::Failure& failure, a2a::JsonDocument& document) {
  if (failure.agent_error.empty()) return std::nullopt;
  auto root = document.parse(failure.agent_error.text, {.bytes_max = failure.agent_error.text.size()});
  return root ? std::optional(*root) : std::nullopt;
}

void show_agent_error(std::ostream& out, const a2a::client::Failure& failure) {
  a2a::JsonDocument document;
  auto error = agent_error(failure, document);
  auto code = error ? error->find("code") : std::nullopt;
  out << "refused" << (code ? " (" + printable_json(code->raw()) + ")" : "") << ": "
      << printable(failure.error.message) << "\n";
  for (const auto& [field, description] : failure.error.violations) {
    out << "  " << printable_line(field) << ": " << printable_line(description) << "\n";
  }
  for (const a2a::ErrorInfo& info : failure.error.infos) {
    out << "  [" << printable_line(info.reason) << "]";
    for (const auto& [key, value] : info.metadata)
      out << " " << printable_line(key) << "=" << printable_line(value);
    out << "\n";
  }
  auto data = error ? error->find("data") : std::nullopt;
  bool told = !failure.error.violations.empty() || !failure.error.infos.empty();
  if (data && !told) out << "  " << pretty(data->raw(), 2) << "\n";
}

}  // namespace

void show_task(std::ostream& out, const a2a::Task& task) {
  out << "task " << printable_line(task.id) << "  " << state_name(task);
  if (!task.context_id.empty()) out << "  (context " << printable_line(task.context_id) << ")";
  out << "\n";
  if (auto title = title_of(task); !title.empty()) out << "title: " << printable_line(title) << "\n";
  if (task.status.message) show_message(out, *task.status.message);
  for (const a2a::Artifact& artifact : task.artifacts) show_artifact(out, artifact);
}

void show_message(std::ostream& out, const a2a::Message& message) {
  out << "agent says:\n";
  show_parts(out, message.parts);
}

std::string summary(const a2a::Task& task) {
  std::string line = printable_line(task.id) + "  " + std::string(state_name(task));
  if (auto title = title_of(task); !title.empty()) line += "  " + printable_line(title);
  return line;
}

std::string progress_line(const a2a::StreamEvent& event) {
  if (auto* task = std::get_if<a2a::Task>(&event))
    return "task " + printable_line(task->id) + "  " + describe(task->status);
  if (auto* message = std::get_if<a2a::Message>(&event)) return "message  " + first_text(message->parts);
  if (auto* update = std::get_if<a2a::TaskStatusUpdate>(&event)) return describe(update->status);
  const auto& update = std::get<a2a::TaskArtifactUpdate>(event);
  return "artifact " + printable_line(update.artifact.artifact_id) + (update.last_chunk ? "  complete" : "");
}

void show_failure(std::ostream& out, const a2a::client::Failure& failure) {
  if (failure.cause == a2a::client::Cause::kAgent) {
    show_agent_error(out, failure);
  } else {
    out << a2a::client::name(failure.cause) << ": " << printable(failure.error.message) << "\n";
  }
  // Both are said of agents only: models and issuers have other credentials, and no --timeout.
  if (failure.error.message.contains("HTTP 401, credentials are needed"))
    out << "  to say who you are: --token-file, --token, --api-key, or --cert with --key\n";
  if (failure.by_stated_time) out << "  to wait longer: --timeout SECONDS\n";
}

std::string failure_json(const a2a::client::Failure& failure) {
  std::string text = "{\"error\":{";
  a2a::append_string_member(text, "cause", a2a::client::name(failure.cause));
  a2a::JsonDocument document;
  auto error = agent_error(failure, document);
  if (auto code = error ? error->find("code") : std::nullopt)
    a2a::append_raw_member(text, "code", code->raw());
  a2a::append_string_member(text, "message", failure.error.message);
  if (failure.http_status != 0)
    a2a::append_raw_member(text, "httpStatus", std::to_string(failure.http_status));
  if (auto data = error ? error->find("data") : std::nullopt)
    a2a::append_raw_member(text, "data", data->raw());
  return text + "}}";
}

ExitCode report(const Console& console, Output output, const a2a::client::Failure& failure) {
  if (output == Output::kJson) {
    print_json(console, failure_json(failure));
  } else {
    show_failure(console.err, failure);
  }
  return exit_code_of(failure);
}

std::string json_array(const std::vector<std::string>& texts) {
  std::string json = "[";
  for (const std::string& text : texts) {
    if (json.size() > 1) json += ',';
    a2a::append_json_string(json, text);
  }
  return json + "]";
}

void print_json(const Console& console, std::string_view json) {
  console.out << printable_json(json) << "\n" << std::flush;  // whoever reads a pipe gets it now
}

}  // namespace schemagate::cli
