// Which arrays and objects a schema takes by the types of their children alone.
#pragma once

#include <optional>
#include <vector>

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// Of containers of one type. REQUIRES: the other shortcuts of the graph are there.
class PassingChildren {
 public:
  // `container` is kArray or kObject.
  PassingChildren(const Graph& graph, Types container)
      : graph_(graph), container_(container), known_(graph.nodes.size()) {}

  static constexpr Types kNeverSure = 0xFF;

  // The node takes each container that has no child of these types, where kNoChild stands for empty ones.
  // kNeverSure, too, where it takes empty ones only, for which a look at every other one would not pay.
  Types stopping(NodeId id) {
    const Types types = stopping(id, 0);
    return types == kAnyType ? kNeverSure : types;
  }

 private:
  Types stopping(NodeId id, int depth);
  Types look(const Node& node, int depth);
  Types by_children(const Node& node) const;
  Types general(const GeneralConstraints& constraints, int depth);
  Types all_of(const std::vector<NodeId>& branches, int depth);
  Types any_of(const std::vector<NodeId>& branches, int depth);
  Types one_of(const std::vector<NodeId>& branches, int depth);

  const Graph& graph_;
  Types container_;
  std::vector<std::optional<Types>> known_;  // by node
};

}  // namespace schemagate::json_schema
