#include "extension/agent_context/run_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/item_output.h"

namespace schemagate::agent_context {
namespace {

void append_item(std::string& out, const PlannedItem& planned, const ItemProgress& item) {
  out += '{';
  a2a::append_string_member(out, "itemId", planned.id);
  if (!planned.from.empty()) a2a::append_string_member(out, "from", planned.from);
  out += item.accepted ? R"(,"accepted":true)" : R"(,"accepted":false)";
  const ItemOutput& given = item.given;
  if (!given.abstract.empty()) a2a::append_string_member(out, "outputabstract", given.abstract);
  append_output_members(out, given);
  out += '}';
}

// In the last round; empty: none was.
std::string_view refused_reference(const SubTaskProgress& progress) {
  std::string_view reason;
  for (std::size_t i = progress.remarks_before; i < progress.remarks.size(); ++i) {
    const Remark& remark = progress.remarks[i];
    if (remark.kind == RemarkKind::kReferenceRefused) reason = remark.text;
  }
  return reason;
}

void append_sub_task(std::string& out, const Plan& plan, const PlannedSubTask& planned,
                     const SubTaskProgress& progress) {
  out += '{';
  a2a::append_string_member(out, "id", planned.id);
  a2a::append_string_member(out, "agent", plan.agents[planned.agent].id);
  a2a::append_string_member(out, "goal", planned.goal);
  a2a::append_string_member(out, "state", name(progress.state));
  if (!progress.reason.empty()) a2a::append_string_member(out, "reason", progress.reason);
  const std::string_view refused = refused_reference(progress);
  if (!refused.empty()) a2a::append_string_member(out, "referenceRefused", refused);
  out += R"(,"items":[)";
  for (std::size_t i = 0; i < planned.items.size(); ++i) {
    if (i > 0) out += ',';
    append_item(out, planned.items[i], progress.items[i]);
  }
  out += "]}";
}

constexpr std::size_t kReasonsBytesMax = 2'000;
constexpr std::string_view kDidNotCancel = "its agent did not cancel: ";

// Empty: its agent has canceled what was asked, or was not asked.
std::string cancel_refusal(const SubTaskProgress& progress) {
  const auto refused = std::ranges::find(progress.remarks, RemarkKind::kCancelRefused, &Remark::kind);
  if (refused == progress.remarks.end()) return {};
  return std::string(kDidNotCancel) + refused->text;
}

void append_reason(std::string& out, const PlanRun& run, std::size_t sub_task, const std::string& reason) {
  out.append(out.empty() ? "" : "; ").append(run.plan().sub_tasks[sub_task].goal).append(": ") += reason;
}

}  // namespace

std::string results_of(const PlanRun& run) {
  std::string out = "{";
  a2a::append_string_member(out, "outcome", name(outcome_of(run)));
  out += R"(,"subtasks":[)";
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (i > 0) out += ',';
    append_sub_task(out, run.plan(), run.plan().sub_tasks[i], run.progress(i));
  }
  return out + "]}";
}

std::string reasons_of(const PlanRun& run) {
  std::string out = run.is_canceled() ? std::string(kRunCanceled) : std::string();
  for (std::size_t i = 0; i < run.size() && out.size() <= kReasonsBytesMax; ++i) {
    const SubTaskProgress& progress = run.progress(i);
    // One that was canceled has the reason of the whole.
    if (progress.state != SubTaskState::kCanceled && !progress.reason.empty())
      append_reason(out, run, i, progress.reason);
    const std::string refusal = cancel_refusal(progress);
    if (!refusal.empty()) append_reason(out, run, i, refusal);
  }
  return a2a::text::shortened(out, kReasonsBytesMax);
}

std::string context_reasons_of(const PlanRun& run) {
  if (run.size() != 1) return reasons_of(run);
  const std::string refusal = cancel_refusal(run.progress(0));
  if (refusal.empty()) return run.progress(0).reason;
  return a2a::text::shortened(run.progress(0).reason + "; " + refusal, kReasonsBytesMax);
}

TaskContext task_context_of(const PlanRun& run, std::string_view task_id) {
  return task_context_of(run, GoalBoard(run), task_id);
}

TaskContext task_context_of(const PlanRun& run, const GoalBoard& board, std::string_view task_id) {
  const Plan& plan = run.plan();
  TaskContext task{
      .task_id = std::string(task_id),
      .user_query =
          plan.query.render(run.input(), [](const OutputPlace&) { return std::nullopt; }).value_or(""),
      .task_name = plan.name,
      .task_description = plan.description,
      .goals = board.goals(),
      .overall = board.overall()};
  if (!plan.include_times) return task;
  task.start_time = utc_text(run.started());
  if (run.is_finished()) task.end_time = utc_text(run.last_change());
  return task;
}

std::string_view name(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::kOpen:
      return "open";
    case RunOutcome::kCompleted:
      return "completed";
    case RunOutcome::kRejected:
      return "rejected";
    case RunOutcome::kFailed:
      return "failed";
    case RunOutcome::kCanceled:
      return "canceled";
    case RunOutcome::kPartial:
      return "partial";
  }
  std::unreachable();
}

RunOutcome outcome_of(const PlanRun& run) {
  if (!run.is_finished()) return RunOutcome::kOpen;
  std::size_t completed = 0;
  bool agent_failed = false;
  for (std::size_t i = 0; i < run.size(); ++i) {
    completed += run.progress(i).state == SubTaskState::kCompleted ? 1 : 0;
    agent_failed = agent_failed || run.progress(i).failure == FailureKind::kAgent;
  }
  if (completed == run.size()) return RunOutcome::kCompleted;
  if (run.is_canceled()) return RunOutcome::kCanceled;
  if (completed > 0) return RunOutcome::kPartial;
  return agent_failed ? RunOutcome::kFailed : RunOutcome::kRejected;
}

std::string utc_text(std::int64_t time) {
  using std::chrono::days;
  using std::chrono::milliseconds;
  const std::chrono::sys_time<milliseconds> instant{milliseconds(time)};
  const auto day = std::chrono::floor<days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(instant - day);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()),
                static_cast<int>(clock.subseconds().count()));
  return text.data();
}

}  // namespace schemagate::agent_context
