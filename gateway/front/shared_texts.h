// Large texts that streams are sending, each in memory once however many streams send it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "a2a/model/task.h"
#include "gateway/net/shared_limit.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// What a stream shows in one event: a whole task, or something that happened to it.
struct SharedText {
  std::string json;           // on one line
  std::uint64_t version = 0;  // of the task's log that it shows
  a2a::TaskState state = {};  // of the task then, where it shows a whole one
  net::SharedLimit::Part held = {};
};
using SharedTextHandle = std::shared_ptr<const SharedText>;

// Safe from any thread. A text goes with the last handle to it.
class SharedTexts {
 public:
  // `memory`: what the texts take their bytes of.
  explicit SharedTexts(net::SharedLimit memory) : memory_(std::move(memory)) {}

  // nullptr: nobody has it.
  SharedTextHandle find(const std::string& key) const;
  // The text, or the same if somebody else has added it meanwhile; another one loses the key. nullptr: there
  // is no memory left for `holder`.
  SharedTextHandle add(const std::string& key, SharedText text, const std::string& holder);
  // Whether there would be room for so much.
  bool has_room(const std::string& holder, std::size_t bytes) const { return memory_.grants(holder, bytes); }

 private:
  using Texts = std::unordered_map<std::string, std::weak_ptr<const SharedText>>;

  const net::SharedLimit memory_;
  store::Guarded<Texts> texts_;
};

}  // namespace schemagate
