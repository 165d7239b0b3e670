// The two phases in which the master finds out whether an item was done (section 5.2).
//
//   Verdict verdict = evaluate(planned_item, {.is_done = true, .given = {.abstract = "Oseltamivir 75 mg"}});
//   verdict.check    // "accepted", or the name of the check that failed
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "extension/agent_context/item_output.h"
#include "extension/agent_context/plan.h"

namespace schemagate::agent_context {

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
  // "sha-256:…" of the abstract, or what that is the beginning of, and the data together; empty for not_done.
  std::string evidence = {};
  bool operator==(const Verdict&) const = default;
};

// Checks in this order, and stops at the first that fails: done at all; an abstract that is not blank; of all
// that is kept, however long, schema, terms, pattern, values, length. What an evaluator and a person decide
// comes behind (review.h).
Verdict evaluate(const PlannedItem& planned, const ItemResult& result);

}  // namespace schemagate::agent_context
