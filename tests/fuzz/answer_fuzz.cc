// Any JSON as an agent's answer, over either binding and in either version: a value that decodes or is
// refused with a code, and no refusal without a word. Any text as a task's id: the path that is written for
// it names it.
#include <string>

#include "a2a/wire/codec.h"
#include "a2a/wire/outgoing_call.h"
#include "a2a/wire/rest.h"
#include "property.h"

namespace schemagate {

namespace {

using a2a::wire::Binding;
using a2a::wire::Operation;
using a2a::wire::Protocol;
using a2a::wire::Version;

constexpr Protocol kProtocols[] = {{Binding::kJsonRpc, Version::kV0_3},
                                   {Binding::kJsonRpc, Version::kV1_0},
                                   {Binding::kHttpJson, Version::kV0_3},
                                   {Binding::kHttpJson, Version::kV1_0}};

void check_value(const Protocol& protocol, const a2a::Result<a2a::JsonValue>& answer) {
  if (!answer) return;
  const auto task = a2a::wire::decode_task(protocol.format(), *answer);
  fuzz::require(task || !task.error().what.empty(), "a task is read or refused with a word");
  const auto event = a2a::wire::decode_stream_event(protocol.format(), *answer);
  fuzz::require(event || !event.error().what.empty(), "an event is read or refused with a word");
}

void check_answer(const Protocol& protocol, a2a::JsonValue root) {
  for (const int status : {200, 400, 500}) {
    const auto answer = a2a::wire::read_answer(protocol, status, root);
    check_value(protocol, answer);
    const bool succeeded = protocol.binding == Binding::kJsonRpc || status == 200;
    fuzz::require(succeeded || !answer, "an HTTP error is no result");
  }
  for (const char* event : {"", "error"}) check_value(protocol, a2a::wire::read_event(protocol, event, root));
}

void check_path(const std::string& id) {
  constexpr Protocol kRest{Binding::kHttpJson, Version::kV1_0};
  const auto written = a2a::wire::get_call(kRest, {id, std::nullopt, ""});
  const auto call = a2a::wire::parse_rest_call("GET", written.path);
  fuzz::require(!call || call->operation != Operation::kGet || call->task_id == id,
                "the path names the task");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  check_path(std::string(text));
  a2a::JsonDocument document;
  const auto root = document.parse(text);
  if (!root) return 0;
  for (const Protocol& protocol : kProtocols) check_answer(protocol, *root);
  return 0;
}

}  // namespace schemagate
