// Texts of a plan with places for the input and for what earlier subtasks gave:
//
//   "Find a hotel in {input.destination}"    a member of the input, at any depth
//   "Summarise: {input}"                     the whole input
//   "Prescribe for {diagnose.d1}"            the abstract of item d1 of subtask diagnose
//   "{{literal braces}}"                     {literal braces}
//
// Values; pure; safe from any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "a2a/error.h"
#include "extension/agent_context/run_input.h"

namespace schemagate::agent_context {

// Into the input, as JSON Pointer.
struct InputPlace {
  std::string pointer;
  bool operator==(const InputPlace&) const = default;
};
struct OutputPlace {
  std::string sub_task;
  std::string item;
  bool operator==(const OutputPlace&) const = default;
};
using TemplatePiece = std::variant<std::string, InputPlace, OutputPlace>;

// What an accepted item gave; nullopt: it is not there.
using OutputLookup = std::function<std::optional<std::string>(const OutputPlace&)>;

class TextTemplate {
 public:
  TextTemplate() = default;
  // Errors: kInvalidParams for a brace without its other half, and for a place that is none.
  static a2a::Result<TextTemplate> parse(std::string_view text);

  const std::vector<TemplatePiece>& pieces() const { return pieces_; }
  bool has_outputs() const;
  // Errors: kInvalidParams with the place that leads to nothing.
  a2a::Result<std::string> render(const RunInput& input, const OutputLookup& outputs) const;
  // The same where the template is one place and nothing else, or a text: as JSON, so that a number stays
  // one.
  a2a::Result<std::string> render_json(const RunInput& input, const OutputLookup& outputs) const;

 private:
  std::vector<TemplatePiece> pieces_;
};

}  // namespace schemagate::agent_context
