// The state of one validation: its budget, the dynamic scope, and cached results.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "extension/json_schema/evaluate/evaluated_set.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/values/equality.h"
#include "extension/json_schema/values/hash.h"
#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

class EvaluationContext {
 public:
  // `values` of the instance, 0 when unknown: large ones take more steps before results are cached.
  explicit EvaluationContext(const Graph& graph, std::size_t values = 0)
      : steps_max_(graph.limits.steps_max),
        depth_max_(graph.limits.depth_max),
        cache_from_(kCacheFromSteps + kStepsPerValue * values),
        unbound_(graph.dynamic_anchors) {
    if (unbound_ > 0) unbind_all();
  }

  // A limit was hit: from then on every check fails at once.
  bool is_stopped() const { return limit_ != nullptr; }
  // Its name, empty when there is none.
  std::string_view limit() const { return limit_ == nullptr ? std::string_view() : limit_; }
  JSON_SCHEMA_APART void stop(const char* limit) {
    if (limit_ == nullptr) limit_ = limit;
    steps_max_ = 0;
  }
  // Takes `steps` off the step budget; false when it is used up.
  JSON_SCHEMA_INLINE bool spend(std::size_t steps) {
    steps_ += steps;
    if (steps_ < steps_max_) return true;
    stop("steps_max");
    return false;
  }
  // spend() of the first steps: what was spent before does not count. An instruction less.
  JSON_SCHEMA_INLINE bool spend_first(std::size_t steps) {
    steps_ = 0;
    return spend(steps);
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

  // Tells collectors of one validation apart.
  std::uint32_t next_collector() { return ++collectors_; }

  // Results of shared nodes, cached once a validation has taken more steps than ordinary ones do. They make
  // doubling chains of references linear.
  struct CachedResult {
    bool valid;
    EvaluatedSet evaluated;
  };
  struct Key {
    NodeId node;
    bool marked;
    std::uint32_t collector;  // 0: the verdict
    const void* value;
    std::uint64_t scope;
    bool operator==(const Key&) const = default;
  };
  bool caches_results() const { return steps_ > cache_from_; }
  Key key(NodeId node, const void* value, bool marked, std::uint32_t collector) const {
    return {node, marked, collector, value, scope_};
  }
  const CachedResult* find(const Key& key) {
    if (!rare_) return nullptr;
    const auto found = rare_->results.find(key);
    if (found == rare_->results.end()) return nullptr;
    ++rare_->hits;
    return &found->second;
  }
  void cache(const Key& key, CachedResult result) {
    if (!rare_) rare_ = std::make_unique<RareState>();
    rare_->results.emplace(key, std::move(result));
    if (rare_->results.size() % kCacheReview == 0) review();
  }

 private:
  static constexpr std::size_t kCacheFromSteps = 10'000;
  static constexpr std::size_t kStepsPerValue = 16;
  static constexpr std::size_t kCacheReview = 4096;
  static constexpr std::size_t kCacheMax = 64 * kCacheReview;
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return mix(mix(reinterpret_cast<std::uintptr_t>(key.value), key.node * 2ull + (key.marked ? 1 : 0)),
                 key.scope);
    }
  };
  // What most validations never need, in one piece to keep their start short.
  struct RareState {
    std::unordered_map<Key, CachedResult, KeyHash> results;
    std::size_t hits = 0;
    std::vector<NodeId> bindings;
  };
  // Caching pays off when results are asked for again; otherwise it pauses for as many steps as the
  // validation has taken.
  void review() {
    const bool pays = rare_->hits > rare_->results.size() / 8;
    if (!pays || rare_->results.size() >= kCacheMax) rare_->results.clear();
    if (!pays) cache_from_ = 2 * steps_;
    rare_->hits = 0;
  }
  JSON_SCHEMA_APART void unbind_all() {
    if (unbound_ <= few_bindings_.size()) {
      std::fill_n(few_bindings_.begin(), unbound_, kNoNode);
    } else {
      rare_ = std::make_unique<RareState>();
      rare_->bindings.assign(unbound_, kNoNode);
    }
  }
  bool has_many_bindings() const { return rare_ && !rare_->bindings.empty(); }
  NodeId* bindings() { return has_many_bindings() ? rare_->bindings.data() : few_bindings_.data(); }
  const NodeId* bindings() const {
    return has_many_bindings() ? rare_->bindings.data() : few_bindings_.data();
  }

  std::size_t steps_ = 0;
  std::size_t steps_max_;
  std::size_t depth_max_;
  std::size_t cache_from_;  // of steps_
  const char* limit_ = nullptr;
  std::uint32_t collectors_ = 0;
  std::uint32_t unbound_;
  std::uint64_t scope_ = 0;
  std::array<NodeId, 8> few_bindings_;  // as many as there are dynamic anchors are set
  std::unique_ptr<RareState> rare_;
};

// equal_values() within the step budget. False, with a limit named, when that does not suffice.
template <class Left, class Right>
bool equal_within(Left left, Right right, EvaluationContext& context) {
  Comparison comparison;
  const bool same = equal_values(left, right, comparison);
  if (comparison.too_deep) context.stop("depth_max");
  return context.spend(comparison.visited) && same;
}

}  // namespace schemagate::json_schema
