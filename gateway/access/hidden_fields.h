// Fields of an agent's output that not everybody may see, and taking them out of what is shown.
//
//   const auto hidden = hidden_from(principal, agent.hidden_fields);   // empty: nothing to be done
//   hide(task, hidden);
//
// Pure; safe from any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/model/task.h"
#include "gateway/access/principal.h"

namespace schemagate::access {

inline constexpr std::size_t kHiddenFieldsMax = 64;  // of one agent
inline constexpr std::string_view kMask = "***";
// Where a part says which of its fields were hidden: an array of pointers, in the part's metadata.
inline constexpr std::string_view kHiddenMetadata = "https://schemagate.dev/v1/hiddenFields";

struct HiddenField {
  std::string pointer;  // JSON Pointer into the data; the token "*" is every member or element
  bool drop = false;    // the member goes; else its value becomes kMask. Elements are masked
  std::vector<std::string> visible_to = {};  // roles
};
using HiddenFields = std::vector<std::shared_ptr<const HiddenField>>;

// Those of `fields` that none of the caller's roles may see.
HiddenFields hidden_from(const Principal& caller, const HiddenFields& fields);

// What is the same for two callers is hidden from them in the same way; empty for nothing.
std::string name_of(const HiddenFields& hidden);

// JSON text without what is hidden, everything else to the byte; nullopt where nothing was there to hide.
// Text that begins like an object or an array and is none within the usual limits is hidden whole.
std::optional<std::string> without_hidden(std::string_view json, const HiddenFields& hidden);

// In every data part, and in every text that is JSON as a whole. A part that has changed loses its label, as
// it may not fit its schema any more, and says in its metadata what is hidden.
void hide(a2a::Message& message, const HiddenFields& hidden);
void hide(a2a::Task& task, const HiddenFields& hidden);
void hide(a2a::StreamEvent& event, const HiddenFields& hidden);

}  // namespace schemagate::access
