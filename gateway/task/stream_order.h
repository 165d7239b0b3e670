// Whether an agent's stream tells what the agent does in the order in which it is done. Agents exist that
// write the events of a stream from several threads (a2a-java 0.3.3): pieces of an artifact change places, or
// come behind the end of the task. The task that such an agent keeps is whole all the same.
//
// Only what the protocol makes visible is found out: pieces in the middle carry no number. Pure; one stream
// each, one thread at a time.
#pragma once

#include <map>
#include <string>

#include "a2a/model/task.h"

namespace schemagate {

class StreamOrder {
 public:
  StreamOrder() = default;
  // Of a stream that begins in the middle of a task: broken unless the task itself comes first, as what came
  // before is not known.
  static StreamOrder of_subscription();
  // Each event of the stream, as it came.
  void note(const a2a::StreamEvent& event);
  // A piece is appended to an artifact that has not begun in this stream, or has had its last chunk; or
  // something is behind the task's end. False for a stream that cannot be told from an orderly one.
  bool is_broken() const { return is_broken_; }

 private:
  void note_artifact(const a2a::TaskArtifactUpdate& update);

  std::map<std::string, bool> artifacts_;  // by id: whether it has had its last chunk
  bool is_first_ = true;
  bool has_ended_ = false;
  bool is_broken_ = false;
};

}  // namespace schemagate
