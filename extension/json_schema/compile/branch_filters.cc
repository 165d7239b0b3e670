#include "extension/json_schema/compile/branch_filters.h"

#include <algorithm>
#include <memory>
#include <string_view>

namespace schemagate::json_schema {
namespace {

constexpr std::size_t kNamesMax = 256;
constexpr std::size_t kPiecesMax = 16;
// Looks at a name for a schema, of one filter and of all.
constexpr std::size_t kWorkMax = 1 << 14;
constexpr std::size_t kAllWorkMax = 1 << 19;

// What a filter has to tell to be worth its time.
enum class Purpose { kAlternatives, kConditions };

class FilterBuilder {
 public:
  // kNoNode stands for a branch of which nothing is known.
  FilterBuilder(const Graph& graph, const std::vector<NodeId>& branches, Purpose purpose)
      : graph_(graph),
        branches_(branches),
        purpose_(purpose),
        all_(branches.size() == kFilteredMax ? ~Branches{0} : (Branches{1} << branches.size()) - 1),
        filter_{BranchesByType(all_), all_, 0, {}, {}, {}} {}

  // nullptr when nothing is told apart. `work` grows by what was looked at.
  std::unique_ptr<const BranchFilter> build(std::size_t& work) {
    for (const NodeId branch : branches_) add_pieces(branch);
    add_names();
    const std::size_t looks = filter_.names.properties().size() * pieces_.size();
    work += looks + pieces_.size();
    if (looks <= kWorkMax) add_members();
    finish_members();
    if (purpose_ == Purpose::kConditions && !filter_.members.empty()) add_optional();
    if (filter_.members.empty() && filter_.types == BranchesByType(all_)) return nullptr;
    filter_.names.index();
    for (MemberFilter& member : filter_.members) member.texts.index();
    return std::make_unique<const BranchFilter>(std::move(filter_));
  }

 private:
  // A schema that applies whenever a branch does.
  struct Piece {
    std::size_t branch;
    const Node* node;
  };

  static Branches bit(std::size_t branch) { return Branches{1} << branch; }

  void add_pieces(NodeId id) {
    const std::size_t branch = branch_++;
    if (id == kNoNode) return;
    std::vector<NodeId> pending{id};
    for (std::size_t i = 0; i < pending.size() && i < kPiecesMax; ++i) {
      const Node& node = graph_.nodes[pending[i]];
      pieces_.push_back({branch, &node});
      filter_.types.restrict(branch, node.types);
      if (node.general == kNone) continue;
      const GeneralConstraints& general = graph_.generals[node.general];
      for (const ValueSet& set : general.values) filter_.types.restrict(branch, set.types);
      pending.insert(pending.end(), general.all_of.begin(), general.all_of.end());
      for (const DynamicTarget& reference : general.references) {
        if (reference.anchor == kNone) pending.push_back(reference.node);
      }
    }
  }

  void add_optional() {
    for (std::size_t i = 0; i < branches_.size(); ++i) {
      if (branches_[i] == kNoNode) continue;
      const Node& node = graph_.nodes[branches_[i]];
      if ((node.plain & kObject) == 0) continue;
      const ObjectConstraints& object = graph_.objects[node.object];
      const bool is_open = object.min_properties == 0 && object.additional == kNoNode;
      if (object.required == 0 && is_open) filter_.optional |= bit(i);
    }
  }

  const ObjectConstraints* object_of(const Piece& piece) const {
    return piece.node->object == kNone ? nullptr : &graph_.objects[piece.node->object];
  }

  void add_names() {
    if (is_one_or_none(filter_.types.of(kObject))) return;
    std::size_t count = 0;
    for (const Piece& piece : pieces_) {
      const ObjectConstraints* object = object_of(piece);
      if (object == nullptr || (filter_.types.of(kObject) & bit(piece.branch)) == 0) continue;
      for (const Property& property : object->table.properties()) {
        filter_.names.add(property.name());
        if (++count > kNamesMax) {
          filter_.names = {};
          return;
        }
      }
    }
  }

  void add_members() {
    for (Property& name : filter_.names.properties()) {
      name.node = static_cast<NodeId>(filter_.members.size());
      filter_.members.push_back({0, 0, 0, BranchesByType(all_), {}, {}, all_, {}, all_});
      for (const Piece& piece : pieces_) {
        if (const ObjectConstraints* object = object_of(piece))
          add_member(name.name(), piece.branch, *object);
      }
      std::ranges::sort(filter_.members.back().integers);
      merge_integers(filter_.members.back());
    }
    for (const Piece& piece : pieces_) {
      const ObjectConstraints* object = object_of(piece);
      const bool closed = object != nullptr && object->patterns.empty() && object->additional != kNoNode &&
                          graph_.is_false(object->additional);
      if (closed) filter_.unnamed &= ~bit(piece.branch);
    }
  }

  void add_member(std::string_view name, std::size_t branch, const ObjectConstraints& object) {
    MemberFilter& member = filter_.members.back();
    const Property* property = object.table.find(name);
    if (property != nullptr) member.known |= bit(branch);
    if (property != nullptr && property->required) member.required |= bit(branch);
    NodeId node = property == nullptr ? kNoNode : property->node;
    if (node == kNoNode && object.patterns.empty()) node = object.additional;
    if (node != kNoNode) add_schema(graph_.nodes[node], branch, member);
  }

  // `node` applies to the member.
  void add_schema(const Node& node, std::size_t branch, MemberFilter& member) {
    member.types.restrict(branch, node.types);
    if (node.general == kNone) return;
    for (const ValueSet& set : graph_.generals[node.general].values) {
      member.types.restrict(branch, set.types);
      if (!set.strings.empty()) add_texts(set, branch, member);
      add_integers(set, branch, member);
    }
  }

