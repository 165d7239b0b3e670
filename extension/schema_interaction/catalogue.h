// The templates of one agent, ready to be negotiated (section 3.2 of the draft, step 3) and to have payloads
// checked against.
//
//   Catalogue catalogue;
//   if (auto added = catalogue.add(authored, false); !added) return refuse(added.error());
//   catalogue.find_scenario("flight booking")->renditions[0].text  // the template's JSON
//
// Threads: built by one thread, immutable afterwards, then read from every thread without a lock.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extension/schema_interaction/schema_template.h"

namespace schemagate::schema_interaction {

struct AuthoredTemplate;

// A template as it is published in one language, rendered once: every way of asking gets these bytes.
struct Rendition {
  std::string language;  // tag; empty: of no language
  std::string text;      // JSON; as it is sent
  // "sha-256:" and, in base64url, the SHA-256 of the canonical form (RFC 8785): white space does not count.
  std::string digest;
};

// Errors: kInvalidParams when no digest can be computed.
a2a::Result<Rendition> render(std::string language, const a2a::JsonTree& tree);

// One template of the agent.
struct Entry {
  SchemaTemplate schema;
  std::vector<Rendition> renditions;  // never empty; the template's own language first
  std::vector<std::pair<std::string, std::string>>
      defaults;  // name and JSON text, of the optional keys that have one
  // schema_id of the template that has taken its place: it is not offered any more, its payloads are still
  // taken. Empty: none has.
  std::string superseded_by = {};
  bool other_outside_schema = false;  // kOther has no place in the schema: it is taken out before validation
  std::vector<std::string> forbidden_keys = {};  // names that no key may have which comes later
};

// All templates of one agent, in the order in which they were added. A value; copies are independent.
class Catalogue {
 public:
  Catalogue() = default;
  // `other_outside_schema` as in Entry. A template that supersedes another one is added behind it. Errors:
  // kInvalidParams when another template has the schema_id, or a scenario that is the same but for spelling
  // and is not superseded by this one, or when no digest can be computed.
  a2a::Result<void> add(const AuthoredTemplate& authored, bool other_outside_schema);

  // In the place of the entry with its schema_id, or behind the others. Errors: as render().
  a2a::Result<void> put(Entry entry);

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }
  // The template of exactly that schema_id. nullptr when there is none; else it borrows from the catalogue,
  // and is good until the next add().
  const Entry* find_schema(std::string_view schema_id) const;
  // The newest one of the scenario, in any spelling that is_same_scenario() takes for it.
  const Entry* find_scenario(std::string_view scenario) const;
  // What there is, without the templates themselves: {"schemaTemplates":[{"schema_id":…,"scenario":…,
  // "digests":{language:digest}},…]}, with a "superseded_by" in those that have been superseded.
  const Rendition& list() const { return list_; }

 private:
  Entry* find_newest(std::string_view scenario);
  a2a::Result<void> write_list();

  std::vector<Entry> entries_;
  Rendition list_;
};

}  // namespace schemagate::schema_interaction
