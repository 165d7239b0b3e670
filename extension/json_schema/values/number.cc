#include "extension/json_schema/values/number.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

#include "extension/json_schema/values/hash.h"

namespace schemagate::json_schema {
namespace {

constexpr std::int64_t kExponentMax = 1'000'000'000'000'000;

// Of a number's literal: of what it is made of, letters alone have this bit.
bool has_exponent(std::string_view literal) {
  constexpr std::uint64_t kLetters = 0x4040404040404040;
  std::uint64_t word = 0;
  if (literal.size() < sizeof word)
    return std::ranges::any_of(literal, [](char c) { return (c & 0x40) != 0; });
  const char* const last = literal.data() + literal.size() - sizeof word;
  for (const char* at = literal.data(); at < last; at += sizeof word) {
    std::memcpy(&word, at, sizeof word);
    if ((word & kLetters) != 0) return true;
  }
  std::memcpy(&word, last, sizeof word);
  return (word & kLetters) != 0;
}

std::int64_t parse_exponent(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const bool negative = text.starts_with('-');
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return negative ? -kExponentMax : kExponentMax;
  return std::clamp(value, -kExponentMax, kExponentMax);
}

}  // namespace

Decimal::Decimal(std::string_view literal) {
  negative_ = literal.starts_with('-');
  if (negative_) literal.remove_prefix(1);
  if (const auto e = literal.find_first_of("eE"); e != literal.npos) {
    exponent_ = parse_exponent(literal.substr(e + 1));
    literal = literal.substr(0, e);
  }
  const auto point = literal.find('.');
  whole_ = literal.substr(0, point);
  if (point != literal.npos) fraction_ = literal.substr(point + 1);
  count_ = whole_.size() + fraction_.size();
  exponent_ -= static_cast<std::int64_t>(fraction_.size());
  while (count_ > 0 && digit(0) == '0') ++first_, --count_;
  while (count_ > 0 && digit(count_ - 1) == '0') --count_, ++exponent_;
}

char Decimal::digit(std::size_t position) const {
  const std::size_t at = first_ + position;
  return at < whole_.size() ? whole_[at] : fraction_[at - whole_.size()];
}

std::strong_ordering Decimal::compare_magnitude(const Decimal& other) const {
  if (order() != other.order()) return order() <=> other.order();
  const std::size_t shared = std::min(count_, other.count_);
  for (std::size_t i = 0; i < shared; ++i) {
    if (digit(i) != other.digit(i)) return digit(i) <=> other.digit(i);
  }
  return count_ <=> other.count_;
}

std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
  if (is_zero() && other.is_zero()) return std::strong_ordering::equal;
  if (is_zero()) return other.negative_ ? std::strong_ordering::greater : std::strong_ordering::less;
  if (other.is_zero()) return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  if (negative_ != other.negative_) {
    return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return negative_ ? other.compare_magnitude(*this) : compare_magnitude(other);
}

std::uint64_t Decimal::hash() const {
  std::uint64_t result =
      mix(negative_ && count_ != 0, count_ == 0 ? 0 : static_cast<std::uint64_t>(exponent_));
  for (std::size_t i = 0; i < count_; ++i) result = mix(result, static_cast<std::uint64_t>(digit(i)));
  return result;
}

std::string_view Number::literal(Buffer& buffer) const {
  if (form_ == Form::kLiteral) return literal_;
  char* const begin = buffer.data();
  char* const limit = begin + buffer.size();
  const auto print = [begin, limit](auto value) -> std::string_view {
    return {begin, static_cast<std::size_t>(std::to_chars(begin, limit, value).ptr - begin)};
  };
  if (form_ == Form::kSigned) return print(integer_);
  return form_ == Form::kUnsigned ? print(unsigned_) : print(real_);
}

bool Number::is_surely_within(std::int64_t low, std::int64_t high) const {
  constexpr std::size_t kDigitsMax = 17;
  if (form_ != Form::kLiteral || has_exponent(literal_)) return false;
  const char* const begin = literal_.data() + (literal_.front() == '-' ? 1 : 0);
  const char* const end = literal_.data() + literal_.size();
  std::int64_t whole = 0;
  const char* at = begin;
  for (; at != end && *at != '.'; ++at) {
    if (static_cast<std::size_t>(at - begin) == kDigitsMax) return false;
    whole = whole * 10 + (*at - '0');
  }
  return begin == literal_.data() ? whole >= low && whole < high : -whole <= high && -whole > low;
}

double Number::nearest() const {
  if (form_ == Form::kSigned) return static_cast<double>(integer_);
  if (form_ == Form::kUnsigned) return static_cast<double>(unsigned_);
  if (form_ == Form::kReal) return real_;
  double value = 0;
  const auto error = std::from_chars(literal_.data(), literal_.data() + literal_.size(), value).ec;
  if (error == std::errc()) return value;
  const Decimal decimal(literal_);
  if (decimal.is_zero() || decimal.order() <= 0) return 0;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return decimal.is_negative() ? -kInfinity : kInfinity;
}

bool Number::is_integer() const {
  if (form_ == Form::kSigned || form_ == Form::kUnsigned) return true;
  Buffer buffer;
  return Decimal(literal(buffer)).is_integer();
}

std::strong_ordering Number::operator<=>(const Number& other) const {
  if (is_int64() && other.is_int64()) return integer_ <=> other.integer_;
  Buffer buffer;
  Buffer other_buffer;
  return Decimal(literal(buffer)) <=> Decimal(other.literal(other_buffer));
}

std::uint64_t Number::hash() const {
  Buffer buffer;
  return Decimal(literal(buffer)).hash();
}

Divisor::Divisor(std::string_view literal) : value_(0) {
  const Decimal decimal(literal);
  for (std::size_t i = 0; i < decimal.digits(); ++i)
    value_ = value_ * 10 + static_cast<Wide>(decimal.digit(i) - '0');
  exponent_ = decimal.exponent();
  if (exponent_ < 0 || exponent_ + static_cast<std::int64_t>(decimal.digits()) > 18) return;
  small_ = static_cast<std::int64_t>(value_);
  for (std::int64_t i = 0; i < exponent_; ++i) small_ *= 10;
}

bool Divisor::divides(const Number& value) const {
  if (value.is_int64() && small_ != 0) return value.integer() % small_ == 0;
  Number::Buffer buffer;
  const Decimal decimal(value.literal(buffer));
  if (decimal.is_zero()) return true;
  // Neither has a trailing zero, so a divisor with the higher power of ten cannot divide.
  std::int64_t shift = decimal.exponent() - exponent_;
  if (shift < 0) return false;
  Wide rest = 0;
  for (std::size_t i = 0; i < decimal.digits(); ++i) {
    rest = (rest * 10 + static_cast<Wide>(decimal.digit(i) - '0')) % value_;
  }
  // value_ < 2^120, so 120 factors of ten hold every 2 and 5 in it; more change nothing.
  shift = std::min<std::int64_t>(shift, 120);
  for (; shift > 0 && rest != 0; --shift) rest = rest * 10 % value_;
  return rest == 0;
}

}  // namespace schemagate::json_schema
