// The id that a message has at its agent, and what the agent has made of a message that was on its way when
// the gateway ended.
#pragma once

#include <optional>
#include <string>

#include "a2a/model/message.h"
#include "gateway/agent/agent_client.h"
#include "gateway/store/task_store.h"

namespace schemagate {

// Takes out what only give_new_id() writes: a client's word for it would be taken for the gateway's.
void remove_given_id(a2a::Message& message);
// For a message whose own id the agent knows of another one. It begins with the client's, so that logs can be
// compared.
void give_new_id(a2a::Message& message, const std::string& unique);

// The agent is asked for its tasks, and sent nothing. The task that began with the message: its history has a
// message with the same id and the same texts. `message`: in the agent's names; its id must be one that
// nobody else gives a message. nullopt: there is none among the latest 500, or the agent tells no list of its
// tasks; it may have got the message nevertheless.
net::Awaitable<std::optional<store::UpstreamIds>> find_task_of(AgentClient& client,
                                                               const a2a::Message& message);
// The same by the id alone, of a message whose wording at the agent is not known any more.
net::Awaitable<std::optional<store::UpstreamIds>> find_task_of(AgentClient& client, std::string message_id);

}  // namespace schemagate