  // A second set of the same branch is left out: the first restricts enough.
  void add_texts(const ValueSet& set, std::size_t branch, MemberFilter& member) {
    if ((member.other_texts & bit(branch)) == 0) return;
    member.other_texts &= ~bit(branch);
    for (const std::string_view text : set.strings) {
      Property& known = member.texts.add(text);
      if (known.node == kNoNode) {
        known.node = static_cast<NodeId>(member.text_branches.size());
        member.text_branches.push_back(0);
      }
      member.text_branches[known.node] |= bit(branch);
    }
  }

  void add_integers(const ValueSet& set, std::size_t branch, MemberFilter& member) {
    const auto is_other = [](a2a::JsonValue value) {
      return value.kind() == a2a::JsonKind::kNumber && !value.int64();
    };
    const bool restricts = (set.types & kInteger) != 0 && std::ranges::none_of(set.values, is_other);
    if (!restricts || (member.other_integers & bit(branch)) == 0) return;
    member.other_integers &= ~bit(branch);
    for (const a2a::JsonValue value : set.values) {
      if (const auto integer = value.int64()) member.integers.emplace_back(*integer, bit(branch));
    }
  }

  static void merge_integers(MemberFilter& member) {
    std::vector<std::pair<std::int64_t, Branches>> merged;
    for (const auto& [integer, branches] : member.integers) {
      if (merged.empty() || merged.back().first != integer) merged.emplace_back(integer, Branches{0});
      merged.back().second |= branches;
    }
    member.integers = std::move(merged);
  }

  // Whether looking at the members is worth it: all branches that take objects but one require a member that
  // another does not, are closed, or have a constant; of conditions, two do. Types alone seldom tell valid
  // objects apart.
  bool members_tell_apart() const {
    const Branches objects = filter_.types.of(kObject);
    Branches told = objects & ~filter_.unnamed;
    for (const MemberFilter& member : filter_.members) {
      if ((member.required & objects) != objects) told |= member.required;
      told |= ~member.other_texts | ~member.other_integers;
    }
    return purpose_ == Purpose::kConditions ? !is_one_or_none(objects & told)
                                            : is_one_or_none(objects & ~told);
  }
  static bool is_one_or_none(Branches branches) { return (branches & (branches - 1)) == 0; }

  // Constants that a branch does not have are as others.
  void finish_members() {
    if (!members_tell_apart()) {
      filter_.members.clear();
      filter_.names = {};
      filter_.unnamed = all_;
      return;
    }
    for (MemberFilter& member : filter_.members) {
      for (Branches& branches : member.text_branches) branches |= member.other_texts;
      for (auto& [integer, branches] : member.integers) branches |= member.other_integers;
      if (member.required == 0 || filter_.required.size() == 64) continue;
      member.required_bit = std::uint64_t{1} << filter_.required.size();
      filter_.required.push_back(member.required);
    }
  }

  const Graph& graph_;
  const std::vector<NodeId>& branches_;
  const Purpose purpose_;
  const Branches all_;
  BranchFilter filter_;
  std::vector<Piece> pieces_;
  std::size_t branch_ = 0;
};

std::unique_ptr<const BranchFilter> build_filter(const Graph& graph, const std::vector<NodeId>& branches,
                                                 Purpose purpose, std::size_t& work) {
  if (branches.size() < 2 || branches.size() > kFilteredMax || work > kAllWorkMax) return nullptr;
  return FilterBuilder(graph, branches, purpose).build(work);
}

// kNoNode unless the node says nothing where its condition does not match.
NodeId condition_alone(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  if (node.types != kAnyType || !node.is_only_general()) return kNoNode;
  const GeneralConstraints& constraints = graph.generals[node.general];
  const bool alone = constraints.has_only(&constraints.condition) && constraints.alternative == kNoNode;
  return alone ? constraints.condition : kNoNode;
}

std::unique_ptr<const BranchFilter> build_condition_filter(const Graph& graph,
                                                           const std::vector<NodeId>& branches,
                                                           std::size_t& work) {
  if (branches.size() > kFilteredMax) return nullptr;
  std::vector<NodeId> conditions;
  conditions.reserve(branches.size());
  for (const NodeId branch : branches) conditions.push_back(condition_alone(graph, branch));
  return build_filter(graph, conditions, Purpose::kConditions, work);
}

}  // namespace

void add_branch_filters(Graph& graph) {
  std::size_t work = 0;
  for (GeneralConstraints& constraints : graph.generals) {
    const auto decides = [](const auto& discriminator) {
      return discriminator && discriminator->others.empty();
    };
    if (!decides(constraints.any_of_discriminator))
      constraints.any_of_filter = build_filter(graph, constraints.any_of, Purpose::kAlternatives, work);
    if (!decides(constraints.one_of_discriminator))
      constraints.one_of_filter = build_filter(graph, constraints.one_of, Purpose::kAlternatives, work);
    constraints.all_of_filter = build_condition_filter(graph, constraints.all_of, work);
  }
  for (const Node& node : graph.nodes) {
    if (!node.is_only_general() || node.special) continue;
    GeneralConstraints& constraints = graph.generals[node.general];
    constraints.only_any_of = constraints.any_of_filter && constraints.has_only(&constraints.any_of);
    constraints.only_one_of = constraints.one_of_filter && constraints.has_only(&constraints.one_of);
  }
}

}  // namespace schemagate::json_schema
