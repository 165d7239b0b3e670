#include "extension/json_schema/evaluate/near_branches.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "extension/json_schema/evaluate/schema_words.h"

namespace schemagate::json_schema {

void NearBranches::add(std::size_t position, NodeId branch, Collector& violations) {
  ++looked_at_;
  std::string wishes;
  std::size_t count = 0;
  for (const Violation& violation : violations.violations()) {
    if (is_said(violation) || ++count > kWishesMax) continue;
    wishes += (wishes.empty() ? "" : ", ") + wish_of(violation);
  }
  if (wishes.empty()) return;
  const std::size_t unsaid = count - std::min(count, kWishesMax) + violations.total() - violations.kept();
  others_ += "; or for " + name_of(position, branch) + ": " + wishes;
  if (unsaid > 0) others_ += " and " + std::to_string(unsaid) + " more";
}

void NearBranches::write(std::size_t position, NodeId branch, std::size_t near) {
  std::string& message = violations_.front().message;
  // Alternatives within alternatives tell of each other, too: the innermost ones suffice.
  constexpr std::size_t kMessageBytes = 2000;
  if (others_.empty() || message.size() > kMessageBytes) return;
  message = "for " + name_of(position, branch) + ": " + message + others_;
  const std::size_t unsaid = near - 1 - looked_at_;
  if (unsaid == 1) message += "; 1 more alternative is as near";
  if (unsaid > 1) message += "; " + std::to_string(unsaid) + " more alternatives are as near";
}

std::string NearBranches::name_of(std::size_t position, NodeId branch) const {
  return "alternative " + std::to_string(position) + " (" + schema_in_words(graph_, branch) + ")";
}

std::string NearBranches::wish_of(const Violation& violation) const {
  if (violation.instance_pointer == violations_.front().instance_pointer) return violation.message;
  std::string where = "at ";
  a2a::append_json_string(where, violation.instance_pointer);
  return where + ": " + violation.message;
}

bool NearBranches::is_said(const Violation& violation) const {
  return std::ranges::any_of(violations_, [&violation](const Violation& said) {
    return said.instance_pointer == violation.instance_pointer && said.message == violation.message;
  });
}

}  // namespace schemagate::json_schema
