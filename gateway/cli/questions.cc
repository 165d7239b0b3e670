#include "gateway/cli/questions.h"

#include <algorithm>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "extension/client_agent/rules_mapper.h"
#include "extension/client_agent/utterance.h"
#include "extension/schema_interaction/free_text.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/proposal_view.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using client_agent::NegotiatedSchema;
using client_agent::Proposal;
using schema_interaction::Key;

constexpr int kTriesMax = 3;

// The schema of a payload that holds this key only.
std::string schema_of_key(const std::string& json_schema, const std::string& key) {
  auto tree = a2a::parse_tree(json_schema);
  const auto* properties = tree ? a2a::find_member(*tree, "properties") : nullptr;
  const auto* property = properties != nullptr ? a2a::find_member(*properties, key) : nullptr;
  if (property == nullptr) return "{}";
  const JsonTree kept = *property;
  (*tree)["properties"] = {{key, kept}};
  (*tree)["required"] = JsonTree::array({key});
  return a2a::dump_tree(*tree);
}

NegotiatedSchema only(const NegotiatedSchema& negotiated, const Key& key) {
  schema_interaction::SchemaTemplate schema = negotiated.schema;
  schema.keys = {key};
  if (const Key* other = negotiated.schema.find(schema_interaction::kOther)) schema.keys.push_back(*other);
  return {std::move(schema), schema_of_key(negotiated.json_schema, key.name)};
}

std::string payload_with(const Key& key, std::string_view value) {
  std::string payload = "{";
  a2a::append_raw_member(payload, key.name, value);
  return payload + "}";
}

// As it was typed: JSON where it is some, for numbers and truth values, else a text.
std::vector<std::string> as_typed(const std::string& answer) {
  const std::string text = a2a::in_quotes(answer);
  const auto tree = a2a::parse_tree(answer);
  const bool is_plain = tree && (tree->is_number() || tree->is_boolean());
  return is_plain ? std::vector<std::string>{answer, text} : std::vector<std::string>{text};
}

// The first reading of the answer that fits the key. Errors: why the last one does not.
a2a::Result<std::string> value_of(const NegotiatedSchema& key_only, const std::string& answer,
                                  std::chrono::sys_days today) {
  const Key& key = key_only.schema.keys.front();
  std::vector<std::string> readings;
  for (const auto& mapped : client_agent::map_by_rules(key_only, {answer, today}).keys) {
    if (mapped.name == key.name && mapped.confidence >= client_agent::kConfidenceThreshold)
      readings.push_back(mapped.value);
  }
  std::ranges::move(as_typed(answer), std::back_inserter(readings));
  a2a::Result<void> checked;
  for (std::string& reading : readings) {
    checked = client_agent::check_payload(key_only, payload_with(key, reading));
    if (checked) return std::move(reading);
  }
  return std::unexpected(checked.error());
}

bool contains(std::string_view text, std::string_view words) {
  return a2a::text::lower_case(text).contains(a2a::text::lower_case(words));
}

// Words that were heard for the key, or are in the answer, are no wish beside it any more, unless they are
// still to be asked about.
void forget_answered(Proposal& proposal, const std::string& key, const std::string& answer) {
  std::vector<std::string> answered{answer};
  for (const auto& heard : proposal.heard) {
    if (heard.key == key) answered.push_back(heard.words);
  }
  std::erase_if(proposal.heard, [&key](const auto& heard) { return heard.key == key; });
  std::erase_if(proposal.other, [&](const std::string& fragment) {
    const auto is_asked = [&](const auto& heard) {
      return contains(heard.words, fragment) &&
             std::ranges::find(proposal.missing, heard.key) != proposal.missing.end();
    };
    const auto has_it = [&fragment](const std::string& words) { return contains(words, fragment); };
    return std::ranges::any_of(answered, has_it) && std::ranges::none_of(proposal.heard, is_asked);
  });
}

void put(Proposal& proposal, const std::string& key, const std::string& value, const std::string& answer) {
  auto payload = a2a::parse_tree(proposal.payload);
  const auto tree = a2a::parse_tree(value);
  if (!payload || !tree) return;
  (*payload)[key] = *tree;
  proposal.keys.push_back({.name = key, .value = value, .confidence = 1, .evidence = answer});
  std::erase(proposal.missing, key);
  forget_answered(proposal, key, answer);
  payload->erase(std::string(schema_interaction::kOther));
  if (!proposal.other.empty())
    (*payload)[schema_interaction::kOther] =
        a2a::parse_tree(schema_interaction::write_fragments(proposal.other)).value_or(JsonTree());
  proposal.payload = a2a::dump_tree(*payload);
}

void introduce(std::ostream& out, const Key& key, const Proposal& proposal) {
  out << printable_line(key.name);
  if (!key.description.empty()) out << ": " << printable_under(key.description, 2);
  out << "\n";
  for (const auto& heard : proposal.heard) {
    if (heard.key == key.name) out << "  " << about_heard(heard) << "\n";
  }
}

bool is_missing(const Key& key, const Proposal& proposal) {
  return std::ranges::find(proposal.missing, key.name) != proposal.missing.end();
}

// False when there are no more answers.
bool ask_for(const Console& console, const NegotiatedSchema& negotiated, const Key& key,
             std::chrono::sys_days today, Proposal& proposal) {
  const NegotiatedSchema key_only = only(negotiated, key);
  introduce(console.err, key, proposal);
  for (int tries = 0; tries < kTriesMax; ++tries) {
    console.err << printable_line(key.name) << "? " << std::flush;
    std::string answer;
    const bool is_there = static_cast<bool>(std::getline(console.in, answer));
    if (!console.can_ask) console.err << printable_line(answer) << "\n";  // as a terminal would show it
    if (!is_there || answer.empty()) return false;
    if (answer.size() > client_agent::kUtteranceBytesMax) return false;
    const auto value = value_of(key_only, answer, today);
    if (value) {
      put(proposal, key.name, *value, answer);
      return true;
    }
    console.err << "  that does not fit: " << printable_under(value.error().message, 4) << "\n";
  }
  return false;
}

}  // namespace

void explain_missing(std::ostream& out, const NegotiatedSchema& negotiated, const Proposal& proposal) {
  for (const Key& key : negotiated.schema.keys) {
    if (is_missing(key, proposal)) introduce(out, key, proposal);
  }
}

void ask_for_missing(const Console& console, const NegotiatedSchema& negotiated, std::chrono::sys_days today,
                     Proposal& proposal) {
  for (const Key& key : negotiated.schema.keys) {
    if (is_missing(key, proposal) && !ask_for(console, negotiated, key, today, proposal)) return;
  }
}

}  // namespace schemagate::cli
