#include "extension/object_schemas/clip.h"

namespace schemagate::object_schemas {

std::string_view cut_at_character(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return text;
  while (bytes_max > 0 && (static_cast<unsigned char>(text[bytes_max]) & 0xC0) == 0x80) --bytes_max;
  return text.substr(0, bytes_max);
}

std::string shorten(std::string_view text, std::size_t bytes_max) {
  const std::string_view kept = cut_at_character(text, bytes_max);
  return std::string(kept) + (kept.size() < text.size() ? "…" : "");
}

}  // namespace schemagate::object_schemas
