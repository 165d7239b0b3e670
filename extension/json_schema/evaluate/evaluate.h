// The questions that can be asked of a Graph, for any instance view.
#pragma once

#include "extension/json_schema/evaluate/evaluate_alternatives.h"
#include "extension/json_schema/evaluate/evaluate_annotations.h"
#include "extension/json_schema/evaluate/evaluate_arrays.h"
#include "extension/json_schema/evaluate/evaluate_logic.h"
#include "extension/json_schema/evaluate/evaluate_node.h"
#include "extension/json_schema/evaluate/evaluate_numbers.h"
#include "extension/json_schema/evaluate/evaluate_objects.h"
#include "extension/json_schema/evaluate/evaluate_references.h"
#include "extension/json_schema/evaluate/evaluate_strings.h"
#include "extension/json_schema/evaluate/evaluate_values.h"
#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/evaluate/fast_alternatives.h"
#include "extension/json_schema/evaluate/fast_arrays.h"
#include "extension/json_schema/evaluate/fast_keywords.h"
#include "extension/json_schema/evaluate/fast_paths.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

template <class View>
Verdict decide(const Graph& graph, View value) {
  EvaluationContext context(graph, value.weight());
  const bool valid = Evaluator<View, Mode::kVerdict>(graph, context).check_root(value);
  if (context.is_stopped()) return Verdict::kLimit;
  return valid ? Verdict::kValid : Verdict::kInvalid;
}

// The limit that decide() hits. Looks again, so that who asks for the verdict alone does not pay for it.
template <class View>
std::string_view limit_of(const Graph& graph, View value) {
  EvaluationContext context(graph, value.weight());
  Evaluator<View, Mode::kVerdict>(graph, context).check(graph.root, value, nullptr, Depth());
  return context.limit();
}

// Whoever asks what is wrong with what does not match gets an answer even when the budget ends before it is
// found.
inline void add_limit_violation(Report& report) {
  Violation whole;
  whole.schema_location = "#";
  whole.message = "does not match; what is wrong was not found within the limit " + report.limit;
  report.violations.push_back(std::move(whole));
  report.total = 1;
}

// Asks for the verdict first: most instances are valid, and then there is nothing to collect. A limit that
// only collecting hits shortens the list and leaves the verdict.
template <class View>
Report collect(const Graph& graph, View value) {
  Report report;
  report.verdict = decide(graph, value);
  if (report.verdict == Verdict::kValid) return report;
  EvaluationContext context(graph, value.weight());
  Collector collector(graph);
  const EvaluationPath root{.node = graph.root};
  Evaluator<View, Mode::kCollect>(graph, context, &collector).check(graph.root, value, nullptr, root);
  report.total = collector.total();
  report.violations = collector.take();
  report.limit = context.limit();
  if (report.verdict == Verdict::kLimit) report.limit = limit_of(graph, value);
  if (report.verdict == Verdict::kInvalid && report.total == 0) add_limit_violation(report);
  return report;
}

// The identities of the numbers that the schema takes as integers only; none when it does not take the value.
template <class View>
std::vector<const void*> find_integers(const Graph& graph, View value) {
  EvaluationContext context(graph, value.weight());
  Annotator annotator(graph, Annotator::Wanted::kIntegers);
  const EvaluationPath root{.node = graph.root};
  Evaluator<View, Mode::kAnnotate>(graph, context, &annotator).check(graph.root, value, nullptr, root);
  if (context.is_stopped()) return {};
  return annotator.take_integers();
}

template <class View>
Annotations annotate(const Graph& graph, View value) {
  EvaluationContext context(graph, value.weight());
  Annotator annotator(graph);
  const EvaluationPath root{.node = graph.root};
  const bool valid =
      Evaluator<View, Mode::kAnnotate>(graph, context, &annotator).check(graph.root, value, nullptr, root);
  Annotations annotations;
  annotations.limit = context.limit();
  if (context.is_stopped()) {
    annotations.verdict = Verdict::kLimit;
  } else if (!valid) {
    annotations.verdict = Verdict::kInvalid;
  } else {
    annotations.found = annotator.take();
  }
  return annotations;
}

}  // namespace schemagate::json_schema
