#include "a2a/wire/version.h"

#include <string>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::wire {
namespace {

constexpr std::size_t kQuotedMax = 32;  // of a refused value in the message

// "" or ".<digits>".
bool is_patch(std::string_view text) {
  return text.empty() || (text.front() == '.' && text::is_all_digits(text.substr(1)));
}

}  // namespace

std::string_view name(Version version) {
  return version == Version::kV1_0 ? "1.0" : "0.3";
}

Result<Version> parse_version(std::string_view text) {
  const std::string_view value = text::trimmed(text);
  for (const Version version : {Version::kV1_0, Version::kV0_3}) {
    const std::string_view known = name(version);
    if (value.starts_with(known) && is_patch(value.substr(known.size()))) return version;
  }
  return fail(ErrorCode::kVersionNotSupported, "A2A version \"" + std::string(value.substr(0, kQuotedMax)) +
                                                   "\" is not supported: expected 1.0 or 0.3");
}

}  // namespace schemagate::a2a::wire
