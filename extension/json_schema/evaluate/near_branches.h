// Words for alternatives of which none matches and several are equally near: what each of them wants.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "extension/json_schema/evaluate/collector.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

// Collects the words, then adds them to the first violation of the first alternative.
class NearBranches {
 public:
  // `violations` are those of the first alternative, at least one.
  NearBranches(const Graph& graph, std::span<Violation> violations)
      : graph_(graph), violations_(violations) {}

  // Few are told: more are no help.
  bool has_room() const { return looked_at_ < kOthersMax; }
  // Another one with its violations, of which two are told. What the first one says as well is left out, and
  // so is an alternative of which nothing else is left.
  void add(std::size_t position, NodeId branch, Collector& violations);
  // Says which alternative the violations are of, and what was added. `near` are equally near, with the
  // first.
  void write(std::size_t position, NodeId branch, std::size_t near);

 private:
  static constexpr std::size_t kOthersMax = 2;
  static constexpr std::size_t kWishesMax = 2;
  std::string name_of(std::size_t position, NodeId branch) const;
  std::string wish_of(const Violation& violation) const;
  bool is_said(const Violation& violation) const;

  const Graph& graph_;
  std::span<Violation> violations_;
  std::string others_;
  std::size_t looked_at_ = 0;
};

}  // namespace schemagate::json_schema
