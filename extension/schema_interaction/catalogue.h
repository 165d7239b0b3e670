// The templates of one agent, ready to be negotiated and to have payloads checked against. Built once,
// immutable afterwards, read from every thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extension/schema_interaction/authored_template.h"

namespace schemagate::schema_interaction {

// A template as it is published in one language.
struct Rendition {
  std::string language;  // tag; empty: of no language
  std::string text;      // JSON; the same bytes whichever way it is asked for (SD-1)
  std::string digest;    // "sha-256:" and base64url, of the canonical form: it survives being written anew
};

struct Entry {
  SchemaTemplate schema;
  std::vector<Rendition> renditions;  // never empty; the template's own language first
  std::vector<std::pair<std::string, std::string>>
      defaults;                       // name and JSON text, of the optional keys that have one
  bool other_outside_schema = false;  // kOther has no place in the schema: it is taken out before validation
};

class Catalogue {
 public:
  Catalogue() = default;
  // `other_outside_schema` as in Entry. Errors: kInvalidParams when another template has the schema_id, or a
  // scenario that is the same but for spelling, or when no digest can be computed.
  a2a::Result<void> add(const AuthoredTemplate& authored, bool other_outside_schema);

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }
  // nullptr when there is none.
  const Entry* find_schema(std::string_view schema_id) const;
  // By is_same_scenario().
  const Entry* find_scenario(std::string_view scenario) const;
  // What there is, without the templates themselves: {"schemaTemplates":[{"schema_id":…,"scenario":…,
  // "digests":{language:digest}},…]}.
  const Rendition& list() const { return list_; }

 private:
  a2a::Result<void> write_list();

  std::vector<Entry> entries_;
  Rendition list_;
};

}  // namespace schemagate::schema_interaction
