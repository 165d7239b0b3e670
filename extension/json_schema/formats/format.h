// The formats of the drafts (2020-12 validation section 7.3) as recognisers.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace schemagate::json_schema {

enum class Format : std::uint8_t {
  kDateTime,
  kDate,
  kTime,
  kDuration,
  kEmail,
  kIdnEmail,
  kHostname,
  kIdnHostname,
  kIpv4,
  kIpv6,
  kUri,
  kUriReference,
  kIri,
  kIriReference,
  kUriTemplate,
  kJsonPointer,
  kRelativeJsonPointer,
  kRegex,
  kUuid,
};

// nullopt for names that the drafts do not define: those assert nothing.
std::optional<Format> find_format(std::string_view name);
// Linear in `text`, which is UTF-8. Total.
bool has_format(Format format, std::string_view text);

}  // namespace schemagate::json_schema
