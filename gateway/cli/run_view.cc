#include "gateway/cli/run_view.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "a2a/json/tree.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/review.h"
#include "extension/agent_context/run_report.h"
#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using agent_context::CallKey;
using agent_context::CallOutcome;
using agent_context::PlannedSubTask;
using agent_context::PlanRun;
using agent_context::RunOutcome;
using agent_context::SubTaskProgress;
using agent_context::SubTaskState;
using agent_context::Verdict;

constexpr std::size_t kAbstractShown = 300;

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::size_t id_width(const PlanRun& run) {
  constexpr std::size_t kWidest = 24;
  std::size_t width = 0;
  for (const PlannedSubTask& task : run.plan().sub_tasks) width = std::max(width, task.id.size());
  return std::min(width, kWidest);
}

std::string shown(std::string_view text) {
  return printable_line(a2a::text::shortened(text, kAbstractShown));
}

// Of each event, what a reader wants to know.
struct Liner {
  const PlanRun& run;

  const PlannedSubTask& planned(std::size_t sub_task) const { return run.plan().sub_tasks[sub_task]; }
  std::string line(std::size_t sub_task, const std::string& text) const {
    return padded(planned(sub_task).id, id_width(run)) + "  " + text;
  }
  std::string agent(std::size_t sub_task) const { return run.plan().agents[planned(sub_task).agent].name; }

  std::string evaluator(const CallKey& call) const {
    const auto& item = planned(call.sub_task).items[static_cast<std::size_t>(call.item)];
    return printable_line(run.plan().agents[item.check.evaluator->agent].name) + "  decides on " + item.id;
  }

  std::string operator()(const agent_context::CallStarted& event) const {
    const CallKey& call = event.call;
    if (call.turn == CallKey::kReview) return line(call.sub_task, "-> " + evaluator(call));
    std::string text = "-> " + printable_line(agent(call.sub_task));
    if (call.item != CallKey::kAllItems)
      text += "  " + planned(call.sub_task).items[static_cast<std::size_t>(call.item)].id;
    if (call.round > 1) text += "  round " + std::to_string(call.round);
    // A task that is known is asked for, and its message not sent again.
    const bool follows = event.attempt > 1 && !run.progress(call.sub_task).task_id.empty();
    if (follows) text += "  follows its task";
    if (event.attempt > 1) text += "  attempt " + std::to_string(event.attempt);
    return line(call.sub_task, text);
  }
  std::string operator()(const agent_context::RecordStored&) const { return {}; }
  std::string operator()(const agent_context::OutputStored&) const { return {}; }
  std::string operator()(const agent_context::CallAccepted&) const { return {}; }
  std::string operator()(const agent_context::CallEnded& event) const {
    if (event.outcome == CallOutcome::kAnswered) return line(event.call.sub_task, "<- answered");
    return line(event.call.sub_task, "<- " + std::string(name(event.outcome)) +
                                         (event.text.empty() ? "" : ": " + shown(event.text)));
  }
  std::string operator()(const agent_context::QuestionAnswered& event) const {
    return line(event.sub_task, "the question is answered");
  }
  std::string operator()(const agent_context::ItemReviewed& event) const {
    const Verdict& verdict = event.verdict;
    return line(event.sub_task, planned(event.sub_task).items[verdict.item].id + " " + verdict.check + ": " +
                                    (verdict.accepted ? "accepted" : shown(verdict.reason)));
  }
  std::string operator()(const agent_context::RoundEvaluated& event) const {
    std::string text;
    for (const Verdict& verdict : event.verdicts) {
      text += (text.empty() ? "" : "; ") + planned(event.sub_task).items[verdict.item].id + " " +
              (verdict.accepted ? "accepted" : verdict.check + ": " + shown(verdict.reason));
    }
    return line(event.sub_task, text);
  }
  std::string operator()(const agent_context::SubTaskRefused& event) const {
    return line(event.sub_task, "not sent: " + shown(event.reason));
  }
  std::string operator()(const agent_context::CancelRequested&) const { return "canceling"; }
  std::string operator()(const agent_context::CancelRefused& event) const {
    return line(event.sub_task, "would not be canceled: " + shown(event.reason));
  }
  std::string operator()(const agent_context::Resumed&) const { return "resumed"; }
};

// What its agent said in the latest round of an item that was not accepted; empty: nothing.
std::string said_of(const SubTaskProgress& progress, std::size_t item) {
  const auto result = std::ranges::find(progress.results, item, &agent_context::ItemResult::item);
  const bool is_rejected =
      !progress.items[item].accepted && progress.items[item].verdict.check != agent_context::kNotDone;
  return is_rejected && result != progress.results.end() ? result->given.abstract : std::string();
}

