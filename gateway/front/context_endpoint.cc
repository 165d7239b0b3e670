#include "gateway/front/context_endpoint.h"

#include <string>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/json/well_formed.h"
#include "gateway/front/http_answer.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using agent_context::ReferenceFault;

constexpr int kCreated = 201;
constexpr int kBadRequest = 400;
constexpr int kConflict = 409;
constexpr int kTooLarge = 413;

std::string_view message_of(ReferenceFault fault) {
  switch (fault) {
    case ReferenceFault::kMalformed:
    case ReferenceFault::kUnknownKey:
    case ReferenceFault::kWrongSignature:
      return "no reference to a context of this gateway";
    case ReferenceFault::kWrongAudience:
      return "the reference is another agent's";
    case ReferenceFault::kExpired:
      return "the reference has expired";
    case ReferenceFault::kRevoked:
      return "the reference leads nowhere any more";
    case ReferenceFault::kDigestChanged:
      return "something else stands there by now";
  }
  std::unreachable();
}

ContextAnswer refused(int status, std::string_view message, std::string_view reason) {
  std::string body = "{";
  a2a::append_string_member(body, "error", message);
  a2a::append_string_member(body, "reason", reason);
  const auto kind = status == kForbidden ? Decision::Kind::kDenied : Decision::Kind::kAllowed;
  return {json_answer(status, body + "}"), {kind, std::string(reason)}};
}

ContextAnswer failed(const a2a::Error& error) {
  return {plain_error(500, error.message), {}};
}

ContextAnswer stored() {
  return {json_answer(kCreated, "{}"), {}};
}

ContextAnswer found(std::string content) {
  ContextAnswer answer{json_answer(200, std::move(content)), {}};
  answer.http.headers.push_back({"Cache-Control", "no-store"});
  return answer;
}

ContextAnswer refused(ReferenceFault fault) {
  return refused(status_of(fault), message_of(fault), name(fault));
}

net::Awaitable<ContextAnswer> read_context(const ContextReferences& contexts, const net::Executor& executor,
                                           const ContextReferences::Reference& reference) {
  auto record = contexts.read(reference);
  if (!record.ready()) co_await arrival(executor, record);
  if (!record.result()) co_return failed(record.result().error());
  auto content = ContextReferences::open(*std::move(record.result()), reference);
  if (!content) co_return refused(content.error());
  co_return found(*std::move(content));
}

// It is told when nothing takes it back any more.
net::Awaitable<ContextAnswer> write_context(const ContextReferences& contexts, store::Durability& durability,
                                            const net::Executor& executor,
                                            const ContextReferences::Reference& reference, std::string body) {
  using Filled = store::RecordStore::Filled;
  if (body.size() > store::kRecordBytesMax)
    co_return refused(kTooLarge, "more than 1 MiB is not kept", "too_large");
  if (!a2a::is_well_formed(body, {.bytes_max = store::kRecordBytesMax}))
    co_return refused(kBadRequest, "expected JSON", "no_json");
  const auto filled = contexts.write(reference, std::move(body));
  if (!filled) co_return failed(filled.error());
  if (*filled == Filled::kGone) co_return refused(ReferenceFault::kRevoked);
  if (*filled == Filled::kAlready)
    co_return refused(kConflict, "something was put there before", "already_written");
  auto written = durability.durable(durability.written());
  if (!written.ready()) co_await arrival(executor, written);
  if (!written.result()) co_return failed(written.result().error());
  co_return stored();
}

}  // namespace

net::Awaitable<ContextAnswer> answer_context(const ContextReferences& contexts, store::Durability& durability,
                                             const net::Executor& executor, const net::HttpRequest& request,
                                             const Principal& caller) {
  using enum agent_context::ReferenceUse;
  const bool writes = request.method == "PUT";
  const auto reference = contexts.check(request.target, caller, writes ? kWrite : kRead);
  if (!reference) co_return refused(reference.error());
  if (!writes) co_return co_await read_context(contexts, executor, *reference);
  std::string body = request.body;
  co_return co_await write_context(contexts, durability, executor, *reference, std::move(body));
}

}  // namespace schemagate
