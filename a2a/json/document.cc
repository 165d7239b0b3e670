#include "a2a/json/document.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "a2a/json/name_key.h"
#include "a2a/json/unescape.h"
#include "a2a/text/ascii.h"
#include "a2a/text/words.h"

namespace schemagate::a2a {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

const char* skip_digits(const char* at, const char* end) {
  while (at != end && text::is_digit(*at)) ++at;
  return at;
}

enum class NumberForm { kInvalid, kInteger, kReal };

// RFC 8259 section 6.
NumberForm number_form(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  if (at != end && *at == '-') ++at;
  if (at == end || !text::is_digit(*at)) return NumberForm::kInvalid;
  at = *at == '0' ? at + 1 : skip_digits(at, end);
  if (at == end) return NumberForm::kInteger;
  if (*at == '.') {
    const char* const fraction = ++at;
    at = skip_digits(at, end);
    if (at == fraction) return NumberForm::kInvalid;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    if (at != end && (*at == '+' || *at == '-')) ++at;
    const char* const exponent = at;
    at = skip_digits(at, end);
    if (at == exponent) return NumberForm::kInvalid;
  }
  return at == end ? NumberForm::kReal : NumberForm::kInvalid;
}

std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t last_break = before.rfind('\n');
  const std::size_t column = before.size() - (last_break == std::string_view::npos ? 0 : last_break + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string describe(simdjson::error_code code) {
  switch (code) {
    case simdjson::UTF8_ERROR:
      return "the text is not valid UTF-8";
    case simdjson::UNCLOSED_STRING:
      return "a string is not closed";
    case simdjson::UNESCAPED_CHARS:
      return "a string holds an unescaped control character";
    case simdjson::EMPTY:
      return "the text is empty";
    default:
      return simdjson::error_message(code);
  }
}

}  // namespace

constinit const JsonDocument::Node JsonDocument::kNullNode = [] {
  Node node{};
  node.kind = JsonKind::kNull;
  node.types = static_cast<std::uint8_t>(JsonKind::kNull);
  node.span = 1;
  return node;
}();

// simdjson's first stage: UTF-8, string boundaries, and the offset of every token.
struct JsonDocument::Parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stage;

  simdjson::error_code find_tokens(std::string_view text) {
    if (!stage) {
      auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(0, 1, stage);
      if (error) return error;
    }
    if (stage->capacity() < text.size()) {
      if (auto error = stage->set_capacity(text.size() + text.size() / 2); error) return error;
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    return stage->stage1(bytes, text.size(), simdjson::stage1_mode::regular);
  }
};

// Tells names apart without comparing them, as far as 64 bits do: no duplicate goes unnoticed.
class NameFilter {
 public:
  // Equal texts have equal digests; an escaped name may equal one whose text differs.
  void add(std::uint64_t digest, bool escaped) {
    met_twice_ |= escaped ? 1 : 0;
    const std::uint64_t bit = std::uint64_t{1} << (digest * 0x9e3779b97f4a7c15U >> 58);
    met_twice_ |= seen_ & bit;
    seen_ |= bit;
  }
  bool all_differ() const { return met_twice_ == 0; }

 private:
  std::uint64_t seen_ = 0;
  std::uint64_t met_twice_ = 0;
};

// Walks the tokens once, checks the grammar and appends the nodes.
class JsonDocument::Indexer {
 public:
  Indexer(JsonDocument& document, const JsonLimits& limits)
      : document_(document), limits_(limits), text_(document.text_) {
    const auto& stage = *document.parser_->stage;
    token_ = stage.structural_indexes.get();
    tokens_end_ = token_ + stage.n_structural_indexes;
    // A token makes one node at most; a name may come before the value that exceeds the limit.
    nodes_ = document.make_room(std::min<std::size_t>(stage.n_structural_indexes, limits.values_max + 1));
  }

  Result<void> run() {
    const bool walked = value(0);
    document_.nodes_used_ = used_;
    document_.has_underscored_names_ = has_underscored_names_;
    if (!walked) return std::unexpected(std::move(error_));
    if (token_ != tokens_end_) {
      refuse("the end of the text after the value");
      return std::unexpected(std::move(error_));
    }
    return {};
  }

 private:
  bool value(std::size_t depth) {
    if (token_ == tokens_end_) return refuse("a value");
    if (used_ >= limits_.values_max) return exceed("values", limits_.values_max);
    switch (text_[*token_]) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      case 't':
        return literal("true", JsonKind::kBoolean, true);
      case 'f':
        return literal("false", JsonKind::kBoolean, false);
      case 'n':
        return literal("null", JsonKind::kNull, false);
      default:
        return number();
    }
  }

