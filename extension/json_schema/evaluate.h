// The two questions that can be asked of a Graph, for any instance view.
#pragma once

#include "extension/json_schema/evaluator.h"

namespace json_schema {

template <class View>
Verdict decide(const Graph& graph, View value) {
  Run run(graph);
  const bool valid = Evaluator<View, Mode::kVerdict>(graph, run).check(graph.root, value, nullptr, {});
  if (!run.limit().empty()) return Verdict::kLimit;
  return valid ? Verdict::kValid : Verdict::kInvalid;
}

// Asks for the verdict first: most instances are valid, and then there is nothing to collect.
template <class View>
Report collect(const Graph& graph, View value) {
  if (decide(graph, value) == Verdict::kValid) return {};
  Run run(graph);
  Collector collector(graph);
  const Place root{.node = graph.root};
  const bool valid =
      Evaluator<View, Mode::kCollect>(graph, run, &collector).check(graph.root, value, nullptr, root);
  Report report;
  report.total = collector.total();
  report.violations = collector.take();
  report.limit = run.limit();
  report.verdict = !report.limit.empty() ? Verdict::kLimit : valid ? Verdict::kValid : Verdict::kInvalid;
  return report;
}

}  // namespace json_schema
