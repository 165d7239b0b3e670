#include "gateway/store/task_event.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/model/memory.h"
#include "a2a/model/metadata.h"

namespace schemagate::store {
namespace {

std::size_t memory_of(const MetadataChange& change) {
  return sizeof(change) + change.metadata.text.size();
}

std::size_t memory_of(const MessageWithdrawn& withdrawn) {
  return sizeof(withdrawn) + withdrawn.message_id.size() + withdrawn.answered.size();
}

std::size_t memory_of(const PushGivenUp& given_up) {
  return sizeof(given_up) + given_up.config_id.size() + given_up.at.size() + given_up.reason.size();
}

std::size_t memory_of(const RunStep& step) {
  return sizeof(step) + step.line.size();
}

void apply_status(a2a::Task& task, const a2a::TaskStatusUpdate& update) {
  if (task.status.message) task.history.push_back(std::move(*task.status.message));
  const bool again =
      update.status.message && !task.history.empty() && task.history.back() == *update.status.message;
  if (again) task.history.pop_back();
  a2a::apply(task, update);
}

void apply_message(a2a::Task& task, const a2a::Message& message) {
  if (message.role == a2a::Role::kUser && task.status.message) {
    task.history.push_back(*std::exchange(task.status.message, {}));
  }
  task.history.push_back(message);
}

void withdraw(a2a::Task& task, const MessageWithdrawn& event) {
  const auto latest = std::ranges::find(task.history.rbegin(), task.history.rend(), event.message_id,
                                        &a2a::Message::message_id);
  if (latest != task.history.rend()) task.history.erase(std::next(latest).base());
  const bool is_open = !event.answered.empty() && !task.status.message && !task.history.empty() &&
                       task.history.back().message_id == event.answered;
  if (!is_open) return;
  task.status.message = std::move(task.history.back());
  task.history.pop_back();
}

void replace_metadata(a2a::Task& task, const MetadataChange& change) {
  a2a::RawJson failures;
  if (task.metadata.text.contains(kPushFailures)) failures = a2a::member_of(task.metadata, kPushFailures);
  task.metadata = change.metadata;
  if (!failures.empty()) task.metadata = a2a::with_member(task.metadata, kPushFailures, failures.text);
}

void note_failure(a2a::Task& task, const PushGivenUp& event) {
  std::string failure = "{";
  a2a::append_string_member(failure, "at", event.at);
  a2a::append_string_member(failure, "reason", event.reason);
  const a2a::RawJson earlier = a2a::member_of(task.metadata, kPushFailures);
  const a2a::RawJson failures = a2a::with_member(earlier, event.config_id, failure + "}");
  task.metadata = a2a::with_member(task.metadata, kPushFailures, failures.text);
}

}  // namespace

std::size_t payload_bytes(const TaskEvent& event) {
  const auto owned_by = [](const auto& one) { return memory_of(one) - sizeof(one); };
  return sizeof(event) + std::visit(owned_by, event);
}

std::size_t payload_bytes(const a2a::Task& task) {
  return a2a::memory_of(task) - sizeof(task);
}

void apply(a2a::Task& task, const TaskEvent& event) {
  if (const auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) {
    apply_status(task, *status);
  } else if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
    a2a::apply(task, *artifact);
  } else if (const auto* message = std::get_if<a2a::Message>(&event)) {
    apply_message(task, *message);
  } else if (const auto* change = std::get_if<MetadataChange>(&event)) {
    replace_metadata(task, *change);
  } else if (const auto* given_up = std::get_if<PushGivenUp>(&event)) {
    note_failure(task, *given_up);
  } else if (const auto* withdrawn = std::get_if<MessageWithdrawn>(&event)) {
    withdraw(task, *withdrawn);
  }
}

}  // namespace schemagate::store
