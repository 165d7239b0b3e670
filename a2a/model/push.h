// Push notification configs in the shape of A2A v1.0 (section 4.3). Plain values.
#pragma once

#include <string>
#include <vector>

namespace schemagate::a2a {

// Where a client wants to be told what becomes of a task, and how the receiver knows who tells it.
struct PushConfig {
  std::string id = {};                    // within its task; empty: the server chooses
  std::string url = {};                   //
  std::string token = {};                 // sent along, for the receiver to compare
  std::vector<std::string> schemes = {};  // of authentication; v1.0 has one at most
  std::string credentials = {};           // for the scheme
  bool operator==(const PushConfig&) const = default;
};

// Parameters and result of CreateTaskPushNotificationConfig.
struct TaskPushConfig {
  std::string task_id = {};
  PushConfig config = {};
  std::string tenant = {};
  bool operator==(const TaskPushConfig&) const = default;
};

// Parameters of the operations that read or delete.
struct PushConfigRequest {
  std::string task_id = {};
  std::string config_id = {};  // empty: all of the task's; where one is asked for, the first
  std::string tenant = {};
  bool operator==(const PushConfigRequest&) const = default;
};

}  // namespace schemagate::a2a
