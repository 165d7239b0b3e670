#include "gateway/store/memory_task_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;

std::size_t size_of(const a2a::Part& part) {
  return part.content.size() + part.metadata.text.size() + part.media_type.size() + part.filename.size();
}

std::size_t size_of(const std::vector<a2a::Part>& parts) {
  std::size_t bytes = 0;
  for (const a2a::Part& part : parts) bytes += size_of(part);
  return bytes;
}

std::size_t size_of(const TaskEvent& event) {
  if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
    return size_of(artifact->artifact.parts) + artifact->artifact.metadata.text.size();
  }
  if (const auto* message = std::get_if<a2a::Message>(&event)) {
    return size_of(message->parts) + message->metadata.text.size();
  }
  if (const auto* change = std::get_if<MetadataChange>(&event)) return change->metadata.text.size();
  const auto& status = std::get<a2a::TaskStatusUpdate>(event).status;
  return status.message ? size_of(status.message->parts) : 0;
}

bool is_status(const TaskEvent& event) {
  return std::holds_alternative<a2a::TaskStatusUpdate>(event);
}

// The message of a status that is replaced moves to the history: nothing that the agent said is lost.
void apply_status(a2a::Task& task, const a2a::TaskStatusUpdate& update) {
  if (task.status.message) task.history.push_back(std::move(*task.status.message));
  a2a::apply(task, update);
}

// A client that answers has read what the task's status said: the words move to the history before the
// answer.
void apply_message(a2a::Task& task, const a2a::Message& message) {
  if (message.role == a2a::Role::kUser && task.status.message) {
    task.history.push_back(*std::exchange(task.status.message, std::nullopt));
  }
  task.history.push_back(message);
}

void apply_event(a2a::Task& task, const TaskEvent& event) {
  if (const auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) {
    apply_status(task, *status);
  } else if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
    a2a::apply(task, *artifact);
  } else if (const auto* message = std::get_if<a2a::Message>(&event)) {
    apply_message(task, *message);
  } else {
    task.metadata = std::get<MetadataChange>(event).metadata;
  }
}

std::string scoped(const Scope& scope, std::string_view name) {
  std::string key;
  key.reserve(scope.agent.size() + scope.owner.size() + name.size() + 2);
  key.append(scope.agent).append(1, '\n').append(scope.owner).append(1, '\n').append(name);
  return key;
}

std::unexpected<a2a::Error> not_found(const std::string& id) {
  return fail(ErrorCode::kTaskNotFound, "no task with the id " + id.substr(0, 64));
}

}  // namespace

const MemoryTaskStore::Entry* MemoryTaskStore::find(const State& state, const Scope& scope,
                                                    const std::string& id) {
  auto found = state.tasks.find(id);
  return found == state.tasks.end() || found->second.scope != scope ? nullptr : &found->second;
}

a2a::Result<void> MemoryTaskStore::create(const Scope& scope, a2a::Task task, MonotonicTime now) {
  return state_.with([&](State& state) -> a2a::Result<void> {
    forget_old(state, now);
    if (state.tasks.size() >= limits_.tasks_max && !make_room(state)) {
      return fail(ErrorCode::kInternal, "the gateway already runs its limit of " +
                                            std::to_string(limits_.tasks_max) + " tasks; try again later");
    }
    std::string id = task.id;
    Entry entry{.scope = scope, .task = std::move(task), .upstream = {}, .events = {}};
    state.tasks.emplace(std::move(id), std::move(entry));
    return {};
  });
}

bool MemoryTaskStore::make_room(State& state) const {
  if (state.ended.empty()) return false;
  state.tasks.erase(state.ended.front().key);
  state.ended.pop_front();
  return true;
}

a2a::Result<TaskRecord> MemoryTaskStore::get(const Scope& scope, const std::string& id) const {
  return state_.with([&](const State& state) -> a2a::Result<TaskRecord> {
    const Entry* entry = find(state, scope, id);
    if (entry == nullptr) return not_found(id);
    return TaskRecord{entry->task, entry->upstream, entry->events.size()};
  });
}

a2a::Result<void> MemoryTaskStore::append(const std::string& id, std::vector<TaskEvent> events,
                                          MonotonicTime now) {
  return state_.with([&](State& state) -> a2a::Result<void> {
    auto found = state.tasks.find(id);
    if (found == state.tasks.end()) return not_found(id);
    Entry& entry = found->second;
    if (a2a::is_terminal(entry.task.status.state))
      return fail(ErrorCode::kUnsupportedOperation, "the task has ended");
    std::size_t bytes = entry.bytes;
    for (const TaskEvent& event : events) bytes += size_of(event);
    const bool over_bytes = bytes > limits_.task_bytes_max;
    const bool over_events = entry.events.size() + events.size() > limits_.task_events_max;
    if ((over_bytes || over_events) && !std::ranges::all_of(events, is_status)) {
      return fail(ErrorCode::kInvalidAgentResponse,
                  over_bytes ? "the agent's output exceeds the limit of " +
                                   std::to_string(limits_.task_bytes_max) + " bytes"
                             : "the agent sent more than the limit of " +
                                   std::to_string(limits_.task_events_max) + " events");
    }
    entry.bytes = bytes;
    for (const TaskEvent& event : events) apply_event(entry.task, event);
    std::ranges::move(events, std::back_inserter(entry.events));
    if (a2a::is_terminal(entry.task.status.state)) state.ended.push_back({now + limits_.retention, id});
    return {};
  });
}

