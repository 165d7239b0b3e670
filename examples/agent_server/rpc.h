// The agent's JSON-RPC methods, without HTTP.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "examples/agent_server/task_board.h"
#include "examples/agent_server/wire.h"

namespace schemagate::agent_server {

// The answer is a stream: this first event, then, when the task has settled, its closing events.
struct StreamStart {
  a2a::JsonTree id;  // of the JSON-RPC request
  Task task;
};
using Reply = std::variant<a2a::JsonTree, StreamStart>;

// One event of a stream as a JSON-RPC response.
a2a::JsonTree result_frame(const a2a::JsonTree& id, a2a::JsonTree result);

// Safe to call from any thread.
class Rpc {
 public:
  Rpc(Version version, const Agent& agent, TaskBoard& board)
      : version_(version), agent_(agent), board_(board) {}

  // `version_header` is the value of A2A-Version; a v1.0 agent insists on "1.0". Blocks until the task has
  // settled where the method and its parameters ask for that.
  Reply handle(std::string_view body, std::string_view version_header);

 private:
  using Tree = a2a::JsonTree;
  a2a::Result<Tree> call(const std::string& method, const Tree& params);
  a2a::Result<Tree> send(const Tree& params);
  // The task that a message starts or continues, or the agent's remark as a Message.
  a2a::Result<std::variant<Task, Tree>> receive(const Tree& params);
  a2a::Result<Task> receive_answer(const std::string& task_id, const Tree& message);
  a2a::Result<Task> find(const Tree& params) const;
  a2a::Result<Task> cancel(const Tree& params);
  a2a::Result<std::variant<Task, Tree>> open_stream(const std::string& method, const Tree& params);
  bool is_method(const std::string& method, std::string_view old_name, std::string_view new_name) const;

  const Version version_;
  const Agent& agent_;  // both outlive this
  TaskBoard& board_;
};

}  // namespace schemagate::agent_server
