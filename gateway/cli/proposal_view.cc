#include "gateway/cli/proposal_view.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>

#include "a2a/json/text.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"

namespace schemagate::cli {
namespace {

std::string two_digits(double share) {
  std::array<char, 8> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), share, std::chars_format::fixed, 2).ptr;
  return {digits.data(), end};
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string keys_json(const std::vector<client_agent::MappedKey>& keys) {
  std::string json = "[";
  for (const auto& key : keys) {
    if (json.size() > 1) json += ',';
    json += '{';
    a2a::append_string_member(json, "key", key.name);
    a2a::append_raw_member(json, "value", key.value);
    a2a::append_raw_member(json, "confidence", two_digits(key.confidence));
    a2a::append_string_member(json, "evidence", key.evidence);
    json += '}';
  }
  return json + "]";
}

std::string heard_json(const std::vector<client_agent::HeardFor>& all) {
  std::string json = "[";
  for (const auto& heard : all) {
    if (json.size() > 1) json += ',';
    json += '{';
    a2a::append_string_member(json, "key", heard.key);
    a2a::append_string_member(json, "words", heard.words);
    a2a::append_string_member(json, "why", heard.why);
    json += '}';
  }
  return json + "]";
}

std::string key_members(const client_agent::Proposal& proposal) {
  std::string json = "\"keys\":" + keys_json(proposal.keys);
  a2a::append_raw_member(json, "implied", json_array(proposal.implied));
  a2a::append_raw_member(json, "missing", json_array(proposal.missing));
  a2a::append_raw_member(json, "heard", heard_json(proposal.heard));
  if (!proposal.intent.is_request())
    a2a::append_string_member(json, "no_request", client_agent::reason_not_to_act(proposal.intent));
  a2a::append_raw_member(json, "notes", json_array(proposal.notes));
  return json;
}

std::string learnt_json(const std::vector<TemplateNews::LearntKey>& keys) {
  std::string json = "[";
  for (const auto& key : keys) {
    if (json.size() > 1) json += ',';
    json += '{';
    a2a::append_string_member(json, "key", key.name);
    a2a::append_string_member(json, "type", key.type);
    a2a::append_string_member(json, "description", key.description);
    if (!key.until.empty()) a2a::append_string_member(json, "until", key.until);
    json += '}';
  }
  return json + "]";
}

void append_news(std::string& json, const TemplateNews& news) {
  if (!news.learnt.empty()) a2a::append_raw_member(json, "learnt", learnt_json(news.learnt));
  if (!news.dropped.empty()) a2a::append_raw_member(json, "dropped", json_array(news.dropped));
  if (!news.refused.empty()) a2a::append_raw_member(json, "refused_patches", json_array(news.refused));
}

}  // namespace

void show_news(std::ostream& out, const TemplateNews& news) {
  for (const auto& key : news.learnt) {
    out << "learnt    " << printable_line(key.name) << " (" << printable_line(key.type)
        << "): " << printable_line(key.description);
    if (!key.until.empty()) out << " On trial, until " << printable_line(key.until.substr(0, 10)) << ".";
    out << "\n";
  }
  for (const std::string& name : news.dropped)
    out << "dropped   " << printable_line(name) << ": the agent does not offer it any more\n";
  for (const std::string& text : news.refused) out << "note      " << printable_line(text) << "\n";
}

std::string about_heard(const client_agent::HeardFor& heard) {
  std::string text =
      "heard \"" + printable_line(heard.words) + "\", not sure it is " + printable_line(heard.key);
  if (!heard.why.empty()) text += ": " + printable_line(heard.why);
  return text;
}

void show_proposal(std::ostream& out, const ProposedRequest& proposed) {
  out << "agent     " << printable_line(proposed.offer.agent) << "  "
      << printable_line(proposed.offer.interface.url) << "\n"
      << "scenario  " << printable_line(proposed.offer.scenario) << "  ("
      << printable_line(proposed.negotiated.schema.schema_id) << ")\n";
  show_news(out, proposed.news);
  show_keys(out, proposed.negotiated.schema, proposed.proposal);
}

void show_keys(std::ostream& out, const schema_interaction::SchemaTemplate& schema,
               const client_agent::Proposal& proposal) {
  a2a::JsonDocument document;
  const auto payload = document.parse(proposal.payload, {.bytes_max = proposal.payload.size()});
  std::size_t width = 0;
  for (const auto& key : schema.keys) width = std::max(width, printable_line(key.name).size());
  for (const auto& key : schema.keys) {
    const auto value = payload ? payload->find(key.name) : std::nullopt;
    const auto mapped = std::ranges::find(proposal.keys, key.name, &client_agent::MappedKey::name);
    const bool is_missing = std::ranges::find(proposal.missing, key.name) != proposal.missing.end();
    if (!value && !is_missing) continue;
    out << "  " << padded(printable_line(key.name), width) << "  "
        << (value ? printable_json(value->raw()) : "MISSING");
    if (mapped != proposal.keys.end()) {
      out << "  " << two_digits(mapped->confidence) << "  \"" << printable_line(mapped->evidence) << "\"";
    } else if (value && key.name != schema_interaction::kOther) {
      out << "  default";
    }
    out << "\n";
  }
  for (const auto& heard : proposal.heard) out << "heard     " << about_heard(heard).substr(6) << "\n";
  for (const std::string& note : proposal.notes) out << "note      " << printable_line(note) << "\n";
}

std::string keys_of_proposal_json(const client_agent::Proposal& proposal) {
  std::string json = "\"payload\":" + proposal.payload + ",";
  return json + key_members(proposal);
}

std::string proposal_json(const ProposedRequest& proposed, bool is_sent, const std::string& result) {
  std::string json = "{";
  a2a::append_string_member(json, "agent", proposed.offer.agent);
  a2a::append_string_member(json, "url", proposed.offer.interface.url);
  a2a::append_string_member(json, "scenario", proposed.offer.scenario);
  a2a::append_raw_member(json, "request",
                         client_agent::payload_envelope(proposed.negotiated, proposed.proposal));
  json += "," + key_members(proposed.proposal);
  append_news(json, proposed.news);
  a2a::append_raw_member(json, "sent", is_sent ? "true" : "false");
  if (!result.empty()) a2a::append_raw_member(json, "result", result);
  return json + "}";
}

}  // namespace schemagate::cli
