#include "gateway/cli/printable.h"

#include <array>
#include <charconv>
#include <cstdint>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/hidden_character.h"
#include "a2a/text/utf8.h"

namespace schemagate::cli {
namespace {

// One character of UTF-8 text; `valid` is false for a byte that belongs to none (size 1).
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;
  bool valid = false;
};

Character first_character(std::string_view text) {
  std::size_t size = 0;
  const char32_t code = a2a::text::decode(text, size);
  const bool valid = size > 1 || a2a::text::is_ascii(text.front());
  return {valid ? code : static_cast<unsigned char>(text.front()), size, valid};
}

std::string hex(std::uint32_t code, std::size_t digits_min) {
  std::array<char, 8> digits{};
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), code, 16).ptr;
  std::string text(digits.data(), end);
  return text.size() < digits_min ? std::string(digits_min - text.size(), '0') + text : text;
}

std::string visible(std::string_view text, bool keep_lines) {
  std::string result;
  while (!text.empty()) {
    Character character = first_character(text);
    if (character.code == '\t') {
      result += ' ';
    } else if (character.code == '\n' && keep_lines) {
      result += '\n';
    } else if (!character.valid) {
      result += "\\x" + hex(character.code, 2);
    } else if (a2a::text::is_hidden_character(character.code)) {
      result += "\\u{" + hex(character.code, 1) + "}";
    } else {
      result += text.substr(0, character.size);
    }
    text.remove_prefix(character.size);
  }
  return result;
}

std::string json_escape(std::uint32_t code) {
  if (code < 0x10000) return "\\u" + hex(code, 4);
  code -= 0x10000;
  return "\\u" + hex(0xd800 + (code >> 10), 4) + "\\u" + hex(0xdc00 + (code & 0x3ff), 4);
}

class PrettyPrinter {
 public:
  PrettyPrinter(std::string& out, std::size_t margin, std::size_t depth_max)
      : out_(out), margin_(margin), depth_max_(depth_max) {}

  void print(a2a::JsonValue value, std::size_t depth) {
    if (value.size() == 0 || depth >= depth_max_) {
      out_ += printable_json(value.raw());
    } else if (value.is_object()) {
      print_object(value, depth);
    } else {
      print_array(value, depth);
    }
  }

 private:
  void print_object(a2a::JsonValue value, std::size_t depth) {
    char separator = '{';
    for (auto member : value.members()) {
      open_line(separator, depth + 1);
      out_ += printable_json(a2a::in_quotes(member.name)) + ": ";
      print(member.value, depth + 1);
      separator = ',';
    }
    close_line('}', depth);
  }

  void print_array(a2a::JsonValue value, std::size_t depth) {
    char separator = '[';
    for (a2a::JsonValue element : value.elements()) {
      open_line(separator, depth + 1);
      print(element, depth + 1);
      separator = ',';
    }
    close_line(']', depth);
  }

  void open_line(char separator, std::size_t depth) {
    out_ += separator;
    new_line(depth);
  }
  void close_line(char bracket, std::size_t depth) {
    new_line(depth);
    out_ += bracket;
  }
  void new_line(std::size_t depth) { out_ += "\n" + std::string(margin_ + 2 * depth, ' '); }

  std::string& out_;
  std::size_t margin_;
  std::size_t depth_max_;
};

}  // namespace

std::string printable(std::string_view text) {
  return visible(text, true);
}

std::string printable_under(std::string_view text, std::size_t margin) {
  std::string lines;
  for (const char c : printable(text.substr(0, text.find_last_not_of('\n') + 1))) {
    lines += c;
    if (c == '\n') lines.append(margin, ' ');
  }
  return lines;
}

std::string printable_line(std::string_view text) {
  return visible(text, false);
}

std::string printable_json(std::string_view json) {
  std::string result;
  while (!json.empty()) {
    Character character = first_character(json);
    if (character.code == '\r' || character.code == '\t') {
      result += ' ';  // white space between tokens: strings hold no raw controls
    } else if (character.code != '\n' && character.valid && a2a::text::is_hidden_character(character.code)) {
      result += json_escape(character.code);
    } else {
      result += json.substr(0, character.size);
    }
    json.remove_prefix(character.size);
  }
  return result;
}

std::string pretty_json(a2a::JsonValue value, std::size_t margin, std::size_t depth_max) {
  std::string text;
  PrettyPrinter(text, margin, depth_max).print(value, 0);
  return text;
}

}  // namespace schemagate::cli
