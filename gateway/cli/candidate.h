// What `evolve whatif` holds payloads against: a template, a template with a patch laid over it, or a JSON
// Schema. Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/error.h"
#include "extension/json_schema/validator.h"
#include "extension/schema_interaction/authored_template.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::cli {

class Candidate {
 public:
  // `base` is the text of what is in force, a template; empty: unknown. Errors: kInvalidParams with what is
  // wrong, a patch without base and a patch that changes what is there among it.
  static a2a::Result<Candidate> read(std::string_view text, std::string_view base);

  // kValid: it is taken. As the gateway looks at a payload: nulls of optional keys are left out.
  json_schema::Report explain(a2a::JsonValue payload) const;
  // schema_ids and scenario that payloads of it name; empty for a JSON Schema.
  const std::vector<std::string>& names() const { return names_; }

 private:
  Candidate(std::optional<schema_interaction::Catalogue> catalogue, json_schema::Validator validator,
            std::vector<std::string> names)
      : catalogue_(std::move(catalogue)), validator_(std::move(validator)), names_(std::move(names)) {}
  static a2a::Result<Candidate> of(const schema_interaction::AuthoredTemplate& authored);

  std::optional<schema_interaction::Catalogue> catalogue_;  // of the one template
  json_schema::Validator validator_;
  std::vector<std::string> names_;
};

}  // namespace schemagate::cli
