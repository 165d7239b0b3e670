// Keeps the annotations of one evaluation.
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
  explicit Annotator(const Graph& graph) : graph_(graph) {}

  // `value` is JSON. False when there are too many.
  bool add(const EvaluationPath& path, std::string_view keyword, std::string value);
  // What the schema object at `path` says of a value of `type` by itself.
  bool add_own(const EvaluationPath& path, Types type);

  // A schema that fails takes back what was added since.
  std::size_t size() const { return found_.size(); }
  void drop_from(std::size_t size) { found_.resize(size); }
  std::vector<Annotation> take() { return std::move(found_); }

 private:
  const Graph& graph_;
  std::vector<Annotation> found_;
};

}  // namespace schemagate::json_schema
