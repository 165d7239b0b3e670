// JSON Schema (2020-12, 2019-09, draft-07): compile once, validate many. No I/O of any kind.
#pragma once

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/document.h"

namespace schemagate::json_schema {

struct Graph;

enum class Dialect { k2020_12, k2019_09, kDraft7 };

// Every cap of this room. A cap that is hit at load gives a SchemaProblem naming it; during validation the
// verdict kLimit.
struct Limits {
  std::size_t schema_bytes_max = 4 << 20;
  std::size_t schema_depth_max = 256;
  std::size_t schema_nodes_max = 1 << 18;
  std::size_t pattern_bytes_max = 4096;
  std::size_t steps_max = 4'000'000;  // per validation: schemas applied, elements compared
  std::size_t depth_max = 1024;       // schemas applied inside one another
  std::size_t violations_max = 64;    // kept in a Report; the total is counted beyond
  std::size_t annotations_max = 100'000;
};

// Documents that `$ref` may reach besides the schema itself and the built-in meta-schemas.
class Documents {
 public:
  // `text` is kept. Later documents of the same URI replace earlier ones. Nothing is checked before
  // compile().
  void add(std::string uri, std::string text);
  const std::string* find(std::string_view uri) const;

 private:
  std::vector<std::pair<std::string, std::string>> entries_;
};

struct CompileOptions {
  Dialect default_dialect = Dialect::k2020_12;  // for schemas without `$schema`
  bool assert_format = false;
  bool assert_content = false;           // contentEncoding base64 and contentMediaType application/json
  const Documents* documents = nullptr;  // borrowed for the call
  Limits limits = {};
};

// Why a schema cannot be used. `location` is a JSON Pointer into it.
struct SchemaProblem {
  std::string location;
  std::string keyword;  // empty when no keyword is to blame
  std::string message;
};

enum class Verdict { kValid, kInvalid, kLimit };

// One violation of an instance.
struct Violation {
  std::string instance_pointer;       // RFC 6901; "" is the whole instance
  std::string keyword;                // "required", "type", …; "false" for a false schema
  std::string schema_location;        // absolute URI with pointer fragment, or "#/…"
  std::string missing;                // `required`: the missing member's name, else empty
  std::string message;                // one sentence: what was expected, what was found (shortened)
  std::string expected;               // JSON: the keyword's own value, for example `["a","b"]` of an enum
  std::string found;                  // JSON, shortened: the value at instance_pointer
  std::vector<std::string> siblings;  // names that the object may have, for `required` and unexpected members
  std::string nearest;                // the sibling closest to an unexpected name; empty when none is close
  std::string description;            // the schema's `description` nearest to the violation, if any
  std::string evaluation_path;        // pointer through the schema as it was followed, references included
};

struct Report {
  Verdict verdict = Verdict::kValid;
  std::vector<Violation> violations;  // in instance order, at most Limits::violations_max
  std::size_t total = 0;              // violations found, kept or not
  std::string limit;                  // the limit that was hit, if one was; the list may then be incomplete
};

// What a keyword says of a value without restricting it: `title`, `format`, unknown keywords, and the
// children that applicators were applied to. (2020-12 core section 7.7; draft-07 has the first kind only.)
struct Annotation {
  std::string instance_pointer;
  std::string keyword;
  std::string schema_location;  // of the keyword, as in Violation
  std::string evaluation_path;
  std::string value;  // JSON
};

struct Annotations {
  Verdict verdict = Verdict::kValid;
  std::vector<Annotation> found;  // innermost first; none unless the instance is valid
  std::string limit;              // the limit that was hit
};

// Immutable and cheap to copy (shared); safe to use from many threads at once.
class Validator {
 public:
  static a2a::Result<Validator, SchemaProblem> compile(std::string_view schema_text,
                                                       const CompileOptions& options = {});

  // The verdict only; stops at the first violation.
  Verdict validate(a2a::JsonValue instance) const;
  Verdict validate(const nlohmann::json& instance) const;
  Verdict validate(const nlohmann::ordered_json& instance) const;
  // Every violation.
  Report explain(a2a::JsonValue instance) const;
  Report explain(const nlohmann::json& instance) const;
  Report explain(const nlohmann::ordered_json& instance) const;
  // Every annotation.
  Annotations annotate(a2a::JsonValue instance) const;

 private:
  explicit Validator(std::shared_ptr<const Graph> graph) : graph_(std::move(graph)) {}
  std::shared_ptr<const Graph> graph_;
};

}  // namespace schemagate::json_schema