void show_items(std::ostream& out, const PlannedSubTask& planned, const SubTaskProgress& progress) {
  for (std::size_t i = 0; i < planned.items.size(); ++i) {
    const auto& item = progress.items[i];
    if (item.accepted) {
      out << "      " << planned.items[i].id << "  " << shown(item.given.abstract) << "\n";
    } else if (!item.verdict.check.empty()) {
      out << "      " << planned.items[i].id << "  " << item.verdict.check << ": "
          << shown(item.verdict.reason) << "\n";
      if (const std::string said = said_of(progress, i); !said.empty())
        out << "          it said: " << shown(said) << "\n";
    }
  }
}

JsonTree verdict_json(const Verdict& verdict) {
  return {{"check", verdict.check}, {"reason", verdict.reason}, {"evidence", verdict.evidence}};
}

JsonTree item_json(const PlannedSubTask& planned, const SubTaskProgress& progress, std::size_t index) {
  const auto& item = progress.items[index];
  JsonTree tree = {{"itemId", planned.items[index].id}, {"accepted", item.accepted}};
  const agent_context::ItemOutput& given = item.given;
  if (item.accepted) tree["outputabstract"] = given.abstract;
  if (!given.output.empty()) tree["output"] = given.output;
  if (given.output_bytes > 0) tree["outputCut"] = true, tree["outputSize"] = given.output_bytes;
  if (given.data_bytes > 0) tree["dataCut"] = true, tree["dataSize"] = given.data_bytes;
  if (!given.data.empty()) {
    auto data = a2a::parse_tree(given.data);
    if (data) tree["data"] = *std::move(data);
  }
  if (!item.verdict.check.empty()) tree["verdict"] = verdict_json(item.verdict);
  return tree;
}

JsonTree round_json(const PlannedSubTask& planned, const agent_context::RoundEvaluated& round) {
  JsonTree verdicts = JsonTree::array();
  for (const Verdict& verdict : round.verdicts) {
    JsonTree one = {{"itemId", planned.items[verdict.item].id}, {"accepted", verdict.accepted}};
    one.update(verdict_json(verdict));
    verdicts.push_back(std::move(one));
  }
  return {{"round", round.round}, {"verdicts", std::move(verdicts)}};
}

JsonTree sub_task_json(const PlanRun& run, std::size_t index) {
  const PlannedSubTask& planned = run.plan().sub_tasks[index];
  const SubTaskProgress& progress = run.progress(index);
  JsonTree tree = {{"id", planned.id},
                   {"SubTaskID", run.sub_task_id(index)},
                   {"AgentID", run.plan().agents[planned.agent].id},
                   {"state", name(progress.state)},
                   {"round", progress.round}};
  if (!progress.reason.empty()) tree["reason"] = progress.reason;
  const std::string question = agent_context::question_of(run, index);
  if (!question.empty()) tree["question"] = question;
  if (!progress.remarks.empty()) tree["remarks"] = texts_of(progress.remarks);
  tree["items"] = JsonTree::array();
  for (std::size_t i = 0; i < planned.items.size(); ++i)
    tree["items"].push_back(item_json(planned, progress, i));
  return tree;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + printable_line(text);
  return all;
}

// What an accepted item has passed: " by schema, pattern"; empty where being done was enough.
std::string passed(const agent_context::ItemCheck& check) {
  std::string names;
  const auto add = [&names](bool is_there, std::string_view name) {
    if (is_there) names.append(names.empty() ? " by " : ", ").append(name);
  };
  add(check.schema.has_value(), "schema");
  add(!check.must_have.empty(), "must_have");
  add(!check.pattern.empty(), "pattern");
  add(!check.at.empty(), "at");
  add(check.min_length > 0, "min_length");
  add(check.evaluator.has_value(), agent_context::kEvaluatorCheck);
  add(!check.person.empty(), agent_context::kPersonCheck);
  return names;
}

std::string verdict_text(const PlannedSubTask& planned, const Verdict& verdict) {
  std::string text = planned.items[verdict.item].id + "  " + verdict.check;
  if (verdict.accepted) text += passed(planned.items[verdict.item].check);
  if (!verdict.reason.empty()) text += ": " + shown(verdict.reason);
  if (!verdict.evidence.empty()) text += "  evidence " + verdict.evidence;
  return text;
}

// Of the rounds before the last one.
void explain_earlier_rounds(std::ostream& out, const PlanRun& run, std::size_t index,
                            const std::vector<agent_context::RoundEvaluated>& rounds) {
  int last_round = 0;
  for (const agent_context::RoundEvaluated& round : rounds)
    last_round = round.sub_task == index ? std::max(last_round, round.round) : last_round;
  for (const agent_context::RoundEvaluated& round : rounds) {
    if (round.sub_task != index) continue;
    for (const Verdict& verdict : round.verdicts) {
      const bool is_latest = verdict.accepted || round.round == last_round;
      if (is_latest) continue;
      out << "  " << padded("round " + std::to_string(round.round), 9) << "  "
          << verdict_text(run.plan().sub_tasks[index], verdict) << "\n";
    }
  }
}

