// What a run was asked to do: a text, or data. Values; safe from any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/json/document.h"

namespace schemagate::agent_context {

inline constexpr std::size_t kInputBytesMax = 1 << 20;

class RunInput {
 public:
  // A JSON object is data, anything else is the text itself. Errors: kInvalidParams beyond kInputBytesMax and
  // for text that is not UTF-8.
  static a2a::Result<RunInput> read(std::string text);

  // As it was given.
  const std::string& text() const { return text_; }
  bool is_data() const { return document_ != nullptr; }
  // What stands at the JSON Pointer, as text: a string without its quotes, anything else as JSON. The empty
  // pointer is the whole. nullopt when nothing is there, and for text, which has no members.
  std::optional<std::string> at(std::string_view pointer) const;
  // The same as JSON; a text is a string then.
  std::optional<std::string> json_at(std::string_view pointer) const;

 private:
  explicit RunInput(std::string text) : text_(std::move(text)) {}
  std::string text_;
  std::shared_ptr<const a2a::JsonDocument> document_;  // shared by copies, never changed
};

}  // namespace schemagate::agent_context
