// The checks of a plan that somebody else decides, once all others hold: an evaluator, which is an agent that
// says in data what it thinks of an item, and a person.
//
//   if (const auto review = run.review_of(sub_task); review && !review->is_person) {
//     auto message = evaluator_message(run, sub_task, review->item);
//     record_and_apply(CallStarted{run.review_call_of(sub_task, review->item), 1});
//     ... send it to the agent of evaluator_of(run, sub_task, review->item) ...
//     auto verdict = read_evaluator(run, sub_task, review->item, result);
//     record_and_apply(ItemReviewed{sub_task, round, *verdict});
//   }
//
// Pure; safe from any thread while the run is not changed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

// Index into Plan::agents. REQUIRES: the item has an evaluator.
std::size_t evaluator_of(const PlanRun& run, std::size_t sub_task, std::size_t item);
// The question of the plan with what the item's agent gave, and nothing else of the run; the same each time,
// under an id of its own. Errors: those of the lint.
a2a::Result<a2a::Message> evaluator_message(const PlanRun& run, std::size_t sub_task, std::size_t item);
// Its verdict: {"accepted": true | false, "reason": "…"}, as data, or as a text that is nothing else. Errors:
// kInvalidAgentResponse where there is none; prose is no verdict.
a2a::Result<Verdict> read_evaluator(const PlanRun& run, std::size_t sub_task, std::size_t item,
                                    const a2a::SendResult& answer);

// What a person is asked: the question of the plan, and what the item's agent gave.
std::string person_question(const PlanRun& run, std::size_t sub_task, std::size_t item);
// Accepted by "yes", or by {"accepted": true}; by nothing else, whatever it says is the reason.
Verdict person_verdict(const PlanRun& run, std::size_t sub_task, std::size_t item, std::string_view answer);

// The subtask that asks whoever started the run: the first whose agent does, else the first that a person is
// to decide on; nullopt: none.
std::optional<std::size_t> who_asks(const PlanRun& run);
// What it asks; empty: nothing.
std::string question_of(const PlanRun& run, std::size_t sub_task);
// The answer to that as an event: QuestionAnswered, or ItemReviewed. Where nobody asks it fits no run.
RunEventBody answer_to(const PlanRun& run, std::string text);
// The same to what that subtask asks.
RunEventBody answer_to(const PlanRun& run, std::size_t sub_task, std::string text);

}  // namespace schemagate::agent_context
