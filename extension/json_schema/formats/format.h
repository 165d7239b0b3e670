// The formats of the drafts (2020-12 validation section 7.3) as recognisers.
#pragma once

#include <cstddef>
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
// What it costs to look at so many bytes, in steps.
inline std::size_t steps_of(Format format, std::size_t bytes) {
  return format == Format::kRegex ? 8 * bytes : bytes / 16;
}
// Linear in `text`, which is UTF-8. Total.
bool has_format(Format format, std::string_view text);

}  // namespace schemagate::json_schema
