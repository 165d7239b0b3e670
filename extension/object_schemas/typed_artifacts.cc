#include "extension/object_schemas/typed_artifacts.h"

#include <algorithm>
#include <utility>

#include "extension/object_schemas/held_update.h"

namespace schemagate::object_schemas {
namespace {

using a2a::Artifact;
using a2a::Part;
using a2a::TaskArtifactUpdate;

constexpr std::string_view kAnswerId = "answer";

}  // namespace

ArtifactTyper::ArtifactTyper(const Contract& contract, const SkillContract& skill,
                             std::vector<std::string> accepted_output_modes, a2a::JsonDocument& document,
                             std::size_t buffered_bytes_max)
    : skill_(skill),
      schemas_(contract, skill, accepted_output_modes),
      buffered_bytes_max_(buffered_bytes_max),
      document_(document) {}

const std::string& ArtifactTyper::public_id(const std::string& agents_id, bool structured) {
  const auto known = public_ids_.find(agents_id);
  if (known != public_ids_.end()) return known->second;
  const bool is_result =
      structured && !skill_.artifact_id.empty() && !ids_given_.contains(skill_.artifact_id);
  std::string id = is_result ? skill_.artifact_id : agents_id;
  for (std::size_t n = 2; !ids_given_.insert(id).second; ++n) id = agents_id + "-" + std::to_string(n);
  return public_ids_.emplace(agents_id, std::move(id)).first->second;
}

void ArtifactTyper::finalize(Artifact& artifact, TypedParts typed) {
  artifact.artifact_id = public_id(artifact.artifact_id, typed.structured);
  typed_ |= typed.labelled;
  fitted_ |= typed.structured;
  if (typed.violated && !mismatch_) mismatch_ = typed.mismatches.front();
  typed.move_into(artifact);
}

Artifact ArtifactTyper::type(Artifact artifact) {
  if (const auto stream = streams_.find(artifact.artifact_id); stream != streams_.end()) {
    buffered_bytes_ -= stream->second.held_bytes();
    streams_.erase(stream);
  }
  PartTyper typer(schemas_, document_);
  typer.add_all(std::move(artifact.parts));
  finalize(artifact, typer.take());
  return artifact;
}

Artifact ArtifactTyper::from_message(const a2a::Message& message) {
  Artifact artifact;
  artifact.artifact_id = kAnswerId;
  artifact.metadata = message.metadata;
  artifact.extensions = message.extensions;
  PartTyper typer(schemas_, document_);
  typer.add_all(message.parts);
  TypedParts typed = typer.take();
  if (has_schemas() && !typed.structured && typed.mismatches.empty())
    typed.mismatches.push_back(schemas_.no_json());
  finalize(artifact, std::move(typed));
  return artifact;
}

// Lets out what can no longer become JSON.
void ArtifactTyper::release_prose(Stream& stream, PartTyper& typer) {
  Part& held = *stream.held;
  const std::size_t hold =
      schemas_.empty() ? held.content.npos : find_hold_point(held.content, stream.position);
  if (hold == 0) return;
  Part prose = held;
  prose.content.resize(std::min(hold, held.content.size()));
  held.content.erase(0, prose.content.size());
  if (held.content.empty()) stream.held.reset();
  stream.position = position_after(prose.content, stream.position);
  typer.add_as_is(std::move(prose));
}

void ArtifactTyper::close_text(Stream& stream, PartTyper& typer) {
  if (stream.held) typer.add_text(*std::exchange(stream.held, std::nullopt));
  stream.position = {false, false};
}

void ArtifactTyper::feed(Stream& stream, Part part, PartTyper& typer) {
  if (stream.held && !continues_text(*stream.held, part)) {
    close_text(stream, typer);
    stream.position = {};
  }
  if (part.kind == a2a::PartKind::kText) {
    if (stream.held) {
      stream.held->content += part.content;
    } else {
      stream.held = std::move(part);
    }
    return release_prose(stream, typer);
  }
  stream.position = {};
  std::vector<Part> parts;
  parts.push_back(std::move(part));
  typer.add_all(std::move(parts));
}

// Words have been shown under the agent's id, and now there is output behind them: it begins an artifact with
// the id for that, in which the agent's goes on.
void ArtifactTyper::begin_result(TaskArtifactUpdate& update, const Stream& stream) {
  const auto known = public_ids_.find(update.artifact.artifact_id);
  const bool is_free = !skill_.artifact_id.empty() && !ids_given_.contains(skill_.artifact_id);
  if (known == public_ids_.end() || !is_free) return;
  public_ids_.erase(known);
  update.append = false;
  if (update.artifact.name.empty()) update.artifact.name = stream.name;
  if (update.artifact.description.empty()) update.artifact.description = stream.description;
}

TaskArtifactUpdate ArtifactTyper::publish(Stream& stream, PartTyper& typer) {
  TaskArtifactUpdate update = *std::exchange(stream.pending, std::nullopt);
  if (stream.held) stream.pending = continuation_of(update);
  if (!update.append) {
    stream.name = update.artifact.name;
    stream.description = update.artifact.description;
  }
  TypedParts typed = typer.take();
  if (typed.structured) begin_result(update, stream);
  finalize(update.artifact, std::move(typed));
  return update;
}

std::vector<TaskArtifactUpdate> ArtifactTyper::on_update(TaskArtifactUpdate update) {
  std::vector<TaskArtifactUpdate> out;
  Stream& stream = streams_[update.artifact.artifact_id];
  buffered_bytes_ -= stream.held_bytes();
  if (!update.append) {
    PartTyper typer(schemas_, document_);
    close_text(stream, typer);
    if (stream.pending) out.push_back(publish(stream, typer));
    stream.position = {};
  }
  PartTyper typer(schemas_, document_);
  for (Part& part : std::exchange(update.artifact.parts, {})) feed(stream, std::move(part), typer);
  if (stream.pending) {
    join(*stream.pending, update);
  } else {
    stream.pending = std::move(update);
  }
  const bool over = buffered_bytes_ + stream.held_bytes() > buffered_bytes_max_;
  if (stream.pending->last_chunk || over) close_text(stream, typer);
  if (!stream.held || !typer.empty()) out.push_back(publish(stream, typer));
  buffered_bytes_ += stream.held_bytes();
  return out;
}

std::vector<TaskArtifactUpdate> ArtifactTyper::finish() {
  std::vector<TaskArtifactUpdate> out;
  for (auto& [id, stream] : streams_) {
    if (!stream.pending) continue;
    PartTyper typer(schemas_, document_);
    close_text(stream, typer);
    stream.pending->last_chunk = true;
    out.push_back(publish(stream, typer));
  }
  streams_.clear();
  buffered_bytes_ = 0;
  return out;
}

}  // namespace schemagate::object_schemas
