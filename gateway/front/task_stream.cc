#include "gateway/front/task_stream.h"

#include <utility>
#include <variant>
#include <vector>

#include "a2a/wire/sse.h"
#include "gateway/front/binding.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using net::Awaitable;

constexpr std::size_t kEventsPerRead = 64;

class TaskStream {
 public:
  TaskStream(const TaskStreamDependencies& dependencies, net::Exchange& exchange, TaskStreamOptions& options)
      : dependencies_(dependencies), exchange_(exchange), options_(options), signal_(exchange.executor()) {}

  Awaitable<void> run() {
    const auto subscription = subscribe_to(dependencies_.tasks, options_.stream.task_id, signal_);
    const bool begun = co_await begin();
    if (!begun) co_return;
    for (;;) {
      if (out_.empty()) {
        const bool more = co_await next();
        if (!more) co_return;
      }
      const bool written = co_await exchange_.write(out_);
      std::string().swap(out_);  // an assignment would keep the memory
      if (!written || complete_) co_return;
    }
  }

 private:
  store::Deferred<store::TaskRecord> first_record() {
    if (const auto beginning = std::exchange(options_.stream.beginning, nullptr))
      return std::move(*beginning);
    return dependencies_.tasks.get(options_.scope, options_.stream.task_id);
  }

  // A coroutine of its own: what it needs for a moment is not kept while the stream is idle.
  Awaitable<bool> begin() {
    auto found = first_record();
    if (!found.ready()) co_await arrival(exchange_.executor(), found);
    auto& record = found.result();
    if (!record) co_return tells(record.error());
    const TaskState state = record->task.status.state;
    const bool at_end = is_last(state) && !waits(state);
    known_ = record->version;
    version_ = options_.stream.after.value_or(known_);
    const bool goes_on = options_.stream.after && (version_ < known_ || (version_ == known_ && !at_end));
    if (goes_on) co_return true;
    version_ = known_;
    complete_ = at_end;
    // What a crash could take back is not shown.
    auto durable = dependencies_.durability.durable(record->changed_by);
    if (!durable.ready()) co_await arrival(exchange_.executor(), durable);
    if (!durable.result()) {
      add_error(durable.result().error());
      co_return true;
    }
    a2a::limit_history(record->task, options_.stream.history_length);
    add(std::move(record->task), complete_);
    co_return true;
  }

  // Fills `out_`; false when there is nothing more to write.
  Awaitable<bool> next() {
    for (;;) {
      auto events =
          dependencies_.tasks.events_after(options_.scope, options_.stream.task_id, version_, kEventsPerRead);
      if (!events.ready()) co_await arrival(exchange_.executor(), events);
      if (!events.result()) co_return tells(events.result().error());
      show(std::move(*events.result()));
      if (!out_.empty()) co_return true;
      const auto wake = co_await exchange_.wait(signal_, dependencies_.keep_alive);
      if (wake == net::Exchange::Wake::kClientGone) co_return false;
      if (exchange_.draining()) {
        add_error({a2a::ErrorCode::kInternal, "the gateway is shutting down; subscribe to the task again"});
        co_return true;
      }
      if (wake == net::Exchange::Wake::kTimeout) {
        out_ = a2a::wire::kSseKeepAlive;
        co_return true;
      }
    }
  }

  void show(std::vector<store::TaskEvent> events) {
    for (store::TaskEvent& event : events) {
      ++version_;
      if (auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) {
        complete_ = ends_stream(status->status.state);
        add(std::move(*status), complete_);
      } else if (auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
        add(std::move(*artifact), false);
      }
      if (complete_) break;
    }
  }

  static bool is_last(TaskState state) {
    return a2a::is_terminal(state) || state == TaskState::kInputRequired;
  }
  // A question that the log shows to be answered ends nothing.
  bool ends_stream(TaskState state) const {
    return a2a::is_terminal(state) || (state == TaskState::kInputRequired && version_ >= known_);
  }
  bool waits(TaskState state) const {
    return options_.stream.stays_while_interrupted && !a2a::is_terminal(state);
  }

  void add(const a2a::StreamEvent& event, bool final) {
    append_event(out_, options_.form, event, final, std::to_string(version_));
  }

  // False when the task was forgotten: there is nothing to tell.
  bool tells(const a2a::Error& error) {
    if (error.code == a2a::ErrorCode::kTaskNotFound) return false;
    add_error(error);
    return true;
  }

  void add_error(const a2a::Error& error) {
    append_error_event(out_, options_.form, error);
    complete_ = true;
  }

  const TaskStreamDependencies dependencies_;
  net::Exchange& exchange_;
  TaskStreamOptions& options_;
  const net::Signal signal_;
  std::uint64_t version_ = 0;  // what has been shown of the log
  std::uint64_t known_ = 0;    // of the log, when the stream began
  std::string out_;
  bool complete_ = false;
};

}  // namespace

Awaitable<void> write_task_stream(const TaskStreamDependencies& dependencies, net::Exchange& exchange,
                                  TaskStreamOptions& options) {
  TaskStream stream(dependencies, exchange, options);
  co_await stream.run();
}

}  // namespace schemagate
