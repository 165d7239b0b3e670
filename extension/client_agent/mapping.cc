#include "extension/client_agent/mapping.h"

#include <algorithm>
#include <utility>

#include "a2a/json/text.h"
#include "extension/json_schema/render.h"
#include "extension/schema_interaction/free_text.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::kOther;

bool says(const std::vector<std::string>& other, std::string_view words) {
  return words.empty() ||
         std::ranges::any_of(other, [words](const std::string& text) { return text.contains(words); });
}

std::string_view said_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::kRequest:
      return "";
    case Purpose::kRefusal:
      return "the sentence says not to do it";
    case Purpose::kCancellation:
      return "the sentence is about cancelling or changing what was ordered before";
    case Purpose::kQuestion:
      return "the sentence asks a question and orders nothing";
    case Purpose::kPast:
      return "the sentence tells of what has been";
    case Purpose::kPossibility:
      return "the sentence speaks of what may be, and orders nothing yet";
    case Purpose::kStatement:
      return "the sentence states something and asks for nothing";
    case Purpose::kOtherMatter:
      return "the sentence asks for something else";
    case Purpose::kUnclear:
      return "too much of the sentence is not understood to be sure of the rest; say it in other words, a "
             "wish at a "
             "time";
  }
  return "";
}

// Keeps what was not trusted from vanishing: its words go to `other`, and the user is told for which key.
void keep_as_heard(Proposal& proposal, const MappedKey& mapped) {
  proposal.notes.push_back(mapped.name + ": not sure enough");
  if (!says(proposal.other, mapped.evidence)) proposal.other.push_back(mapped.evidence);
  if (!mapped.evidence.empty()) proposal.heard.push_back({mapped.name, mapped.evidence, "not sure enough"});
}

}  // namespace

std::string reason_not_to_act(const Intent& intent) {
  std::string reason(said_of(intent.purpose));
  if (!reason.empty() && !intent.evidence.empty()) reason += " (\"" + intent.evidence + "\")";
  return reason;
}

NegotiatedSchema::NegotiatedSchema(schema_interaction::SchemaTemplate made_of, std::string payload_schema)
    : schema(std::move(made_of)),
      json_schema(std::move(payload_schema)),
      validator(json_schema::Validator::compile(json_schema)) {}

Proposal propose(const NegotiatedSchema& negotiated, Mapping mapping, double threshold) {
  Proposal proposal;
  proposal.other = std::move(mapping.other);
  proposal.notes = std::move(mapping.notes);
  proposal.intent = std::move(mapping.intent);
  for (HeardFor& heard : mapping.heard) {
    if (negotiated.schema.find(heard.key) != nullptr) proposal.heard.push_back(std::move(heard));
  }
  proposal.payload = "{";
  for (const auto& key : negotiated.schema.keys) {
    if (key.name == kOther) continue;
    const auto mapped = std::ranges::find(mapping.keys, key.name, &MappedKey::name);
    const bool is_sure = mapped != mapping.keys.end() && mapped->confidence >= threshold;
    if (mapped != mapping.keys.end() && !is_sure) keep_as_heard(proposal, *mapped);
    const bool is_default = mapped != mapping.keys.end() && mapped->value == key.default_value;
    const bool is_heard =
        !is_default && std::ranges::find(proposal.heard, key.name, &HeardFor::key) != proposal.heard.end();
    if (is_sure) {
      a2a::append_raw_member(proposal.payload, key.name, mapped->value);
      proposal.keys.push_back(*mapped);
    } else if (key.required || (key.default_value && is_heard)) {
      proposal.missing.push_back(key.name);
    } else if (key.default_value) {
      a2a::append_raw_member(proposal.payload, key.name, *key.default_value);
      proposal.implied.push_back(key.name);
    }
  }
  if (!proposal.other.empty())
    a2a::append_raw_member(proposal.payload, kOther, schema_interaction::write_fragments(proposal.other));
  proposal.payload += '}';
  return proposal;
}

a2a::Result<void> check_payload(const NegotiatedSchema& negotiated, std::string_view payload) {
  const auto& validator = negotiated.validator;
  if (!validator)
    return a2a::fail(a2a::ErrorCode::kInternal, "the template's schema: " + validator.error().message);
  a2a::JsonDocument document;
  const auto value = document.parse(payload);
  if (!value) return std::unexpected(value.error());
  const auto report = validator->explain(*value);
  if (report.verdict == json_schema::Verdict::kValid) return {};
  return a2a::fail(a2a::ErrorCode::kInvalidParams, json_schema::render_text(report));
}

std::string payload_envelope(const NegotiatedSchema& negotiated, const Proposal& proposal) {
  std::string text = "{";
  a2a::append_string_member(text, "schema_id", negotiated.schema.schema_id);
  a2a::append_raw_member(text, "payload", proposal.payload);
  return text + "}";
}

}  // namespace schemagate::client_agent
