// The labels that an agent has put on parts itself, checked wherever its words go to a client without being
// typed as the output of a skill: answers to texts, messages of a status, histories (object-schemas v1,
// section 4). A label is a promise: it stays where the data fits the schema that it names, in the one form;
// it is taken off where it does not, where nobody declares the schema and from files, and the metadata says
// why under kViolationsKey.
//
//   const LabelCheck labels(contract, request.accepted_output_modes, scratch);
//   labels.check(message);
//
// Nothing fails, and no content is dropped. A client that takes no JSON (A2A v1.0.1, section 3.2.2) gets data
// as text.
#pragma once

#include <string>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/output_schemas.h"

namespace schemagate::object_schemas {

// Borrows the contract and the document, which must outlive it. Used by one thread at a time, as the document
// is.
class LabelCheck {
 public:
  // As ArtifactTyper has them.
  LabelCheck(const Contract& contract, const std::vector<std::string>& accepted_output_modes,
             a2a::JsonDocument& document)
      : schemas_(contract, accepted_output_modes), document_(document) {}

  void check(a2a::Message& message) const;
  void check(a2a::Artifact& artifact) const;

 private:
  template <class Whole>
  void check_parts(Whole& whole) const;

  OutputSchemas schemas_;
  a2a::JsonDocument& document_;
};

}  // namespace schemagate::object_schemas
