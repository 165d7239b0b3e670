// Turns what an agent answers into artifacts whose data parts carry the label of an output schema
// (object-schemas v1 section 4; OS-35, OS-40, X-15, X-19; protocol map rows 26 to 33).
//
// What fits an output schema of the route becomes (or stays) a data part with both labels. What does not is
// never labelled and is kept as it came; the violations are said in the artifact's metadata under
// kViolationsKey. JSON as text is recognised when a text part is JSON as a whole or one fenced block;
// streamed text chunks are held back until the artifact ends, so that they come out as one typed data part
// (row 32). Prose passes through.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"

namespace object_schemas {

// Artifact metadata member: {"schemas":[names tried],"violations":[{"path","keyword","message"}]}.
inline constexpr std::string_view kViolationsKey =
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1/violations";

// One per task, used by the task's single writer. The contract must outlive it.
class ArtifactTyper {
 public:
  // `accepted_output_modes`: the client's; a declared schema named there is tried first (row 33), and when
  // the list allows text but no JSON at all, fitting objects are given as text parts.
  ArtifactTyper(const Contract& contract, const Route& route, std::vector<std::string> accepted_output_modes,
                std::size_t buffered_bytes_max = 4 << 20);

  // A finished artifact (of a Task answer).
  a2a::Artifact type(a2a::Artifact artifact);
  // An artifact made of a Message answer (row 26), typed.
  a2a::Artifact from_message(const a2a::Message& message);
  // A streamed update; gives what may be published now: nothing while text is held back.
  std::vector<a2a::TaskArtifactUpdate> on_update(a2a::TaskArtifactUpdate update);
  // At the end of the task: what is still held back.
  std::vector<a2a::TaskArtifactUpdate> finish();

  // True once some artifact held a typed part.
  bool typed() const { return typed_; }
  // True once something looked like structured output and fitted no schema; with Route::strict_output the
  // task fails.
  bool violated() const { return violated_; }

 private:
  struct Pending {
    a2a::TaskArtifactUpdate update;
    std::size_t bytes = 0;
  };
  const Contract& contract_;
  const Route& route_;
  std::vector<std::string> accepted_;
  std::size_t buffered_bytes_max_;
  std::vector<Pending> pending_;
  a2a::JsonDocument scratch_;
  bool typed_ = false;
  bool violated_ = false;
};

}  // namespace object_schemas
