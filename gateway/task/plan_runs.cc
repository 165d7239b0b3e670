#include "gateway/task/plan_runs.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/invoked_agent.h"
#include "extension/agent_context/plan_reader.h"
#include "extension/agent_context/review.h"
#include "extension/agent_context/spelling.h"
#include "extension/object_schemas/label.h"
#include "gateway/agent/nested_runs.h"
#include "gateway/store/not_written.h"
#include "gateway/task/arrival.h"
#include "gateway/task/planner.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using agent_context::AgentContextReading;
using agent_context::RunHeader;
using net::Awaitable;
using std::chrono::milliseconds;

constexpr std::size_t kEventsPerRead = 1'000;
constexpr std::size_t kMembersTold = 8;
constexpr std::chrono::seconds kCallTimeMax{3'600};  // of a plan
constexpr const char* kInputMissing = "PLAN_INPUT_MISSING";
constexpr const char* kInACircle = "PLANS_IN_A_CIRCLE";

// The data that was checked, else what was said.
std::string input_of(const a2a::Message& message) {
  std::string text;
  for (const a2a::Part& part : message.parts) {
    if (part.kind == a2a::PartKind::kData) return part.content;
    if (part.kind == a2a::PartKind::kText) text += (text.empty() ? "" : "\n") + part.content;
  }
  return text;
}

std::string listed(const std::vector<std::string>& names, std::string_view between) {
  std::string told;
  for (std::size_t i = 0; i < std::min(names.size(), kMembersTold); ++i)
    told.append(i == 0 ? "" : between).append(names[i]);
  return told;
}

std::vector<std::string> input_modes(const object_schemas::Contract& contract) {
  std::vector<std::string> modes;
  for (const auto& [name, schema] : contract.schemas) {
    if (schema.input) modes.push_back("application/json;schema=" + name);
  }
  return modes;
}

// For the client, who knows nothing of the plan: what to send, and in which form.
std::string what_to_send(const std::vector<std::string>& missing, bool has_data,
                         const object_schemas::Contract& contract) {
  if (has_data) return "the data of the message lacks " + listed(missing, ", ");
  std::string told = "this agent needs data, not text: send a data part with a JSON object that has " +
                     listed(missing, ", ");
  const auto modes = input_modes(contract);
  if (!modes.empty()) told += ", labelled " + listed(modes, " or ");
  return told;
}

Result<void> check(const AgentSnapshot& agent, const agent_context::RunInput& input) {
  const auto missing = agent_context::missing_input(agent.config().master->plan, input);
  if (missing.empty()) return {};
  std::string told = what_to_send(missing, input.is_data(), agent.contract());
  return std::unexpected(a2a::Error{.code = ErrorCode::kInvalidParams,
                                    .message = told,
                                    .violations = {{"message.parts", std::move(told)}},
                                    .infos = {{kInputMissing, std::string(a2a::kOwnErrorDomain), {}}}});
}

// Of the request that the message came with.
int nested_runs_of(const CallContext& context) {
  return context.origin == nullptr ? 0 : nested_runs(context.origin->headers);
}

std::unexpected<a2a::Error> refuse_circle() {
  return std::unexpected(
      a2a::Error{ErrorCode::kUnsupportedOperation,
                 "the message has come through " + std::to_string(kNestedRunsMax) +
                     " runs of plans: the agents of these plans lead to one another in a circle",
                 {},
                 {{kInACircle, std::string(a2a::kOwnErrorDomain), {}}}});
}

std::unexpected<a2a::Error> refuse_reference(std::string_view reason) {
  return a2a::fail(ErrorCode::kInvalidParams,
                   "Context/ContextURI cannot be handed to this agent: " + std::string(reason));
}

Result<AgentContextReading> read_context(const std::string& input) {
  if (input.size() > agent_context::kContextBytesMax)
    return a2a::fail(ErrorCode::kInvalidParams, "AgentContext: larger than 256 KiB");
  a2a::JsonDocument document;
  const auto root = document.parse(input, {.bytes_max = agent_context::kContextBytesMax});
  if (!root) return std::unexpected(root.error());
  return agent_context::read_agent_context(*root);
}

// Each line of the journal in turn.
class Replay {
 public:
  // Errors: what is wrong with the line.
  Result<void> take(const std::string& line) {
    if (line == kCancelMark) {
      cancel_wanted_ = true;
      return {};
    }
    if (!run_) return begin(line);
    const auto event = agent_context::read_event(line);
    if (!event) return std::unexpected(event.error());
    return run_->apply(*event);
  }
  bool has_begun() const { return run_.has_value(); }
  bool cancel_wanted() const { return cancel_wanted_; }
  const std::string& run_id() const { return header_.id; }
  RunHeader take_header() { return std::move(header_); }
  agent_context::PlanRun take_run() { return *std::move(run_); }

 private:
  Result<void> begin(const std::string& line) {
    auto header = agent_context::read_header(line);
    if (!header) return a2a::fail(ErrorCode::kInternal, "its first line is no run's");
    auto run = agent_context::begin_run(*header);
    if (!run) return std::unexpected(run.error());
    header_ = *std::move(header);
    run_ = *std::move(run);
    return {};
  }

  RunHeader header_;
  std::optional<agent_context::PlanRun> run_;
  bool cancel_wanted_ = false;
};

std::optional<std::string> cancel_refusal_in(const store::TaskEvent& event) {
  const auto* step = std::get_if<store::RunStep>(&event);
  auto read = step != nullptr ? agent_context::read_event(step->line) : a2a::fail(ErrorCode::kInternal, "");
  auto* refused = read ? std::get_if<agent_context::CancelRefused>(&read->body) : nullptr;
  return refused != nullptr ? std::optional(std::move(refused->reason)) : std::nullopt;
}

// Who has begun a run pays for what it sends, also when somebody else wakes it.
Payer payer_of(const store::Scope& scope, const Payer& payer) {
  if (!payer.holder().empty() || scope.owner == Principal().owner) return payer;
  return {.principal = scope.owner};
}

}  // namespace

