// Measures the rules mapper on a set of utterances. Usage: utterances SET.json TEMPLATE.json SCORE
// Prints what is missed and the score; ends with code 1 when that is below SCORE, and 2 when a file cannot be
// used.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/rules_mapper.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"

using namespace schemagate;

namespace {

using a2a::JsonTree;
using client_agent::NegotiatedSchema;

std::optional<JsonTree> read(const std::string& path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  auto tree = a2a::parse_tree(text);
  return tree ? std::optional(*std::move(tree)) : std::nullopt;
}

std::optional<NegotiatedSchema> negotiated_schema_of(const JsonTree& tree) {
  const auto reading = schema_interaction::read_authored_template(tree);
  if (!reading.authored) return std::nullopt;
  return NegotiatedSchema{reading.authored->schema,
                          a2a::dump_tree(schema_interaction::to_json_schema(*reading.authored))};
}

std::vector<std::string> names_in(const JsonTree* list) {
  std::vector<std::string> names;
  if (list != nullptr) {
    for (const JsonTree& name : *list) names.push_back(name.get<std::string>());
  }
  std::ranges::sort(names);
  return names;
}

// Empty when the mapper gives what the case asks for.
std::string miss(const NegotiatedSchema& negotiated, const JsonTree& wanted, std::chrono::sys_days today) {
  const std::string& utterance = *a2a::find_string(wanted, "utterance");
  auto proposal = propose(negotiated, client_agent::map_by_rules(negotiated, {utterance, today}));
  std::ranges::sort(proposal.missing);
  const nlohmann::json payload = nlohmann::json::parse(proposal.payload);
  const nlohmann::json right = nlohmann::json::parse(a2a::dump_tree(*a2a::find_member(wanted, "payload")));
  if (payload == right && proposal.missing == names_in(a2a::find_member(wanted, "missing"))) return "";
  std::string text = utterance + "\n";
  for (const auto& [name, value] : right.items()) {
    if (!payload.contains(name)) text += "    " + name + ": nothing, wanted " + value.dump() + "\n";
  }
  for (const auto& [name, value] : payload.items()) {
    const auto expected = right.find(name);
    if (expected == right.end()) text += "    " + name + ": " + value.dump() + ", wanted nothing\n";
    if (expected != right.end() && *expected != value)
      text += "    " + name + ": " + value.dump() + ", wanted " + expected->dump() + "\n";
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  const auto set = argc == 4 ? read(arguments[1]) : std::nullopt;
  const auto tree = argc == 4 ? read(arguments[2]) : std::nullopt;
  const auto negotiated = tree ? negotiated_schema_of(*tree) : std::nullopt;
  const auto* day = set ? a2a::find_string(*set, "today") : nullptr;
  const auto today = day == nullptr ? std::nullopt : client_agent::parse_date(*day);
  if (!negotiated || !today) return 2;
  const JsonTree& cases = *a2a::find_member(*set, "cases");
  std::size_t right = 0;
  for (const JsonTree& wanted : cases) {
    const std::string text = miss(*negotiated, wanted, *today);
    right += text.empty() ? 1 : 0;
    std::cout << text;
  }
  std::cout << right << " of " << cases.size() << " right\n";
  return right < std::strtoul(arguments[3], nullptr, 10) ? 1 : 0;
}
