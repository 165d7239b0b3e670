#include "extension/object_schemas/template.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <utility>

#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "a2a/text/line_break.h"
#include "a2a/text/utf8.h"

namespace schemagate::object_schemas {
namespace {

using a2a::JsonValue;

// C0, DEL and, as UTF-8, C1: what could break a line or drive a terminal.
std::size_t control_character_bytes(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  return text.size() > 1 && byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0 ? 2 : 0;
}

void append_on_one_line(std::string& out, std::string_view text) {
  std::size_t plain = 0;  // bytes at the front that go as they are
  while (plain < text.size()) {
    const auto control = control_character_bytes(text.substr(plain));
    if (control == 0) {
      ++plain;
      continue;
    }
    out.append(text, 0, plain).append(1, ' ');
    text.remove_prefix(plain + control);
    plain = 0;
  }
  out += text;
}

// The same with what breaks a line and is none.
std::size_t line_breaker_bytes(std::string_view text) {
  const std::size_t control = control_character_bytes(text);
  return control > 0 ? control : a2a::text::line_break_bytes(text);
}

bool breaks_lines(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (line_breaker_bytes(text.substr(i)) > 0) return true;
  }
  return false;
}

// As JSON that has nothing in it that might break a line.
std::string quoted(std::string_view text) {
  const std::string json = a2a::in_quotes(text);
  std::string out;
  for (std::size_t i = 0; i < json.size();) {
    const std::size_t size = line_breaker_bytes(std::string_view(json).substr(i));
    if (size == 0) {
      out += json[i++];
      continue;
    }
    std::array<char, 8> escaped{};
    const char32_t code = a2a::text::decode(json, i);
    std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(code));
    out += escaped.data();
  }
  return out;
}

std::string on_one_line(std::string_view text) {
  std::string out;
  append_on_one_line(out, text);
  return out;
}

std::string inserted(JsonValue value, bool single_line, bool is_alone) {
  const auto text = value.string();
  if (single_line || (!text && !is_alone)) return on_one_line(text ? *text : value.raw());
  if (text && !is_alone && breaks_lines(*text)) return quoted(*text);
  return std::string(text ? *text : value.raw());
}

std::string at_offset(std::string_view what, std::size_t offset) {
  return "template: " + std::string(what) + " at offset " + std::to_string(offset);
}

}  // namespace

a2a::Result<Template> Template::parse(std::string_view text) {
  using a2a::ErrorCode;
  Template result;
  std::string literal;
  const auto add = [&result](std::string piece, bool pointer) {
    if (pointer || !piece.empty()) result.pieces_.push_back({std::move(piece), pointer});
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool brace = text[i] == '{' || text[i] == '}';
    if (!brace || text.substr(i + 1).starts_with(text[i])) {
      literal += text[i];
      i += brace ? 1 : 0;
      continue;
    }
    const auto close = text.find('}', i);
    if (text[i] == '}') return a2a::fail(ErrorCode::kInvalidParams, at_offset("} without {, write }}", i));
    if (close == text.npos) return a2a::fail(ErrorCode::kInvalidParams, at_offset("unclosed {", i));
    std::string pointer(text.substr(i + 1, close - i - 1));
    if (!pointer.empty() && pointer.front() != '/') pointer.insert(0, 1, '/');
    if (!a2a::json_pointer::is_valid(pointer))
      return a2a::fail(ErrorCode::kInvalidParams, at_offset("no JSON Pointer", i + 1));
    add(std::exchange(literal, {}), false);
    add(std::move(pointer), true);
    i = close;
  }
  add(std::move(literal), false);
  return result;
}

std::string Template::render(JsonValue object, bool single_line, std::size_t bytes_max) const {
  std::string out;
  for (const Piece& piece : pieces_) {
    const auto value = piece.is_pointer ? a2a::json_pointer::find(object, piece.text) : std::nullopt;
    if (piece.is_pointer && !value) continue;
    const std::string whole = value ? inserted(*value, single_line, pieces_.size() == 1) : piece.text;
    const std::string_view text = a2a::text::cut_at_character(whole, bytes_max - out.size());
    out += text;
    if (text.size() < whole.size()) break;
  }
  return out;
}

std::string Template::text() const {
  std::string out;
  for (const Piece& piece : pieces_) {
    if (piece.is_pointer) {
      out.append("{").append(piece.text).append("}");
      continue;
    }
    for (const char c : piece.text) out.append(c == '{' || c == '}' ? 2 : 1, c);
  }
  return out;
}

std::vector<std::string> Template::pointers() const {
  std::vector<std::string> pointers;
  for (const Piece& piece : pieces_) {
    if (piece.is_pointer) pointers.push_back(piece.text);
  }
  return pointers;
}

}  // namespace schemagate::object_schemas