bool PlanRuns::makes_run(const AgentConfig& agent, std::string_view schema) {
  return agent.master != nullptr || (agent.agent_context && schema == agent_context::kAgentContextName);
}

const a2a::Message& PlanRuns::respelled(const CallContext& context, a2a::Message& message) {
  if (!context.agent->config().agent_context) return message;
  const object_schemas::Flag label =
      object_schemas::FlaggedWith{std::string(agent_context::kAgentContextName)};
  for (a2a::Part& part : message.parts) {
    if (part.kind != a2a::PartKind::kData || object_schemas::label_of(part).flag != label) continue;
    if (auto json = agent_context::respelled_agent_context(part.content)) part.content = *std::move(json);
  }
  return message;
}

Awaitable<Result<PreparedRun>> PlanRuns::prepare(const CallContext& context,
                                                 const a2a::Message& message) const {
  RunHeader header{.id = dependencies_.ids.next(), .input = input_of(message)};
  header.nested_runs = nested_runs_of(context) + 1;
  if (header.nested_runs > kNestedRunsMax) co_return refuse_circle();
  header.started =
      std::chrono::duration_cast<milliseconds>(dependencies_.clock.utc().time_since_epoch()).count();
  if (header.input.empty())
    co_return a2a::fail(ErrorCode::kInvalidParams, "the message has neither text nor data");
  const AgentConfig& config = context.agent->config();
  if (config.master != nullptr) {
    auto filled = co_await fill_plan(context, header);
    if (!filled) co_return std::unexpected(filled.error());
  } else {
    const auto received = read_context(header.input);
    if (!received) co_return std::unexpected(received.error());
    auto record = co_await record_for(context, *received);
    if (!record) co_return std::unexpected(record.error());
    auto filled = fill_context(config, *received, *std::move(record), header);
    if (!filled) co_return std::unexpected(filled.error());
  }
  auto run = agent_context::begin_run(header);
  if (!run) co_return std::unexpected(run.error());
  co_return PreparedRun{std::move(header), *std::move(run)};
}

