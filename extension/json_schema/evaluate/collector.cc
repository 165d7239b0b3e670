#include "extension/json_schema/evaluate/collector.h"

#include <algorithm>
#include <utility>

#include "a2a/json/pointer.h"
#include "extension/json_schema/evaluate/describe.h"
#include "extension/json_schema/evaluate/locations.h"
#include "extension/json_schema/values/hash.h"

namespace schemagate::json_schema {
namespace {

std::size_t instance_depth(const EvaluationPath& path) {
  std::size_t depth = 0;
  for (const EvaluationPath* at = &path; at != nullptr; at = at->parent)
    depth += at->step != EvaluationPath::Step::kSame ? 1u : 0u;
  return depth;
}

// `depth` below the value that the alternatives are applied to.
Collector::Mismatch mismatch_of(Keyword keyword, std::size_t depth) {
  using enum Collector::Mismatch;
  if (depth == 0 && (keyword == Keyword::kType || keyword == Keyword::kFalse)) return kType;
  const bool is_value =
      (keyword == Keyword::kConst && depth <= 1) || (keyword == Keyword::kEnum && depth == 0);
  return is_value ? kValue : kNothing;
}

}  // namespace

Collector::Collector(const Graph& graph, const EvaluationPath& base)
    : graph_(&graph),
      kept_max_(graph.limits.violations_max),
      base_depth_(instance_depth(base)),
      is_probe_(true),
      looks_into_alternatives_(false) {}

Collector Collector::glance(const Graph& graph) {
  constexpr std::size_t kGlancedMax = 16;
  Collector glance(graph);
  glance.kept_max_ = std::min(glance.kept_max_, kGlancedMax);
  glance.looks_into_alternatives_ = false;
  return glance;
}

void Collector::weigh(Keyword keyword, const EvaluationPath& path) {
  mismatch_ = std::max(mismatch_, mismatch_of(keyword, instance_depth(path) - base_depth_));
  ++total_;
}

void Collector::add(const KeywordFailure& failure, const EvaluationPath& path) {
  Violation violation;
  violation.instance_pointer = instance_pointer(path);
  violation.keyword = name_of(failure.keyword);
  violation.schema_location = schema_location(*graph_, path.node);
  violation.evaluation_path = evaluation_path(*graph_, path);
  // A forbidden child's place is the schema `false` under the keyword; elsewhere the keyword is a member.
  if (!graph_->is_false(path.node)) {
    a2a::json_pointer::append_token(violation.schema_location, violation.keyword);
    a2a::json_pointer::append_token(violation.evaluation_path, violation.keyword);
  }
  describe(*graph_, failure, path, violation);
  ++total_;
  violations_.push_back(std::move(violation));
}

bool Collector::is_new(Keyword keyword, NodeId node, const void* value, std::string_view name) {
  constexpr std::size_t kKnownMax = 1 << 12;
  const std::uint64_t where =
      mix(reinterpret_cast<std::uintptr_t>(value),
          std::uint64_t{graph_->nodes[node].self} << 8 | static_cast<std::uint64_t>(keyword));
  const std::uint64_t violation = mix(where, hash_bytes(name, 0));
  if (known_.size() < kKnownMax) return known_.insert(violation).second;
  latest_.resize(kKnownMax);
  return std::exchange(latest_[violation % kKnownMax], violation) != violation;
}

}  // namespace schemagate::json_schema
