#include "gateway/access/hidden_fields.h"

#include <algorithm>
#include <utility>

#include "a2a/json/document.h"
#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/model/metadata.h"
#include "extension/object_schemas/label.h"
#include "gateway/access/hidden_in_runs.h"
#include "gateway/access/json_mask.h"
#include "gateway/access/json_pieces.h"

namespace schemagate::access {
namespace {

bool sees(const Principal& caller, const HiddenField& field) {
  return std::ranges::any_of(field.visible_to, [&caller](const std::string& role) {
    return std::ranges::find(caller.roles, role) != caller.roles.end();
  });
}

std::string list_of(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& each : texts) {
    if (list.size() > 1) list += ',';
    a2a::append_json_string(list, each);
  }
  return list + "]";
}

// What the task's own agent gives. A part that has changed may not fit its schema any more.
void hide_own(a2a::Part& part, const HiddenFields& hidden, std::vector<std::string>& pointers) {
  if (part.kind == a2a::PartKind::kText && !may_be_json(part.content)) return;
  auto shown = without_hidden(part.content, hidden);
  if (!shown) return;
  part.content = *std::move(shown);
  object_schemas::clear_label(part);
  for (const auto& each : hidden) {
    if (each->agent.empty()) pointers.push_back(each->pointer);
  }
}

// What other agents gave in a run. It keeps its label: its schemas know of texts there, and "***" is one.
void hide_in_run(a2a::Part& part, const HiddenFields& hidden, std::vector<std::string>& pointers) {
  const HiddenInRuns in_runs(hidden);
  if (in_runs.empty()) return;
  auto shown = part.kind == a2a::PartKind::kData ? in_runs.without_hidden(part.content)
                                                 : in_runs.words_without_hidden(part.content);
  if (!shown) return;
  part.content = std::move(shown->text);
  for (std::string& each : shown->pointers) {
    if (std::ranges::find(pointers, each) == pointers.end()) pointers.push_back(std::move(each));
  }
}

void hide(a2a::Part& part, const HiddenFields& hidden) {
  if (part.kind != a2a::PartKind::kData && part.kind != a2a::PartKind::kText) return;
  std::vector<std::string> pointers;
  hide_own(part, hidden, pointers);
  hide_in_run(part, hidden, pointers);
  if (!pointers.empty()) part.metadata = a2a::with_member(part.metadata, kHiddenMetadata, list_of(pointers));
}

// As models write it that put JSON in quotes once more.
std::optional<std::string> without_hidden_in_quotes(std::string text, const HiddenFields& hidden) {
  auto shown = may_be_json(text) ? without_hidden(text, hidden) : std::nullopt;
  if (shown) shown = a2a::in_quotes(*shown);
  return shown;
}

// A text that is JSON may come in several parts: they become one.
void join_json(std::vector<a2a::Part>& parts) {
  for (std::size_t first = 0; first < parts.size(); ++first) {
    a2a::Part& part = parts[first];
    if (part.kind != a2a::PartKind::kText || !may_be_json(part.content)) continue;
    OpenBrackets brackets;
    brackets.take(part.content);
    std::size_t end = first + 1;
    for (; brackets.are_open() && end < parts.size() && parts[end].kind == a2a::PartKind::kText; ++end) {
      brackets.take(parts[end].content);
      part.content += parts[end].content;
    }
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                parts.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

void hide(std::vector<a2a::Part>& parts, const HiddenFields& hidden) {
  join_json(parts);
  for (a2a::Part& each : parts) hide(each, hidden);
}

void hide(a2a::TaskStatus& status, const HiddenFields& hidden) {
  if (status.message) hide(*status.message, hidden);
}

}  // namespace

HiddenFields hidden_from(const Principal& caller, const HiddenFields& fields) {
  HiddenFields hidden;
  std::ranges::copy_if(fields, std::back_inserter(hidden),
                       [&caller](const auto& field) { return !sees(caller, *field); });
  return hidden;
}

std::string name_of(const HiddenFields& hidden) {
  if (hidden.empty()) return "";
  std::vector<std::string> names;
  for (const auto& each : hidden) names.push_back(each->agent + each->pointer);
  return list_of(names);
}

std::optional<std::string> without_hidden(std::string_view json, const HiddenFields& hidden) {
  std::vector<MaskedPath> paths;
  for (const auto& each : hidden) {
    if (each->agent.empty()) paths.push_back({a2a::json_pointer::split(each->pointer), each->drop});
  }
  if (paths.empty()) return std::nullopt;
  a2a::JsonDocument document;
  const auto root = document.parse(json, kMaskLimits);
  if (!root) return may_be_json(json) ? std::optional(a2a::in_quotes(kMask)) : std::nullopt;
  if (const auto text = root->string()) return without_hidden_in_quotes(std::string(*text), hidden);
  return without_paths(*root, paths);
}

void hide(a2a::Message& message, const HiddenFields& hidden) {
  if (!hidden.empty()) hide(message.parts, hidden);
}

void hide(a2a::Task& task, const HiddenFields& hidden) {
  if (hidden.empty()) return;
  hide(task.status, hidden);
  for (a2a::Artifact& each : task.artifacts) hide(each.parts, hidden);
  for (a2a::Message& each : task.history) hide(each, hidden);
}

void hide(a2a::StreamEvent& event, const HiddenFields& hidden) {
  if (auto* task = std::get_if<a2a::Task>(&event)) hide(*task, hidden);
  if (auto* message = std::get_if<a2a::Message>(&event)) hide(*message, hidden);
  if (auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) hide(status->status, hidden);
  if (auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) hide(artifact->artifact.parts, hidden);
}

}  // namespace schemagate::access
