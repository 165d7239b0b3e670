#include "a2a/wire/version.h"

#include <algorithm>
#include <string>

namespace schemagate::a2a::wire {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::size_t kQuotedMax = 32;  // of a refused value in the message

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// "" or ".<digits>".
bool is_patch(std::string_view text) {
  if (text.empty()) return true;
  if (text[0] != '.' || text.size() == 1) return false;
  return std::ranges::all_of(text.substr(1), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string_view name(Version version) {
  return version == Version::kV1_0 ? "1.0" : "0.3";
}

Result<Version> parse_version(std::string_view text) {
  const std::string_view value = trimmed(text);
  for (const Version version : {Version::kV1_0, Version::kV0_3}) {
    const std::string_view known = name(version);
    if (value.starts_with(known) && is_patch(value.substr(known.size()))) return version;
  }
  return fail(ErrorCode::kVersionNotSupported, "A2A version \"" + std::string(value.substr(0, kQuotedMax)) +
                                                   "\" is not supported: expected 1.0 or 0.3");
}

}  // namespace schemagate::a2a::wire
