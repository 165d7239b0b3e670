// Exact numbers: JSON number literals compared by value, whatever their size, precision or notation.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace schemagate::json_schema {

// The decimal value of a JSON number literal: digits times a power of ten, no trailing or leading zero
// digits. Borrows the literal's bytes. Exponents beyond 10^15 are clamped to it.
class Decimal {
 public:
  // `literal` follows the JSON grammar for numbers (RFC 8259 section 6).
  explicit Decimal(std::string_view literal);

  bool is_zero() const { return count_ == 0; }
  bool is_negative() const { return negative_ && count_ != 0; }
  bool is_integer() const { return count_ == 0 || exponent_ >= 0; }
  std::strong_ordering operator<=>(const Decimal& other) const;
  bool operator==(const Decimal& other) const { return (*this <=> other) == 0; }
  std::uint64_t hash() const;

  // Significant digits, and the power of ten of the last one.
  std::size_t digits() const { return count_; }
  char digit(std::size_t position) const;
  std::int64_t exponent() const { return exponent_; }
  // Digits before the point, written without exponent; negative for zeros right behind it.
  std::int64_t order() const { return static_cast<std::int64_t>(count_) + exponent_; }

 private:
  std::strong_ordering compare_magnitude(const Decimal& other) const;

  std::string_view whole_;     // digits before the point
  std::string_view fraction_;  // digits behind it
  std::size_t first_ = 0;      // first significant digit, counted over whole_ then fraction_
  std::size_t count_ = 0;
  std::int64_t exponent_ = 0;
  bool negative_ = false;
};

// A number of an instance or a schema: a machine number, or its literal where that does not fit. Borrows the
// literal; comparing and hashing go by exact decimal value.
class Number {
 public:
  using Buffer = std::array<char, 32>;

  explicit Number(std::int64_t value) : integer_(value), form_(Form::kSigned) {}
  explicit Number(std::string_view literal) : literal_(literal), form_(Form::kLiteral) {}
  // For trees that keep no text. A double stands for the shortest decimal that reads back as it.
  explicit Number(std::uint64_t value) : unsigned_(value), form_(Form::kUnsigned) {}
  explicit Number(double value) : real_(value), form_(Form::kReal) {}

  bool is_int64() const { return form_ == Form::kSigned; }
  std::int64_t integer() const { return integer_; }
  // The literal itself, or its text printed into `buffer`.
  std::string_view literal(Buffer& buffer) const;
  // How much there is to read whenever the value is used; 0 for a machine number.
  std::size_t literal_size() const { return form_ == Form::kLiteral ? literal_.size() : 0; }
  bool is_integer() const;
  // Whether it is a literal of which the digits before the point tell that it is within these bounds.
  bool is_surely_within(std::int64_t low, std::int64_t high) const;
  // The nearest double; infinite beyond its range.
  double nearest() const;
  std::strong_ordering operator<=>(const Number& other) const;
  bool operator==(const Number& other) const { return (*this <=> other) == 0; }
  std::uint64_t hash() const;

 private:
  enum class Form : std::uint8_t { kSigned, kUnsigned, kReal, kLiteral };
  union {
    std::int64_t integer_;
    std::uint64_t unsigned_;
    double real_;
    std::string_view literal_;
  };
  Form form_;
};

// The divisor of `multipleOf`, prepared. At most kDigitsMax significant digits.
class Divisor {
 public:
  static constexpr std::size_t kDigitsMax = 36;

  // `literal` is positive and has at most kDigitsMax significant digits.
  explicit Divisor(std::string_view literal);
  // Exact in decimal arithmetic; linear in the literal of `value`.
  bool divides(const Number& value) const;
  // The divisor itself when it is an integer below 10^18, otherwise 0.
  std::int64_t integer() const { return small_; }

 private:
  __extension__ using Wide = unsigned __int128;
  Wide value_;
  std::int64_t exponent_;
  std::int64_t small_ = 0;  // integer()
};

}  // namespace schemagate::json_schema
