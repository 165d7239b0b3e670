// Keeps together what an agent streams of a text that is JSON, so that what is hidden of it can be found.
//
//   for (auto& each : whole_texts.on_update(std::move(update))) write(std::move(each));
//   for (auto& each : whole_texts.finish()) write(std::move(each));   // at the end of the task
//
// Words flow at once. A piece that begins like an object or an array is held back until that is closed, or
// the task ends or waits: then it comes as one text part. The last chunk of its artifact is no end: agents go
// on behind it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "a2a/model/task.h"
#include "gateway/access/json_pieces.h"

namespace schemagate {

// Of one task; used by its writer.
class WholeTexts {
 public:
  // What may be written now. Nothing gets lost: an update that replaces its artifact lets out first what was
  // held back of it.
  std::vector<a2a::TaskArtifactUpdate> on_update(a2a::TaskArtifactUpdate update);
  // What is still held back, as last chunks.
  std::vector<a2a::TaskArtifactUpdate> finish();

  std::size_t held_bytes() const { return held_bytes_; }

 private:
  // One artifact.
  struct Stream {
    std::optional<a2a::Part> held = {};
    access::OpenBrackets brackets = {};                   // of it
    std::optional<a2a::TaskArtifactUpdate> pending = {};  // what will carry it, where nothing else came
    bool has_words = false;                               // before the text at hand
  };

  void feed(Stream& stream, a2a::Part part, std::vector<a2a::Part>& out);
  void release_held(Stream& stream, std::vector<a2a::Part>& out);

  std::map<std::string, Stream> streams_;  // by the artifact's id
  std::size_t held_bytes_ = 0;
};

}  // namespace schemagate
