// Push notification configs in the shape of A2A v1.0 (section 4.3).
//
//   PushConfig config{.url = "https://client.example/hook", .token = "t"};
//   config.schemes = {"Bearer"};
//   config.credentials = "s3";
//
// Plain values; a text that is empty counts as absent. Whether a URL may be called is not known here.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schemagate::a2a {

// Where a client wants to be told what becomes of a task, and how the receiver knows who tells it.
struct PushConfig {
  // Unique within its task; empty: the server chooses.
  std::string id = {};
  std::string url = {};
  // Sent along in a header, for the receiver to compare.
  std::string token = {};
  // Of authentication, by their HTTP names; v1.0 has one at most, v0.3 a list to choose from.
  std::vector<std::string> schemes = {};
  // For the scheme.
  std::string credentials = {};
  bool operator==(const PushConfig&) const = default;
};

// Parameters and result of CreateTaskPushNotificationConfig (section 3.1.7).
struct TaskPushConfig {
  std::string task_id = {};
  PushConfig config = {};
  std::string tenant = {};
  bool operator==(const TaskPushConfig&) const = default;
};

// Parameters of the operations that read or delete (sections 3.1.8 to 3.1.10).
struct PushConfigRequest {
  std::string task_id = {};
  // Empty: all of the task's configs; where one is asked for, the first.
  std::string config_id = {};
  std::string tenant = {};
  // Of a list: how many configs at most, and what the page before has named. Absent: all of them.
  std::optional<int> page_size = {};
  std::string page_token = {};
  bool operator==(const PushConfigRequest&) const = default;
};

// Result of ListTaskPushNotificationConfigs (section 3.1.9).
struct PushConfigPage {
  std::vector<TaskPushConfig> configs = {};
  std::string next_page_token = {};  // empty: there are no more
  bool operator==(const PushConfigPage&) const = default;
};

}  // namespace schemagate::a2a
