// When the TaskContext of a run is written into its task's log: at each change, until there is 1 MiB of it;
// from then on once the log has otherwise grown by as much as it has. A long log so holds at most twice as
// much as without, however many subtasks there are. A value.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>

#include "gateway/store/task_event.h"

namespace schemagate {

inline constexpr std::string_view kTaskContextArtifact = "task-context";

class ContextWrites {
 public:
  // Each event of the log, in order.
  void note(const store::TaskEvent& event) {
    const auto* update = std::get_if<a2a::TaskArtifactUpdate>(&event);
    const std::size_t bytes = store::payload_bytes(event);
    if (update != nullptr && update->artifact.artifact_id == kTaskContextArtifact) {
      all_ += latest_ = bytes;
      others_ = 0;
    } else {
      others_ += bytes;
    }
  }
  bool is_due() const { return is_free() || others_ >= latest_; }
  // Whether every change has been written.
  bool is_free() const { return all_ < kFreeBytes; }

 private:
  static constexpr std::size_t kFreeBytes = 1 << 20;
  std::size_t all_ = 0;
  std::size_t latest_ = 0;
  std::size_t others_ = 0;  // since the latest
};

}  // namespace schemagate
