// One verb's conversation about a task: following it to where it settles, and showing how it ended.
#pragma once

#include <optional>
#include <string>

#include "gateway/cli/console.h"
#include "gateway/cli/show.h"

namespace schemagate::cli {

// Asks for the task again and again, at growing intervals of 0.25 to 2 s, until it is settled: agents exist
// that answer a blocking send at once. Errors: kTimeout with the task's id when the verb's time is over.
a2a::client::Outcome<a2a::Task> wait_until_settled(const AgentConnection& agent, const Console& console,
                                                   a2a::Task task);

// 128 random bits: unique without asking anybody. Errors: kArgument when OpenSSL has none.
a2a::client::Outcome<std::string> new_message_id();

// Sends once, and follows the task that comes of it to where it settles.
a2a::client::Outcome<a2a::SendResult> send_until_settled(const AgentConnection& agent, const Console& console,
                                                         a2a::SendRequest request);

// For Console::goes_on(): until the agent has named its task.
std::string may_go_on(const AgentConnection& agent);
// How to look at a task that nobody waits for any more.
std::string where_to_look(const AgentConnection& agent, const std::string& task_id);

// As `console`, for somebody who has asked to see each event: whether that is at a terminal or not.
Console following(const Console& console);

// Collects a stream: prints each event (-o json) or its progress line, and keeps the task as it stands.
class StreamView {
 public:
  StreamView(const AgentConnection& agent, const Console& console, Output output)
      : agent_(agent), console_(console), output_(output) {}

  bool operator()(const a2a::StreamEvent& event);

  const std::optional<a2a::Task>& task() const { return task_; }
  const std::optional<a2a::Message>& message() const { return message_; }

 private:
  void keep(const a2a::StreamEvent& event);
  a2a::Task& task_of(const std::string& id, const std::string& context_id);

  const AgentConnection& agent_;
  const Console& console_;
  Output output_;
  std::optional<a2a::Task> task_;
  std::optional<a2a::Message> message_;
};

// Shows the end of a stream that ended with `outcome`. A stream that closed while its task was running is
// followed by asking for the task.
ExitCode finish_stream(const AgentConnection& agent, const Console& console, Output output,
                       const a2a::client::Outcome<void>& outcome, const StreamView& view);

// Prints a task or message in the form that was asked for; JSON in the shape of A2A v1.0 whatever the agent
// speaks.
ExitCode show_result(const Console& console, Output output, const a2a::SendResult& result);

}  // namespace schemagate::cli
