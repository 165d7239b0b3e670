// What is noted of one call at an agent: a line of the log where whoever runs the gateway, or the agent, has
// to do something, and how it failed in the CallOrigin, for the line of the request that it was made for.
//
//   const AgentCallLog log{dependencies.log, dependencies.clock, agent, "SendMessage", origin, task_id};
//   if (!response) log.note_failure(response.error());
//
// Nothing that an agent said is written, in which it may repeat a user's words: numbers, and what is not
// there.
#pragma once

#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/wire/answer_fault.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/agent/call_origin.h"
#include "gateway/environment/clock.h"
#include "gateway/net/failure.h"
#include "gateway/observe/log.h"

namespace schemagate {

// 401 and 403: the agent does not take the gateway's credentials, or asks for some.
bool wants_credentials(int http_status);

// Borrows all of it. For the core that makes the call.
struct AgentCallLog {
  const Log& log;
  const Clock& clock;
  const AgentSnapshot& agent;
  std::string_view method;
  CallOrigin* origin;          // nullptr: made for no request
  const std::string* task_id;  // of the task here that it is made for; nullptr, empty: for none

  // The call got no answer.
  void note_failure(const net::Failure& failure) const;
  // The answer's status, before its body is looked at.
  void note_status(int http_status) const;
  // The answer is one of A2A's.
  void note_success() const;
  // The answer is an error, which it is read as; or none of A2A's. Written where it is the agent's fault:
  // what it refuses to one client, such as a task that there is not, is the client's affair.
  void note_error(int http_status, a2a::JsonValue body, const a2a::Error& error) const;
  // The same of an error that the gateway knows another way for.
  void note_refusal(int http_status, a2a::JsonValue body, const a2a::Error& error) const;
  void note_malformed(int http_status, const a2a::wire::AnswerFault& fault) const;
  // As note_error(), behind events that were none: what becomes of the task may say nothing of it.
  void note_broken_off(int http_status, a2a::JsonValue event, const a2a::Error& error) const;

 private:
  // Ten lines in ten seconds for each kind and cause at one agent; the next one says how many were left out.
  void write(std::string_view kind, std::string_view cause) const;
  void note_answer(std::string_view kind, std::string cause) const;
};

}  // namespace schemagate
