// Model values from and to JSON in any format. v1_0.h, v0_3.h and v0_3_proto_json.h hold what each spells its
// own way; these functions choose. README.md says where v0.3 keeps what it has no member for. Pure;
// thread-safe.
//
//   JsonDocument document;
//   auto params = document.parse(text);   // {"message":{"messageId":"1","role":"user","parts":[…]}}
//   Result<SendRequest> request = decode_send_request(Version::kV0_3, *params);
//   encode_send_request(Version::kV1_0, *request)   // the same with "role":"ROLE_USER"
//
// Decoding is lax in (unknown members ignored, missing optional members default, null counts as absent, both
// versions' roles, states and numeric message ids accepted, a state of another name is kUnspecified, a v1.0
// part may have v0.3's `kind` and `file`)
// and typed: a member of the wrong kind gives kInvalidParams with its path ("message.parts[0].data"), in a
// result an AnswerFault, whoever sent it. Encoding is exact: nothing that the version
// does not define, carriers where the table names one. What was decoded from a version and is encoded in it
// again decodes to the same value.
#pragma once

#include <string>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "a2a/wire/answer_fault.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/wire_format.h"

namespace schemagate::a2a::wire {

// --- requests (params of a call) ---
// Refused with kInvalidParams: no message, empty parts, a part with several or no content members or an
// unknown kind (v0.3: or none), missing messageId, a number for it that is no integer, a role that is not the
// user's, negative historyLength.
Result<SendRequest> decode_send_request(WireFormat format, JsonValue params);
Result<GetTaskRequest> decode_get_task_request(Version version, JsonValue params);
Result<TaskIdRequest> decode_task_id_request(Version version, JsonValue params);
// v1.0 only. Refused besides: a status that is none, a page size beyond 1 to 100, a statusTimestampAfter that
// is no instant.
Result<ListTasksRequest> decode_list_tasks_request(JsonValue params);

std::string encode_send_request(WireFormat format, const SendRequest& request);
std::string encode_get_task_request(Version version, const GetTaskRequest& request);
// Cancel and subscribe. v1.0's SubscribeToTask has no metadata, which strict agents refuse: it is left out
// there.
std::string encode_task_id_request(Version version, const TaskIdRequest& request,
                                   Operation operation = Operation::kCancel);

// --- results ---
Answer<Task> decode_task(WireFormat format, JsonValue value);
Answer<Message> decode_message(WireFormat format, JsonValue value);
// {"task":…} or {"message":…}; v0.3's own JSON, also where its ProtoJSON is expected: by `kind`.
Answer<SendResult> decode_send_result(WireFormat format, JsonValue value);
// The same, as the event that it would be in a stream.
Answer<StreamEvent> decode_send_event(WireFormat format, JsonValue value);
// One event of a stream: the StreamResponse oneof; v0.3's own JSON: by `kind`. `final` of v0.3 is dropped
// where the state says as much, or does not matter: see is_final().
Answer<StreamEvent> decode_stream_event(WireFormat format, JsonValue value);

// Whether the agent tells nothing more in its stream, although its task waits in a state at which streams
// stay open: v0.3's `final` at auth-required.
bool is_final(const TaskStatusUpdate& update);

void append_task(std::string& out, WireFormat format, const Task& task);
void append_message(std::string& out, WireFormat format, const Message& message);
std::string encode_task(WireFormat format, const Task& task);
// Of ListTasks; every member is there, an empty nextPageToken too.
std::string encode_task_page(WireFormat format, const TaskPage& page);
std::string encode_send_result(WireFormat format, const SendResult& result);
// `final` goes into v0.3 status updates only: true on the last frame of this stream.
std::string encode_stream_event(WireFormat format, const StreamEvent& event, bool final);

}  // namespace schemagate::a2a::wire
