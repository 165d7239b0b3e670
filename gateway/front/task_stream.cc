#include "gateway/front/task_stream.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "a2a/wire/codec.h"
#include "a2a/wire/sse.h"
#include "gateway/front/binding.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using a2a::TaskState;
using net::Awaitable;

constexpr std::size_t kEventsPerRead = 64;
constexpr std::size_t kLargeBytes = 64 << 10;  // an event to be shared; and enough to be written

constexpr std::string_view kNoRoom =
    "the gateway holds as much as it may, and the event is large; subscribe again in a moment";

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
      bool written = co_await exchange_.write(out_);
      std::string().swap(out_);  // an assignment would keep the memory
      if (written && large_) written = co_await write_large();
      if (!written || complete_) co_return;
    }
  }

 private:
  store::Deferred<store::TaskRecord> first_record() {
    if (const auto beginning = std::exchange(options_.stream.beginning, nullptr))
      return std::move(*beginning);
    return dependencies_.tasks.get(options_.scope, options_.stream.task_id);
  }

  Awaitable<bool> write_large() {
    bool written = co_await exchange_.write(large_->json);
    large_.reset();
    if (written) written = co_await exchange_.write(behind_large_);
    std::string().swap(behind_large_);
    co_return written;
  }

  // A coroutine of its own: what it needs for a moment is not kept while the stream is idle.
  Awaitable<bool> begin() {
    if (!options_.stream.after && !options_.stream.beginning) {
      const bool begun = co_await begin_like_another();
      if (begun) co_return true;
    }
    auto found = first_record();
    if (!found.ready()) co_await arrival(exchange_.executor(), found);
    auto& record = found.result();
    if (!record) co_return tells(record.error());
    const TaskState state = record->task.status.state;
    options_.shown_state = state;
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
    add(std::move(record->task), complete_, state);
    co_return true;
  }

  // Another stream is sending the task as it still is.
  Awaitable<bool> begin_like_another() {
    auto text = dependencies_.texts.find(whole_task_name());
    if (!text) co_return false;
    auto news = dependencies_.tasks.events_after(options_.scope, options_.stream.task_id, text->version, 1);
    if (!news.ready()) co_await arrival(exchange_.executor(), news);
    if (!news.result() || !news.result()->empty()) co_return false;
    known_ = version_ = text->version;
    options_.shown_state = text->state;
    complete_ = is_last(text->state) && !waits(text->state);
    add(std::move(text));
    co_return true;
  }

  // Fills `out_`; false when there is nothing more to write. Waits for hours: events have their room
  // elsewhere.
  Awaitable<bool> next() {
    for (;;) {
      if (auto late = show_what_is_there()) {
        const bool shown = co_await show_late(std::move(late));
        if (!shown) co_return false;
      }
      if (!out_.empty()) co_return true;
      const auto wake = co_await exchange_.wait(signal_, dependencies_.keep_alive);
      if (wake == net::Exchange::Wake::kClientGone) co_return false;
      if (exchange_.draining()) {
        add_goodbye();
        co_return true;
      }
      if (wake == net::Exchange::Wake::kTimeout) {
        out_ = a2a::wire::kSseKeepAlive;
        co_return true;
      }
    }
  }

  using LateEvents = std::unique_ptr<store::Deferred<std::vector<store::TaskEvent>>>;

  // nullptr: it has been shown; else the store has to be waited for, or has failed.
  LateEvents show_what_is_there() {
    auto events =
        dependencies_.tasks.events_after(options_.scope, options_.stream.task_id, version_, events_max_);
    if (!events.ready() || !events.result())
      return std::make_unique<LateEvents::element_type>(std::move(events));
    show(std::move(*events.result()));
    return nullptr;
  }

  // As next().
  Awaitable<bool> show_late(LateEvents events) {
    if (!events->ready()) co_await arrival(exchange_.executor(), *events);
    if (!events->result()) co_return tells(events->result().error());
    show(std::move(*events->result()));
    co_return true;
  }

  // What is left over for being too much is read again.
  void show(std::vector<store::TaskEvent> events) {
    events_max_ = std::min(2 * events_max_, kEventsPerRead);
    for (store::TaskEvent& event : events) {
      ++version_;
      if (auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) {
        options_.shown_state = status->status.state;
        complete_ = ends_stream(*status);
        add(std::move(*status), complete_);
      } else if (auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
        add(std::move(*artifact), false);
      }
      if (complete_) break;
      if (large_ || out_.size() >= kLargeBytes) {
        events_max_ = 1;
        break;
      }
    }
  }

  static bool is_last(TaskState state) {
    return a2a::is_terminal(state) || state == TaskState::kInputRequired;
  }
  // A question that the log shows to be answered ends nothing.
  bool ends_stream(const a2a::TaskStatusUpdate& update) const {
    const TaskState state = update.status.state;
    const bool waits_for_client = state == TaskState::kInputRequired || a2a::wire::is_final(update);
    return a2a::is_terminal(state) || (waits_for_client && version_ >= known_);
  }
  bool waits(TaskState state) const {
    return options_.stream.stays_while_interrupted && !a2a::is_terminal(state);
  }

  // `whole`: the state of the task that it shows; absent: it shows one event.
  void add(a2a::StreamEvent event, bool final, std::optional<TaskState> whole = {}) {
    access::hide(event, options_.hidden);
    std::string json = encode_event(options_.form, event, final);
    if (json.size() < kLargeBytes) return append_event(out_, options_.form, json, std::to_string(version_));
    const std::string name = whole ? whole_task_name() : name_of("event " + std::to_string(version_));
    SharedText text{std::move(json), version_, whole.value_or(TaskState())};
    add(dependencies_.texts.add(name, std::move(text), options_.holder));
  }
  void add(SharedTextHandle text) {
    if (!text) return add_error({a2a::ErrorCode::kInternal, std::string(kNoRoom)});
    auto frame = frame_event(options_.form, std::to_string(version_));
    out_ += frame.before;
    large_ = std::move(text);
    behind_large_ = std::move(frame.after);
  }

  // What other streams call the same text, if they send it in the same words.
  std::string name_of(std::string_view what) const {
    const a2a::wire::WireFormat format = options_.form.format;
    const std::string_view words = format.is_v1_0() ? "1.0" : format.has_kind() ? "0.3" : "0.3 ProtoJSON";
    std::string name = options_.scope.agent;
    for (const std::string_view part :
         {std::string_view(options_.scope.owner), std::string_view(options_.stream.task_id), words, what})
      name.append("\n").append(part);
    if (!options_.hidden.empty()) name.append("\n").append(access::name_of(options_.hidden));
    return name;
  }
  std::string whole_task_name() const {
    const auto history = options_.stream.history_length;
    return name_of(history ? "task with history " + std::to_string(*history) : "task");
  }

  // False when the task was forgotten: there is nothing to tell.
  bool tells(const a2a::Error& error) {
    if (error.code == a2a::ErrorCode::kTaskNotFound) return false;
    add_error(error);
    return true;
  }

  void add_goodbye() {
    add_error({a2a::ErrorCode::kInternal, "the gateway is shutting down; subscribe to the task again"});
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
  std::size_t events_max_ = kEventsPerRead;
  std::string out_;
  SharedTextHandle large_ = nullptr;  // to be written behind out_
  std::string behind_large_;          // and this behind it
  bool complete_ = false;
};

}  // namespace

Awaitable<void> write_task_stream(const TaskStreamDependencies& dependencies, net::Exchange& exchange,
                                  TaskStreamOptions& options) {
  TaskStream stream(dependencies, exchange, options);
  co_await stream.run();
}

}  // namespace schemagate