  bool object(std::size_t depth) {
    if (depth == limits_.depth_max) return exceed("nesting depth", limits_.depth_max);
    const std::uint32_t self = open(JsonKind::kObject);
    if (at('}')) return close_empty(self);
    NameFilter names;
    for (;;) {
      if (!at('"')) return refuse("a member name in quotes");
      if (!string()) return false;
      names.add(digest_, escaped_);
      note_name(nodes_[used_ - 1]);
      if (!at(':')) return refuse("':' after the member name");
      ++token_;
      if (!child(self, depth + 1)) return false;
      const char behind = next();
      if (behind == '}') return close(self) && (names.all_differ() || names_are_unique(self));
      if (behind != ',') return refuse("',' or '}'");
      ++token_;
    }
  }

  bool array(std::size_t depth) {
    if (depth == limits_.depth_max) return exceed("nesting depth", limits_.depth_max);
    const std::uint32_t self = open(JsonKind::kArray);
    if (at(']')) return close_empty(self);
    for (;;) {
      if (!child(self, depth + 1)) return false;
      const char behind = next();
      if (behind == ']') return close(self);
      if (behind != ',') return refuse("',' or ']'");
      ++token_;
    }
  }

  bool child(std::uint32_t parent, std::size_t depth) {
    const std::uint32_t self = used_;
    if (!value(depth)) return false;
    ++nodes_[parent].count;
    nodes_[parent].child_types |= nodes_[self].types;
    return true;
  }

  // Leaves what NameFilter wants to know in `digest_` and `escaped_`.
  bool string() {
    const std::string_view token = take();
    const std::string_view inside = token.substr(1, token.size() - 2);
    Node& node = append(token, JsonKind::kString);
    node.string_data = inside.data();
    node.count = static_cast<std::uint32_t>(inside.size());
    escaped_ = false;
    if (inside.size() < sizeof(digest_)) {
      digest_ = text::short_word(inside, text_.size() - offset_of(inside));
      return text::flag_byte(digest_, '\\') == 0 || unescape_into(node, inside);
    }
    std::memcpy(&digest_, inside.data() + inside.size() - sizeof(digest_), sizeof(digest_));
    digest_ += inside.size();
    return !inside.contains('\\') || unescape_into(node, inside);
  }

  void note_name(Node& name) {
    note_underscore(name);
    name.name_hash = escaped_ ? name_hash({name.string_data, name.count}) : hash_of_digest(name);
  }

  // What string() has looked at need not be read again.
  std::uint32_t hash_of_digest(const Node& name) const {
    if (name.count < sizeof(digest_)) return short_name_hash(digest_);
    std::uint64_t first = 0;
    std::memcpy(&first, name.string_data, sizeof(first));
    return name.count == sizeof(first) ? short_name_hash(first) : long_name_hash(first, digest_ - name.count);
  }

  void note_underscore(const Node& name) {
    if (name.count < sizeof(digest_)) {
      has_underscored_names_ |= text::flag_byte(digest_, '_') != 0;
    } else if (!has_underscored_names_) {
      has_underscored_names_ = std::string_view(name.string_data, name.count).contains('_');
    }
  }

  bool unescape_into(Node& node, std::string_view inside) {
    escaped_ = true;
    auto size = unescape(inside, arena());
    if (!size) return refuse_at(node.text_begin, "valid escapes in the string");
    node.string_data = arena();
    node.count = static_cast<std::uint32_t>(*size);
    arena_used_ += *size;
    return true;
  }

