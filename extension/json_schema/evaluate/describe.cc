#include "extension/json_schema/evaluate/describe.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "extension/json_schema/nearest_name.h"
#include "extension/json_schema/values/shortened.h"

namespace schemagate::json_schema {
namespace {

constexpr std::size_t kExpectedBytes = 400;
constexpr std::size_t kSiblingsMax = 64;

std::string quoted(std::string_view text) {
  std::string out;
  a2a::append_json_string(out, cut(text, kShortStringBytes));
  return out;
}

std::string_view name_of_type(Types type) {
  switch (type) {
    case kNull:
      return "null";
    case kBoolean:
      return "boolean";
    case kInteger:
      return "integer";
    case kFraction:
      return "number";
    case kString:
      return "string";
    case kArray:
      return "array";
    default:
      return "object";
  }
}

// The value of `keyword` in the node's schema, as JSON text.
std::string keyword_value(const Graph& graph, NodeId id, Keyword keyword) {
  const a2a::JsonValue schema = graph.value(graph.origins[id].where);
  const auto value = schema.find(name_of(keyword));
  return value ? cut(value->raw(), kExpectedBytes) : std::string();
}

std::string plain_type(std::string_view expected) {
  std::string out(expected);
  std::erase(out, '"');
  if (!out.starts_with('[')) return out;
  out = out.substr(1, out.size() - 2);
  for (auto at = out.find(','); at != out.npos; at = out.find(',', at + 4)) out.replace(at, 1, " or ");
  return out;
}

// The names that the object at `path` may have, as far as `properties` declares them.
std::vector<std::string> declared_names(const Graph& graph, NodeId id) {
  std::vector<std::string> names;
  if (graph.nodes[id].object == kNone) return names;
  for (const Property& property : graph.objects[graph.nodes[id].object].table.properties()) {
    if (names.size() == kSiblingsMax) break;
    names.emplace_back(property.name);
  }
  return names;
}

// Declared names that the object does not have yet.
std::vector<std::string_view> free_names(const std::vector<std::string>& names,
                                         const std::vector<std::string_view>& present) {
  std::vector<std::string_view> free;
  std::ranges::copy_if(names, std::back_inserter(free), [&present](const std::string& name) {
    return std::ranges::find(present, name) == present.end();
  });
  return free;
}

std::string join(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + quoted(name);
  return out;
}

std::string describe_unexpected(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
                                Violation& violation) {
  const NodeId parent = path.parent == nullptr ? path.node : path.parent->node;
  violation.siblings = declared_names(graph, parent);
  const auto free = free_names(violation.siblings, failure.present);
  violation.nearest = nearest_name(failure.name, free, failure.name.size() / 2).value_or("");
  std::string message = "unexpected member " + quoted(failure.name);
  if (!violation.nearest.empty()) message += "; did you mean " + quoted(violation.nearest) + "?";
  if (!violation.siblings.empty())
    message += (violation.nearest.empty() ? "; " : " ") + ("known members: " + join(violation.siblings));
  return message;
}

std::string counted(std::string_view what, std::string_view bound, std::string_view expected,
                    std::size_t count) {
  return "expected " + std::string(bound) + " " + std::string(expected) + " " + std::string(what) +
         ", found " + std::to_string(count);
}

// The value with its type.
std::string named(const KeywordFailure& failure) {
  return failure.type == kNull ? failure.found
                               : std::string(name_of_type(failure.type)) + " " + failure.found;
}

std::string describe_keyword(const KeywordFailure& failure, const std::string& expected,
                             const std::string& found) {
  switch (failure.keyword) {
    case Keyword::kType:
      return "expected " + plain_type(expected) + ", found " + named(failure);
    case Keyword::kConst:
      return "expected " + expected + ", found " + found;
    case Keyword::kEnum:
      return "expected one of " + expected + ", found " + found;
    case Keyword::kMinimum:
      return "expected at least " + expected + ", found " + found;
    case Keyword::kMaximum:
      return "expected at most " + expected + ", found " + found;
    case Keyword::kExclusiveMinimum:
      return "expected more than " + expected + ", found " + found;
    case Keyword::kExclusiveMaximum:
      return "expected less than " + expected + ", found " + found;
    case Keyword::kMultipleOf:
      return "expected a multiple of " + expected + ", found " + found;
    case Keyword::kMinLength:
      return counted("characters", "at least", expected, failure.count);
    case Keyword::kMaxLength:
      return counted("characters", "at most", expected, failure.count);
    case Keyword::kMinItems:
      return counted("elements", "at least", expected, failure.count);
    case Keyword::kMaxItems:
      return counted("elements", "at most", expected, failure.count);
    case Keyword::kMinContains:
      return counted("elements that match contains", "at least", expected, failure.count);
    case Keyword::kMaxContains:
      return counted("elements that match contains", "at most", expected, failure.count);
    case Keyword::kMinProperties:
      return counted("members", "at least", expected, failure.count);
    case Keyword::kMaxProperties:
      return counted("members", "at most", expected, failure.count);
    case Keyword::kPattern:
      return "expected text that matches " + expected + ", found " + found;
    case Keyword::kFormat:
      return "expected text of format " + expected + ", found " + found;
    case Keyword::kContentEncoding:
    case Keyword::kContentMediaType:
      return "expected content of " + expected + ", found " + found;
    case Keyword::kContains:
      return "expected an element that matches contains, found none in " + found;
    case Keyword::kRequired:
      return "required member " + quoted(failure.name) + " is missing";
    case Keyword::kNot:
      return "expected a value that does not match the schema under not, found " + found;
    case Keyword::kAnyOf:
    case Keyword::kOneOf:
      return "expected a value that matches one of the alternatives, found " + found;
    default:
      return "no value is allowed here, found " + found;
  }
}

std::string describe_pair(const KeywordFailure& failure) {
  const std::string first = std::to_string(failure.indices[0]);
  const std::string second = std::to_string(failure.indices[1]);
  if (failure.keyword == Keyword::kUniqueItems) return "elements " + first + " and " + second + " are equal";
  return "expected exactly one alternative to match, but " + first + " and " + second + " both do";
}

Types types_of_alternatives(const Graph& graph, NodeId id, Keyword keyword) {
  const std::uint32_t general = graph.nodes[id].general;
  if (general == kNone) return kAnyType;
  const GeneralConstraints& constraints = graph.generals[general];
  Types types = 0;
  for (const NodeId branch : keyword == Keyword::kAnyOf ? constraints.any_of : constraints.one_of)
    types |= graph.nodes[branch].types;
  return types;
}

std::string names_of_types(Types types) {
  std::string names;
  for (const Types type : {kNull, kBoolean, kInteger, kFraction, kString, kArray, kObject}) {
    const bool covered = type == kInteger && (types & kFraction) != 0;
    if ((types & type) == 0 || covered) continue;
    names += (names.empty() ? "" : " or ") + std::string(name_of_type(type));
  }
  return names;
}

// With a discriminating member: its values tell the alternatives apart.
std::string describe_alternatives(const Graph& graph, NodeId id, const KeywordFailure& failure,
                                  Violation& violation) {
  const Types types = types_of_alternatives(graph, id, failure.keyword);
  if ((types & failure.type) == 0 && types != 0)
    return "expected " + names_of_types(types) + ", found " + named(failure);
  if (failure.name.empty()) return describe_keyword(failure, violation.expected, violation.found);
  std::vector<std::string> constants(failure.present.begin(), failure.present.end());
  constants.resize(std::min(constants.size(), kSiblingsMax));
  return "expected member " + quoted(failure.name) + " to be one of " + join(constants) + ", found " +
         violation.found;
}

std::string description_of(const Graph& graph, const EvaluationPath& path) {
  for (const EvaluationPath* at = &path; at != nullptr; at = at->parent) {
    for (NodeId id = at->node; id != kNoNode; id = graph.origins[id].alias_of) {
      const auto text = graph.value(graph.origins[id].where).find("description");
      if (text && text->string()) return cut(*text->string(), kExpectedBytes);
    }
    if (at->step != EvaluationPath::Step::kSame) break;
  }
  return {};
}

}  // namespace

void describe(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
              Violation& violation) {
  const NodeId id = graph.nodes[path.node].self;
  violation.found = failure.found;
  violation.expected = keyword_value(graph, id, failure.keyword);
  violation.description = description_of(graph, path);
  if (failure.keyword == Keyword::kRequired) {
    violation.missing = failure.name;
    violation.siblings = declared_names(graph, path.node);
  }
  const bool unexpected = path.step == EvaluationPath::Step::kMember && !failure.name.empty() &&
                          (failure.keyword == Keyword::kAdditionalProperties ||
                           failure.keyword == Keyword::kUnevaluatedProperties);
  if (unexpected) {
    violation.message = describe_unexpected(graph, failure, path, violation);
  } else if (failure.indices.size() == 2) {
    violation.message = describe_pair(failure);
  } else if (failure.keyword == Keyword::kAnyOf || failure.keyword == Keyword::kOneOf) {
    violation.message = describe_alternatives(graph, id, failure, violation);
  } else if (!failure.present.empty() && failure.keyword != Keyword::kRequired && !failure.name.empty()) {
    violation.missing = failure.name;
    violation.message =
        "member " + quoted(failure.present.front()) + " requires member " + quoted(failure.name);
  } else {
    violation.message = describe_keyword(failure, violation.expected, violation.found);
  }
}

}  // namespace schemagate::json_schema
