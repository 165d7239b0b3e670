// Keeps the annotations of one evaluation, or, instead, the numbers that were taken as integers only.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

class Annotator {
 public:
  enum class Wanted { kAnnotations, kIntegers };
  explicit Annotator(const Graph& graph, Wanted wanted = Wanted::kAnnotations)
      : graph_(graph), wanted_(wanted) {}

  bool wants_integers() const { return wanted_ == Wanted::kIntegers; }
  // `identity` is the value's. Nothing else is kept by an annotator that wants integers.
  void add_integer(const void* identity) { integers_.push_back(identity); }

  // `value` is JSON. False when there are too many.
  bool add(const EvaluationPath& path, std::string_view keyword, std::string value);
  // What the schema object at `path` says of a value of `type` by itself.
  bool add_own(const EvaluationPath& path, Types type);

  // A schema that fails takes back what was added since.
  std::size_t size() const { return wants_integers() ? integers_.size() : found_.size(); }
  void drop_from(std::size_t size) {
    if (wants_integers()) return integers_.resize(size);
    found_.resize(size);
  }
  std::vector<Annotation> take() { return std::move(found_); }
  std::vector<const void*> take_integers() { return std::move(integers_); }

 private:
  const Graph& graph_;
  const Wanted wanted_;
  std::vector<Annotation> found_;
  std::vector<const void*> integers_;
};

}  // namespace schemagate::json_schema
