#include "extension/agent_context/review.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/answer_reading.h"
#include "extension/agent_context/item_output.h"
#include "extension/agent_context/outgoing_lint.h"

namespace schemagate::agent_context {
namespace {

constexpr std::size_t kReasonBytesMax = 400;
constexpr std::string_view kForm =
    R"(Answer with JSON and nothing else: {"accepted": true or false, "reason": "in one sentence"})";

struct Said {
  bool accepted = false;
  std::string reason = {};
};

std::optional<Said> read_verdict(std::string_view json) {
  const auto tree = a2a::parse_tree(a2a::text::trimmed(json, a2a::text::kWhiteSpace));
  if (!tree) return std::nullopt;
  const a2a::JsonTree* accepted = a2a::find_member(*tree, "accepted");
  if (accepted == nullptr || !accepted->is_boolean()) return std::nullopt;
  const std::string* reason = a2a::find_string(*tree, "reason");
  return Said{accepted->get<bool>(), reason != nullptr ? *reason : std::string()};
}

std::optional<Said> find_verdict(const AgentOutput& output) {
  for (const std::string& data : output.data) {
    if (auto said = read_verdict(data)) return said;
  }
  return read_verdict(output.text);
}

const PlannedItem& planned_item(const PlanRun& run, std::size_t sub_task, std::size_t item) {
  return run.plan().sub_tasks[sub_task].items[item];
}

ItemResult result_of(const PlanRun& run, std::size_t sub_task, std::size_t item) {
  const auto& results = run.progress(sub_task).results;
  const auto found = std::ranges::find(results, item, &ItemResult::item);
  return found != results.end() ? *found : ItemResult{.item = item};
}

std::string shown(const PlanRun& run, std::size_t sub_task, std::size_t item) {
  const ItemResult result = result_of(run, sub_task, item);
  const ItemWords words = words_of(result.given);
  std::string text = "\n\n" + planned_item(run, sub_task, item).id + ": " +
                     quoted_lines(words_within(words, kOutputBytesMax));
  if (!result.given.data.empty() && result.given.data != words.kept) text += "\n\nData: " + result.given.data;
  return text;
}

Verdict verdict_of(const PlanRun& run, std::size_t sub_task, std::size_t item, std::string_view check,
                   const Said& said) {
  Verdict verdict = evaluate(planned_item(run, sub_task, item), result_of(run, sub_task, item));
  verdict.item = item;
  verdict.accepted = said.accepted;
  verdict.check = check;
  verdict.reason = said.accepted ? std::string() : a2a::text::shortened(said.reason, kReasonBytesMax);
  return verdict;
}

}  // namespace

std::size_t evaluator_of(const PlanRun& run, std::size_t sub_task, std::size_t item) {
  return planned_item(run, sub_task, item).check.evaluator->agent;
}

a2a::Result<a2a::Message> evaluator_message(const PlanRun& run, std::size_t sub_task, std::size_t item) {
  a2a::Message message{.message_id = run.message_id(run.review_call_of(sub_task, item)),
                       .role = a2a::Role::kUser};
  message.parts.push_back({.content = planned_item(run, sub_task, item).check.evaluator->ask +
                                      shown(run, sub_task, item) + "\n\n" + std::string(kForm)});
  if (auto done = lint_outgoing(run, sub_task, message); !done) return std::unexpected(done.error());
  return message;
}

a2a::Result<Verdict> read_evaluator(const PlanRun& run, std::size_t sub_task, std::size_t item,
                                    const a2a::SendResult& answer) {
  const auto* task = std::get_if<a2a::Task>(&answer);
  const bool has_settled = task == nullptr || task->status.state == a2a::TaskState::kCompleted;
  std::optional<Said> said;
  if (has_settled)
    said = find_verdict(task != nullptr ? output_of(*task) : output_of(std::get<a2a::Message>(answer)));
  if (said) return verdict_of(run, sub_task, item, kEvaluatorCheck, *said);
  return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse,
                   has_settled ? "what it answered is no verdict"
                               : "its task is " + std::string(a2a::name_v0_3(task->status.state)));
}

std::string person_question(const PlanRun& run, std::size_t sub_task, std::size_t item) {
  return planned_item(run, sub_task, item).check.person + shown(run, sub_task, item) +
         "\n\nAnswer yes to accept it; any other answer is the reason why not.";
}

Verdict person_verdict(const PlanRun& run, std::size_t sub_task, std::size_t item, std::string_view answer) {
  const std::string_view words = a2a::text::trimmed(answer, a2a::text::kWhiteSpace);
  const auto said = read_verdict(words);
  const bool is_yes = a2a::text::equals_ignore_case(words, "yes");
  return verdict_of(run, sub_task, item, kPersonCheck, said ? *said : Said{is_yes, std::string(words)});
}

std::optional<std::size_t> who_asks(const PlanRun& run) {
  std::optional<std::size_t> person;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run.progress(i).call_state == CallState::kAsking) return i;
    const auto review = person ? std::nullopt : run.review_of(i);
    if (review && review->is_person) person = i;
  }
  return person;
}

RunEventBody answer_to(const PlanRun& run, std::string text) {
  return answer_to(run, who_asks(run).value_or(run.size()), std::move(text));
}

RunEventBody answer_to(const PlanRun& run, std::size_t sub_task, std::string text) {
  const bool is_of_agent = sub_task >= run.size() || run.progress(sub_task).call_state == CallState::kAsking;
  const auto review = is_of_agent ? std::nullopt : run.review_of(sub_task);
  if (!review) return QuestionAnswered{sub_task, std::move(text)};
  return ItemReviewed{sub_task, run.progress(sub_task).round,
                      person_verdict(run, sub_task, review->item, text)};
}

std::string question_of(const PlanRun& run, std::size_t sub_task) {
  const SubTaskProgress& progress = run.progress(sub_task);
  if (progress.call_state == CallState::kAsking) return progress.question;
  const auto review = run.review_of(sub_task);
  return review && review->is_person ? person_question(run, sub_task, review->item) : std::string();
}

}  // namespace schemagate::agent_context
