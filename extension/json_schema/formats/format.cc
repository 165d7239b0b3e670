#include "extension/json_schema/formats/format.h"

#include <algorithm>
#include <array>

#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/patterns/pattern.h"

namespace schemagate::json_schema {
namespace {

struct FormatName {
  std::string_view name;
  Format format;
};

constexpr auto kNames = std::to_array<FormatName>({
    {"date-time", Format::kDateTime},
    {"date", Format::kDate},
    {"time", Format::kTime},
    {"duration", Format::kDuration},
    {"email", Format::kEmail},
    {"idn-email", Format::kIdnEmail},
    {"hostname", Format::kHostname},
    {"idn-hostname", Format::kIdnHostname},
    {"ipv4", Format::kIpv4},
    {"ipv6", Format::kIpv6},
    {"uri", Format::kUri},
    {"uri-reference", Format::kUriReference},
    {"iri", Format::kIri},
    {"iri-reference", Format::kIriReference},
    {"uri-template", Format::kUriTemplate},
    {"json-pointer", Format::kJsonPointer},
    {"relative-json-pointer", Format::kRelativeJsonPointer},
    {"regex", Format::kRegex},
    {"uuid", Format::kUuid},
});

}  // namespace

std::optional<Format> find_format(std::string_view name) {
  const auto found = std::ranges::find(kNames, name, &FormatName::name);
  return found == kNames.end() ? std::nullopt : std::optional(found->format);
}

bool has_format(Format format, std::string_view text) {
  switch (format) {
    case Format::kDateTime:
      return is_date_time(text);
    case Format::kDate:
      return is_date(text);
    case Format::kTime:
      return is_time(text);
    case Format::kDuration:
      return is_duration(text);
    case Format::kEmail:
      return is_email(text, Characters::kAscii);
    case Format::kIdnEmail:
      return is_email(text, Characters::kUnicode);
    case Format::kHostname:
      return is_hostname(text);
    case Format::kIdnHostname:
      return is_idn_hostname(text);
    case Format::kIpv4:
      return is_ipv4(text);
    case Format::kIpv6:
      return is_ipv6(text);
    case Format::kUri:
      return is_uri(text, Characters::kAscii);
    case Format::kUriReference:
      return is_uri_reference(text, Characters::kAscii);
    case Format::kIri:
      return is_uri(text, Characters::kUnicode);
    case Format::kIriReference:
      return is_uri_reference(text, Characters::kUnicode);
    case Format::kUriTemplate:
      return is_uri_template(text);
    case Format::kJsonPointer:
      return is_json_pointer(text);
    case Format::kRelativeJsonPointer:
      return is_relative_json_pointer(text);
    case Format::kRegex:
      return Pattern::is_valid(text);
    case Format::kUuid:
      return is_uuid(text);
  }
  return true;
}

}  // namespace schemagate::json_schema
