// What a message asks for, over the extensions that the gateway composes. No waiting and no ledger in it.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/model/message.h"
#include "extension/object_schemas/structured_input.h"
#include "gateway/observe/payload_observer.h"
#include "gateway/task/call_context.h"
#include "gateway/task/schema_updates.h"

namespace schemagate {

// Whatever the agent makes of it.
struct UpToAgent {};
// A task by a valid structured input: of a labelled part (object schemas) or of a payload (schema
// interaction), whichever stands first.
struct StructuredTask {
  object_schemas::StructuredInput input;
  a2a::Message
      for_agent;  // with the input as the agent takes it; the message's own ids but taskId and contextId
  std::shared_ptr<const Suggestion> suggestion =
      {};  // a patch that goes along with the answer; nullptr: none
};
// What the gateway answers itself: a schema template that was asked for, or a refusal where the agent's
// configuration wants it as a message. Only the messageId is missing.
struct OwnAnswer {
  a2a::Message message;
  std::string scenario = {};  // that it is about, as it was asked for; empty: none
  std::string wish = {};      // what the client has asked the scenario to be able to do
};
using MessageMeaning = std::variant<UpToAgent, StructuredTask, OwnAnswer, a2a::Error>;

struct MeaningDependencies {
  a2a::JsonDocument& document;  // of this core
  PayloadObserver* payloads;    // is told of payloads; nullptr: there is none
};

// `running`: as in object_schemas::resolve().
MessageMeaning read_message(const CallContext& context, const a2a::Message& message,
                            const object_schemas::RunningTask* running,
                            const MeaningDependencies& dependencies);

}  // namespace schemagate