  bool number() {
    const std::string_view token = take();
    const NumberForm form = number_form(token);
    if (form == NumberForm::kInvalid) return refuse_at(offset_of(token), "a value");
    Node& node = append(token, JsonKind::kNumber);
    if (form == NumberForm::kInteger) {
      auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), node.integer);
      if (error == std::errc{}) node.types = JsonDocument::Node::kInt64;
    }
    if (!node.is_int64()) node.literal = token.data();
    return true;
  }

  bool literal(std::string_view word, JsonKind kind, bool truth) {
    const std::string_view token = take();
    if (token != word) return refuse_at(offset_of(token), "a value");
    append(token, kind).boolean = truth;
    return true;
  }

  // The current token's text up to the next token, without white space; moves on.
  std::string_view take() {
    const std::size_t begin = *token_++;
    std::size_t end = token_ == tokens_end_ ? text_.size() : *token_;
    while (is_space(text_[end - 1])) --end;
    return text_.substr(begin, end - begin);
  }

  // The first character of the current token; nothing that a token begins with at the end.
  char next() const { return token_ == tokens_end_ ? '\0' : text_[*token_]; }
  bool at(char c) const { return next() == c; }

  std::uint32_t open(JsonKind kind) {
    Node& node = append(text_.substr(*token_, 1), kind);
    node.count = 0;
    node.child_types = 0;
    ++token_;
    return used_ - 1;
  }

  bool close_empty(std::uint32_t self) {
    constexpr std::uint8_t kNoChild = 128;
    nodes_[self].child_types = kNoChild;
    return close(self);
  }

  bool close(std::uint32_t self) {
    Node& node = nodes_[self];
    node.text_size = *token_ + 1 - node.text_begin;
    node.span = used_ - self;
    ++token_;
    return true;
  }

  // `count` and the value are the caller's to set.
  Node& append(std::string_view token, JsonKind kind) {
    Node& node = nodes_[used_++];
    node.text_begin = static_cast<std::uint32_t>(offset_of(token));
    node.text_size = static_cast<std::uint32_t>(token.size());
    node.span = 1;
    node.kind = kind;
    node.types = static_cast<std::uint8_t>(kind);
    return node;
  }

  bool names_are_unique(std::uint32_t self) {
    const JsonValue object = document_.value(self);
    return object.size() <= kFewNames ? few_names_are_unique(object) : many_names_are_unique(object);
  }

  bool few_names_are_unique(JsonValue object) {
    const auto members = object.members();
    for (auto one = members.begin(); one != members.end(); ++one) {
      for (auto other = members.begin(); other != one; ++other) {
        if ((*one).name == (*other).name) return refuse_duplicate(*one);
      }
    }
    return true;
  }

  bool many_names_are_unique(JsonValue object) {
    std::vector<JsonValue::Member> members;
    members.reserve(object.size());
    for (const JsonValue::Member& member : object.members()) members.push_back(member);
    std::ranges::sort(members, {}, &JsonValue::Member::name);
    auto twice = std::ranges::adjacent_find(members, {}, &JsonValue::Member::name);
    return twice == members.end() || refuse_duplicate(*twice);
  }

  char* arena() {
    if (document_.arena_bytes_ < text_.size()) {
      document_.arena_ = std::make_unique_for_overwrite<char[]>(text_.size());
      document_.arena_bytes_ = text_.size();
    }
    return document_.arena_.get() + arena_used_;
  }

  std::size_t offset_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  bool refuse(std::string_view expected) {
    return refuse_at(token_ == tokens_end_ ? text_.size() : *token_, expected);
  }
  bool refuse_at(std::size_t offset, std::string_view expected) {
    error_ = {ErrorCode::kParse,
              "invalid JSON at " + line_and_column(text_, offset) + ": expected " + std::string(expected)};
    return false;
  }
  bool refuse_duplicate(const JsonValue::Member& member) {
    const std::size_t offset = document_.node(member.value.index()).text_begin;
    error_ = {ErrorCode::kParse, "invalid JSON at " + line_and_column(text_, offset) +
                                     ": an object has the same member name twice"};
    return false;
  }
  bool exceed(std::string_view what, std::size_t limit) {
    error_ = {ErrorCode::kParse,
              "JSON exceeds the limit of " + std::to_string(limit) + " for " + std::string(what)};
    return false;
  }

  static constexpr std::size_t kFewNames = 16;

  JsonDocument& document_;
  const JsonLimits& limits_;
  std::string_view text_;
  const std::uint32_t* token_;
  const std::uint32_t* tokens_end_;
  Node* nodes_ = nullptr;
  std::uint32_t used_ = 0;  // nodes
  std::size_t arena_used_ = 0;
  std::uint64_t digest_ = 0;  // of the last string
  bool has_underscored_names_ = false;
  bool escaped_ = false;
  Error error_;
};

JsonDocument::JsonDocument() noexcept = default;
JsonDocument::~JsonDocument() = default;

JsonDocument::JsonDocument(JsonDocument&& other) noexcept {
  swap(other);
}

JsonDocument& JsonDocument::operator=(JsonDocument&& other) noexcept {
  JsonDocument taken(std::move(other));
  swap(taken);
  return *this;
}

void JsonDocument::swap(JsonDocument& other) noexcept {
  std::swap(root_, other.root_);
  std::swap(nodes_, other.nodes_);
  std::swap(nodes_capacity_, other.nodes_capacity_);
  std::swap(nodes_used_, other.nodes_used_);
  std::swap(has_underscored_names_, other.has_underscored_names_);
  std::swap(text_, other.text_);
  std::swap(own_text_, other.own_text_);
  std::swap(arena_, other.arena_);
  std::swap(arena_bytes_, other.arena_bytes_);
  std::swap(parser_, other.parser_);
}

