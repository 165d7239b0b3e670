#include "extension/agent_context/data_template.h"

#include <functional>
#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonTree;
using a2a::Result;

using StringVisitor = std::function<Result<void>(JsonTree&)>;

// Calls `visit` with each string, which it may replace. As deep as the tree, which its parsing has bounded.
Result<void> for_each_string(JsonTree& tree, const StringVisitor& visit) {
  if (tree.is_string()) return visit(tree);
  if (!tree.is_structured()) return {};
  for (JsonTree& child : tree) {
    if (auto done = for_each_string(child, visit); !done) return done;
  }
  return {};
}

Result<JsonTree> visited(std::string_view json, const StringVisitor& visit) {
  auto tree = a2a::parse_tree(json);
  if (!tree) return std::unexpected(tree.error());
  auto done = for_each_string(*tree, visit);
  if (!done) return std::unexpected(done.error());
  return tree;
}

}  // namespace

Result<void> check_data_template(std::string_view json) {
  const auto tree = visited(json, [](JsonTree& text) -> Result<void> {
    const auto parsed = TextTemplate::parse(text.get_ref<const std::string&>());
    if (!parsed) return std::unexpected(parsed.error());
    return {};
  });
  if (!tree) return std::unexpected(tree.error());
  return {};
}

std::vector<TextTemplate> templates_of_data(std::string_view json) {
  std::vector<TextTemplate> found;
  const auto tree = visited(json, [&found](JsonTree& text) -> Result<void> {
    auto parsed = TextTemplate::parse(text.get_ref<const std::string&>());
    if (parsed) found.push_back(*std::move(parsed));
    return {};
  });
  return tree ? found : std::vector<TextTemplate>();
}

Result<std::string> render_data(std::string_view json, const RunInput& input, const OutputLookup& outputs) {
  const auto tree = visited(json, [&input, &outputs](JsonTree& text) -> Result<void> {
    const auto parsed = TextTemplate::parse(text.get_ref<const std::string&>());
    if (!parsed) return std::unexpected(parsed.error());
    const auto rendered = parsed->render_json(input, outputs);
    if (!rendered) return std::unexpected(rendered.error());
    auto value = a2a::parse_tree(*rendered);
    if (!value) return std::unexpected(value.error());
    text = *std::move(value);
    return {};
  });
  if (!tree) return std::unexpected(tree.error());
  return a2a::dump_tree(*tree);
}

}  // namespace schemagate::agent_context