Awaitable<Result<void>> PlanRuns::fill_plan(const CallContext& context, RunHeader& header) const {
  const AgentConfig& config = context.agent->config();
  const auto input = agent_context::RunInput::read(header.input);
  if (!input) co_return std::unexpected(input.error());
  if (auto checked = check(*context.agent, *input); !checked) co_return checked;
  auto plan_json = co_await planned(context, *input);
  if (!plan_json) co_return std::unexpected(std::move(plan_json.error()));
  header.plan_json = *std::move(plan_json);
  for (const agent_context::PlannedAgent& each : config.master->plan.agents) {
    const std::string name = worker_name(config.name, each);
    header.takes_context.push_back(dependencies_.workers.takes_context(name).value_or(false));
  }
  co_return Result<void>();
}

// That of the file, or one that a model makes now: it stands in the run's header before anything is done.
Awaitable<Result<std::string>> PlanRuns::planned(const CallContext& context,
                                                 const agent_context::RunInput& input) const {
  const AgentConfig& config = context.agent->config();
  if (!config.master->planner) co_return config.master->json;
  if (dependencies_.planner == nullptr)
    co_return a2a::fail(ErrorCode::kUnsupportedOperation, "no plans are made here");
  co_return co_await dependencies_.planner->plan(config, input, context.payer.holder());
}

// What stands in the context itself, or in a store: this gateway's own, or one of the configuration.
Awaitable<Result<std::string>> PlanRuns::record_for(const CallContext& context,
                                                    const AgentContextReading& received) const {
  const std::string& uri = received.context.context_uri;
  const bool is_own = dependencies_.contexts != nullptr && dependencies_.contexts->is_own(uri);
  if (is_own) co_return co_await own_record(context, received.context);
  const bool is_foreign =
      dependencies_.foreign != nullptr && !uri.empty() && !agent_context::is_data_url(uri);
  if (!is_foreign) co_return agent_context::record_in(received);
  if (!agent_context::needs_record(received.context, *context.agent->config().agent_context))
    co_return std::string();
  co_return co_await foreign_record(context, uri);
}

Awaitable<Result<std::string>> PlanRuns::foreign_record(const CallContext& context,
                                                        const std::string& uri) const {
  auto found = co_await dependencies_.foreign->read(uri, context.payer.holder());
  if (found) co_return std::move(found->content);
  const std::string reason(name(found.error()));
  if (!is_passing(found.error())) co_return refuse_reference(reason);
  co_return std::unexpected(
      a2a::Error{ErrorCode::kInternal,
                 "Context/ContextURI could not be read: " + reason + "; try again later",
                 {},
                 {{std::string(kContextUnavailable), std::string(a2a::kOwnErrorDomain), {}}}});
}

// In the agent's place: what its own master has kept for it, and nobody else can hand it over.
Awaitable<Result<std::string>> PlanRuns::own_record(const CallContext& context,
                                                    const agent_context::AgentContext& received) const {
  const auto reference =
      dependencies_.contexts->check_handed(received.context_uri, received.agent_id, context.owner);
  if (!reference) co_return refuse_reference(name(reference.error()));
  auto record = dependencies_.contexts->read(*reference);
  if (!record.ready()) co_await arrival(dependencies_.executor, record);
  if (!record.result()) co_return std::unexpected(std::move(record.result().error()));
  auto content = ContextReferences::open(*std::move(record.result()), *reference);
  if (!content) co_return refuse_reference(name(content.error()));
  if (content->size() > agent_context::kFetchedRecordBytesMax)
    co_return refuse_reference("larger than 256 KiB");
  co_return *std::move(content);
}

Result<void> PlanRuns::fill_context(const AgentConfig& config, const AgentContextReading& received,
                                    std::string record, RunHeader& header) {
  const auto time = std::chrono::duration_cast<std::chrono::seconds>(config.request_timeout);
  const agent_context::InvokedSetup setup{
      .agent = config.name,
      .how = *config.agent_context,
      .call_time = std::clamp(time, std::chrono::seconds(1), kCallTimeMax)};
  auto plan = agent_context::plan_for(received.context, setup, !record.empty());
  if (!plan) return std::unexpected(std::move(plan.error()));
  header.plan_json = *std::move(plan);
  header.context = std::move(header.input);
  if (header.plan_json.empty())
    return a2a::fail(ErrorCode::kInvalidParams, "todoItems has no item whose state is 0");
  header.input = std::move(record);
  header.takes_context = {false};
  return {};
}

