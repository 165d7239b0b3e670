// What an agent is to this server: a card and a function from a message to an answer. The server knows A2A,
// the agent does not. Plain values.
#pragma once

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "a2a/json/tree.h"

namespace schemagate::agent_server {

struct Text {
  std::string text;
};
struct Data {
  a2a::JsonTree value;
};
struct File {
  std::string name;
  std::string media_type;
  std::string content;  // base64, or where to fetch it
  bool is_url = false;
};
// Of a message or an artifact, the same in every version of A2A.
using Part = std::variant<Text, Data, File>;

// Becomes a task.
struct Job {
  std::vector<Part> outcome;           // the parts of its artifact
  std::chrono::milliseconds takes{0};  // how long the task is working
  std::string question = {};           // not empty: what the task asks for instead of ending
};
// Said without any task. In answer to a task's question it leaves the task as it is.
struct Remark {
  std::string text;
};
using Answer = std::variant<Job, Remark>;

struct Agent {
  // Members of its card, whatever the version: name, description, modes, skills.
  a2a::JsonTree card;
  // Called from many threads at once.
  std::function<Answer(const std::vector<Part>& message)> answer;
};

}  // namespace schemagate::agent_server
