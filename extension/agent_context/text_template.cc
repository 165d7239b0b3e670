#include "extension/agent_context/text_template.h"

#include <algorithm>

#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "extension/agent_context/agent_context.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::Result;

constexpr std::string_view kInput = "input";

std::string in_braces(std::string_view name) {
  return "{" + std::string(name) + "}";
}

std::string shown(const TemplatePiece& piece) {
  if (const auto* input = std::get_if<InputPlace>(&piece)) return in_braces("input" + input->pointer);
  const auto& output = std::get<OutputPlace>(piece);
  return in_braces(output.sub_task + "." + output.item);
}

Result<TemplatePiece> read_place(std::string_view name) {
  const auto wrong = [name] {
    return a2a::fail(ErrorCode::kInvalidParams,
                     in_braces(name.substr(0, kIdMax)) +
                         ": expected {input}, {input.member} or {subtask.item}; braces are written twice");
  };
  if (name == kInput) return InputPlace{};
  if (name.starts_with("input.")) {
    InputPlace place;
    for (name.remove_prefix(kInput.size() + 1); !name.empty();) {
      const std::string_view token = name.substr(0, name.find('.'));
      if (token.empty()) return wrong();
      a2a::json_pointer::append_token(place.pointer, token);
      name.remove_prefix(std::min(name.size(), token.size() + 1));
    }
    return place.pointer.empty() ? Result<TemplatePiece>(wrong()) : Result<TemplatePiece>(std::move(place));
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || !is_id(name.substr(0, dot)) || !is_id(name.substr(dot + 1)))
    return wrong();
  return OutputPlace{std::string(name.substr(0, dot)), std::string(name.substr(dot + 1))};
}

void append_literal(std::vector<TemplatePiece>& pieces, std::string_view text) {
  if (text.empty()) return;
  if (pieces.empty() || !std::holds_alternative<std::string>(pieces.back()))
    pieces.emplace_back(std::string());
  std::get<std::string>(pieces.back()) += text;
}

std::optional<std::string> value_of(const TemplatePiece& piece, const RunInput& input,
                                    const OutputLookup& outputs) {
  if (const auto* literal = std::get_if<std::string>(&piece)) return *literal;
  if (const auto* place = std::get_if<InputPlace>(&piece)) return input.at(place->pointer);
  return outputs(std::get<OutputPlace>(piece));
}

std::unexpected<a2a::Error> misses(const TemplatePiece& piece) {
  return a2a::fail(ErrorCode::kInvalidParams, shown(piece) + " leads to nothing");
}

}  // namespace

Result<TextTemplate> TextTemplate::parse(std::string_view text) {
  TextTemplate result;
  while (!text.empty()) {
    const std::size_t brace = std::min(text.find_first_of("{}"), text.size());
    append_literal(result.pieces_, text.substr(0, brace));
    text.remove_prefix(brace);
    if (text.empty()) break;
    if (text.size() > 1 && text[0] == text[1]) {
      append_literal(result.pieces_, text.substr(0, 1));
      text.remove_prefix(2);
      continue;
    }
    const std::size_t end = text.find('}');
    if (text[0] == '}' || end == std::string_view::npos)
      return a2a::fail(ErrorCode::kInvalidParams,
                       "a brace without its other half; a literal one is written twice");
    auto place = read_place(text.substr(1, end - 1));
    if (!place) return std::unexpected(place.error());
    result.pieces_.push_back(*std::move(place));
    text.remove_prefix(end + 1);
  }
  return result;
}

bool TextTemplate::has_outputs() const {
  return std::ranges::any_of(pieces_,
                             [](const auto& piece) { return std::holds_alternative<OutputPlace>(piece); });
}

Result<std::string> TextTemplate::render(const RunInput& input, const OutputLookup& outputs) const {
  std::string out;
  for (const TemplatePiece& piece : pieces_) {
    const auto value = value_of(piece, input, outputs);
    if (!value) return misses(piece);
    out += *value;
  }
  return out;
}

Result<std::string> TextTemplate::render_json(const RunInput& input, const OutputLookup& outputs) const {
  const auto* place = pieces_.size() == 1 ? std::get_if<InputPlace>(&pieces_.front()) : nullptr;
  if (place != nullptr) {
    auto json = input.json_at(place->pointer);
    if (!json) return misses(pieces_.front());
    return *std::move(json);
  }
  auto text = render(input, outputs);
  if (!text) return text;
  return a2a::in_quotes(*text);
}

}  // namespace schemagate::agent_context
