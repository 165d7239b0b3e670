// Turns what an agent answers into artifacts whose data parts carry the label of an output schema
// (object-schemas v1, section 4). A label is a promise: no part leaves with one that it does not fit.
//
//   ArtifactTyper typer(contract, skill, request.accepted_output_modes, scratch);
//   for (auto& update : typer.on_update(std::move(event))) publish(std::move(update));  // while it streams
//   for (auto& update : typer.finish()) publish(std::move(update));                     // at its end
//   if (skill.strict_output && typer.violated()) fail_the_task();
//
// What fits an output schema of the skill becomes (or stays) a data part with both labels. What does not is
// never labelled and is kept as it came; the violations are said in the artifact's metadata under
// kViolationsKey. JSON as text is recognised when a text is JSON as a whole or has it in a fenced block, also
// when it comes in several text parts or chunks. Streamed text that is, or may become, such JSON is held back
// until the artifact ends, so that it comes out as one typed data part; prose flows at once. File parts pass
// untouched. Where such JSON follows prose that has flowed, it begins an artifact of its own, so that the one
// with the output has SkillContract::artifact_id, and each artifact one id. No content is ever dropped but
// fences and blanks around typed JSON.
//
// No function here fails: what cannot be typed is passed on.
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

// The typing of one task's artifacts. One thread at a time: the task's single writer. Borrows the contract,
// the skill in it and the document, which must outlive it; owns what it holds back.
class ArtifactTyper {
 public:
  // `accepted_output_modes`: the client's (A2A v1.0.1, section 3.2.2; empty: all). A declared schema named
  // there is tried first, and when the list allows no JSON at all, data is given as text parts. `document`:
  // where data is read; best the one that the agent's answer was parsed in. `buffered_bytes_max`: text held
  // back in all artifacts together; beyond it, the text at hand is published as it is.
  ArtifactTyper(const Contract& contract, const SkillContract& skill,
                std::vector<std::string> accepted_output_modes, a2a::JsonDocument& document,
                std::size_t buffered_bytes_max = 4 << 20);

  // A finished artifact (of a Task answer). Replaces what was held back of the same artifact.
  a2a::Artifact type(a2a::Artifact artifact);
  // An artifact made of an answer that is a Message instead of a Task, typed. Its id is
  // SkillContract::artifact_id when it carries typed output, else "answer". It is all that the agent says:
  // where there are schemas to fit and it holds no JSON, its metadata says so.
  a2a::Artifact from_message(const a2a::Message& message);
  // A streamed update; gives what may be published now: nothing while text is held back. An update that
  // replaces its artifact (append false) lets out first what was held back of it.
  std::vector<a2a::TaskArtifactUpdate> on_update(a2a::TaskArtifactUpdate update);
  // At the end of the task: what is still held back, as last chunks.
  std::vector<a2a::TaskArtifactUpdate> finish();

  // There are schemas to fit: the skill's, or some that the client has named.
  bool has_schemas() const { return !schemas_.empty(); }
  // True once some artifact held a labelled part.
  bool typed() const { return typed_; }
  // True once some artifact held an object that fits, labelled or, for a client that takes no JSON, as text.
  bool fitted() const { return fitted_; }
  // True once something looked like structured output and fitted no schema; with SkillContract::strict_output
  // the task fails.
  bool violated() const { return mismatch_.has_value(); }
  // The first of them; nullopt where there is none.
  const std::optional<SchemaMismatch>& mismatch() const { return mismatch_; }

 private:
  // One artifact that is being streamed.
  struct Stream {
    std::optional<a2a::Part> held;                   // text that may be JSON
    std::optional<a2a::TaskArtifactUpdate> pending;  // the update that will carry it, without parts
    TextPosition position;                           // of `held` in its text
    std::string name;                                // of the artifact, as it began
    std::string description;
    std::size_t held_bytes() const { return held ? held->content.size() : 0; }
  };

  void feed(Stream& stream, a2a::Part part, PartTyper& typer);
  void release_prose(Stream& stream, PartTyper& typer);
  void close_text(Stream& stream, PartTyper& typer);
  void begin_result(a2a::TaskArtifactUpdate& update, const Stream& stream);
  a2a::TaskArtifactUpdate publish(Stream& stream, PartTyper& typer);
  void finalize(a2a::Artifact& artifact, TypedParts typed);
  // The id that clients see: skill_.artifact_id for the first artifact with structured output, else the
  // agent's own, made unique. Given once and kept, but where output follows words: see begin_result().
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
  bool fitted_ = false;
  std::optional<SchemaMismatch> mismatch_;
};

}  // namespace schemagate::object_schemas
