#include "extension/json_schema/patterns/byte_program.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "a2a/text/ascii.h"
#include "extension/json_schema/patterns/code_point_set.h"
#include "extension/json_schema/patterns/unicode_properties.h"

namespace schemagate::json_schema {
namespace {

constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();

// What a translated pattern says.
struct Expression {
  enum class Kind : std::uint8_t { kSet, kBegin, kEnd, kSequence, kAlternatives, kRepeated };
  Kind kind = Kind::kSequence;
  CodePointSet set = {};               // kSet
  std::vector<Expression> parts = {};  // the others
  std::uint32_t min = 1;               // kRepeated, of the one part
  std::uint32_t max = 1;
};

CodePointSet class_named(char name) {
  CodePointSet set;
  set.add('0', '9');
  if (name == 'w' || name == 'W') {
    set.add('a', 'z');
    set.add('A', 'Z');
    set.add('_', '_');
  }
  return name == 'D' || name == 'W' ? set.complement() : set;
}

// Every function returns nullopt or false for what a program cannot hold.
class Reader {
 public:
  Reader(std::string_view text, Texts texts) : rest_(text), texts_(texts) {}

  std::optional<Expression> read() {
    auto expression = read_alternatives(0);
    return rest_.empty() ? std::move(expression) : std::nullopt;
  }

 private:
  static constexpr int kDepthMax = 32;

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  bool ends_sequence() const { return rest_.empty() || rest_.front() == '|' || rest_.front() == ')'; }

  std::optional<Expression> read_alternatives(int depth) {
    if (depth > kDepthMax) return std::nullopt;
    Expression alternatives{.kind = Expression::Kind::kAlternatives};
    do {
      Expression sequence;
      while (!ends_sequence()) {
        auto part = read_repeated(depth);
        if (!part) return std::nullopt;
        sequence.parts.push_back(std::move(*part));
      }
      alternatives.parts.push_back(std::move(sequence));
    } while (take("|"));
    return alternatives;
  }

  std::optional<Expression> read_repeated(int depth) {
    auto part = read_part(depth);
    if (!part) return std::nullopt;
    Expression repeated{.kind = Expression::Kind::kRepeated};
    if (!read_count(repeated)) return std::nullopt;
    if (repeated.min == 1 && repeated.max == 1) return part;
    repeated.parts.push_back(std::move(*part));
    return repeated;
  }

  std::optional<Expression> read_part(int depth) {
    using enum Expression::Kind;
    if (take("^")) return Expression{.kind = kBegin};
    if (take("$")) return Expression{.kind = kEnd};
    if (take("[")) return read_class();
    if (take("(?:")) {
      auto inner = read_alternatives(depth + 1);
      return take(")") ? std::move(inner) : std::nullopt;
    }
    Expression one{.kind = kSet};
    return read_atom(one.set) ? std::optional(std::move(one)) : std::nullopt;
  }

  std::optional<Expression> read_class() {
    Expression one{.kind = Expression::Kind::kSet};
    const bool negated = take("^");
    while (!take("]")) {
      std::uint32_t first = 0;
      if (read_code_point(first)) {
        std::uint32_t last = first;
        if (take("-") && !read_code_point(last)) return std::nullopt;
        one.set.add(first, last);
      } else if (!read_class_escape(one.set)) {
        return std::nullopt;
      }
    }
    if (negated) one.set = one.set.complement();
    return one;
  }

  bool read_atom(CodePointSet& set) {
    std::uint32_t code_point = 0;
    if (!read_code_point(code_point)) return read_class_escape(set);
    set.add(code_point, code_point);
    return true;
  }

  // A letter or digit, \n, \r or \x{...}.
  bool read_code_point(std::uint32_t& code_point) {
    if (rest_.empty()) return false;
    if (take("\\n") || take("\\r")) {
      code_point = rest_.data()[-1] == 'n' ? U'\n' : U'\r';
      return true;
    }
    if (a2a::text::is_letter_or_digit(rest_.front())) {
      code_point = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      return true;
    }
    if (!take("\\x{")) return false;
    const char* const end = rest_.data() + rest_.size();
    const auto [behind, error] = std::from_chars(rest_.data(), end, code_point, 16);
    rest_.remove_prefix(static_cast<std::size_t>(behind - rest_.data()));
    return error == std::errc() && take("}") && code_point <= CodePointSet::kLast;
  }

  bool read_class_escape(CodePointSet& set) {
    for (const std::string_view name : {"\\d", "\\D", "\\w", "\\W"}) {
      if (!take(name)) continue;
      set.add(class_named(name.back()));
      return true;
    }
    return texts_ == Texts::kAscii && read_property(set);
  }

  // \p{...} or \P{...}
  bool read_property(CodePointSet& set) {
    const auto end = rest_.find('}');
    if ((!rest_.starts_with("\\p{") && !rest_.starts_with("\\P{")) || end == rest_.npos) return false;
    if (++properties_ > kPropertiesMax) return false;
    const auto members = ascii_members(rest_.substr(0, end + 1));
    if (!members) return false;
    set.add(*members);
    rest_.remove_prefix(end + 1);
    return true;
  }

