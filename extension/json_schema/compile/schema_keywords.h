// The keywords of one schema object.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "a2a/json/document.h"
#include "extension/json_schema/keywords/keywords.h"
#include "extension/json_schema/load/schema_document.h"

namespace schemagate::json_schema {

// As far as its dialect has them; other members of the object are no keywords.
class SchemaKeywords {
 public:
  // `schema` is the object at `where`; both are borrowed, `dialect` too.
  SchemaKeywords(SchemaRef where, a2a::JsonValue schema, const ResourceDialect& dialect);

  bool has(Keyword keyword) const { return indices_[static_cast<std::size_t>(keyword)] != 0; }
  // Whether it has a keyword of `part`.
  bool has(Part part) const { return (parts_ >> static_cast<int>(part) & 1) != 0; }
  std::size_t count() const { return count_; }
  // Where the keyword's value is; the object has the keyword.
  SchemaRef ref(Keyword keyword) const { return {document_, indices_[static_cast<std::size_t>(keyword)]}; }
  std::uint32_t document() const { return document_; }
  const ResourceDialect& dialect() const { return dialect_; }

 private:
  void add(const KeywordRule& rule, a2a::JsonValue value);

  std::uint32_t document_;
  const ResourceDialect& dialect_;
  std::size_t count_ = 0;
  unsigned parts_ = 0;                                     // one bit per Part
  std::array<std::uint32_t, kKeywordCount> indices_ = {};  // 0 is the root, which is never a keyword's value
};

}  // namespace schemagate::json_schema