void PlanRuns::begin(PlanTaskBegin begin) const {
  PlanTask::start(std::make_shared<PlanTask>(dependencies_, std::move(begin)));
}

// The run as its journal has it. Errors: kInternal when that cannot be read.
Awaitable<Result<PlanTaskBegin>> PlanRuns::load(const store::TaskRecord& record, const store::Scope& scope,
                                                const store::RunLease& lease, const Owner& owner) const {
  // Only what is durable can be read.
  auto recorded = dependencies_.durability.durable(dependencies_.durability.written());
  if (!recorded.ready()) co_await arrival(dependencies_.executor, recorded);
  if (!recorded.result()) co_return std::unexpected(recorded.result().error());
  Replay replay;
  ContextWrites context_writes;
  std::uint64_t version = 0;
  for (std::size_t count = kEventsPerRead; count == kEventsPerRead;) {
    auto events = dependencies_.tasks.events_after(scope, record.task.id, version, kEventsPerRead);
    if (!events.ready()) co_await arrival(dependencies_.executor, events);
    if (!events.result()) co_return std::unexpected(events.result().error());
    count = events.result()->size();
    version += count;
    for (const store::TaskEvent& event : *events.result()) {
      context_writes.note(event);
      const auto* step = std::get_if<store::RunStep>(&event);
      if (step == nullptr) continue;
      auto taken = replay.take(step->line);
      if (taken) continue;
      // Nobody will go on with it: what it has stored is not kept for its references' time.
      if (dependencies_.contexts != nullptr && replay.has_begun())
        dependencies_.contexts->purge(store::run_owner(replay.run_id(), scope.owner));
      co_return std::unexpected(std::move(taken.error()));
    }
  }
  if (!replay.has_begun()) co_return a2a::fail(ErrorCode::kInternal, "it had not begun");
  PlanTaskBegin begin{.task = {.scope = scope,
                               .task_id = record.task.id,
                               .context_id = record.task.context_id,
                               .state = record.task.status.state,
                               .status_time = record.task.status.timestamp,
                               .lease = lease},
                      .accepted_output_modes = record.accepted_output_modes,
                      .payer = payer_of(scope, owner.payer),
                      .place = owner.place,
                      .header = replay.take_header(),
                      .run = replay.take_run(),
                      .version = version,
                      .cancel_wanted = replay.cancel_wanted(),
                      .context_writes = context_writes};
  co_return begin;
}

a2a::Message PlanRuns::message_in(const a2a::Task& task, std::string text) const {
  a2a::Message message{.message_id = dependencies_.ids.next(),
                       .context_id = task.context_id,
                       .task_id = task.id,
                       .role = a2a::Role::kAgent};
  message.parts.push_back({.content = std::move(text)});
  return message;
}

void PlanRuns::leave(const store::TaskRecord& record, const store::RunLease& lease,
                     const a2a::Error& error) const {
  if (!store::is_not_written(error)) {
    a2a::TaskStatusUpdate update;
    update.status = {
        .state = a2a::TaskState::kFailed,
        .message = message_in(record.task, "the run cannot go on: " + error.message),
        .timestamp = std::max(format_timestamp(dependencies_.clock.utc()), record.task.status.timestamp)};
    (void)dependencies_.tasks.append(lease, {std::move(update)}, dependencies_.clock.utc());
  }
  dependencies_.tasks.release_run(lease);
}

Awaitable<void> PlanRuns::resume(const store::TaskRecord& record, const store::Scope& scope,
                                 const store::RunLease& lease, const Owner& owner) const {
  auto begin = co_await load(record, scope, lease, owner);
  if (!begin) {
    leave(record, lease, begin.error());
    co_return;
  }
  auto task = std::make_shared<PlanTask>(dependencies_, *std::move(begin));
  (void)task->record(agent_context::Resumed{});
  PlanTask::start(std::move(task));
}

