// A read-only JSON document for the hot path: one pass of simdjson checks the text and indexes it, every
// value keeps its exact source text.
//
//   JsonDocument document;
//   auto root = document.parse(R"({"id": 1.0, "tags": ["a"]})");
//   if (!root) return std::unexpected(root.error());          // kParse: what, and where
//   root->find("id")->raw()                                   // "1.0", digit for digit
//   for (JsonValue tag : root->find("tags")->elements()) …    // tag.string() == "a"
//
// Stricter than RFC 8259: bounds on size, depth and number of values; duplicate member names refused
// (compared after unescaping); invalid UTF-8 refused; nothing but white space behind the value. Numbers of
// any size and precision are accepted, because their text is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "a2a/error.h"

namespace schemagate::a2a {

// Bounds on one document. Each bound that is hit gives kParse and "JSON exceeds the limit of 64 for nesting
// depth", or "for bytes", "for values". Each level takes stack, here and in what walks a tree: with limits
// of tens of thousands a deep text can end the process.
struct JsonLimits {
  // Of the text.
  std::size_t bytes_max = 1 << 20;
  // Arrays and objects inside one another.
  std::size_t depth_max = 64;
  // Values of any kind in the whole document. Each takes 32 bytes while the document is held.
  std::size_t values_max = 1 << 18;
};

// Bits, so that a set of kinds is one number. Numbers have two, for those who tell integers from fractions.
enum class JsonKind : std::uint8_t {
  kNull = 1,
  kBoolean = 2,
  kNumber = 4 | 8,
  kString = 16,
  kArray = 32,
  kObject = 64,
};

class JsonDocument;

// A value inside a JsonDocument: two words, copied freely. Borrows from the document and from the text that
// was parsed; both must outlive it. Every accessor is total: the wrong kind gives nothing (nullopt, empty
// view), never undefined behaviour. Safe to read from several threads.
class JsonValue {
 public:
  struct Member;
  // The members of an object (Item: Member) or the elements of an array (Item: JsonValue), for range-for.
  template <class Item>
  class Range;

  // Which of the six kinds of JSON it is.
  JsonKind kind() const;
  bool is_object() const { return kind() == JsonKind::kObject; }
  bool is_array() const { return kind() == JsonKind::kArray; }
  bool is_string() const { return kind() == JsonKind::kString; }

  // The exact source text of this value, without surrounding white space.
  std::string_view raw() const;

  // The unescaped string, which may hold U+0000; nullopt for other kinds.
  std::optional<std::string_view> string() const;
  std::optional<bool> boolean() const;
  // The value when the number's text is an integer literal (no fraction, no exponent) in the range of int64.
  std::optional<std::int64_t> int64() const;
  // The nearest double; nullopt for other kinds and for magnitudes beyond the range of double.
  std::optional<double> number() const;

  // Members of an object or elements of an array; 0 for scalars.
  std::size_t size() const;
  // The member of that name, nullopt when absent or when this is no object. Linear in the members.
  std::optional<JsonValue> find(std::string_view name) const;
  // In source order; empty for other kinds. A range is as good as the value that it comes from.
  Range<Member> members() const;
  Range<JsonValue> elements() const;

  // Low-level access for the schema validator: position in the document's node array.
  std::uint32_t index() const { return index_; }
  const JsonDocument& document() const { return *document_; }

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, std::uint32_t index) : document_(document), index_(index) {}
  const JsonDocument* document_;
  std::uint32_t index_;
};

// Owns the index of one text at a time, and the text itself when asked to. Moved, never copied; a move makes
// values invalid: ask the new place for root(). What was moved from is as it was made: it holds a null.
// Used by one thread while it parses, its values may then be read from any thread. Keep one per worker: a
// warm one allocates nothing.
class JsonDocument {
 public:
  // One value, for the schema validator, which walks the array itself. An object's members are stored as
  // (name node, value subtree) pairs behind it, an array's elements as subtrees behind it; `span` is the
  // number of nodes of this subtree, so siblings are found without recursion.
  struct Node {
    // Of the two bits of a number, the one that an integer literal within int64 has.
    static constexpr std::uint8_t kInt64 = 4;

