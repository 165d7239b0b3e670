#include "gateway/config/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <istream>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "a2a/text/ascii.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using Kind = YamlNode::Kind;

// yaml-cpp's names for "no tag": plain scalars and collections, scalars in quotes.
constexpr std::string_view kPlainTag = "?";
constexpr std::string_view kQuotedTag = "!";

bool looks_like_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text == ".inf" || text == ".nan") return true;
  const bool starts_as_number = !text.empty() && (text[0] == '.' || a2a::text::is_digit(text[0]));
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return starts_as_number && error != std::errc::invalid_argument && end == text.data() + text.size();
}

Kind kind_of_plain(std::string_view text) {
  if (text == "true" || text == "false") return Kind::kBoolean;
  return looks_like_number(text) ? Kind::kNumber : Kind::kText;
}

// Builds the tree from yaml-cpp's events, so that nothing is allocated for what a limit refuses.
class Builder : public YAML::EventHandler {
 public:
  Builder(const YamlLimits& limits, std::vector<ConfigProblem>& problems)
      : limits_(limits), problems_(problems) {}

  bool stopped() const { return stopped_; }
  YamlNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    add({Kind::kNull, line_of(mark), "", {}, {}});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse(line_of(mark), "aliases are not supported: write the value out");
    add({Kind::kNull, line_of(mark), "", {}, {}});
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    check_tag(tag, mark);
    add({tag == kPlainTag ? kind_of_plain(value) : Kind::kText, line_of(mark), value, {}, {}});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    check_tag(tag, mark);
    open(Kind::kSequence, line_of(mark));
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    check_tag(tag, mark);
    open(Kind::kMapping, line_of(mark));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  // A collection that is still being read.
  struct Frame {
    YamlNode node;
    std::optional<YamlMember> pending;                // a mapping's name without its value
    std::unordered_map<std::string, int> lines = {};  // of the mapping's names so far
    bool duplicate = false;                           // the pending name stands there already
  };

  static int line_of(const YAML::Mark& mark) { return mark.line + 1; }

  std::string path() const {
    std::string out;
    for (const auto& [node, pending, lines, duplicate] : open_) {
      if (pending) out = member_path(out, pending->name);
      if (node.kind == Kind::kSequence) out += "[" + std::to_string(node.elements.size()) + "]";
    }
    return out;
  }
  void refuse(int line, std::string message) {
    if (!stopped_) problems_.push_back({true, path(), line, std::move(message)});
  }
  void stop(int line, std::string message) {
    refuse(line, std::move(message));
    stopped_ = true;
  }
  void check_tag(const std::string& tag, const YAML::Mark& mark) {
    if (tag.empty() || tag == kPlainTag || tag == kQuotedTag) return;
    refuse(line_of(mark), "tags are not supported: remove " + in_quotes(tag));
  }

  void open(Kind kind, int line) {
    if (stopped_) return;
    if (open_.size() == limits_.depth_max) {
      return stop(line, "more than " + std::to_string(limits_.depth_max) + " collections inside one another");
    }
    if (awaits_name()) return stop(line, "a member's name must be text");
    open_.push_back({{kind, line, "", {}, {}}, std::nullopt});
  }
  void close() {
    if (stopped_) return;
    auto node = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(node));
  }
  bool awaits_name() const {
    return !open_.empty() && open_.back().node.kind == Kind::kMapping && !open_.back().pending;
  }

  void add(YamlNode node) {
    if (stopped_) return;
    if (++values_ > limits_.values_max) {
      return stop(node.line, "more than " + std::to_string(limits_.values_max) + " values");
    }
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (awaits_name()) {
      add_name(std::move(node));
    } else {
      add_value(std::move(node));
    }
  }
  void add_name(YamlNode node) {
    auto& [mapping, pending, lines, duplicate] = open_.back();
    if (node.kind == Kind::kNull) return stop(node.line, "a member's name must be text");
    const auto [earlier, is_first] = lines.try_emplace(node.scalar, node.line);
    duplicate = !is_first;
    pending = YamlMember{std::move(node.scalar), node.line, {}};
    if (duplicate) refuse(node.line, "is given twice, first in line " + std::to_string(earlier->second));
  }
  void add_value(YamlNode node) {
    auto& [collection, pending, lines, duplicate] = open_.back();
    if (collection.kind == Kind::kSequence) {
      collection.elements.push_back(std::move(node));
      return;
    }
    pending->value = std::move(node);
    if (!duplicate) collection.members.push_back(std::move(*pending));
    pending.reset();
  }

  const YamlLimits& limits_;
  std::vector<ConfigProblem>& problems_;
  std::vector<Frame> open_;
  YamlNode root_;
  std::size_t values_ = 0;
  bool stopped_ = false;
};

// Whether the line, counted from 0, begins with a tab, behind blanks or not.
bool is_indented_with_tab(std::string_view text, int line) {
  for (; line > 0 && !text.empty(); --line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  const std::size_t first = text.find_first_not_of(' ');
  return first != text.npos && text[first] == '\t';
}

std::string reason_of(const YAML::Exception& exception, std::string_view text) {
  const bool has_tab = exception.mark.line >= 0 && is_indented_with_tab(text, exception.mark.line);
  return "not YAML: " + exception.msg +
         (has_tab ? "; the line is indented with a tab, and YAML takes blanks only" : "");
}

// What keeps the text from being one YAML document.
std::optional<ConfigProblem> parse_events(const std::string& text, Builder& builder) {
  std::istringstream stream(text);
  try {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    if (!parser) return std::nullopt;
    return ConfigProblem{true, "", 0, "more than one YAML document"};
  } catch (const YAML::Exception& exception) {
    return ConfigProblem{true, "", exception.mark.line + 1, reason_of(exception, text)};
  } catch (const std::exception& exception) {
    return ConfigProblem{true, "", 0, std::string("not YAML: ") + exception.what()};
  }
}

}  // namespace

std::string member_path(std::string_view path, std::string_view name) {
  return path.empty() ? shown(name) : std::string(path) + "." + shown(name);
}

std::optional<YamlNode> parse_yaml(std::string_view text, std::vector<ConfigProblem>& problems,
                                   const YamlLimits& limits) {
  if (text.size() > limits.bytes_max) {
    problems.push_back({true, "", 0, "larger than " + format_size(limits.bytes_max)});
    return std::nullopt;
  }
  Builder builder(limits, problems);
  const auto problem = parse_events(std::string(text), builder);
  if (builder.stopped()) return std::nullopt;  // what came after is not worth telling
  if (problem) {
    problems.push_back(*problem);
    return std::nullopt;
  }
  return builder.take_root();
}

}  // namespace schemagate
