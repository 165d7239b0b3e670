// A schema, a NUL byte, an instance. Whatever they are: no crash, and all ways to ask agree:
// verdict and collector, document and tree.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "a2a/json/document.h"
#include "extension/json_schema/render.h"
#include "extension/json_schema/validator.h"

namespace schemagate {

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Whether a tree of nlohmann keeps every number of `text` exactly.
bool fits_tree(std::string_view text) {
  constexpr std::size_t kExactDigits = 15;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == 'e' || c == 'E') return false;  // of an exponent, perhaps
    digits = (c >= '0' && c <= '9') || c == '.' ? digits + 1 : 0;
    if (digits > kExactDigits) return false;
  }
  return true;
}

void check_tree(const json_schema::Validator& validator, std::string_view text,
                const json_schema::Report& report) {
  if (!fits_tree(text)) return;
  const auto tree = nlohmann::json::parse(text, nullptr, false);
  require(!tree.is_discarded());
  const json_schema::Report found = validator.explain(tree);
  const bool limited =
      report.verdict == json_schema::Verdict::kLimit || found.verdict == json_schema::Verdict::kLimit;
  require(limited || found.verdict == report.verdict);  // another order of members takes other steps
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto separator = input.find('\0');
  if (separator == input.npos) return 0;
  json_schema::CompileOptions options;
  options.assert_format = true;
  options.assert_content = true;
  options.limits.steps_max = 100'000;
  const auto validator = json_schema::Validator::compile(input.substr(0, separator), options);
  if (!validator) {
    require(!validator.error().message.empty());
    return 0;
  }
  const std::string_view text = input.substr(separator + 1);
  a2a::JsonDocument document;
  const auto instance = document.parse(text);
  if (!instance) return 0;
  const json_schema::Verdict verdict = validator->validate(*instance);
  const json_schema::Report report = validator->explain(*instance);
  require(report.verdict == verdict);
  if (verdict == json_schema::Verdict::kValid) require(report.violations.empty());
  if (verdict == json_schema::Verdict::kInvalid) require(!report.violations.empty() || !report.limit.empty());
  check_tree(*validator, text, report);
  json_schema::render_text(report);
  json_schema::render_basic(report);
  return 0;
}

}  // namespace schemagate
