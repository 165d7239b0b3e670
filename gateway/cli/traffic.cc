#include "gateway/cli/traffic.h"

#include <variant>

#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/payload.h"
#include "gateway/cli/input.h"
#include "gateway/cli/lines.h"
#include "gateway/config/load.h"
#include "gateway/store/ledger_scan.h"

namespace schemagate::cli {
namespace {

using a2a::JsonValue;
using a2a::client::Cause;
using a2a::client::failed;
using a2a::client::Outcome;

constexpr std::size_t kTrafficBytesMax = std::size_t{1} << 30;
constexpr a2a::JsonLimits kLineLimits{.bytes_max = 1 << 20, .depth_max = 64, .values_max = 1 << 16};

std::string_view text_of(JsonValue root, std::string_view name) {
  const auto value = root.find(name);
  return value ? value->string().value_or("") : "";
}

// False: it is no payload and no other row of `evolve replay`.
bool take_line(JsonValue root, std::string_view where, const EachPayload& each) {
  if (!root.is_object()) return false;
  const auto payload = root.find("payload");
  const bool is_row = root.find("ts") && (root.find("text") || root.find("verdict"));
  if (payload && payload->is_object()) {
    each({where, text_of(root, "schema_id"), text_of(root, "scenario"), *payload});
  } else if (!is_row && !payload) {
    each({where, "", "", root});
  }
  return !payload || payload->is_object();
}

TrafficFigures read_lines(std::string_view text, const EachPayload& each) {
  TrafficFigures figures;
  a2a::JsonDocument document;
  for_each_line(text, [&](std::string_view line, std::uint64_t number) {
    const auto root = document.parse(line, kLineLimits);
    if (!root || !take_line(*root, "line " + std::to_string(number + 1), each)) ++figures.unread;
  });
  return figures;
}

void take_part(const a2a::Part& part, std::string_view where, const EachPayload& each) {
  if (part.kind != a2a::PartKind::kData) return;
  a2a::JsonDocument document;
  const auto data = document.parse(part.content, {.bytes_max = part.content.size()});
  if (!data || !data->is_object()) return;
  const auto envelope = schema_interaction::find_envelope(*data);
  if (envelope && envelope->is_whole()) return each({where, envelope->schema_id, "", *envelope->payload});
  const std::string& mode = part.metadata_mime_type.empty() ? part.media_type : part.metadata_mime_type;
  const auto flag = object_schemas::parse_mode(mode);
  if (const auto* named = std::get_if<object_schemas::FlaggedWith>(&flag))
    each({where, named->schema, "", *data});
}

bool take_task(const store::TaskContent& content, const EachPayload& each) {
  const std::string where = "task " + content.task.id;
  for (const a2a::Message& message : content.task.history) {
    if (message.role != a2a::Role::kUser) continue;
    for (const a2a::Part& part : message.parts) take_part(part, where, each);
  }
  return true;
}

Outcome<LedgerConfig> ledger_of(const std::string& config) {
  if (config.empty()) return LedgerConfig{};
  const LoadedConfig loaded = load_config(config);
  if (!loaded.config)
    return failed(Cause::kArgument, config + ": schemagate check says what is wrong with it");
  return loaded.config->ledger;
}

}  // namespace

Outcome<TrafficFigures> for_each_payload(const std::string& place, const std::string& config,
                                         const Console& console, const EachPayload& each) {
  const auto ledger = ledger_of(config);
  if (!ledger) return std::unexpected(ledger.error());
  const std::string from = place.empty() ? ledger->path : place;
  if (from.empty()) return failed(Cause::kArgument, "give --traffic, or --config of a gateway with a ledger");
  if (from == "-" || !store::is_ledger(from)) {
    const auto text = read_file(console, from, kTrafficBytesMax);
    if (!text) return std::unexpected(text.error());
    return read_lines(*text, each);
  }
  const auto scanned = store::scan_ledger(
      from, ledger->keys, [&each](const store::TaskContent& content) { return take_task(content, each); });
  if (!scanned) return failed(Cause::kArgument, scanned.error().message);
  return TrafficFigures{};
}

}  // namespace schemagate::cli
