#include "extension/object_schemas/structured_input.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "a2a/text/utf8.h"
#include "extension/object_schemas/label.h"
#include "extension/object_schemas/plain_integers.h"
#include "extension/object_schemas/violation_detail.h"

namespace schemagate::object_schemas {
namespace {

using a2a::Error;
using a2a::ErrorCode;
using a2a::ErrorInfo;

constexpr std::size_t kTitleBytesMax = 512;
constexpr std::size_t kEchoBytesMax = 128;          // of a name that the client sent
constexpr std::size_t kNamesMax = 32;               // declared names told to the client
constexpr std::size_t kViolationsToldMax = 32;      // violations told to the client
constexpr std::size_t kViolationsInMessageMax = 3;  // of them in the message

struct FlaggedPart {
  std::size_t index;
  Label label;
};

bool is_flagged_data(const a2a::Part& part) {
  return part.kind == a2a::PartKind::kData && !std::holds_alternative<NotFlagged>(label_of(part).flag);
}

std::optional<FlaggedPart> first_flagged_part(const a2a::Message& message) {
  const auto index = deciding_part(message);
  if (!index) return std::nullopt;
  return FlaggedPart{*index, label_of(message.parts[*index])};
}

std::string path_of_part(std::size_t index) {
  return "message.parts[" + std::to_string(index) + "].";
}

// "a, b, c" of the first `count_max`, then how many more there are.
template <class Range, class Text>
std::string list(const Range& items, std::string_view separator, std::size_t count_max, Text text) {
  std::string out;
  std::size_t count = 0;
  for (const auto& item : items) {
    if (count == count_max) break;
    if (count++ > 0) out += separator;
    out += text(item);
  }
  if (items.size() > count)
    out.append(separator).append("and ") += std::to_string(items.size() - count) + " more";
  return out;
}

std::string list_names(const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  return list(names, ", ", kNamesMax,
              [](const std::string& name) { return a2a::text::shortened(name, kEchoBytesMax); });
}

Error task_already_running(const RunningTask& task) {
  const bool waits = task.state == a2a::TaskState::kInputRequired;
  return {ErrorCode::kUnsupportedOperation,
          "Structured input rejected: a task is already running" +
              std::string(waits ? "; it waits for an answer: send that without the label of a schema" : ""),
          {},
          {{"UNSUPPORTED_OPERATION", std::string(a2a::kA2aErrorDomain), {{"taskId", task.id}}},
           {"TASK_ALREADY_RUNNING",
            std::string(kExtensionUri),
            {{"taskId", task.id}, {"state", std::string(a2a::name_v1_0(task.state))}}}}};
}

std::string list_refused(const Contract& contract) {
  std::string names = list_names(contract.refused_schemas);
  if (contract.refused_besides > 0) names += ", and " + std::to_string(contract.refused_besides) + " more";
  return names;
}

// `schema`: as the client named it, empty when its label is malformed.
Error schema_not_declared(const FlaggedPart& part, std::string_view schema, std::string_view what,
                          const Contract& contract) {
  const std::string declared = list_names(contract.input_names());
  const std::string label_path = path_of_part(part.index) + part.label.field;
  Error error{
      ErrorCode::kContentTypeNotSupported,
      "Structured input rejected: " + std::string(what) + "; input schemas of this agent: " + declared,
      {{label_path, "expected application/json;schema=<name> with one of: " + declared}},
      {{"CONTENT_TYPE_NOT_SUPPORTED", std::string(a2a::kA2aErrorDomain), {}},
       {"SCHEMA_NOT_DECLARED",
        std::string(kExtensionUri),
        {{"schema", a2a::text::shortened(schema, kEchoBytesMax)}, {"declared", declared}}}}};
  if (contract.refused_schemas.empty()) return error;
  const std::string refused = list_refused(contract);
  error.message += "; declared by it, but refused, since the gateway cannot enforce them: " + refused;
  error.infos.back().metadata.emplace_back("refused", refused);
  return error;
}

Error structured_input_required(const Contract& contract) {
  const std::string declared = list_names(contract.input_names());
  const std::string expected =
      "a data part labelled application/json;schema=<name> in its mediaType (A2A 1.0) or metadata.mimeType "
      "(0.3), "
      "with one of: " +
      declared;
  return {ErrorCode::kContentTypeNotSupported,
          "Structured input required: this agent takes no other message; send " + expected,
          {{"message.parts", "expected " + expected}},
          {{"CONTENT_TYPE_NOT_SUPPORTED", std::string(a2a::kA2aErrorDomain), {}},
           {"STRUCTURED_INPUT_REQUIRED", std::string(kExtensionUri), {{"declared", declared}}}}};
}

bool accepts(const Contract& contract, const a2a::Message& message) {
  const bool has_data = std::ranges::any_of(
      message.parts, [](const a2a::Part& part) { return part.kind == a2a::PartKind::kData; });
  return has_data ? contract.accept.data : contract.accept.text;
}

Error not_an_input(const FlaggedPart& part, const std::string& schema, const Contract& contract) {
  const bool is_refused =
      std::ranges::find(contract.refused_schemas, schema) != contract.refused_schemas.end();
  const std::string_view why = is_refused                         ? " cannot be enforced"
                               : contract.find(schema) == nullptr ? " is not declared"
                                                                  : " is declared, but not an input mode";
  return schema_not_declared(
      part, schema, "schema " + a2a::text::shortened(schema, kEchoBytesMax) + std::string(why), contract);
}

using Details = decltype(ErrorInfo::metadata);

Error invalid_input(const std::string& schema, const std::string& what, Details more = {}) {
  Details details{{"schema", schema}};
  std::ranges::move(more, std::back_inserter(details));
  return {ErrorCode::kInvalidParams,
          "Structured input invalid for schema " + schema + ": " + what,
          {},
          {{std::string(kInvalidInput), std::string(kExtensionUri), std::move(details)}}};
}

// Where the data stands that is checked.
struct DataPlace {
  std::size_t part;
  std::string_view name;  // of the data below the part
};

Error not_an_object(const DataPlace& place, const std::string& schema) {
  const std::string name(place.name);
  Error error = invalid_input(schema, name + " must be a JSON object", {{"violations", name + ": type"}});
  error.violations.push_back({path_of_part(place.part) + name, "type: expected a JSON object"});
  return error;
}

Error not_json(const DataPlace& place, const std::string& schema, const Error& why) {
  Error error = invalid_input(schema, std::string(place.name) + " is not JSON: " + why.message);
  error.violations.push_back({path_of_part(place.part) + std::string(place.name), "expected JSON"});
  return error;
}

Error violated(const DataPlace& place, const std::string& schema, a2a::JsonValue data,
               const json_schema::Report& report) {
  std::vector<ViolationDetail> violations;
  for (const auto& violation : report.violations) {
    if (violations.size() == kViolationsToldMax) break;
    violations.push_back(describe(violation, data, place.name));
  }
  std::string words =
      list(violations, "; ", kViolationsInMessageMax, std::mem_fn(&ViolationDetail::sentence));
  Details details{
      {"violations", list(violations, "; ", kViolationsToldMax, [](const ViolationDetail& violation) {
         return violation.path + ": " + violation.keyword;
       })}};
  if (report.total > violations.size()) {
    words += "; " + std::to_string(report.total) + " violations in all";
    details.emplace_back("total", std::to_string(report.total));
  }
  Error error = invalid_input(schema, words, std::move(details));
  for (const ViolationDetail& violation : violations) {
    error.violations.push_back({path_of_part(place.part) + violation.path, violation.description()});
  }
  return error;
}

// nullopt: `data` fits.
std::optional<Error> check(const DataPlace& place, const std::string& name, const Schema& schema,
                           a2a::JsonValue data) {
  if (!data.is_object()) return not_an_object(place, name);
  if (schema.validator.validate(data) == json_schema::Verdict::kValid) return std::nullopt;
  const json_schema::Report report = schema.validator.explain(data);
  if (report.verdict != json_schema::Verdict::kLimit) return violated(place, name, data, report);
  Error error =
      invalid_input(name, "the check was given up at the limit " + report.limit, {{"limit", report.limit}});
  error.violations.push_back({path_of_part(place.part) + std::string(place.name),
                              "expected what can be checked within " + report.limit});
  return error;
}

// The text was accepted once, as part of a larger document.
a2a::JsonLimits limits_for(std::string_view text) {
  return {.bytes_max = text.size(), .depth_max = 1000, .values_max = text.size()};
}

void describe_data(StructuredInput& input, a2a::JsonValue data) {
  input.title = title_of(*input.skill, data);
  input.large_integers = count_large_integers(data);
}

StructuredInputOutcome accept(const FlaggedPart& part, const a2a::Message& message, const std::string& name,
                              const Contract& contract, a2a::JsonDocument& document,
                              std::string_view data_name) {
  const Schema* schema = contract.find(name);
  const SkillContract* skill = contract.skill_for_input(name);
  if (schema == nullptr || skill == nullptr) return StructuredInputError{not_an_input(part, name, contract)};
  const DataPlace place{part.index, data_name};
  const auto data = read_data(message.parts[part.index], document);
  if (!data) return StructuredInputError{not_json(place, name, data.error())};
  if (auto error = check(place, name, *schema, *data)) return StructuredInputError{*std::move(error)};
  StructuredInput input{.part = part.index, .schema = name, .skill = skill, .title = {}};
  describe_data(input, *data);
  input.plain_data = with_plain_integers(schema->validator, *data);
  if (!input.plain_data) return input;
  a2a::JsonDocument plain;
  const auto value = plain.parse(*input.plain_data, limits_for(*input.plain_data));
  if (value) describe_data(input, *value);
  return input;
}

a2a::Part mapped_part(a2a::Part part, const StructuredInput& input, a2a::JsonDocument& document) {
  const SkillContract& skill = *input.skill;
  if (input.plain_data) part.content = *input.plain_data;
  clear_label(part);
  if (skill.input_mapping == InputMapping::kLabelled) set_label(part, input.schema);
  if (skill.input_mapping == InputMapping::kLabelled || skill.input_mapping == InputMapping::kData)
    return part;
  part.kind = a2a::PartKind::kText;
  part.media_type.clear();
  if (skill.input_mapping == InputMapping::kTemplate) {
    const auto data = read_data(part, document);
    if (data) part.content = skill.prompt.render(*data, false);
  }
  return part;
}

}  // namespace

a2a::Result<a2a::JsonValue> read_data(const a2a::Part& part, a2a::JsonDocument& document) {
  return document.find_or_parse(part.content, limits_for(part.content));
}

std::optional<std::size_t> deciding_part(const a2a::Message& message) {
  const auto found = std::ranges::find_if(message.parts, is_flagged_data);
  if (found == message.parts.end()) return std::nullopt;
  return static_cast<std::size_t>(found - message.parts.begin());
}

StructuredInputOutcome resolve(const a2a::Message& message, const Contract& contract,
                               const RunningTask* running, a2a::JsonDocument& document,
                               std::string_view data_name) {
  const auto part = contract.refuses_labels() ? first_flagged_part(message) : std::nullopt;
  if (!part && (running != nullptr || accepts(contract, message))) return NoStructuredInput{};
  if (!part) return StructuredInputError{structured_input_required(contract)};
  if (running != nullptr) return StructuredInputError{task_already_running(*running)};
  if (const auto* malformed = std::get_if<MalformedFlag>(&part->label.flag)) {
    return StructuredInputError{schema_not_declared(*part, "", malformed->reason, contract)};
  }
  return accept(*part, message, std::get<FlaggedWith>(part->label.flag).schema, contract, document,
                data_name);
}

std::string title_of(const SkillContract& skill, a2a::JsonValue data) {
  return skill.title.render(data, true, kTitleBytesMax);
}

a2a::Message message_for_agent(const a2a::Message& message, const StructuredInput& input,
                               a2a::JsonDocument& document) {
  a2a::Message out{.message_id = message.message_id, .role = message.role, .metadata = message.metadata};
  out.extensions = message.extensions;
  out.reference_task_ids = message.reference_task_ids;
  std::erase(out.extensions, kExtensionUri);
  if (input.skill->input_mapping == InputMapping::kLabelled) out.extensions.emplace_back(kExtensionUri);
  for (std::size_t i = 0; i < message.parts.size(); ++i) {
    const a2a::Part& part = message.parts[i];
    if (i == input.part) {
      out.parts.push_back(mapped_part(part, input, document));
    } else if (part.kind != a2a::PartKind::kData) {
      out.parts.push_back(part);
    }
  }
  return out;
}

}  // namespace schemagate::object_schemas
