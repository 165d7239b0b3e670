#include "extension/agent_context/run_input.h"

#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::agent_context {

using a2a::ErrorCode;

a2a::Result<RunInput> RunInput::read(std::string text) {
  if (text.size() > kInputBytesMax)
    return a2a::fail(ErrorCode::kInvalidParams, "the input is larger than 1 MiB");
  if (!a2a::text::is_utf8(text)) return a2a::fail(ErrorCode::kInvalidParams, "the input is not UTF-8");
  RunInput input(std::move(text));
  if (!a2a::text::trimmed_front(input.text_, a2a::text::kWhiteSpace).starts_with('{')) return input;
  auto document = std::make_shared<a2a::JsonDocument>();
  const auto root = document->parse_own(input.text_);
  if (root && root->is_object()) input.document_ = std::move(document);
  return input;
}

std::optional<std::string> RunInput::at(std::string_view pointer) const {
  if (pointer.empty()) return text_;
  if (document_ == nullptr) return std::nullopt;
  const auto value = a2a::json_pointer::find(document_->root(), pointer);
  if (!value) return std::nullopt;
  const auto text = value->string();
  return std::string(text ? *text : value->raw());
}

std::optional<std::string> RunInput::json_at(std::string_view pointer) const {
  if (document_ != nullptr) {
    const auto value = a2a::json_pointer::find(document_->root(), pointer);
    return value ? std::optional(std::string(value->raw())) : std::nullopt;
  }
  if (!pointer.empty()) return std::nullopt;
  return a2a::in_quotes(text_);
}

}  // namespace schemagate::agent_context
