// Collects the keywords that fail as Violations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/evaluate/keyword_failure.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

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
  // A schema that applies twice to one value says the same twice. Knows the first few thousand, and of
  // further ones, of which an instance may have a hundred thousand, some of the latest: to know all of them
  // costs more than to find them.
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
  std::unordered_set<std::uint64_t> known_;
  std::vector<std::uint64_t> latest_;  // each at a place of its own, until another one takes that
  std::size_t base_depth_ = 0;
  std::size_t total_ = 0;
  Mismatch mismatch_ = Mismatch::kNothing;
  bool is_probe_ = false;
};

}  // namespace schemagate::json_schema
