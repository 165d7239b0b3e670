// Turns loaded schemas into a Graph: every subschema that the evaluator can reach becomes a Node, references
// become indices. No recursion: subschemas wait in a queue.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extension/json_schema/compile/schema_keywords.h"
#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/load/loader.h"

namespace schemagate::json_schema {

class Compiler {
 public:
  // Both outlive the compiler. Compiles once.
  Compiler(Loader& loader, const CompileOptions& options) : loader_(loader), options_(options) {}

  enum class Scope {
    kDocument,  // every subschema of the root's document; looks for all that is wrong
    kReached,   // what evaluation can come to
  };
  // Compiles `root` and what `scope` says. The graph does not yet own the documents.
  // Errors: a keyword's value has the wrong shape, a reference leads nowhere, references form a loop that
  // never descends into the instance, a pattern cannot be used.
  a2a::Result<Graph, SchemaProblem> compile(SchemaRef root, Scope scope = Scope::kReached);
  // What was wrong, the first few; by kDocument only.
  std::vector<SchemaProblem> take_problems() { return std::move(problems_); }

 private:
  using Status = a2a::Result<void, SchemaProblem>;

  Status build_all();
  // For kDocument: keeps what is wrong and goes on.
  Status found_wrong(SchemaProblem problem);
  Status build(NodeId id);
  // The node of the schema at `where`, queued when it is new.
  NodeId intern(SchemaRef where);

  // What the parts call for the schemas in a keyword's value: intern(), and counts that the keyword leads
  // there.
  NodeId request(SchemaRef where);
  std::vector<NodeId> request_elements(a2a::JsonValue array, std::uint32_t document);
  NodeId request_if(const SchemaKeywords& keywords, Keyword keyword);  // kNoNode when it is absent

  // One for each Part, in a file of its own: compile_<part>.cc. Adds constraints to `node`, which has a
  // keyword of it.
  Status add_references(const SchemaKeywords& keywords, Node& node);
  Status add_values(const SchemaKeywords& keywords, Node& node);
  Status add_numbers(const SchemaKeywords& keywords, Node& node);
  Status add_strings(const SchemaKeywords& keywords, Node& node);
  Status add_arrays(const SchemaKeywords& keywords, Node& node);
  Status add_objects(const SchemaKeywords& keywords, Node& node);
  Status add_logic(const SchemaKeywords& keywords, Node& node);

  Status add_reference(const SchemaKeywords& keywords, Keyword keyword, Node& node);
  Status add_types(const SchemaKeywords& keywords, Node& node);
  Status add_value_set(const SchemaKeywords& keywords, Keyword keyword, Node& node);
  Status read_bound(const SchemaKeywords& keywords, Keyword keyword, std::optional<Number>& out) const;
  Status read_multiple_of(const SchemaKeywords& keywords, std::optional<Divisor>& out) const;
  Status add_items(const SchemaKeywords& keywords, ArrayConstraints& constraints);
  Status add_properties(const SchemaKeywords& keywords, ObjectConstraints& constraints);
  Status add_pattern_properties(const SchemaKeywords& keywords, ObjectConstraints& constraints);
  Status add_required(const SchemaKeywords& keywords, ObjectConstraints& constraints);
  Status add_dependencies(const SchemaKeywords& keywords, Keyword keyword, ObjectConstraints& constraints);
  Status add_branches(const SchemaKeywords& keywords, Keyword keyword, std::vector<NodeId>& branches);
  Status add_pattern(SchemaRef at, Keyword keyword, std::string_view text, std::uint32_t& id);

  // For several parts.
  a2a::JsonValue value_of(const SchemaKeywords& keywords, Keyword keyword) const;
  // "" when absent or no string.
  std::string_view text_of(const SchemaKeywords& keywords, Keyword keyword) const;
  // `out` stays when the keyword is absent.
  Status read_count(const SchemaKeywords& keywords, Keyword keyword, std::size_t& out) const;
  GeneralConstraints& general_of(Node& node);
  // The keyword's value is not what its row in keywords.cc says.
  std::unexpected<SchemaProblem> wrong_value(const SchemaKeywords& keywords, Keyword keyword) const;
  std::unexpected<SchemaProblem> problem(SchemaRef at, Keyword keyword, std::string message) const;

  // After all nodes are built.
  void replace_unevaluated_properties(Node& node);
  void replace_unevaluated_items(Node& node);
  // `alone`: only the schema's own keywords can have evaluated anything, so that what they leave is `rest`.
  // True when `rest`, absent so far, takes the place of `unevaluated`; where it is there, it leaves nothing.
  static bool replace_unevaluated(NodeId& unevaluated, bool alone, NodeId& rest);
  void request_dynamic_targets(bool& grew);
  void bind(const DynamicAnchor& declaration, std::uint32_t anchor);
  void bind_dynamic_anchors();
  Status refuse_loops() const;
  void replace_aliases();

  Loader& loader_;
  const CompileOptions& options_;
  Scope scope_ = Scope::kReached;
  std::vector<SchemaProblem> problems_;
  Graph graph_;
  std::unordered_map<std::uint64_t, NodeId> nodes_by_ref_;
  std::vector<NodeId> queue_;
  std::vector<std::uint32_t> requests_;  // by node: keywords that lead to it
  std::vector<bool> entries_;            // by node: evaluation can come from another resource
  std::map<std::string, std::uint32_t, std::less<>> patterns_by_text_;
  PatternBudget pattern_budget_{options_.limits.pattern_instructions_max};
  std::map<std::string, std::uint32_t, std::less<>> dynamic_anchors_;  // those that some reference looks for
  std::vector<std::pair<std::string, std::uint32_t>> new_dynamic_anchors_;     // of them, not yet bound
  std::map<std::string, std::vector<std::size_t>, std::less<>> declarations_;  // places in the loader's list
  std::size_t declarations_seen_ = 0;
  std::map<std::pair<ResourceId, std::uint32_t>, NodeId> bindings_;
};

}  // namespace schemagate::json_schema
