#include "gateway/config/section.h"

#include <algorithm>
#include <utility>

#include "gateway/config/text.h"

namespace schemagate {
namespace {

using std::chrono::milliseconds;
using Kind = YamlNode::Kind;

constexpr std::string_view kMapping = "members";
constexpr std::string_view kText = "text";

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case Kind::kNull:
      return "nothing";
    case Kind::kSequence:
      return "a list";
    case Kind::kMapping:
      return "members";
    case Kind::kBoolean:
    case Kind::kNumber:
      return shown(node.scalar);
    case Kind::kText:
      return in_quotes(node.scalar);
  }
  std::unreachable();
}

// Where any text, or members, are expected, what stands there instead may be a secret that is in the wrong
// place.
std::string describe_kind(const YamlNode& node) {
  switch (node.kind) {
    case Kind::kBoolean:
      return "true or false";
    case Kind::kNumber:
      return "a number";
    case Kind::kText:
      return node.scalar.empty() ? in_quotes("") : "a text";
    case Kind::kNull:
    case Kind::kSequence:
    case Kind::kMapping:
      return describe(node);
  }
  std::unreachable();
}

std::string expected_but_found(std::string_view expected, const YamlNode& node) {
  const bool may_be_secret = expected == kMapping || expected == kText;
  return "expected " + std::string(expected) + ", found " +
         (may_be_secret ? describe_kind(node) : describe(node));
}

