// Types the parts of one artifact, or of one streamed piece of it: parts in, labelled parts out. Which
// artifact they belong to and what is held back while it streams is typed_artifacts.h's.
//
//   PartTyper typer(schemas, scratch);
//   typer.add_all(std::move(artifact.parts));
//   TypedParts typed = typer.take();
//
// One thread at a time.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/output_schemas.h"

namespace schemagate::object_schemas {

// Member of the metadata of an artifact or message that tells why parts of it carry no label:
// {"schemas":[names tried],"violations":[{"path","keyword","message"}]}.
inline constexpr std::string_view kViolationsKey =
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1/violations";

// What came out. Owns everything in it.
struct TypedParts {
  std::vector<a2a::Part> parts;
  std::vector<SchemaMismatch> mismatches;  // of what has no label, although it looked like structured output
  bool labelled = false;                   // a part carries a label
  bool structured = false;  // an object that fits is among the parts, labelled or given as text
  bool violated = false;    // a mismatch is of data or of a text: of a value that fits no schema

  // Makes them the parts of `whole`, names the extension in it when one is labelled, and tells the mismatches
  // in its metadata. Nothing is left here.
  void move_into(a2a::Artifact& whole);
  void move_into(a2a::Message& whole);
};

// Borrows both arguments, which must outlive it. `document` is where values are read: found when they are in
// there already, else it is overwritten. Parts come out in the order in which they were added.
class PartTyper {
 public:
  PartTyper(const OutputSchemas& schemas, a2a::JsonDocument& document)
      : schemas_(schemas), document_(document) {}

  // A data part: labelled when it fits, never labelled when not.
  void add_data(a2a::Part part);
  // A text part that is complete: JSON in it becomes a data part when it fits, the prose around it stays
  // text. Without schemas to try, JSON is looked for only where the part has a label.
  void add_text(a2a::Part part);
  // Prose that was decided about already: kept as it is, without a label.
  void add_as_is(a2a::Part part);
  // A file: kept as it is, without a label, which is for data (section 4) and which nobody checks in a file.
  void add_file(a2a::Part part);
  // Finished parts in order; neighbouring text parts may hold one JSON text between them.
  void add_all(std::vector<a2a::Part> parts);

  // What was made of the parts so far; nothing is left in the typer.
  TypedParts take() { return std::move(typed_); }
  bool empty() const { return typed_.parts.empty(); }

 private:
  void add_text_run(std::vector<a2a::Part> run);
  bool add_json_in(const a2a::Part& part);
  void add_fitting(a2a::Part part, std::string_view schema);
  void add_prose(const a2a::Part& like, std::string_view text);
  void add_mismatch(SchemaMismatch mismatch);

  const OutputSchemas& schemas_;
  a2a::JsonDocument& document_;
  TypedParts typed_;
};

// Whether both are text parts that differ in nothing but their text: agents exist that send one text in
// pieces.
bool continues_text(const a2a::Part& part, const a2a::Part& next);

}  // namespace schemagate::object_schemas
