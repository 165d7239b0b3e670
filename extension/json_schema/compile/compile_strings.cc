// The Compiler's part for minLength, maxLength, pattern, format, contentEncoding and contentMediaType.
#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {

Compiler::Status Compiler::add_strings(const SchemaKeywords& keywords, Node& node) {
  StringConstraints constraints;
  Status status = read_count(keywords, Keyword::kMinLength, constraints.min_length);
  if (status) status = read_count(keywords, Keyword::kMaxLength, constraints.max_length);
  if (!status) return status;
  if (keywords.has(Keyword::kPattern)) {
    const auto text = value_of(keywords, Keyword::kPattern).string();
    if (!text) return wrong_value(keywords, Keyword::kPattern);
    status = add_pattern(keywords.ref(Keyword::kPattern), Keyword::kPattern, *text, constraints.pattern);
    if (!status) return status;
  }
  if (options_.assert_format || (keywords.dialect().vocabularies & kFormatAssertion) != 0)
    constraints.format = find_format(text_of(keywords, Keyword::kFormat));
  if (options_.assert_content) {
    constraints.base64 = text_of(keywords, Keyword::kContentEncoding) == "base64";
    constraints.json = text_of(keywords, Keyword::kContentMediaType) == "application/json";
  }
  if (constraints == StringConstraints()) return {};
  node.string = append_to(graph_.strings, constraints);
  node.constrained |= kString;
  return {};
}

Compiler::Status Compiler::add_pattern(SchemaRef at, Keyword keyword, std::string_view text,
                                       std::uint32_t& id) {
  if (const auto known = patterns_by_text_.find(text); known != patterns_by_text_.end()) {
    id = known->second;
    return {};
  }
  if (text.size() > options_.limits.pattern_bytes_max) {
    return problem(at, keyword,
                   "a pattern has more than pattern_bytes_max = " +
                       std::to_string(options_.limits.pattern_bytes_max) + " bytes");
  }
  auto pattern = Pattern::compile(text, pattern_budget_);
  if (!pattern) return problem(at, keyword, "unusable regular expression: " + pattern.error());
  id = append_to(graph_.patterns, std::move(*pattern));
  patterns_by_text_.emplace(text, id);
  return {};
}

}  // namespace schemagate::json_schema
