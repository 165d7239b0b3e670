// The state of one validation: its budget, the dynamic scope, and what is already known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "extension/json_schema/equality.h"
#include "extension/json_schema/graph.h"
#include "extension/json_schema/hash.h"
#include "extension/json_schema/marks.h"

namespace json_schema {

class Run {
 public:
  // `values` of the instance, 0 when unknown: large ones take more steps before results are remembered.
  explicit Run(const Graph& graph, std::size_t values = 0)
      : steps_left_(graph.limits.steps_max),
        depth_max_(graph.limits.depth_max),
        steps_max_(graph.limits.steps_max),
        remember_below_(steps_max_ - std::min(steps_max_, kRememberFrom + kStepsPerValue * values)),
        unbound_(graph.dynamic_anchors) {
    if (graph.dynamic_anchors > few_bindings_.size()) {
      many_bindings_ = std::make_unique<NodeId[]>(graph.dynamic_anchors);
    }
    if (graph.dynamic_anchors > 0) std::fill_n(bindings(), graph.dynamic_anchors, kNoNode);
  }

  // The name of the limit that was hit, empty when none was. From then on every check fails at once.
  std::string_view limit() const { return limit_; }
  void stop(std::string_view limit) {
    if (limit_.empty()) limit_ = limit;
    steps_left_ = 0;
  }
  // Takes `steps` off the budget; false when it is used up.
  bool spend(std::size_t steps) {
    if (steps_left_ > steps) {
      steps_left_ -= steps;
      return true;
    }
    stop("steps_max");
    return false;
  }
  // False when `depth` schemas applied inside one another are too many.
  bool allows(std::uint32_t depth) {
    if (depth < depth_max_) return true;
    stop("depth_max");
    return false;
  }

  // Dynamic scope: the outermost resource that was entered wins.
  NodeId binding(std::uint32_t anchor) const { return bindings()[anchor]; }
  // Entering further resources changes nothing.
  bool all_bound() const { return unbound_ == 0; }
  bool bind(const Binding& binding) {
    NodeId& bound = bindings()[binding.anchor];
    if (bound != kNoNode) return false;
    bound = binding.node;
    --unbound_;
    scope_ ^= mix(binding.anchor, binding.node);
    return true;
  }
  void unbind(const Binding& binding) {
    bindings()[binding.anchor] = kNoNode;
    ++unbound_;
    scope_ ^= mix(binding.anchor, binding.node);
  }

  // Tells collectors of one run apart.
  std::uint32_t next_collector() { return ++collectors_; }

  // Results of shared nodes, kept once a validation has taken more work than ordinary ones do. They make
  // doubling chains of references linear.
  struct Known {
    bool valid;
    Marks marks;
  };
  struct Key {
    NodeId node;
    bool marked;
    std::uint32_t collector;  // 0: the verdict
    const void* value;
    std::uint64_t scope;
    bool operator==(const Key&) const = default;
  };
  bool remembers() const { return steps_left_ < remember_below_; }
  Key key(NodeId node, const void* value, bool marked, std::uint32_t collector) const {
    return {node, marked, collector, value, scope_};
  }
  const Known* find(const Key& key) {
    if (!known_) return nullptr;
    const auto found = known_->find(key);
    if (found == known_->end()) return nullptr;
    ++hits_;
    return &found->second;
  }
  void remember(const Key& key, Known known) {
    if (!known_) known_ = std::make_unique<KnownResults>();
    known_->emplace(key, std::move(known));
    if (known_->size() % kKnownReview == 0) review();
  }

 private:
  static constexpr std::size_t kRememberFrom = 10'000;
  static constexpr std::size_t kStepsPerValue = 16;
  static constexpr std::size_t kKnownReview = 4096;
  static constexpr std::size_t kKnownMax = 64 * kKnownReview;
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return mix(mix(reinterpret_cast<std::uintptr_t>(key.value), key.node * 2ull + (key.marked ? 1 : 0)),
                 key.scope);
    }
  };
  // Remembering pays when results are asked for again; otherwise it pauses for as long as the run has taken.
  void review() {
    const bool pays = hits_ > known_->size() / 8;
    if (!pays || known_->size() >= kKnownMax) known_->clear();
    if (!pays) remember_below_ = steps_left_ - std::min(steps_left_, steps_max_ - steps_left_);
    hits_ = 0;
  }

  using KnownResults = std::unordered_map<Key, Known, KeyHash>;

  NodeId* bindings() { return many_bindings_ ? many_bindings_.get() : few_bindings_.data(); }
  const NodeId* bindings() const { return many_bindings_ ? many_bindings_.get() : few_bindings_.data(); }

  std::size_t steps_left_;
  std::size_t depth_max_;
  std::size_t steps_max_;
  std::size_t remember_below_;  // of steps_left_
  std::size_t hits_ = 0;
  std::string_view limit_;
  std::uint32_t collectors_ = 0;
  std::uint64_t scope_ = 0;
  std::uint32_t unbound_;
  std::array<NodeId, 8> few_bindings_;  // as many as there are dynamic anchors are set
  std::unique_ptr<NodeId[]> many_bindings_;
  std::unique_ptr<KnownResults> known_;
};

// equal_values(), paid from the budget. False, with a limit named, when that does not suffice.
template <class Left, class Right>
bool equal_within(Left left, Right right, Run& run) {
  Comparison comparison;
  const bool same = equal_values(left, right, comparison);
  if (comparison.too_deep) run.stop("depth_max");
  return run.spend(comparison.visited) && same;
}

}  // namespace json_schema