JsonDocument::Node* JsonDocument::make_room(std::size_t nodes) {
  if (nodes_capacity_ < nodes) {
    nodes_capacity_ = std::max<std::size_t>(nodes + nodes / 2, 64);
    nodes_ = std::make_unique_for_overwrite<Node[]>(nodes_capacity_);
    root_ = nodes_.get();
  }
  return nodes_.get();
}

Result<JsonValue> JsonDocument::parse(std::string_view text, const JsonLimits& limits) {
  text_ = text;
  nodes_used_ = 0;
  *make_room(1) = kNullNode;
  if (!parser_) parser_ = std::make_unique<Parser>();
  if (text.size() > std::min<std::size_t>(limits.bytes_max, std::numeric_limits<std::uint32_t>::max() / 2)) {
    return fail(ErrorCode::kParse,
                "JSON exceeds the limit of " + std::to_string(limits.bytes_max) + " for bytes");
  }
  if (auto code = parser_->find_tokens(text); code)
    return fail(ErrorCode::kParse, "invalid JSON: " + describe(code));
  if (auto walked = Indexer(*this, limits).run(); !walked) {
    nodes_[0] = kNullNode;
    nodes_used_ = 0;
    return std::unexpected(walked.error());
  }
  return root();
}

Result<JsonValue> JsonDocument::parse_own(std::string text, const JsonLimits& limits) {
  if (!own_text_) own_text_ = std::make_unique<std::string>();
  *own_text_ = std::move(text);
  return parse(*own_text_, limits);
}

std::optional<JsonValue> JsonDocument::find_text(std::string_view text) const {
  constexpr std::uint32_t kNodesLookedAt = 512;
  const bool kept = own_text_ && text_.data() == own_text_->data();
  const std::uint32_t end = kept ? std::min(nodes_used_, kNodesLookedAt) : 0;
  for (std::uint32_t i = 0; i < end; ++i) {
    const Node& node = nodes_[i];
    if (node.text_size == text.size() && text_.substr(node.text_begin, node.text_size) == text)
      return value(i);
  }
  return std::nullopt;
}

Result<JsonValue> JsonDocument::find_or_parse(std::string_view text, const JsonLimits& limits) {
  if (const auto found = find_text(text)) return *found;
  return parse(text, limits);
}

std::string_view JsonValue::raw() const {
  const auto& node = document_->node(index_);
  return document_->text().substr(node.text_begin, node.text_size);
}

std::optional<std::string_view> JsonValue::string() const {
  const auto& node = document_->node(index_);
  if (node.kind != JsonKind::kString) return std::nullopt;
  return std::string_view(node.string_data, node.count);
}

std::optional<bool> JsonValue::boolean() const {
  const auto& node = document_->node(index_);
  if (node.kind != JsonKind::kBoolean) return std::nullopt;
  return node.boolean;
}

std::optional<std::int64_t> JsonValue::int64() const {
  const auto& node = document_->node(index_);
  if (!node.is_int64()) return std::nullopt;
  return node.integer;
}

std::optional<double> JsonValue::number() const {
  const auto& node = document_->node(index_);
  if (node.kind != JsonKind::kNumber) return std::nullopt;
  if (node.is_int64()) return static_cast<double>(node.integer);
  const std::string_view text = raw();
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

std::size_t JsonValue::size() const {
  const auto& node = document_->node(index_);
  return node.kind == JsonKind::kObject || node.kind == JsonKind::kArray ? node.count : 0;
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const {
  const auto& object = document_->node(index_);
  if (object.kind != JsonKind::kObject) return std::nullopt;
  const std::uint32_t end = index_ + object.span;
  for (std::uint32_t i = index_ + 1; i != end; i += 1 + document_->node(i + 1).span) {
    const auto& member = document_->node(i);
    if (member.count == name.size() && std::memcmp(member.string_data, name.data(), name.size()) == 0)
      return document_->value(i + 1);
  }
  return std::nullopt;
}

JsonValue::Range<JsonValue::Member> JsonValue::members() const {
  const auto& node = document_->node(index_);
  return {document_, index_ + 1, index_ + (node.kind == JsonKind::kObject ? node.span : 1)};
}

JsonValue::Range<JsonValue> JsonValue::elements() const {
  const auto& node = document_->node(index_);
  return {document_, index_ + 1, index_ + (node.kind == JsonKind::kArray ? node.span : 1)};
}

}  // namespace schemagate::a2a
