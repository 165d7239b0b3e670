#include "a2a/json/canonical.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "a2a/json/text.h"
#include "a2a/text/utf8.h"

namespace schemagate::a2a {
namespace {

// UTF-8 sorts by code point. UTF-16 puts the characters beyond the BMP, lead bytes F0 to F4, before U+E000 to
// U+FFFF, lead bytes EE and EF.
unsigned char utf16_rank(char byte) {
  const auto rank = static_cast<unsigned char>(byte);
  return rank == 0xEE || rank == 0xEF ? static_cast<unsigned char>(rank + 0x10) : rank;
}

bool precedes(const std::string& one, const std::string& other) {
  return std::ranges::lexicographical_compare(one, other, {}, utf16_rank, utf16_rank);
}

// Significant digits d1d2…dn of a positive number, which is 0.d1d2…dn * 10^point.
struct Decimal {
  std::string digits;
  int point;
};

// The shortest that reads back as the same double, as ECMAScript wants it.
Decimal decimal_of(double positive) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), positive, std::chars_format::scientific).ptr;
  auto* const mark = std::find(text.begin(), end, 'e');
  Decimal decimal{std::string(text.begin(), mark), 0};
  std::erase(decimal.digits, '.');
  const auto* exponent = mark[1] == '+' ? mark + 2 : mark + 1;
  std::from_chars(exponent, end, decimal.point);
  ++decimal.point;
  return decimal;
}

// ECMA-262, Number::toString.
void append_number(std::string& out, double number) {
  constexpr int kPlainDigitsMax = 21;
  constexpr int kZerosMax = 6;
  if (number == 0) {
    out += '0';
    return;
  }
  if (number < 0) out += '-';
  auto [digits, point] = decimal_of(std::abs(number));
  const int count = static_cast<int>(digits.size());
  if (count <= point && point <= kPlainDigitsMax) {
    digits.append(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= kPlainDigitsMax) {
    digits.insert(static_cast<std::size_t>(point), 1, '.');
  } else if (-kZerosMax < point && point <= 0) {
    digits.insert(0, "0." + std::string(static_cast<std::size_t>(-point), '0'));
  } else {
    if (count > 1) digits.insert(1, 1, '.');
    digits += (point > 0 ? "e+" : "e-") + std::to_string(std::abs(point - 1));
  }
  out += digits;
}

std::unexpected<Error> no_form(std::string_view what) {
  return fail(ErrorCode::kInvalidParams, "no canonical form: " + std::string(what));
}

class Writer {
 public:
  Result<void> write(const JsonTree& tree, std::size_t depth) {
    if (tree.is_structured() && depth == kCanonicalDepthMax) return no_form("nested too deeply");
    if (tree.is_object()) return write_object(tree, depth + 1);
    if (tree.is_array()) return write_array(tree, depth + 1);
    return write_scalar(tree);
  }
  std::string take() { return std::move(out_); }

 private:
  Result<void> write_object(const JsonTree& object, std::size_t depth) {
    using Member = JsonTree::object_t::value_type;
    std::vector<const Member*> members;
    for (const Member& member : object.get_ref<const JsonTree::object_t&>()) members.push_back(&member);
    const auto name_of = [](const Member* member) -> const std::string& { return member->first; };
    std::ranges::sort(members, precedes, name_of);
    out_ += '{';
    for (const Member* member : members) {
      if (out_.back() != '{') out_ += ',';
      if (auto written = write_string(member->first); !written) return written;
      out_ += ':';
      if (auto written = write(member->second, depth); !written) return written;
    }
    out_ += '}';
    return {};
  }

  Result<void> write_array(const JsonTree& array, std::size_t depth) {
    out_ += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (i > 0) out_ += ',';
      if (auto written = write(array[i], depth); !written) return written;
    }
    out_ += ']';
    return {};
  }

  Result<void> write_scalar(const JsonTree& tree) {
    if (const auto* text = tree.get_ptr<const std::string*>()) return write_string(*text);
    if (tree.is_number()) return write_number(tree.get<double>());
    if (tree.is_null()) {
      out_ += "null";
    } else {
      out_ += tree == true ? "true" : "false";
    }
    return {};
  }

  Result<void> write_number(double number) {
    if (!std::isfinite(number)) return no_form("a number that is not finite");
    append_number(out_, number);
    return {};
  }

  Result<void> write_string(const std::string& text) {
    if (!text::is_utf8(text)) return no_form("text that is not UTF-8");
    append_json_string(out_, text);
    return {};
  }

  std::string out_;
};

}  // namespace

Result<std::string> canonical_json(const JsonTree& tree) {
  Writer writer;
  if (auto written = writer.write(tree, 0); !written) return std::unexpected(written.error());
  return writer.take();
}

}  // namespace schemagate::a2a
