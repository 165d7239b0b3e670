// Turns what an agent answers into artifacts whose data parts carry the label of an output schema
// (object-schemas v1 section 4; OS-35, OS-40, X-15, X-19; protocol map rows 26 to 33).
//
// What fits an output schema of the skill becomes (or stays) a data part with both labels. What does not is
// never labelled and is kept as it came; the violations are said in the artifact's metadata under
// kViolationsKey. JSON as text is recognised when a text is JSON as a whole or has it in a fenced block, also
// when it comes in several text parts or chunks. Streamed text that is, or may become, such JSON is held back
// until the artifact ends, so that it comes out as one typed data part (row 32); prose flows at once. File
// parts pass untouched, and no content is ever dropped but fences and blanks around typed JSON.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"
#include "extension/object_schemas/json_in_text.h"
#include "extension/object_schemas/output_schemas.h"
#include "extension/object_schemas/part_typer.h"

namespace schemagate::object_schemas {

// Artifact metadata member: {"schemas":[names tried],"violations":[{"path","keyword","message"}]}.
inline constexpr std::string_view kViolationsKey =
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1/violations";

// One per task, used by the task's single writer. Contract and skill must outlive it.
class ArtifactTyper {
 public:
  // `accepted_output_modes`: the client's; a declared schema named there is tried first (row 33), and when
  // the list allows text but no JSON at all, fitting objects are given as text parts.
  // `document`: where data is read; best the one that the agent's answer was parsed in. Must outlive it.
  // `buffered_bytes_max`: text held back in all; beyond it, the text at hand is published as it is.
  ArtifactTyper(const Contract& contract, const SkillContract& skill,
                std::vector<std::string> accepted_output_modes, a2a::JsonDocument& document,
                std::size_t buffered_bytes_max = 4 << 20);

  // A finished artifact (of a Task answer). Replaces what was held back of the same artifact.
  a2a::Artifact type(a2a::Artifact artifact);
  // An artifact made of a Message answer (row 26), typed. Its id is SkillContract::artifact_id when it
  // carries typed output, else "answer".
  a2a::Artifact from_message(const a2a::Message& message);
  // A streamed update; gives what may be published now: nothing while text is held back. An update that
  // replaces its artifact (append false) lets out first what was held back of it.
  std::vector<a2a::TaskArtifactUpdate> on_update(a2a::TaskArtifactUpdate update);
  // At the end of the task: what is still held back, as last chunks.
  std::vector<a2a::TaskArtifactUpdate> finish();

  // True once some artifact held a labelled part.
  bool typed() const { return typed_; }
  // True once something looked like structured output and fitted no schema; with SkillContract::strict_output
  // the task fails.
  bool violated() const { return violated_; }

 private:
  // One artifact that is being streamed.
  struct Stream {
    std::optional<a2a::Part> held;                   // text that may be JSON
    std::optional<a2a::TaskArtifactUpdate> pending;  // the update that will carry it, without parts
    TextPosition position;                           // of `held` in its text
    std::size_t held_bytes() const { return held ? held->content.size() : 0; }
  };

  void feed(Stream& stream, a2a::Part part, PartTyper& typer);
  void release_prose(Stream& stream, PartTyper& typer);
  void close_text(Stream& stream, PartTyper& typer);
  a2a::TaskArtifactUpdate publish(Stream& stream, PartTyper& typer);
  void finalize(a2a::Artifact& artifact, TypedParts typed);
  // The id that clients see: skill_.artifact_id for the first artifact with structured output, else the
  // agent's own, made unique. Given once and kept.
  const std::string& public_id(const std::string& agents_id, bool structured);

  const SkillContract& skill_;
  OutputSchemas schemas_;
  std::size_t buffered_bytes_max_;
  std::size_t buffered_bytes_ = 0;
  std::map<std::string, Stream> streams_;          // by the agent's artifact id
  std::map<std::string, std::string> public_ids_;  // by the agent's artifact id
  std::set<std::string> ids_given_;
  a2a::JsonDocument& document_;
  bool typed_ = false;
  bool violated_ = false;
};

}  // namespace schemagate::object_schemas