a2a::Result<std::vector<TaskEvent>> MemoryTaskStore::events_after(const Scope& scope, const std::string& id,
                                                                  std::uint64_t version,
                                                                  std::size_t events_max) const {
  return state_.with([&](const State& state) -> a2a::Result<std::vector<TaskEvent>> {
    const Entry* entry = find(state, scope, id);
    if (entry == nullptr) return not_found(id);
    const auto& events = entry->events;
    const std::size_t begin = std::min<std::size_t>(version, events.size());
    const std::size_t end = std::min(begin + events_max, events.size());
    const auto first = events.begin();
    return std::vector<TaskEvent>(first + static_cast<std::ptrdiff_t>(begin),
                                  first + static_cast<std::ptrdiff_t>(end));
  });
}

bool MemoryTaskStore::claim_run(const std::string& id) {
  return state_.with([&](State& state) {
    auto found = state.tasks.find(id);
    return found != state.tasks.end() && !std::exchange(found->second.running, true);
  });
}

void MemoryTaskStore::release_run(const std::string& id) {
  state_.with([&](State& state) {
    if (auto found = state.tasks.find(id); found != state.tasks.end()) found->second.running = false;
  });
}

void MemoryTaskStore::link_upstream(const std::string& id, const UpstreamIds& upstream) {
  state_.with([&](State& state) {
    if (auto found = state.tasks.find(id); found != state.tasks.end()) found->second.upstream = upstream;
  });
}

std::string MemoryTaskStore::upstream_context(const Scope& scope, const std::string& context_id) const {
  return state_.with([&](const State& state) {
    auto found = state.contexts.find(scoped(scope, context_id));
    return found == state.contexts.end() ? std::string() : found->second;
  });
}

void MemoryTaskStore::link_context(const Scope& scope, const std::string& context_id,
                                   const std::string& upstream_context_id) {
  std::string key = scoped(scope, context_id);
  state_.with([&](State& state) {
    auto [entry, added] = state.contexts.insert_or_assign(key, upstream_context_id);
    if (!added) return;
    state.context_order.push_back(std::move(key));
    if (state.context_order.size() <= limits_.contexts_max) return;
    state.contexts.erase(state.context_order.front());
    state.context_order.pop_front();
  });
}

std::optional<std::string> MemoryTaskStore::find_duplicate(const Scope& scope, const std::string& fingerprint,
                                                           MonotonicTime now) const {
  const std::string key = scoped(scope, fingerprint);
  return state_.with([&](const State& state) -> std::optional<std::string> {
    auto found = state.messages.find(key);
    if (found == state.messages.end() || found->second.at <= now) return std::nullopt;
    if (!state.tasks.contains(found->second.key)) return std::nullopt;
    return found->second.key;
  });
}

std::optional<std::string> MemoryTaskStore::deduplicate(const Scope& scope, const std::string& fingerprint,
                                                        const std::string& id, MonotonicTime now) {
  if (limits_.deduplication_window.count() == 0) return std::nullopt;
  const std::string key = scoped(scope, fingerprint);
  const Expiry made{now + limits_.deduplication_window, id};
  return state_.with([&](State& state) -> std::optional<std::string> {
    forget_old(state, now);
    auto [entry, added] = state.messages.try_emplace(key, made);
    if (!added && state.tasks.contains(entry->second.key)) return entry->second.key;
    entry->second = made;
    state.message_order.push_back({made.at, key});
    return std::nullopt;
  });
}

void MemoryTaskStore::forget_message(const Scope& scope, const std::string& fingerprint) {
  state_.with([&](State& state) { state.messages.erase(scoped(scope, fingerprint)); });
}

void MemoryTaskStore::forget_old(State& state, MonotonicTime now) const {
  while (!state.ended.empty() && state.ended.front().at <= now) make_room(state);
  const auto drop_message = [&state] {
    const Expiry& oldest = state.message_order.front();
    auto found = state.messages.find(oldest.key);
    if (found != state.messages.end() && found->second.at <= oldest.at) state.messages.erase(found);
    state.message_order.pop_front();
  };
  while (!state.message_order.empty() && state.message_order.front().at <= now) drop_message();
  while (state.message_order.size() > limits_.tasks_max) drop_message();
}

void MemoryTaskStore::expire(MonotonicTime now) {
  state_.with([&](State& state) { forget_old(state, now); });
}

std::size_t MemoryTaskStore::size() const {
  return state_.with([](const State& state) { return state.tasks.size(); });
}

}  // namespace schemagate::store
