#include "gateway/config/plan_file.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan_reader.h"
#include "gateway/config/yaml.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

// As deep as parse_yaml() allows.
JsonTree tree_of(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return nullptr;
    case YamlNode::Kind::kBoolean:
      return node.scalar == "true";
    case YamlNode::Kind::kNumber: {
      auto number = a2a::parse_tree(node.scalar);
      return number ? *std::move(number) : JsonTree(node.scalar);
    }
    case YamlNode::Kind::kText:
      return node.scalar;
    case YamlNode::Kind::kSequence: {
      JsonTree list = JsonTree::array();
      for (const YamlNode& element : node.elements) list.push_back(tree_of(element));
      return list;
    }
    case YamlNode::Kind::kMapping: {
      JsonTree object = JsonTree::object();
      for (const YamlMember& member : node.members) object[member.name] = tree_of(member.value);
      return object;
    }
  }
  return nullptr;
}

// The line of the place that a problem's path names, or of what is nearest around it.
int line_of(const YamlNode& root, std::string_view path) {
  const YamlNode* node = &root;
  int line = root.line;
  while (!path.empty()) {
    if (path.starts_with('.')) path.remove_prefix(1);
    if (path.starts_with('[')) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
      if (error != std::errc() || index >= node->elements.size()) return line;
      node = &node->elements[index];
      line = node->line;
      path.remove_prefix(std::min(path.size(), static_cast<std::size_t>(end - path.data()) + 1));
      continue;
    }
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    const auto member = std::ranges::find(node->members, name, &YamlMember::name);
    if (member == node->members.end()) return line;
    node = &member->value;
    line = member->line;
    path.remove_prefix(name.size());
  }
  return line;
}

}  // namespace

PlanFile read_plan_file(std::string_view text) {
  PlanFile file;
  std::vector<ConfigProblem> problems;
  const std::optional<YamlNode> root = parse_yaml(text, problems);
  for (const ConfigProblem& problem : problems)
    file.problems.push_back({problem.path, problem.line, problem.message});
  if (!root || !problems.empty()) return file;
  const JsonTree tree = tree_of(*root);
  agent_context::PlanReading reading = agent_context::read_plan(tree);
  for (agent_context::PlanProblem& problem : reading.problems) {
    const int line = line_of(*root, problem.path);
    file.problems.push_back({std::move(problem.path), line, std::move(problem.message)});
  }
  file.plan = std::move(reading.plan);
  if (file.plan) file.json = a2a::dump_tree(tree);
  return file;
}

}  // namespace schemagate
