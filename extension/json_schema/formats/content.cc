#include "extension/json_schema/formats/content.h"

#include <optional>
#include <string>

#include "a2a/json/document.h"
#include "a2a/text/base64.h"

namespace schemagate::json_schema {

Content check_content(std::string_view text, bool base64, bool json) {
  std::optional<std::string> decoded;
  if (base64) {
    decoded = a2a::text::from_base64(text);
    if (!decoded) return Content::kWrongEncoding;
    text = *decoded;
  }
  if (!json) return Content::kFits;
  a2a::JsonDocument document;
  return document.parse(text) ? Content::kFits : Content::kWrongMedia;
}

}  // namespace schemagate::json_schema
