#include "gateway/cli/template_memory.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>

#include "a2a/json/tree.h"
#include "gateway/cli/input.h"
#include "gateway/cli/whole_file.h"

namespace schemagate::cli {
namespace {

using a2a::JsonTree;
using a2a::client::Cause;
using a2a::client::failed;
using a2a::client::Outcome;

constexpr std::string_view kFrame = "{\"templates\":[]}\n";
// Patches were read with the usual limits, and stand deeper here; a value takes two bytes at least.
constexpr a2a::JsonLimits kFileLimits{.bytes_max = TemplateMemory::kBytesMax,
                                      .depth_max = a2a::JsonLimits{}.depth_max + 4,
                                      .values_max = TemplateMemory::kBytesMax / 2};

std::string text_member(const JsonTree& tree, std::string_view name) {
  const std::string* text = a2a::find_string(tree, name);
  return text == nullptr ? "" : *text;
}

std::optional<RememberedTemplate> read_template(const JsonTree& tree) {
  RememberedTemplate read{.agent = text_member(tree, "agent"),
                          .scenario = text_member(tree, "scenario"),
                          .keys = {},
                          .patches = {}};
  const JsonTree* keys = a2a::find_member(tree, "keys");
  const JsonTree* patches = a2a::find_member(tree, "patches");
  const bool is_list = keys != nullptr && keys->is_array() && patches != nullptr && patches->is_array();
  if (!is_list || read.agent.empty() || read.scenario.empty()) return std::nullopt;
  for (const JsonTree& key : *keys) {
    if (!key.is_string()) return std::nullopt;
    read.keys.push_back(key.get<std::string>());
  }
  for (const JsonTree& patch : *patches) read.patches.push_back(a2a::dump_tree(patch));
  return read;
}

JsonTree tree_of(const RememberedTemplate& each) {
  JsonTree patches = JsonTree::array();
  for (const std::string& patch : each.patches) {
    if (auto tree = a2a::parse_tree(patch)) patches.push_back(*std::move(tree));
  }
  return {{"agent", each.agent},
          {"scenario", each.scenario},
          {"keys", each.keys},
          {"patches", std::move(patches)}};
}

}  // namespace

Outcome<TemplateMemory> TemplateMemory::read(const Console& console, const std::string& path) {
  TemplateMemory memory;
  std::error_code error;
  if (path.empty()) return memory;
  const std::filesystem::path folder = std::filesystem::absolute(path, error).parent_path();
  if (!std::filesystem::is_directory(folder, error))
    return failed(Cause::kArgument, path + ": its folder is not there");
  if (!std::filesystem::exists(path, error)) return memory;
  const auto text = read_file(console, path, kBytesMax);
  if (!text) return std::unexpected(text.error());
  const auto tree = a2a::parse_tree(*text, kFileLimits);
  const JsonTree* templates = tree ? a2a::find_member(*tree, "templates") : nullptr;
  if (templates == nullptr || !templates->is_array() || templates->size() > kTemplatesMax)
    return failed(Cause::kArgument, path + ": is no file of --templates");
  for (const JsonTree& each : *templates) {
    auto read = read_template(each);
    if (!read) return failed(Cause::kArgument, path + ": is no file of --templates");
    memory.templates_.push_back(*std::move(read));
  }
  return memory;
}

Outcome<void> TemplateMemory::write(const std::string& path) const {
  std::string list;  // from its end: what was used last has the room first
  std::size_t left = kBytesMax - kFrame.size();
  for (const RememberedTemplate& each : templates_ | std::views::reverse) {
    const std::string text = a2a::dump_tree(tree_of(each)) + (list.empty() ? "" : ",");
    if (text.size() > left) break;
    left -= text.size();
    list.insert(0, text);
  }
  std::string text(kFrame);
  return write_whole_file(path, text.insert(text.find(']'), list));
}

const RememberedTemplate* TemplateMemory::find(std::string_view agent, std::string_view scenario) const {
  const auto found = std::ranges::find_if(templates_, [&](const RememberedTemplate& each) {
    return each.agent == agent && each.scenario == scenario;
  });
  return found == templates_.end() ? nullptr : &*found;
}

void TemplateMemory::put(RememberedTemplate remembered) {
  std::erase_if(templates_, [&](const RememberedTemplate& each) {
    return each.agent == remembered.agent && each.scenario == remembered.scenario;
  });
  if (templates_.size() == kTemplatesMax) templates_.erase(templates_.begin());
  templates_.push_back(std::move(remembered));
}

}  // namespace schemagate::cli
