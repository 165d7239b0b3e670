#include "extension/agent_context/schemas.h"

namespace schemagate::agent_context {
namespace {

constexpr std::string_view kAgentContextSchema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "AgentContext",
  "description": "What one agent needs for one subtask, and what it answers with.",
  "type": "object",
  "properties": {"AgentContext": {
    "type": "object",
    "properties": {
      "AgentID": {"$ref": "#/$defs/id"},
      "AgentName": {"type": "string"},
      "SubTaskID": {"$ref": "#/$defs/id"},
      "SubTaskName": {"type": "string"},
      "Dependencies": {"type": "array", "items": {"$ref": "#/$defs/id"}, "maxItems": 1000},
      "Context/ContextURI": {"type": "string", "description": "Where further context is found; empty: there is none."},
      "todoItems": {"type": "array", "maxItems": 1000, "items": {
        "type": "object",
        "properties": {"itemId": {"$ref": "#/$defs/id"}, "description": {"type": "string"}},
        "required": ["itemId", "description"], "additionalProperties": false}},
      "ItemstateUpdates": {"type": "array", "maxItems": 1000, "items": {
        "type": "object",
        "properties": {"itemId": {"$ref": "#/$defs/id"},
          "state": {"enum": [0, 1], "description": "0: not completed, 1: completed"}},
        "required": ["itemId", "state"], "additionalProperties": false}},
      "KeyInformation": {"type": "array", "maxItems": 1000, "items": {
        "type": "object",
        "properties": {"itemId": {"$ref": "#/$defs/id"}, "outputabstract": {"type": "string", "maxLength": 2000}},
        "required": ["itemId", "outputabstract"], "additionalProperties": false}},
      "LastUpdated": {"type": "string"},
      "Optional": {"type": "array", "items": {"type": "string"}},
      "DeviceContext": true,
      "EnvironmentContext": true
    },
    "required": ["AgentID", "AgentName", "SubTaskID", "SubTaskName", "Dependencies", "Context/ContextURI",
      "todoItems", "ItemstateUpdates", "KeyInformation"],
    "additionalProperties": false}},
  "required": ["AgentContext"],
  "additionalProperties": false,
  "$defs": {"id": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"}}
})";

constexpr std::string_view kTaskContextSchema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "TaskContext",
  "description": "The state of a whole task, kept by its master.",
  "type": "object",
  "properties": {"TaskContext": {
    "type": "object",
    "properties": {
      "TaskID": {"type": "string"},
      "UserQuery": {"type": "string"},
      "TaskName": {"type": "string"},
      "TaskDescription": {"type": "string"},
      "GoalStatus": {"type": "array", "maxItems": 10000, "items": {
        "type": "object",
        "properties": {"Goal": {"type": "string"}, "Status": {"$ref": "#/$defs/status"}},
        "required": ["Goal", "Status"], "additionalProperties": false}},
      "OverallStatus": {"$ref": "#/$defs/status"},
      "StartTime": {"type": "string"},
      "EndTime": {"type": "string"},
      "Optional": {"type": "array", "items": {"type": "string"}},
      "DeviceContext": true,
      "EnvironmentContext": true
    },
    "required": ["TaskID", "UserQuery", "TaskName", "TaskDescription", "GoalStatus", "OverallStatus"],
    "additionalProperties": false}},
  "required": ["TaskContext"],
  "additionalProperties": false,
  "$defs": {"status": {"enum": ["pending", "working", "blocked", "completed", "failed", "canceled"]}}
})";

}  // namespace

std::string_view agent_context_schema() {
  return kAgentContextSchema;
}

std::string_view task_context_schema() {
  return kTaskContextSchema;
}

}  // namespace schemagate::agent_context
