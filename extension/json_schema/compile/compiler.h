// Turns loaded schemas into a Graph: every subschema that the evaluator can reach becomes a Node, references
// become indices. No recursion: subschemas wait in a queue.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "extension/json_schema/graph/graph.h"
#include "extension/json_schema/load/loader.h"

namespace schemagate::json_schema {

class Compiler {
 public:
  Compiler(Loader& loader, const CompileOptions& options) : loader_(loader), options_(options) {}

  // Compiles `root` and every other subschema of its document. The graph does not yet own the documents.
  // Errors: a keyword's value has the wrong shape, a reference leads nowhere, references form a loop that
  // never descends into the instance, a pattern cannot be used.
  a2a::Result<Graph, SchemaProblem> compile(SchemaRef root);

 private:
  using Status = a2a::Result<void, SchemaProblem>;

  // The keywords of one schema object, as far as its dialect has them. Index 0 is never a keyword's value.
  class Keywords {
   public:
    std::uint32_t& operator[](Keyword keyword) { return indices_[static_cast<std::size_t>(keyword)]; }
    bool has(Keyword keyword) const { return indices_[static_cast<std::size_t>(keyword)] != 0; }
    SchemaRef ref(Keyword keyword) const { return {document, indices_[static_cast<std::size_t>(keyword)]}; }
    std::uint32_t document = 0;
    std::size_t count = 0;

   private:
    std::array<std::uint32_t, kKeywordCount> indices_{};
  };

  Status build_all();
  Status build(NodeId id);
  Keywords read_keywords(SchemaRef where, const ResourceDialect& dialect) const;
  // The node of the schema at `where`.
  NodeId intern(SchemaRef where);
  // The same, for a keyword that leads to it.
  NodeId request(SchemaRef where);
  std::vector<NodeId> request_elements(a2a::JsonValue array, std::uint32_t document);
  NodeId request_if(const Keywords& keywords, Keyword keyword);
  std::unexpected<SchemaProblem> bad(SchemaRef at, Keyword keyword, std::string expected) const;

  // Constraints of one node; each leaves the node alone when none of its keywords is present.
  Status add_types(const Keywords& keywords, Node& node);
  Status add_number(const Keywords& keywords, Node& node);
  Status add_string(const Keywords& keywords, Node& node, const ResourceDialect& dialect);
  Status add_array(const Keywords& keywords, Node& node, const ResourceDialect& dialect);
  Status add_items(const Keywords& keywords, ArrayConstraints& constraints, const ResourceDialect& dialect);
  Status add_object(const Keywords& keywords, Node& node);
  Status add_properties(const Keywords& keywords, ObjectConstraints& constraints);
  Status add_dependencies(const Keywords& keywords, Keyword keyword, ObjectConstraints& constraints);
  Status add_general(const Keywords& keywords, Node& node, NodeId id, ResourceId resource);
  Status add_reference(const Keywords& keywords, Keyword keyword, ResourceId resource,
                       GeneralConstraints& constraints);
  Status add_values(const Keywords& keywords, Keyword keyword, GeneralConstraints& constraints);
  // "" when absent or no string.
  std::string_view string_keyword(const Keywords& keywords, Keyword keyword) const;
  Status read_count(const Keywords& keywords, Keyword keyword, std::size_t& out) const;
  Status read_bound(const Keywords& keywords, Keyword keyword, NumberConstraints& constraints,
                    std::optional<Number>& out) const;
  a2a::Result<std::uint32_t, SchemaProblem> add_pattern(SchemaRef at, Keyword keyword, std::string_view text);
  void replace_unevaluated(Node& node);

  // After all nodes are built.
  Status request_dynamic_targets(bool& grew);
  void bind_dynamic_anchors();
  Status refuse_loops() const;
  void replace_aliases();
  void skip_types_of_any_of();
  void mark_special();
  void link_plain_objects();
  bool jumps_safely(const Node& node, const DynamicTarget& reference) const;
  void add_discriminators();
  Discriminator build_discriminator(const std::vector<NodeId>& branches, std::string_view name) const;
  std::optional<Discriminator> find_discriminator(const std::vector<NodeId>& branches) const;

  Loader& loader_;
  const CompileOptions& options_;
  Graph graph_;
  std::unordered_map<std::uint64_t, NodeId> nodes_by_ref_;
  std::vector<NodeId> queue_;
  std::vector<std::uint32_t> requests_;  // by node: keywords that lead to it
  std::vector<bool> entries_;            // by node: evaluation can come from another resource
  std::map<std::string, std::uint32_t, std::less<>> patterns_by_text_;
  std::map<std::string, std::uint32_t, std::less<>> dynamic_anchors_;  // those that some reference looks for
  std::map<std::pair<ResourceId, std::uint32_t>, NodeId> bindings_;
};

}  // namespace schemagate::json_schema
