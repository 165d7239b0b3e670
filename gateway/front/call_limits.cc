#include "gateway/front/call_limits.h"

#include <algorithm>
#include <string>
#include <utility>

#include "a2a/model/memory.h"
#include "gateway/front/message_room.h"
#include "gateway/front/operations.h"

namespace schemagate {
namespace {

constexpr std::chrono::seconds kSeatPause{5};   // nobody knows when a task or a stream will end
constexpr std::chrono::seconds kKeptPause{60};  // what is kept goes after its retention
constexpr std::size_t kStreamBytes = 1 << 20;   // that there must be room for when a stream begins

// What the call's message is here, which may be many times its text: a part has one.
std::size_t bytes_of(const OperationParams& params, std::size_t body_bytes) {
  const auto* send = std::get_if<a2a::SendRequest>(&params);
  return send == nullptr ? body_bytes : std::max(body_bytes, a2a::memory_of(send->message));
}

// How many places a run takes whose message has so many bytes: all places together are no more bytes than are
// kept, so that shares of the one are shares of the other.
std::size_t places_of(std::size_t bytes, const GatewayLimits& limits) {
  const std::size_t bytes_of_one = std::max<std::size_t>(1, limits.kept_bytes_max / limits.tasks_max);
  return std::max<std::size_t>(1, bytes / bytes_of_one);
}

bool adds_push_config(const OperationParams& params) {
  const auto* send = std::get_if<a2a::SendRequest>(&params);
  if (send != nullptr) return !send->configuration.push_notification_config.empty();
  return std::holds_alternative<a2a::TaskPushConfig>(params);
}

Step limit_kept(access::Quotas& quotas, const net::HttpRequest& request, const ActiveCall& call,
                std::size_t bytes) {
  const bool adds_push = adds_push_config(call.invocation.params);
  const bool starts_run = call.invocation.operation->starts_run;
  if (!starts_run && !adds_push) return {};
  const std::string full = quotas.full(*call.principal, request.peer.network,
                                       {.bytes = starts_run ? bytes : 0, .push_config = adds_push});
  if (full.empty()) return {};
  return std::unexpected(too_many(full, kKeptPause));
}

// The run keeps its place when the call has been answered.
Step limit_runs(const CallLimits& scope, ActiveCall& call, std::size_t bytes) {
  const GatewayLimits& limits = scope.limits;
  auto taken = scope.run_places.take(call.context->payer, places_of(bytes, limits));
  if (auto* place = std::get_if<RunPlaces::Place>(&taken)) {
    call.context->place = std::move(*place);
    return {};
  }
  const std::string& used_up = std::get<RunPlaces::Denied>(taken).used_up;
  if (!used_up.empty())
    return std::unexpected(
        too_many("too many tasks are running for this caller (" + used_up + ")", kSeatPause));
  return std::unexpected(unavailable("this caller's share of the limit of " +
                                     std::to_string(limits.tasks_max) + " tasks (limits.tasks) and " +
                                     std::to_string(limits.kept_bytes_max) +
                                     " bytes (limits.kept_bytes) is running; try again later"));
}

// Of the caller, and of the address that it calls from.
Step take_stream_seats(access::Quotas& quotas, ActiveCall& call) {
  const std::string used_up = quotas.take(access::QuotaKind::kStream, call.context->payer, call.quota_seats);
  if (used_up.empty()) return {};
  return std::unexpected(too_many("too many streams are open for this caller (" + used_up + ")", kSeatPause));
}

Step limit_streams(const CallLimits& scope, ActiveCall& call) {
  if (auto step = take_stream_seats(scope.quotas, call); !step) return step;
  if (!scope.texts.has_room(call.context->payer.holder(), kStreamBytes))
    return std::unexpected(unavailable(kMemoryTaken));
  auto seat = scope.open_streams.part_of(call.context->payer.holder());
  if (!seat.grow_to(1)) {
    return std::unexpected(
        Refusal{.error = {a2a::ErrorCode::kInternal,
                          "this caller's share of the limit of " + std::to_string(scope.limits.streams_max) +
                              " streams (limits.streams) is open; try again later"}});
  }
  call.seat.emplace(std::move(seat));
  return {};
}

}  // namespace

Step limit_call(const CallLimits& limits, const net::HttpRequest& request, ActiveCall& call,
                std::size_t body_bytes) {
  const std::size_t bytes = bytes_of(call.invocation.params, body_bytes);
  if (auto step = limit_kept(limits.quotas, request, call, bytes); !step) return step;
  if (call.invocation.operation->starts_run) {
    if (auto step = limit_runs(limits, call, bytes); !step) return step;
    if (auto step = take_message_room(limits.memory, *call.context, 2 * bytes - body_bytes); !step)
      return step;
  }
  return call.invocation.operation->streaming ? limit_streams(limits, call) : Step();
}

}  // namespace schemagate
