// What each operation does: from decoded parameters to a result, both values. Nothing of HTTP and of wire
// formats is known here.
#pragma once

#include "a2a/error.h"
#include "gateway/front/operation_values.h"
#include "gateway/net/executor.h"
#include "gateway/task/task_services.h"

namespace schemagate {

struct ActiveCall;

using Performed = net::Awaitable<a2a::Result<OperationResult>>;
// Takes the parameters out of `call`, which must stay until the result is there. On the core of the call.
// Errors: those of the operation (A2A v1.0.1 section 3.1), to be written to the client as they are.
using Performer = Performed (*)(TaskServices& services, ActiveCall& call);

// A message goes through its meaning first (gateway/task/message_meaning.h).
Performed perform_send(TaskServices& services, ActiveCall& call);
Performed perform_stream(TaskServices& services, ActiveCall& call);
Performed perform_get(TaskServices& services, ActiveCall& call);
Performed perform_list(TaskServices& services, ActiveCall& call);
Performed perform_cancel(TaskServices& services, ActiveCall& call);
Performed perform_subscribe(TaskServices& services, ActiveCall& call);
Performed perform_push_create(TaskServices& services, ActiveCall& call);
Performed perform_push_get(TaskServices& services, ActiveCall& call);
Performed perform_push_list(TaskServices& services, ActiveCall& call);
Performed perform_push_delete(TaskServices& services, ActiveCall& call);
Performed perform_extended_card(TaskServices& services, ActiveCall& call);
// draft-zhou-structured-data-schema-interaction-00, section 3.2 step 3.
Performed perform_get_schema_template(TaskServices& services, ActiveCall& call);
// Section 6.2.2: patches since a time. Section 3.2, step 6: a wish for more keys.
Performed perform_get_schema_updates(TaskServices& services, ActiveCall& call);
Performed perform_request_schema_extension(TaskServices& services, ActiveCall& call);

}  // namespace schemagate
