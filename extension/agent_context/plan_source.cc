#include "extension/agent_context/plan_source.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "a2a/text/utf8.h"
#include "extension/agent_context/agent_context.h"
#include "extension/json_schema/nearest_name.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonTree;

constexpr std::size_t kNameShown = 80;

}  // namespace

std::string PlanSource::path_of(std::string_view member) const {
  if (member.empty()) return path_;
  return path_.empty() ? std::string(member) : path_ + "." + std::string(member);
}

bool PlanSource::is_object() const {
  if (tree_->is_object()) return true;
  refuse("", "expected an object");
  return false;
}

void PlanSource::refuse(std::string_view member, std::string message) const {
  if (problems_->size() < kPlanProblemsMax) problems_->push_back({path_of(member), std::move(message)});
}

void PlanSource::refuse_unknown(std::initializer_list<std::string_view> known) const {
  for (const auto& [member, value] : tree_->items()) {
    if (std::ranges::find(known, member) != known.end()) continue;
    const auto nearest = json_schema::nearest_name(member, std::span(known.begin(), known.size()), 2);
    refuse(a2a::text::shortened(member, kNameShown),
           nearest ? "is not known; did you mean " + std::string(*nearest) + "?" : "is not known");
  }
}

std::optional<std::string> PlanSource::text(std::string_view member) const {
  const JsonTree* value = a2a::find_member(*tree_, member);
  if (value == nullptr || value->is_null()) return std::nullopt;
  if (!value->is_string()) {
    refuse(member, "expected a text");
    return std::nullopt;
  }
  const auto& said = value->get_ref<const std::string&>();
  if (said.size() <= kTextMax) return said;
  refuse(member, "longer than 16 KiB");
  return std::nullopt;
}

std::optional<std::string> PlanSource::id(std::string_view member) const {
  auto said = text(member);
  if (!said || is_id(*said)) return said;
  refuse(member, "expected at most 128 letters, digits, \".\", \"_\" and \"-\"");
  return std::nullopt;
}

std::optional<bool> PlanSource::boolean(std::string_view member) const {
  const JsonTree* value = a2a::find_member(*tree_, member);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  refuse(member, "expected true or false");
  return std::nullopt;
}

std::optional<double> PlanSource::number(std::string_view member) const {
  const JsonTree* value = a2a::find_member(*tree_, member);
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  refuse(member, "expected a number");
  return std::nullopt;
}

std::optional<int> PlanSource::count(std::string_view member, int min, int max) const {
  const JsonTree* value = a2a::find_member(*tree_, member);
  if (value == nullptr) return std::nullopt;
  if (value->is_number_integer()) {
    const auto said = value->get<std::int64_t>();
    if (said >= min && said <= max) return static_cast<int>(said);
  }
  refuse(member, "expected a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  return std::nullopt;
}

std::optional<PlanSource> PlanSource::object(std::string_view member) const {
  const JsonTree* value = a2a::find_member(*tree_, member);
  if (value == nullptr || value->is_null()) return std::nullopt;
  PlanSource source(*value, path_of(member), *problems_);
  return source.is_object() ? std::optional(std::move(source)) : std::nullopt;
}

const JsonTree* PlanSource::list(std::string_view member, std::size_t max) const {
  const JsonTree* value = a2a::find_member(*tree_, member);
  if (value == nullptr || value->is_null()) return nullptr;
  if (!value->is_array()) {
    refuse(member, "expected a list");
    return nullptr;
  }
  if (value->size() <= max) return value;
  refuse(member,
         "has " + std::to_string(value->size()) + " elements; at most " + std::to_string(max) + " are taken");
  return nullptr;
}

std::vector<std::string> PlanSource::texts(std::string_view member, std::size_t max) const {
  std::vector<std::string> found;
  const JsonTree* values = list(member, max);
  if (values == nullptr) return found;
  for (const JsonTree& value : *values) {
    if (value.is_string() && value.get_ref<const std::string&>().size() <= kTextMax) {
      found.push_back(value.get<std::string>());
    } else {
      refuse(member, "expected texts");
    }
  }
  return found;
}

PlanSource PlanSource::element(std::string_view member, const JsonTree& list, std::size_t index) const {
  return {list[index], path_of(member) + "[" + std::to_string(index) + "]", *problems_};
}

}  // namespace schemagate::agent_context
