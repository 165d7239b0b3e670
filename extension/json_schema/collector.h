// Collects the keywords that fail as Violations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluation_path.h"
#include "extension/json_schema/graph.h"
#include "extension/json_schema/validator.h"

namespace schemagate::json_schema {

// A keyword that fails, as the evaluator sees it.
struct KeywordFailure {
  Keyword keyword = Keyword::kFalse;
  Types type = 0;                              // of the value
  std::string found = {};                      // the value, shortened
  std::string_view name = {};                  // the member that is missing or not allowed
  std::size_t count = 0;                       // members, elements, code points or matches found
  std::vector<std::size_t> indices = {};       // equal elements, or branches that match
  std::vector<std::string_view> present = {};  // member names of the value
};

// Takes the place of a KeywordFailure where none is collected.
struct NoFailure {
  struct None {
    template <class... Values>
    constexpr None(Values&&...) {}
  };
  std::string_view name = {};
  std::size_t count = 0;
  None indices = {};
  None present = {};
};

class Collector {
 public:
  explicit Collector(const Graph& graph) : graph_(&graph) {}
  // A probe, to tell how close one alternative is that is applied at `base`: its violations are weighed
  // instead of kept. It does not look into alternatives within: they count as one violation, or nested ones
  // would multiply.
  Collector(const Graph& graph, const EvaluationPath& base);
  bool is_probe() const { return is_probe_; }
  void weigh(Keyword keyword, const EvaluationPath& path);

  void add(const KeywordFailure& failure, const EvaluationPath& path);
  // A schema that applies twice to one value says the same twice. Forgets what it knew when that is too much.
  bool is_new(Keyword keyword, NodeId node, const void* value, std::string_view name);
  // From then on violations are only counted.
  bool is_full() const { return total_ >= graph_->limits.violations_max; }
  void count() { ++total_; }

  std::size_t total() const { return total_; }
  // Whether a violation says that the value was meant for another alternative: a constant is wrong, or even
  // the type.
  enum class Mismatch : std::uint8_t { kNothing, kValue, kType };
  Mismatch mismatch() const { return mismatch_; }
  bool closer_than(const Collector& other) const {
    return std::pair(mismatch_, total_) < std::pair(other.mismatch_, other.total_);
  }
  std::vector<Violation> take() { return std::move(violations_); }

 private:
  const Graph* graph_;
  std::vector<Violation> violations_;
  std::unordered_set<std::uint64_t> seen_;
  std::size_t base_depth_ = 0;
  std::size_t total_ = 0;
  Mismatch mismatch_ = Mismatch::kNothing;
  bool is_probe_ = false;
};

// Instance pointer of `path`.
std::string instance_pointer(const EvaluationPath& path);
// The path through the schema that evaluation took, references included.
std::string evaluation_path(const Graph& graph, const EvaluationPath& path);
// Absolute location of the node's schema: its resource's URI and a pointer, or "#/…".
std::string schema_location(const Graph& graph, NodeId id);

}  // namespace schemagate::json_schema
