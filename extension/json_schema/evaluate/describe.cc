#include "extension/json_schema/evaluate/describe.h"

#include <algorithm>
#include <optional>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/evaluate/known_names.h"
#include "extension/json_schema/evaluate/schema_words.h"
#include "extension/json_schema/formats/format_words.h"
#include "extension/json_schema/nearest_name.h"
#include "extension/json_schema/values/shortened.h"

namespace schemagate::json_schema {
namespace {

constexpr std::size_t kExpectedBytes = 400;

std::string short_in_quotes(std::string_view text) {
  return a2a::in_quotes(a2a::text::shortened(text, kShortStringBytes));
}

// The value of `keyword` in the node's schema, as JSON text on one line: in a string there is no line end.
std::string keyword_value(const Graph& graph, NodeId id, Keyword keyword) {
  if (graph.is_false(id)) return "false";  // under the keyword
  const a2a::JsonValue schema = graph.value(graph.origins[id].where);
  const auto value = schema.find(name_of(keyword));
  if (!value) return {};
  std::string text = a2a::text::shortened(value->raw(), kExpectedBytes);
  std::erase_if(text, [](char c) { return c == '\n' || c == '\r'; });
  return text;
}

std::string plain_type(std::string_view expected) {
  std::string out(expected);
  std::erase(out, '"');
  if (!out.starts_with('[')) return out;
  out = out.substr(1, out.size() - 2);
  for (auto at = out.find(','); at != out.npos; at = out.find(',', at + 4)) out.replace(at, 1, " or ");
  return out;
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

template <class Name>
std::string join(const std::vector<Name>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kKnownNamesMax); ++i)
    out += (out.empty() ? "" : ", ") + short_in_quotes(names[i]);
  return out;
}

// What an object may have beside the unexpected member at `path`.
void add_siblings(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
                  Violation& violation) {
  const NodeId schema = path.parent == nullptr ? path.node : path.parent->node;
  violation.siblings = failure.keyword == Keyword::kUnevaluatedProperties ? evaluated_names(graph, schema)
                                                                          : declared_names(graph, schema);
  const auto free = free_names(violation.siblings, failure.present);
  violation.nearest = nearest_name(failure.name, free, failure.name.size() / 2).value_or("");
}

// The value with its type.
std::string typed(const KeywordFailure& failure) {
  return failure.type == kNull ? failure.found
                               : std::string(name_of_type(failure.type)) + " " + failure.found;
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

std::string description_of(const Graph& graph, const EvaluationPath& path) {
  for (const EvaluationPath* at = &path; at != nullptr; at = at->parent) {
    for (NodeId id = at->node; id != kNoNode; id = graph.origins[id].alias_of) {
      const auto text = graph.value(graph.origins[id].where).find("description");
      if (text && text->string()) return a2a::text::shortened(*text->string(), kExpectedBytes);
    }
    if (at->step != EvaluationPath::Step::kSame) break;
  }
  return {};
}

// The schema under `not` or `contains`.
NodeId schema_under(const Graph& graph, NodeId id, Keyword keyword) {
  const Node& node = graph.nodes[id];
  if (keyword == Keyword::kNot) return graph.generals[node.general].negated;
  return node.array == kNone ? kNoNode : graph.arrays[node.array].contains;
}

const std::vector<NodeId>& alternatives_of(const Graph& graph, NodeId id, Keyword keyword) {
  const GeneralConstraints& constraints = graph.generals[graph.nodes[id].general];
  return keyword == Keyword::kAnyOf ? constraints.any_of : constraints.one_of;
}

std::string alternatives_in_words(const Graph& graph, NodeId id, Keyword keyword) {
  constexpr std::size_t kListedMax = 5;
  const std::vector<NodeId>& alternatives = alternatives_of(graph, id, keyword);
  std::string words;
  for (std::size_t i = 0; i < std::min(alternatives.size(), kListedMax); ++i)
    words += (i == 0 ? "" : " | ") + schema_in_words(graph, alternatives[i]);
  if (alternatives.size() > kListedMax) words += " | …";
  return words;
}

// The string of an enum that `text` was probably meant to be; "" when there is none.
std::string meant_value(const Graph& graph, NodeId id, std::string_view text) {
  const std::uint32_t general = graph.nodes[id].general;
  if (general == kNone) return {};
  constexpr std::size_t kComparedMax = 256;
  for (const ValueSet& set : graph.generals[general].values) {
    if (set.strings.size() > kComparedMax) continue;
    const auto same = std::ranges::find_if(
        set.strings, [text](std::string_view member) { return a2a::text::equals_ignore_case(member, text); });
    if (same != set.strings.end()) return std::string(*same);
    if (const auto nearest = nearest_name(text, set.strings, text.size() / 3)) return std::string(*nearest);
  }
  return {};
}

// The innermost condition under which the schema at `path` was applied to its value: "" when there is none.
std::string condition_of(const Graph& graph, const EvaluationPath& path) {
  for (const EvaluationPath* at = &path; at->parent != nullptr && at->step == EvaluationPath::Step::kSame;
       at = at->parent) {
    const Node& parent = graph.nodes[at->parent->node];
    if (parent.general == kNone || graph.generals[parent.general].condition == kNoNode) continue;
    const GeneralConstraints& constraints = graph.generals[parent.general];
    const std::string words = schema_in_words(graph, constraints.condition);
    if (at->node == constraints.consequence) return "; asked for because the value is this: " + words;
    if (at->node == constraints.alternative) return "; asked for because the value is not this: " + words;
  }
  return {};
}

bool is_in_name(const EvaluationPath& path) {
  const EvaluationPath* at = &path;
  while (at->parent != nullptr && at->step == EvaluationPath::Step::kSame) at = at->parent;
  return at->step == EvaluationPath::Step::kName;
}

// The texts that the placeholders of a keyword's errors stand for.
class Placeholders {
 public:
  Placeholders(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
               const Violation& violation)
      : graph_(graph), failure_(failure), violation_(violation), id_(graph.nodes[path.node].self) {}

  // nullopt when it is not known.
  std::optional<std::string> find(std::string_view name) const {
    if (name == "expected") return violation_.expected;
    if (name == "found") return failure_.found;
    if (name == "typed") return typed(failure_);
    if (name == "types") return plain_type(violation_.expected);
    if (name == "count") return std::to_string(failure_.count);
    if (name == "first") return index(0);
    if (name == "second") return index(1);
    if (name == "characters" || name == "elements" || name == "members") return counted(name);
    if (name == "schema") return schema_in_words(graph_, schema_under(graph_, id_, keyword_of_schema()));
    if (name == "alternatives") return alternatives_in_words(graph_, id_, failure_.keyword);
    return find_name(name);
  }

 private:
  Keyword keyword_of_schema() const {
    return failure_.keyword == Keyword::kNot ? Keyword::kNot : Keyword::kContains;
  }
  std::string counted(std::string_view things) const {
    const bool one = violation_.expected == "1";
    return violation_.expected + " " + std::string(things.substr(0, things.size() - (one ? 1 : 0)));
  }
  std::optional<std::string> find_name(std::string_view name) const {
    if (name == "name") return known(short_in_quotes(failure_.name), failure_.name.empty());
    if (name == "present") return known(join(failure_.present), failure_.present.empty());
    if (name == "constants") return known(join(failure_.present), failure_.present.empty());
    if (name == "nearest") return known(short_in_quotes(violation_.nearest), violation_.nearest.empty());
    if (name == "siblings") return known(join(violation_.siblings), violation_.siblings.empty());
    if (name == "types of alternatives") return wrong_types();
    return find_text(name);
  }
  // Of a string.
  std::optional<std::string> find_text(std::string_view name) const {
    if (failure_.type != kString) return std::nullopt;
    if (name == "meant") {
      const std::string meant = meant_value(graph_, id_, failure_.text);
      return known(short_in_quotes(meant), meant.empty());
    }
    std::string_view format = violation_.expected;
    if (format.size() >= 2) format = format.substr(1, format.size() - 2);
    if (name == "form") return known(std::string(form_of_format(format)), form_of_format(format).empty());
    if (name == "no such day") return known("", !is_no_such_day(format, failure_.text));
    return std::nullopt;
  }
  static std::optional<std::string> known(std::string text, bool empty) {
    return empty ? std::nullopt : std::optional(std::move(text));
  }
  std::optional<std::string> index(std::size_t position) const {
    if (position >= failure_.indices.size()) return std::nullopt;
    std::string number = std::to_string(failure_.indices[position]);
    if (failure_.keyword != Keyword::kOneOf) return number;
    const NodeId branch = alternatives_of(graph_, id_, failure_.keyword)[failure_.indices[position]];
    return number + " (" + schema_in_words(graph_, branch) + ")";
  }
  // Known when no alternative takes the value's type.
  std::optional<std::string> wrong_types() const {
    const Types types = types_of_alternatives(graph_, id_, failure_.keyword);
    return known(names_of_types(types), types == 0 || (types & failure_.type) != 0);
  }

  const Graph& graph_;
  const KeywordFailure& failure_;
  const Violation& violation_;
  NodeId id_;
};

// `text` with its placeholders filled in; `complete` says whether all were known.
std::string filled(std::string_view text, const Placeholders& placeholders, bool& complete) {
  std::string out;
  complete = true;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('{'), text.size());
    out += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.find('}');
    const auto known = placeholders.find(text.substr(1, end - 1));
    complete = complete && known;
    out += known.value_or("\"\"");
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string message_of(Keyword keyword, const Placeholders& placeholders) {
  std::string message;
  bool complete = false;
  for (const std::string_view text : rule_of(keyword).errors) {
    if (text.empty() || complete) break;
    message = filled(text, placeholders, complete);
  }
  return message;
}

}  // namespace

void describe(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
              Violation& violation) {
  const NodeId id = graph.nodes[path.node].self;
  violation.found = failure.found;
  violation.expected = keyword_value(graph, id, failure.keyword);
  violation.description = description_of(graph, path);
  switch (failure.keyword) {
    case Keyword::kRequired:
      violation.missing = failure.name;
      violation.siblings = declared_names(graph, path.node);
      break;
    case Keyword::kDependentRequired:
    case Keyword::kDependencies:
      violation.missing = failure.name;
      break;
    case Keyword::kAdditionalProperties:
    case Keyword::kUnevaluatedProperties:
      if (!failure.name.empty()) add_siblings(graph, failure, path, violation);
      break;
    default:
      break;
  }
  violation.message = is_in_name(path) ? "member name: " : "";
  violation.message += message_of(failure.keyword, Placeholders(graph, failure, path, violation));
  violation.message += condition_of(graph, path);
}

}  // namespace schemagate::json_schema