void explain_sub_task(std::ostream& out, const PlanRun& run, std::size_t index,
                      const std::vector<agent_context::RoundEvaluated>& rounds) {
  const PlannedSubTask& planned = run.plan().sub_tasks[index];
  const SubTaskProgress& progress = run.progress(index);
  out << planned.id << "  " << name(progress.state)
      << (progress.reason.empty() ? "" : ": " + shown(progress.reason)) << "\n  agent      "
      << printable_line(run.plan().agents[planned.agent].name) << ", delivery "
      << name(run.delivery_of(index)) << "\n";
  std::vector<std::string> after;
  after.reserve(planned.after.size());
  for (const std::size_t other : planned.after) after.push_back(run.plan().sub_tasks[other].id);
  if (!after.empty()) out << "  after      " << joined(after) << "\n";
  if (progress.round > 0)
    out << "  rounds     " << progress.round << " of " << run.plan().limits.rounds << "\n";
  std::vector<std::string> tasks = progress.earlier_tasks;
  if (!progress.task_id.empty()) tasks.push_back(progress.task_id);
  if (!tasks.empty()) out << "  its tasks  " << joined(tasks) << "\n";
  explain_earlier_rounds(out, run, index, rounds);
  for (std::size_t i = 0; i < planned.items.size(); ++i) {
    Verdict verdict = progress.items[i].verdict;
    verdict.item = i;
    const bool evaluated = !verdict.check.empty();
    out << "  item       "
        << (evaluated ? verdict_text(planned, verdict) : planned.items[i].id + "  not evaluated") << "\n";
    if (const std::string said = said_of(progress, i); !said.empty())
      out << "             it said: " << shown(said) << "\n";
  }
  for (const agent_context::Remark& remark : progress.remarks)
    out << "  remark     " << shown(text_of(remark)) << "\n";
}

}  // namespace

RunExit exit_of(const PlanRun& run) {
  switch (agent_context::outcome_of(run)) {
    case RunOutcome::kCompleted:
      return kRunCompleted;
    case RunOutcome::kRejected:
      return kRunRejected;
    case RunOutcome::kFailed:
      return kRunAgentFailed;
    case RunOutcome::kCanceled:
      return kRunCanceled;
    case RunOutcome::kOpen:
    case RunOutcome::kPartial:
      return kRunPartial;
  }
  std::unreachable();
}

std::string progress_line(const PlanRun& run, const agent_context::RunEvent& event) {
  return std::visit(Liner{run}, event.body);
}

void show_run(std::ostream& out, const PlanRun& run) {
  const auto task = agent_context::task_context_of(run, run.id());
  const auto done = std::ranges::count(task.goals, agent_context::GoalState::kCompleted,
                                       &agent_context::GoalStatus::status);
  out << task.task_name << "  " << name(agent_context::outcome_of(run)) << "  (" << done << " of "
      << task.goals.size() << " goals, run " << run.id() << ")\n";
  const std::size_t width = id_width(run);
  for (std::size_t i = 0; i < run.size(); ++i) {
    const PlannedSubTask& planned = run.plan().sub_tasks[i];
    const SubTaskProgress& progress = run.progress(i);
    out << "  " << padded(planned.id, width) << "  " << padded(std::string(name(progress.state)), 9) << "  "
        << printable_line(planned.goal);
    if (!progress.reason.empty()) out << ": " << shown(progress.reason);
    out << "\n";
    const std::string question = agent_context::question_of(run, i);
    if (!question.empty()) out << "      asks: " << shown(question) << "\n";
    show_items(out, planned, progress);
  }
}

std::string run_json(const PlanRun& run, const std::vector<agent_context::RoundEvaluated>& rounds) {
  auto context =
      a2a::parse_tree(agent_context::write_task_context(agent_context::task_context_of(run, run.id())),
                      {.bytes_max = 64 << 20});
  JsonTree tree = {{"run", run.id()}, {"outcome", name(agent_context::outcome_of(run))}};
  if (context) tree.update(*context);
  tree["subtasks"] = JsonTree::array();
  for (std::size_t i = 0; i < run.size(); ++i) tree["subtasks"].push_back(sub_task_json(run, i));
  for (const agent_context::RoundEvaluated& round : rounds)
    tree["subtasks"][round.sub_task]["rounds"].push_back(
        round_json(run.plan().sub_tasks[round.sub_task], round));
  return a2a::dump_tree(tree);
}

void explain_run(std::ostream& out, const PlanRun& run,
                 const std::vector<agent_context::RoundEvaluated>& rounds) {
  for (std::size_t i = 0; i < run.size(); ++i) explain_sub_task(out, run, i, rounds);
}

}  // namespace schemagate::cli
