// The two phases in which the master finds out whether an item was done (section 5.2).
//
//   Verdict verdict = evaluate(planned_item, {.is_done = true, .abstract = "Oseltamivir 75 mg"});
//   verdict.check    // "accepted", or the name of the check that failed
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "extension/agent_context/plan.h"

namespace schemagate::agent_context {

// Bytes of linked data that are kept and checked; more is a failed check.
inline constexpr std::size_t kLinkedDataMax = 256 << 10;

// What came back for one item.
struct ItemResult {
  std::size_t item = 0;  // index into PlannedSubTask::items
  // What the agent, or the state of its task, says.
  bool is_done = false;
  std::string abstract = {};
  // JSON; empty: none came.
  std::string data = {};
  bool operator==(const ItemResult&) const = default;
};

// Verdict::check of an item that the agent did not complete.
inline constexpr std::string_view kNotDone = "not_done";
// And how its reason begins, with what the agent says behind a colon.
inline constexpr std::string_view kNotCompleted = "the agent did not complete it";
// The same of one that somebody else has decided on (review.h).
inline constexpr std::string_view kEvaluatorCheck = "evaluator";
inline constexpr std::string_view kPersonCheck = "person";

// Recorded: what was decided, by which check, on which evidence.
struct Verdict {
  std::size_t item = 0;
  bool accepted = false;
  // "accepted", "not_done" (the first phase; nothing further was looked at), "abstract", "schema",
  // "must_have", "pattern", "at", "min_length", "evaluator" or "person".
  std::string check = {};
  // For readers: what was expected. Empty when accepted.
  std::string reason = {};
  // "sha-256:…" of the abstract and the data together; empty for not_done.
  std::string evidence = {};
  bool operator==(const Verdict&) const = default;
};

// Checks in this order, and stops at the first that fails: done at all; an abstract that is not blank;
// schema, terms, pattern, values, length. What an evaluator and a person decide comes behind (review.h).
Verdict evaluate(const PlannedItem& planned, const ItemResult& result);

}  // namespace schemagate::agent_context