    // Into the parsed text; a string's includes its quotes.
    std::uint32_t text_begin;
    std::uint32_t text_size;
    std::uint32_t span;
    JsonKind kind;
    std::uint8_t types;        // the bits of `kind`, or kInt64
    std::uint8_t child_types;  // array or object: bits that a `types` of its children has; 128: none
    union {
      std::int64_t integer;     // number with is_int64()
      const char* string_data;  // string: unescaped bytes, in the text or in the document's arena
      const char* literal;      // any other number: its text
      bool boolean;
    };
    // Members or elements; for strings: length of the unescaped bytes.
    std::uint32_t count;
    std::uint32_t name_hash;  // member name: name_hash() of what it is unescaped

    bool is_int64() const { return types == kInt64; }
  };

  // Holds a null until the first parse. Allocates nothing.
  JsonDocument() noexcept;
  ~JsonDocument();
  JsonDocument(JsonDocument&& other) noexcept;
  JsonDocument& operator=(JsonDocument&& other) noexcept;

  // Replaces the content with `text`, which must stay alive and unchanged as long as values are used. Reusing
  // one document for many texts allocates nothing once warm. Errors: kParse with line and column where known,
  // or the limit that was hit; the document then holds a null.
  Result<JsonValue> parse(std::string_view text, const JsonLimits& limits = {});
  // The same, and keeps the text, so that values stay good until the next parse.
  Result<JsonValue> parse_own(std::string text, const JsonLimits& limits = {});
  // A value of a text that is kept (see parse_own) whose source text is exactly `text`: what was cut out of a
  // document is found there again instead of being parsed once more. Looks at the first nodes only, so that
  // many texts cost no more than their parsing would; nullopt means nothing.
  std::optional<JsonValue> find_text(std::string_view text) const;

  // That value when it is found, otherwise the text is parsed in place of what the document holds.
  Result<JsonValue> find_or_parse(std::string_view text, const JsonLimits& limits = {});

  // The value of the last parse when that was successful, otherwise a null.
  JsonValue root() const { return JsonValue(this, 0); }
  // REQUIRES: `index` is less than the span of node 0.
  const Node& node(std::uint32_t index) const { return root_[index]; }
  // Whether any object has a member with an underscore in its name: whoever reads names in two spellings
  // looks for the other one only then.
  bool has_underscored_names() const { return has_underscored_names_; }
  // What was parsed last.
  std::string_view text() const { return text_; }
  JsonValue value(std::uint32_t index) const { return JsonValue(this, index); }

 private:
  class Indexer;
  struct Parser;
  // Room for that many nodes, at least one; what was there is gone.
  Node* make_room(std::size_t nodes);
  void swap(JsonDocument& other) noexcept;

  static const Node kNullNode;

  const Node* root_ = &kNullNode;  // the first of nodes_ once there was a parse
  std::unique_ptr<Node[]> nodes_;
  std::size_t nodes_capacity_ = 0;
  std::uint32_t nodes_used_ = 0;
  bool has_underscored_names_ = false;
  std::string_view text_;
  std::unique_ptr<std::string> own_text_;  // a pointer, so that views survive a move of the document
  std::unique_ptr<char[]> arena_;          // unescaped strings; never longer than the text
  std::size_t arena_bytes_ = 0;
  std::unique_ptr<Parser> parser_;
};

struct JsonValue::Member {
  std::string_view name;  // unescaped
  JsonValue value;
};

template <class Item>
class JsonValue::Range {
 public:
  class Iterator {
   public:
    Iterator(const JsonDocument* document, std::uint32_t index) : document_(document), index_(index) {}
    Item operator*() const {
      const JsonValue value = document_->value(index_ + kNameNodes);
      if constexpr (kNameNodes == 0) {
        return value;
      } else {
        const JsonDocument::Node& name = document_->node(index_);
        return {{name.string_data, name.count}, value};
      }
    }
    Iterator& operator++() {
      index_ += kNameNodes;
      index_ += document_->node(index_).span;
      return *this;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const JsonDocument* document_;
    std::uint32_t index_;
  };
  Range(const JsonDocument* document, std::uint32_t begin, std::uint32_t end)
      : begin_(document, begin), end_(document, end) {}
  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }

 private:
  static constexpr std::uint32_t kNameNodes = std::is_same_v<Item, Member> ? 1 : 0;
  Iterator begin_;
  Iterator end_;
};

inline JsonKind JsonValue::kind() const {
  return document_->node(index_).kind;
}

}  // namespace schemagate::a2a
