#include "gateway/front/request_line.h"

#include <variant>

#include "gateway/front/route.h"
#include "gateway/store/not_written.h"

namespace schemagate {
namespace {

constexpr int kStopped = 503;  // what the listener answers in our place
constexpr int kBadRequest = 400;

}  // namespace

LoggedRefusal& refusal_in(RequestLine& line) {
  if (!line.refusal) line.refusal = LoggedRefusal();
  return *line.refusal;
}

void note_error(const a2a::Error& error, RequestLine& line) {
  const bool is_agents = !line.origin->failure_kind.empty();
  line.error = error.code;
  line.refusal = is_agents ? logged_refusal(error) : logged_refusal_of_ours(error);
  if (store::is_not_written(error)) line.origin->failure_cause = error.message;
}

void note_task(const OperationResult& result, RequestLine& line) {
  const auto* task = std::get_if<a2a::Task>(&result);
  if (const auto* sent = std::get_if<Sent>(&result)) task = std::get_if<a2a::Task>(&**sent);
  if (task != nullptr) {
    line.task_id = task->id;
    line.task_state = task->status.state;
  }
  if (const auto* stream = std::get_if<StreamedTask>(&result)) line.task_id = stream->task_id;
}

int logged_status(const CountedExchange& exchange, const RequestLine& line) {
  return line.is_cut_off && exchange.status() == 0 ? kStopped : exchange.status();
}

std::string_view outcome_name(const CountedExchange& exchange, const RequestLine& line) {
  return !line.error && !line.is_cut_off && exchange.status() < kBadRequest ? "ok" : "error";
}

void write_line(const Log& log, const net::HttpRequest& request, const CountedExchange& exchange,
                const RequestLine& line, MonotonicTime now) {
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now - line.began);
  const LoggedRefusal refusal = line.refusal ? *line.refusal : LoggedRefusal();
  Log::Fields fields{{"request_id", line.origin->request_id},
                     {"trace_id", line.trace_id},
                     {"client.address", request.peer.address},
                     {"http.request.method", request.method},
                     {"url.path", logged_path(request.target)},
                     {"agent", line.agent},
                     {"a2a.method", line.method},
                     {"a2a.task.id", line.task_id},
                     {"http.request.body.size", line.body_bytes},
                     {"http.response.status_code", logged_status(exchange, line)},
                     {"http.response.body.size", exchange.body_bytes()},
                     {"a2a.response.outcome", outcome_name(exchange, line)},
                     {"reason", refusal.reason},
                     {"schema", refusal.schema},
                     {"keyword", refusal.keyword},
                     {"field", refusal.field},
                     {"failure.kind", line.origin->failure_kind},
                     {"cause", refusal.cause.empty() ? line.origin->failure_cause : refusal.cause},
                     {"duration_us", took.count()}};
  if (line.task_state) fields.emplace_back("a2a.task.state", a2a::name_v0_3(*line.task_state));
  if (line.error) fields.emplace_back("a2a.response.error_code", a2a::identity(*line.error).jsonrpc_code);
  log.write(LogLevel::kInfo, "request", fields);
}

}  // namespace schemagate