std::string list_of(std::span<const std::string_view> names) {
  std::string out;
  for (const auto name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

}  // namespace

ConfigSection::ConfigSection(const YamlNode& mapping, std::string path, std::vector<ConfigProblem>& problems)
    : mapping_(mapping), path_(std::move(path)), problems_(problems) {}

const YamlNode* ConfigSection::take(std::string_view name) {
  if (std::ranges::find(known_, name) == known_.end()) known_.push_back(name);
  const auto member = std::ranges::find(mapping_.members, name, &YamlMember::name);
  return member == mapping_.members.end() ? nullptr : &member->value;
}

std::vector<std::string_view> ConfigSection::in_order(std::span<const std::string_view> names) const {
  std::vector<std::string_view> found;
  for (const YamlMember& each : mapping_.members) {
    if (std::ranges::find(names, each.name) != names.end()) found.push_back(each.name);
  }
  return found;
}

const YamlNode* ConfigSection::take(std::string_view name, Kind kind, std::string_view expected) {
  const auto* node = take(name);
  if (node == nullptr || node->kind == kind) return node;
  refuse_found(name, expected, *node);
  return nullptr;
}

const YamlNode* ConfigSection::take_mapping(std::string_view name, std::size_t count_max) {
  const auto* node = take(name, Kind::kMapping, kMapping);
  if (node == nullptr || node->members.size() <= count_max) return node;
  refuse(name,
         "has " + std::to_string(node->members.size()) + " members, more than " + std::to_string(count_max));
  return nullptr;
}

bool ConfigSection::read_text(std::string_view name, std::string& out) {
  const auto* node = take(name, Kind::kText, kText);
  if (node == nullptr) return false;
  out = node->scalar;
  return true;
}

bool ConfigSection::read_boolean(std::string_view name, bool& out) {
  const auto* node = take(name, Kind::kBoolean, "true or false");
  if (node == nullptr) return false;
  out = node->scalar == "true";
  return true;
}

bool ConfigSection::read_count(std::string_view name, std::size_t& out, Range<std::uint64_t> range) {
  const auto expected =
      "a whole number from " + std::to_string(range.min) + " to " + std::to_string(range.max);
  const auto* node = take(name, Kind::kNumber, expected);
  if (node == nullptr) return false;
  const auto value = parse_count(node->scalar);
  const bool fits = value && *value >= range.min && *value <= range.max;
  if (fits) {
    out = *value;
  } else {
    refuse_found(name, expected, *node);
  }
  return fits;
}

bool ConfigSection::read_size(std::string_view name, std::size_t& out, Range<std::uint64_t> range) {
  const auto* node = take(name);
  if (node == nullptr) return false;
  const bool is_scalar = node->kind == Kind::kNumber || node->kind == Kind::kText;
  const auto value = is_scalar ? parse_size(node->scalar) : std::nullopt;
  const bool fits = value && *value >= range.min && *value <= range.max;
  if (fits) {
    out = *value;
  } else {
    refuse_found(name, "a size from " + format_size(range.min) + " to " + format_size(range.max), *node);
  }
  return fits;
}

bool ConfigSection::read_duration(std::string_view name, milliseconds& out, Range<milliseconds> range) {
  const auto* node = take(name);
  if (node == nullptr) return false;
  const bool is_scalar = node->kind == Kind::kNumber || node->kind == Kind::kText;
  const auto value = is_scalar ? parse_duration(node->scalar) : std::nullopt;
  const bool fits = value && *value >= range.min && *value <= range.max;
  if (fits) {
    out = *value;
  } else {
    const auto bounds = format_duration(range.min) + " to " + format_duration(range.max);
    refuse_found(name, "a duration with its unit (ms, s, m or h) from " + bounds, *node);
  }
  return fits;
}

bool ConfigSection::read_duration(std::string_view name, std::chrono::seconds& out,
                                  Range<milliseconds> range) {
  milliseconds exact = out;
  if (!read_duration(name, exact, range)) return false;
  const auto whole = std::chrono::floor<std::chrono::seconds>(exact);
  if (whole != exact) {
    refuse(name, "expected whole seconds, found " + format_duration(exact));
    return false;
  }
  out = whole;
  return true;
}

bool ConfigSection::read_choice(std::string_view name, std::string& out,
                                std::span<const std::string_view> choices) {
  const auto* node = take(name);
  if (node == nullptr) return false;
  const bool is_scalar = node->kind == Kind::kNumber || node->kind == Kind::kText;
  const bool fits = is_scalar && std::ranges::find(choices, node->scalar) != choices.end();
  if (fits) {
    out = node->scalar;
  } else {
    refuse_found(name, "one of " + list_of(choices), *node);
  }
  return fits;
}

std::optional<PlacedText> ConfigSection::placed_text(const YamlNode& node, std::string path) {
  if (node.kind == Kind::kText && !node.scalar.empty())
    return PlacedText{node.scalar, std::move(path), node.line};
  problems_.push_back({true, std::move(path), node.line, expected_but_found(kText, node)});
  return std::nullopt;
}

std::vector<PlacedText> ConfigSection::read_list(std::string_view name) {
  std::vector<PlacedText> texts;
  const auto* node = take(name, Kind::kSequence, "a list");
  if (node == nullptr) return texts;
  for (std::size_t i = 0; i < node->elements.size(); ++i) {
    auto path = member_path(path_, name) + "[" + std::to_string(i) + "]";
    if (auto text = placed_text(node->elements[i], std::move(path))) texts.push_back(std::move(*text));
  }
  return texts;
}

void ConfigSection::read_section(std::string_view name, const std::function<void(ConfigSection&)>& read) {
  const auto* node = take(name, Kind::kMapping, kMapping);
  if (node == nullptr) return;
  ConfigSection section(*node, member_path(path_, name), problems_);
  read(section);
  section.finish();
}

void ConfigSection::read_sections(std::string_view name, std::size_t count_max,
                                  const std::function<void(std::string_view, ConfigSection&)>& read) {
  const auto* node = take_mapping(name, count_max);
  if (node == nullptr) return;
  const std::string path = member_path(path_, name);
  for (const auto& member : node->members) {
    std::string place = member_path(path, member.name);
    if (member.value.kind != Kind::kMapping) {
      problems_.push_back({true, place, member.line, expected_but_found(kMapping, member.value)});
      continue;
    }
    ConfigSection section(member.value, std::move(place), problems_);
    read(member.name, section);
    section.finish();
  }
}

std::vector<std::pair<std::string, PlacedText>> ConfigSection::read_texts(std::string_view name,
                                                                          std::size_t count_max) {
  std::vector<std::pair<std::string, PlacedText>> texts;
  const auto* node = take_mapping(name, count_max);
  if (node == nullptr) return texts;
  for (const auto& member : node->members) {
    auto path = member_path(member_path(path_, name), member.name);
    if (auto text = placed_text(member.value, std::move(path)))
      texts.emplace_back(member.name, std::move(*text));
  }
  return texts;
}

bool ConfigSection::is_refused(std::string_view name) const {
  const std::string path = name.empty() ? path_ : member_path(path_, name);
  return std::ranges::any_of(problems_, [&path](const ConfigProblem& problem) {
    if (!problem.fatal || !problem.path.starts_with(path)) return false;
    const std::string_view below = std::string_view(problem.path).substr(path.size());
    return below.empty() || path.empty() || below.starts_with('.') || below.starts_with('[');
  });
}

bool ConfigSection::has_unknown() const {
  return std::ranges::any_of(mapping_.members, [this](const YamlMember& member) {
    return std::ranges::find(known_, member.name) == known_.end();
  });
}

void ConfigSection::finish() {
  for (const auto& member : mapping_.members) {
    if (std::ranges::find(known_, member.name) != known_.end()) continue;
    const std::string hint = hint_at(member.name, known_);
    refuse(member.name, "unknown member" + (hint.empty() ? "; known here: " + list_of(known_) : hint));
  }
}

void ConfigSection::refuse(std::string_view name, std::string message) {
  add(true, name, std::move(message));
}

void ConfigSection::warn(std::string_view name, std::string message) {
  add(false, name, std::move(message));
}

void ConfigSection::refuse(const PlacedText& text, std::string message) {
  problems_.push_back({true, text.path, text.line, std::move(message)});
}

void ConfigSection::warn(const PlacedText& text, std::string message) {
  problems_.push_back({false, text.path, text.line, std::move(message)});
}

void ConfigSection::note(const PlacedText& text, std::string message) {
  problems_.push_back({false, text.path, text.line, std::move(message), true});
}

void ConfigSection::note(std::string_view name, std::string message) {
  add(false, name, std::move(message));
  problems_.back().note = true;
}

std::optional<PlacedText> ConfigSection::place_of(const std::vector<std::string_view>& names) const {
  PlacedText place{.text = "", .path = path_, .line = mapping_.line};
  const YamlNode* node = &mapping_;
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(node->members, name, &YamlMember::name);
    if (found == node->members.end()) return std::nullopt;
    node = &found->value;
    place = {node->scalar, member_path(place.path, name), found->line};
  }
  return place;
}

void ConfigSection::refuse_found(std::string_view name, std::string_view expected, const YamlNode& node) {
  refuse(name, expected_but_found(expected, node));
}

void ConfigSection::add(bool fatal, std::string_view name, std::string message) {
  const auto member = std::ranges::find(mapping_.members, name, &YamlMember::name);
  const int line = member == mapping_.members.end() ? mapping_.line : member->line;
  problems_.push_back({fatal, name.empty() ? path_ : member_path(path_, name), line, std::move(message)});
}

}  // namespace schemagate
