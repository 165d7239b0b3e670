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
  explicit Collector(const Graph& graph) : graph_(&graph), kept_max_(graph.limits.violations_max) {}
  // A probe, to tell how close one alternative is that is applied at `base`: its violations are weighed
  // instead of kept.
  Collector(const Graph& graph, const EvaluationPath& base);
  // Keeps the first few violations of one alternative.
  static Collector glance(const Graph& graph);
  bool is_probe() const { return is_probe_; }
  // Otherwise alternatives within count as one violation, or nested ones would multiply.
  bool looks_into_alternatives() const { return looks_into_alternatives_; }
  void weigh(Keyword keyword, const EvaluationPath& path);

  void add(const KeywordFailure& failure, const EvaluationPath& path);
  // A schema that applies twice to one value says the same twice. Knows the first few thousand, and of
  // further ones, of which an instance may have a hundred thousand, some of the latest: to know all of them
  // costs more than to find them.
  bool is_new(Keyword keyword, NodeId node, const void* value, std::string_view name);
  // From then on violations are only counted.
  bool is_full() const { return total_ >= kept_max_; }
  void count() { ++total_; }

  std::size_t total() const { return total_; }
  // Whether a violation says that the value was meant for another alternative: a constant is wrong, or even
  // the type.
  enum class Mismatch : std::uint8_t { kNothing, kValue, kType };
  Mismatch mismatch() const { return mismatch_; }
  bool closer_than(const Collector& other) const {
    return std::pair(mismatch_, total_) < std::pair(other.mismatch_, other.total_);
  }
  bool is_as_close_as(const Collector& other) const {
    return mismatch_ == other.mismatch_ && total_ == other.total_;
  }
  std::size_t kept() const { return violations_.size(); }
  std::vector<Violation>& violations() { return violations_; }
  std::vector<Violation> take() { return std::move(violations_); }

 private:
  const Graph* graph_;
  std::vector<Violation> violations_;
  std::unordered_set<std::uint64_t> known_;
  std::vector<std::uint64_t> latest_;  // each at a place of its own, until another one takes that
  std::size_t kept_max_;
  std::size_t base_depth_ = 0;
  std::size_t total_ = 0;
  Mismatch mismatch_ = Mismatch::kNothing;
  bool is_probe_ = false;
  bool looks_into_alternatives_ = true;
};

}  // namespace schemagate::json_schema