  // Whether a repetition is greedy does not change what matches.
  bool read_count(Expression& repeated) {
    if (take("*")) {
      repeated.min = 0;
      repeated.max = kAny;
    } else if (take("+")) {
      repeated.max = kAny;
    } else if (take("?")) {
      repeated.min = 0;
    } else if (take("{")) {
      if (!read_number(repeated.min)) return false;
      repeated.max = repeated.min;
      if (take(",")) {
        repeated.max = kAny;
        if (!rest_.starts_with('}') && !read_number(repeated.max)) return false;
      }
      if (!take("}") || repeated.max < repeated.min) return false;
    } else {
      return true;
    }
    take("?");
    return true;
  }

  bool read_number(std::uint32_t& value) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return error == std::errc();
  }

  static constexpr int kPropertiesMax = 16;  // each takes some tenths of a millisecond

  std::string_view rest_;
  const Texts texts_;
  int properties_ = 0;
};

// Writes instructions from the end to the begin: each knows what follows it.
class Writer {
 public:
  explicit Writer(Texts texts) : texts_(texts) {}

  std::optional<ByteProgram> write(const Expression& expression) {
    const std::uint32_t match = add({.kind = ByteProgram::Kind::kMatch});
    program_.start = write(expression, match);
    return is_full() ? std::nullopt : std::optional(std::move(program_));
  }

 private:
  using Kind = ByteProgram::Kind;
  static constexpr std::size_t kInstructionsMax = 600;

  bool is_full() const { return program_.instructions.size() > kInstructionsMax; }
  std::uint32_t add(ByteProgram::Instruction instruction) {
    if (!is_full()) program_.instructions.push_back(instruction);
    return static_cast<std::uint32_t>(program_.instructions.size() - 1);
  }
  std::uint32_t split(std::uint32_t one, std::uint32_t other) {
    return add({.kind = Kind::kSplit, .next = one, .other = other});
  }

  // The instruction that `expression` starts at when `next` follows it.
  std::uint32_t write(const Expression& expression, std::uint32_t next) {
    switch (expression.kind) {
      case Expression::Kind::kSet:
        return write_set(expression.set, next);
      case Expression::Kind::kBegin:
        return add({.kind = Kind::kBegin, .next = next});
      case Expression::Kind::kEnd:
        return add({.kind = Kind::kEnd, .next = next});
      case Expression::Kind::kSequence:
        for (auto part = expression.parts.rbegin(); part != expression.parts.rend(); ++part)
          next = write(*part, next);
        return next;
      case Expression::Kind::kAlternatives:
        return write_alternatives(expression, next);
      case Expression::Kind::kRepeated:
        return write_repeated(expression, next);
    }
    return next;
  }

  std::uint32_t write_alternatives(const Expression& expression, std::uint32_t next) {
    std::uint32_t start = write(expression.parts.back(), next);
    for (std::size_t i = expression.parts.size() - 1; i-- > 0;)
      start = split(write(expression.parts[i], next), start);
    return start;
  }

  std::uint32_t write_repeated(const Expression& expression, std::uint32_t next) {
    const Expression& part = expression.parts.front();
    std::uint32_t start = next;
    if (expression.max == kAny) {
      start = split(next, next);
      const std::uint32_t again = write(part, start);
      program_.instructions[start].other = again;
    } else {
      for (std::uint32_t i = expression.min; i < expression.max && !is_full(); ++i)
        start = split(write(part, start), next);
    }
    for (std::uint32_t i = 0; i < expression.min && !is_full(); ++i) start = write(part, start);
    return start;
  }

  std::uint32_t write_bytes(const ByteSet& bytes, std::uint32_t next) {
    const auto known = std::ranges::find(program_.sets, bytes);
    const auto set = static_cast<std::uint32_t>(known - program_.sets.begin());
    if (known == program_.sets.end()) program_.sets.push_back(bytes);
    return add({.kind = Kind::kBytes, .next = next, .set = set});
  }

  // All that is one byte long together, then every sequence of bytes. An empty set takes nothing.
  std::uint32_t write_set(const CodePointSet& set, std::uint32_t next) {
    ByteSet ascii;
    std::vector<ByteSequence> longer;
    for (const CodePointSet::Range& range : set.ranges()) {
      for (const ByteSequence& sequence : utf8_sequences(range)) {
        if (sequence.size > 1 && texts_ == Texts::kAny) longer.push_back(sequence);
        for (unsigned c = sequence.bytes[0].first; sequence.size == 1 && c <= sequence.bytes[0].last; ++c)
          ascii.set(c);
      }
      if (is_full()) break;
    }
    std::uint32_t start = write_bytes(ascii, next);
    for (const ByteSequence& sequence : longer) {
      std::uint32_t at = next;
      for (std::size_t i = sequence.size; i-- > 0 && !is_full();) {
        ByteSet bytes;
        for (unsigned c = sequence.bytes[i].first; c <= sequence.bytes[i].last; ++c) bytes.set(c);
        at = write_bytes(bytes, at);
      }
      start = split(at, start);
    }
    return start;
  }

  const Texts texts_;
  ByteProgram program_;
};

}  // namespace

std::optional<ByteProgram> compile_bytes(std::string_view translated, Texts texts) {
  const auto expression = Reader(translated, texts).read();
  return expression ? Writer(texts).write(*expression) : std::nullopt;
}

}  // namespace schemagate::json_schema
