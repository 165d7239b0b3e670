#include "gateway/front/logged_refusal.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/object_schemas/mode.h"
#include "extension/object_schemas/structured_input.h"
#include "extension/schema_interaction/negotiation.h"

namespace schemagate {
namespace {

bool is_of_keyword(char c) {
  return c == '$' || a2a::text::is_letter(c);
}

}  // namespace

LoggedRefusal logged_refusal(const a2a::Error& error) {
  const auto is_ours = [](const a2a::ErrorInfo& info) {
    return info.domain == object_schemas::kExtensionUri || info.domain == schema_interaction::kExtensionUri;
  };
  const auto info = std::ranges::find_if(error.infos, is_ours);
  if (info == error.infos.end()) return {};
  LoggedRefusal logged{.reason = info->reason, .schema = {}, .keyword = {}};
  if (info->reason != object_schemas::kInvalidInput) return logged;
  for (const auto& [name, value] : info->metadata) {
    if (name == "schema") logged.schema = value;
  }
  if (error.violations.empty()) return logged;
  const std::string_view said = error.violations.front().description;
  const std::string_view first = said.substr(0, said.find(':'));
  if (std::ranges::all_of(first, is_of_keyword)) logged.keyword = first;
  return logged;
}

}  // namespace schemagate
