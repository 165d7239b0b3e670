// The bounds of tasks, streams and what they carry. Those of connections are net::ListenerLimits and
// net::UpstreamLimits. CONFIG.md says what happens beyond each.
#pragma once

#include <chrono>
#include <cstddef>

namespace schemagate {

struct GatewayLimits {
  // Whole process: requests that are being read or answered, answers, and what streams are sending.
  std::size_t memory_bytes_max = 512 << 20;
  std::size_t json_depth_max = 64;             // arrays and objects inside one another in a request
  std::size_t tasks_max = 100'000;             // kept at once, whole process
  std::chrono::seconds task_retention{3'600};  // after a task has ended
  std::size_t kept_bytes_max = 1 << 30;        // of all tasks that are kept, about
  std::size_t task_events_max = 10'000;        // per task
  std::size_t task_bytes_max = 16 << 20;       // per task: artifacts, history and events together
  std::size_t streams_max = 10'000;            // open event streams, whole process
  std::size_t event_bytes_max = 4 << 20;       // one event from an agent
  // The first event of an agent, which may be its whole answer: load_config() sets what
  // `limits.upstream.body` says.
  std::size_t answer_bytes_max = 8 << 20;
  // One answer or event of an agent: its parts, artifacts and messages, and the ids and URIs in it, together.
  std::size_t answer_parts_max = 20'000;
  // Within it the same messageId and content of the same caller give the first call's task.
  std::chrono::seconds deduplication_window{600};
  std::chrono::seconds context_retention{86'400};       // after a context's last use, its tasks included
  std::chrono::milliseconds keep_alive{15'000};         // comment on an idle stream
  std::chrono::milliseconds blocking_timeout{120'000};  // a blocking send answers with the running task then
};

}  // namespace schemagate