Awaitable<Result<void>> PlanRuns::answer(const store::TaskRecord& record, const store::Scope& scope,
                                         const a2a::Message& message, const Owner& owner) const {
  std::string text = input_of(message);
  if (text.empty()) co_return a2a::fail(ErrorCode::kInvalidParams, "the answer has neither text nor data");
  auto lease = dependencies_.tasks.acquire_run(record.task.id);
  if (!lease.ready()) co_await arrival(dependencies_.executor, lease);
  if (!lease.result() || record.task.status.state != a2a::TaskState::kInputRequired) {
    if (lease.result()) dependencies_.tasks.release_run(*lease.result());
    co_return a2a::fail(ErrorCode::kUnsupportedOperation, "the task is at work and has asked nothing");
  }
  const store::RunLease held = *lease.result();
  auto begin = co_await load(record, scope, held, owner);
  if (!begin) {
    leave(record, held, begin.error());
    co_return std::unexpected(begin.error());
  }
  agent_context::RunEventBody step = agent_context::answer_to(begin->run, std::move(text));
  a2a::Message& received = std::get<a2a::Message>(begin->events.emplace_back(message));
  received.task_id = record.task.id;
  received.context_id = record.task.context_id;
  auto task = std::make_shared<PlanTask>(dependencies_, *std::move(begin));
  auto recorded = task->record(std::move(step));
  PlanTask::start(std::move(task));
  co_return recorded;
}

Awaitable<bool> PlanRuns::give_up(const store::TaskRecord& record, const store::Scope& scope,
                                  const store::RunLease& lease, std::string reason) const {
  const auto now = dependencies_.clock.utc();
  a2a::TaskStatusUpdate told;
  told.status = {.state = a2a::TaskState::kWorking,
                 .message = message_in(record.task, std::move(reason)),
                 .timestamp = std::max(format_timestamp(now), record.task.status.timestamp)};
  std::vector<store::TaskEvent> events;
  events.emplace_back(std::move(told));
  events.emplace_back(store::RunStep{std::string(kCancelMark)});
  if (!dependencies_.tasks.append(lease, std::move(events), now)) {
    dependencies_.tasks.release_run(lease);
    co_return false;
  }
  const Owner nobody;
  co_await resume(record, scope, lease, nobody);
  co_return true;
}

Awaitable<Result<void>> PlanRuns::cancel(const store::TaskRecord& record, const store::Scope& scope,
                                         milliseconds time) const {
  const std::string& id = record.task.id;
  const net::Signal changed(dependencies_.executor);
  const auto subscription = subscribe_to(dependencies_.tasks, id, changed);
  const auto noted =
      dependencies_.tasks.note(id, store::RunStep{std::string(kCancelMark)}, dependencies_.clock.utc());
  if (!noted && noted.error().reason != store::AppendRefused::Reason::kEnded)
    co_return std::unexpected(noted.error());
  // One that waits for an answer has no run.
  auto lease = dependencies_.tasks.acquire_run(id);
  if (!lease.ready()) co_await arrival(dependencies_.executor, lease);
  const Owner nobody;
  if (noted && lease.result()) co_await resume(record, scope, *lease.result(), nobody);
  const auto deadline = dependencies_.clock.monotonic() + time;
  for (;;) {
    auto state = dependencies_.tasks.state(scope, id);
    if (!state.ready()) co_await arrival(dependencies_.executor, state);
    if (!state.result() || a2a::is_terminal(*state.result())) co_return Result<void>();
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - dependencies_.clock.monotonic());
    if (left.count() <= 0) co_return Result<void>();
    (void)co_await changed.wait(left);
  }
}

Awaitable<std::string> PlanRuns::cancel_refusal(const store::Scope& scope, const std::string& task_id) const {
  std::uint64_t version = 0;
  for (std::size_t count = kEventsPerRead; count == kEventsPerRead;) {
    auto events = dependencies_.tasks.events_after(scope, task_id, version, kEventsPerRead);
    if (!events.ready()) co_await arrival(dependencies_.executor, events);
    if (!events.result()) co_return std::string();
    count = events.result()->size();
    version += count;
    for (const store::TaskEvent& event : *events.result()) {
      if (auto refusal = cancel_refusal_in(event)) co_return *std::move(refusal);
    }
  }
  co_return std::string();
}

}  // namespace schemagate
