#include "gateway/cli/replay_input.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "a2a/json/document.h"
#include "a2a/json/tree.h"
#include "extension/schema_interaction/template_reader.h"
#include "gateway/cli/lines.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using evolution::Instant;

constexpr double kSecondsMax = 253'402'300'799;  // the end of the year 9999
constexpr a2a::JsonLimits kRowLimits{.bytes_max = 1 << 20, .depth_max = 32, .values_max = 1 << 14};

std::optional<Instant> instant(a2a::JsonValue value) {
  if (const auto text = value.string()) return evolution::from_rfc3339(*text);
  const auto seconds = value.number();
  if (!seconds || *seconds < 0 || *seconds > kSecondsMax) return std::nullopt;
  return static_cast<Instant>(std::llround(*seconds * 1000));
}

std::string text_of(a2a::JsonValue root, std::string_view name) {
  const auto value = root.find(name);
  return std::string(value ? value->string().value_or("") : "");
}

// The vector that a model made of the text when it was recorded. What is wrong with it; empty: nothing.
std::string read_vector(a2a::JsonValue root, ReplayRow& row) {
  const auto vector = root.find("vector");
  if (!vector) return "";
  row.vector.model = text_of(root, "model");
  if (row.vector.model.empty() || row.vector.model.size() > evolution::kModelNameBytesMax)
    return "model: expected the name of the model that has made the vector";
  std::vector<float> values;
  for (const a2a::JsonValue each : vector->elements())
    values.push_back(static_cast<float>(each.number().value_or(NAN)));
  row.vector.values = evolution::pack(values);
  return row.vector.values.empty() ? "vector: expected 1 to 1024 numbers that are not all 0" : "";
}

// What is wrong with the row; empty: nothing.
std::string read_row(a2a::JsonValue root, ReplayRow& row) {
  if (!root.is_object()) return "expected an object";
  const auto ts = root.find("ts");
  const auto at = ts ? instant(*ts) : std::nullopt;
  if (!at) return "ts: expected seconds since 1970 or a time of RFC 3339";
  row.at = *at;
  row.scenario = text_of(root, "scenario");
  row.client = text_of(root, "client");
  row.tenant = text_of(root, "tenant");
  if (row.scenario.empty()) return "scenario: expected a name";
  if (const auto text = root.find("text")) {
    if (!text->is_string()) return "text: expected a string";
    row.text = *text->string();
  }
  if (std::string problem = read_vector(root, row); !problem.empty()) return problem;
  if (const auto payload = root.find("payload")) {
    if (!payload->is_object()) return "payload: expected an object";
    row.payload = payload->raw();
  }
  if (const auto accepted = root.find("accepted")) {
    if (!accepted->boolean()) return "accepted: expected true or false";
    row.accepted = *accepted->boolean();
  }
  if (const auto verdict = root.find("verdict")) {
    const auto aligned = verdict->find("aligned");
    row.verdict = ReplayVerdict{text_of(*verdict, "key"), aligned && aligned->boolean().value_or(false)};
    if (!aligned || !aligned->boolean())
      return R"(verdict: expected {"key": name, "aligned": true or false})";
  }
  return row.text || row.payload || row.verdict ? "" : "expected a text, a payload or a verdict";
}

a2a::Result<KnownClients> wrong(std::string_view where) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams,
                   std::string(where) + ": expected a client's name, and since when it is known");
}

bool add_client(KnownClients& clients, std::string_view name, std::optional<a2a::JsonValue> since) {
  const bool always =
      !since || since->kind() == a2a::JsonKind::kNull || since->kind() == a2a::JsonKind::kBoolean;
  const auto at = always ? std::optional<Instant>(0) : instant(*since);
  if (name.empty() || !at) return false;
  clients.emplace_back(name, *at);
  return true;
}

bool add_entry(KnownClients& clients, a2a::JsonValue value) {
  if (const auto name = value.string()) return add_client(clients, *name, std::nullopt);
  const auto since = value.find("first_seen");
  return add_client(clients, text_of(value, "client"), since ? since : value.find("ts"));
}

a2a::Result<KnownClients> read_client_lines(std::string_view text) {
  KnownClients clients;
  std::string problem;
  a2a::JsonDocument document;
  for_each_line(text, [&](std::string_view line, std::uint64_t number) {
    const bool json = line.front() == '{' || line.front() == '"';
    const auto root =
        json ? document.parse(line) : a2a::Result<a2a::JsonValue>(std::unexpected(a2a::Error{}));
    const bool good = json ? root && add_entry(clients, *root) : add_client(clients, line, std::nullopt);
    if (!good && problem.empty()) problem = "line " + std::to_string(number + 1);
  });
  if (!problem.empty()) return wrong(problem);
  return clients;
}

}  // namespace

std::vector<ReplayRow> read_rows(std::string_view lines) {
  std::vector<ReplayRow> rows;
  a2a::JsonDocument document;
  Instant last = 0;
  for_each_line(lines, [&](std::string_view line, std::uint64_t number) {
    ReplayRow row;
    row.row = number;
    row.at = last;
    const auto root = document.parse(line, kRowLimits);
    row.problem = root ? read_row(*root, row) : root.error().message;
    last = row.at;
    rows.push_back(std::move(row));
  });
  std::ranges::stable_sort(rows, {}, &ReplayRow::at);
  return rows;
}

a2a::Result<ReplayConfig> read_replay_config(std::string_view text) {
  const auto tree = a2a::parse_tree(text);
  if (!tree) return std::unexpected(tree.error());
  auto settings = evolution::read_settings(*tree);
  if (!settings) return std::unexpected(settings.error());
  ReplayConfig config{*settings, {}};
  const JsonTree* schemas = a2a::find_member(*tree, "schemas");
  if (schemas == nullptr) return config;
  if (!schemas->is_object()) return a2a::fail(a2a::ErrorCode::kInvalidParams, "schemas: expected an object");
  for (const auto& [scenario, schema] : schemas->items()) {
    auto read = schema_interaction::read_template(schema);
    if (!read) return a2a::fail(read.error().code, "schemas." + scenario + ": " + read.error().message);
    read->scenario = scenario;
    config.schemas.push_back(std::move(*read));
  }
  return config;
}

a2a::Result<KnownClients> read_known_clients(std::string_view text) {
  a2a::JsonDocument document;
  const auto root = document.parse(text, {.bytes_max = 64 << 20});
  if (!root || !(root->is_object() || root->is_array())) return read_client_lines(text);
  if (root->is_object() && root->find("client")) return read_client_lines(text);
  KnownClients clients;
  for (const auto& [name, since] : root->members()) {
    if (!add_client(clients, name, since)) return wrong(name);
  }
  for (const a2a::JsonValue each : root->elements()) {
    if (!add_entry(clients, each)) return wrong("element " + std::to_string(clients.size()));
  }
  return clients;
}

}  // namespace schemagate::cli
