#include "gateway/task/whole_texts.h"

#include <utility>

#include "a2a/text/ascii.h"
#include "extension/object_schemas/held_update.h"

namespace schemagate {
namespace {

using a2a::Part;
using a2a::TaskArtifactUpdate;

bool begins_json(std::string_view text, bool has_words) {
  if (!access::may_be_json(text)) return false;
  return !has_words || access::is_meant_as_json(a2a::text::trimmed_front(text, a2a::text::kWhiteSpace));
}

bool is_blank(std::string_view text) {
  return a2a::text::trimmed_front(text, a2a::text::kWhiteSpace).empty();
}

}  // namespace

void WholeTexts::release_held(Stream& stream, std::vector<Part>& out) {
  if (!stream.held) return;
  held_bytes_ -= stream.held->content.size();
  out.push_back(*std::exchange(stream.held, std::nullopt));
  stream.brackets = {};
  stream.has_words = true;
}

void WholeTexts::feed(Stream& stream, Part part, std::vector<Part>& out) {
  if (part.kind != a2a::PartKind::kText) {
    release_held(stream, out);
    stream.has_words = false;
    out.push_back(std::move(part));
    return;
  }
  const std::string_view text = part.content;
  if (!stream.held && !begins_json(text, stream.has_words)) {
    stream.has_words = stream.has_words || !is_blank(text);
    out.push_back(std::move(part));
    return;
  }
  stream.brackets.take(text);
  held_bytes_ += text.size();
  if (stream.held) {
    stream.held->content += text;
  } else {
    stream.held = std::move(part);
  }
  if (!stream.brackets.are_open()) release_held(stream, out);
}

std::vector<TaskArtifactUpdate> WholeTexts::on_update(TaskArtifactUpdate update) {
  std::vector<TaskArtifactUpdate> out;
  Stream& stream = streams_[update.artifact.artifact_id];
  if (!update.append) {
    if (stream.pending) {
      release_held(stream, stream.pending->artifact.parts);
      out.push_back(*std::exchange(stream.pending, std::nullopt));
    }
    stream.has_words = false;
  }
  std::vector<Part> ready;
  for (Part& part : std::exchange(update.artifact.parts, {})) feed(stream, std::move(part), ready);
  if (stream.pending) {
    object_schemas::join(*stream.pending, update);
  } else {
    stream.pending = std::move(update);
  }
  if (ready.empty() && stream.held) return out;
  TaskArtifactUpdate shown = *std::exchange(stream.pending, std::nullopt);
  if (stream.held) stream.pending = object_schemas::continuation_of(shown);
  shown.artifact.parts = std::move(ready);
  out.push_back(std::move(shown));
  return out;
}

std::vector<TaskArtifactUpdate> WholeTexts::finish() {
  std::vector<TaskArtifactUpdate> out;
  for (auto& [id, stream] : streams_) {
    if (!stream.pending) continue;
    release_held(stream, stream.pending->artifact.parts);
    stream.pending->last_chunk = true;
    out.push_back(*std::exchange(stream.pending, std::nullopt));
  }
  streams_.clear();
  return out;
}

}  // namespace schemagate
