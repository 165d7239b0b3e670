// One object of a plan while it is read: its members with their paths, and what is wrong with them. Private
// to the room.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan_problem.h"

namespace schemagate::agent_context {

// Borrows the tree and the problems.
class PlanSource {
 public:
  PlanSource(const a2a::JsonTree& tree, std::string path, PlanProblems& problems)
      : tree_(&tree), path_(std::move(path)), problems_(&problems) {}

  const a2a::JsonTree& tree() const { return *tree_; }
  const std::string& path() const { return path_; }
  std::string path_of(std::string_view member) const;

  // False, and a problem, for another kind.
  bool is_object() const;
  void refuse(std::string_view member, std::string message) const;
  void refuse_unknown(std::initializer_list<std::string_view> known) const;

  // Each of these gives nothing for an absent member, and nothing and a problem for a wrong one.
  std::optional<std::string> text(std::string_view member) const;
  std::optional<std::string> id(std::string_view member) const;
  std::optional<bool> boolean(std::string_view member) const;
  std::optional<double> number(std::string_view member) const;
  std::optional<int> count(std::string_view member, int min, int max) const;
  std::optional<PlanSource> object(std::string_view member) const;
  // nullptr when absent or wrong.
  const a2a::JsonTree* list(std::string_view member, std::size_t max) const;
  std::vector<std::string> texts(std::string_view member, std::size_t max) const;
  // The element of a list of this object.
  PlanSource element(std::string_view member, const a2a::JsonTree& list, std::size_t index) const;
  // One word of several.
  template <class Value, std::size_t kCount>
  std::optional<Value> word(std::string_view member, const Value (&values)[kCount]) const {
    const auto said = text(member);
    if (!said) return std::nullopt;
    std::string all;
    for (const Value value : values) {
      if (name(value) == *said) return value;
      all += (all.empty() ? "" : ", ") + std::string(name(value));
    }
    refuse(member, "expected one of " + all);
    return std::nullopt;
  }

 private:
  const a2a::JsonTree* tree_;
  std::string path_;
  PlanProblems* problems_;
};

}  // namespace schemagate::agent_context
