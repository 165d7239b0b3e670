// JSON Schema (2020-12, 2019-09, draft-07): compile once, validate many instances. No I/O of any kind.
//
//   auto validator = Validator::compile(R"({"type":"object","required":["a"]})");
//   if (!validator) return fail(validator.error().message);
//   a2a::JsonDocument document;                      // keeps the text's values; outlives `instance`
//   const auto instance = document.parse(text);
//   if (validator->validate(*instance) != Verdict::kValid)
//     log(render_text(validator->explain(*instance)));  // render.h
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "extension/json_schema/compile_options.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

struct Graph;
class SchemaCompiler;

// A number that is an integer by its value and not by its spelling: 7.0, 1e2.
struct SpelledInteger {
  a2a::JsonValue value;  // borrows from the instance
  std::string digits;    // the integer: "7", "100"
};

// A compiled schema. Immutable and cheap to copy: copies share it. Any thread may use it at any time; a call
// keeps its state on its own stack. No call fails, throws, or keeps anything of the instance.
class Validator {
 public:
  // `schema_text` is JSON; it and `options.documents` are needed during the call only. Errors: the text is no
  // JSON or beyond a limit; the dialect is unknown; a keyword's value does not fit its meta-schema; and where
  // an instance can come to it: an embedded schema's dialect is unknown, a reference leads nowhere, or to
  // itself without descending into the instance, a pattern cannot be used. Elsewhere that is a warning. For
  // many schemas: schema_compiler.h.
  static a2a::Result<Validator, SchemaProblem> compile(std::string_view schema_text,
                                                       const CompileOptions& options = {});

  // What cannot be used in the schema, though nothing that is applied leads there: the first few, for whoever
  // wrote it. Lives as long as the validator.
  const std::vector<SchemaProblem>& warnings() const;

  // The verdict only: stops at the first violation, and costs no memory from the heap for a valid instance
  // (README lists the exceptions). Numbers are compared by exact value in a document; a tree has rounded them
  // already.
  Verdict validate(a2a::JsonValue instance) const;
  Verdict validate(const nlohmann::json& instance) const;
  Verdict validate(const nlohmann::ordered_json& instance) const;

  // Every violation. As fast as validate() for a valid instance. The verdict is that of validate().
  Report explain(a2a::JsonValue instance) const;
  Report explain(const nlohmann::json& instance) const;
  Report explain(const nlohmann::ordered_json& instance) const;

  // The numbers of a valid instance that the schema takes as integers only, but that are written with a
  // fraction or an exponent; in the order of the text, each once. JSON Schema takes them for integers,
  // readers with types do not. Those of more than 40 digits are left out; none when a limit is hit. Costs
  // next to nothing where no number is written so.
  std::vector<SpelledInteger> spelled_integers(a2a::JsonValue instance) const;

  // Every annotation of a valid instance. Slower than validate(): every branch is looked at.
  Annotations annotate(a2a::JsonValue instance) const;

 private:
  friend class SchemaCompiler;
  explicit Validator(std::shared_ptr<const Graph> graph) : graph_(std::move(graph)) {}
  std::shared_ptr<const Graph> graph_;
};

}  // namespace schemagate::json_schema
