#include "extension/agent_context/evaluation.h"

#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "a2a/json/pointer.h"
#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/context_uri.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonDocument;
using a2a::JsonLimits;
using a2a::JsonValue;

// What a check expects and does not find; nullopt: it holds.
using Reason = std::optional<std::string>;

// The data that checks look at.
class LinkedData {
 public:
  explicit LinkedData(std::string_view json) {
    if (json.empty() || json.size() > kOutputBytesMax) return;
    const auto root = document_.parse(json, JsonLimits{.bytes_max = kOutputBytesMax});
    if (root) root_ = *root;
  }
  const std::optional<JsonValue>& root() const { return root_; }

 private:
  JsonDocument document_;
  std::optional<JsonValue> root_;
};

Reason check_schema(const ItemCheck& check, const LinkedData& data) {
  if (!check.schema) return std::nullopt;
  if (!data.root()) return "expected data that fits the schema, and none came";
  const json_schema::Report report = check.schema->explain(*data.root());
  if (report.verdict == json_schema::Verdict::kValid) return std::nullopt;
  if (report.violations.empty()) return "the data could not be checked within the limit " + report.limit;
  const json_schema::Violation& first = report.violations.front();
  return "the data does not fit the schema: " +
         (first.instance_pointer.empty() ? "the whole" : first.instance_pointer) + " breaks " + first.keyword;
}

// Words that are not whole are named as that: what is missing may stand in the rest.
std::string subject_of(const ItemWords& words) {
  if (words.is_whole()) return "the abstract";
  return "what is kept of the output, " + std::to_string(words.kept.size()) + " of " +
         std::to_string(words.said) + " bytes,";
}

Reason check_terms(const ItemCheck& check, const ItemWords& words) {
  const std::string text = a2a::text::lower_case(words.kept);
  std::string missing;
  for (const std::string& term : check.must_have) {
    if (!text.contains(a2a::text::lower_case(term))) missing += (missing.empty() ? "" : ", ") + term;
  }
  return missing.empty() ? Reason() : subject_of(words) + " lacks: " + missing;
}

Reason check_pattern(const ItemCheck& check, const ItemWords& words) {
  if (check.compiled_pattern == nullptr || re2::RE2::PartialMatch(words.kept, *check.compiled_pattern))
    return std::nullopt;
  return subject_of(words) + " does not match " + check.pattern;
}

bool is_equal(JsonValue value, const std::string& json) {
  const auto one = a2a::parse_tree(value.raw());
  const auto other = a2a::parse_tree(json);
  return one && other && *one == *other;
}

Reason check_value(const PointerCheck& at, const LinkedData& data) {
  const auto value = data.root() ? a2a::json_pointer::find(*data.root(), at.pointer) : std::nullopt;
  if (!value) return "expected a value at " + at.pointer;
  if (at.equals && !is_equal(*value, *at.equals)) return at.pointer + ": expected " + *at.equals;
  if (!at.minimum && !at.maximum) return std::nullopt;
  const auto number = value->number();
  if (!number) return at.pointer + ": expected a number";
  const bool is_low = at.minimum && *number < *at.minimum;
  const bool is_high = at.maximum && *number > *at.maximum;
  if (!is_low && !is_high) return std::nullopt;
  return at.pointer + ": expected at " + (is_low ? "least " : "most ") +
         a2a::dump_tree(is_low ? *at.minimum : *at.maximum);
}

Reason check_values(const ItemCheck& check, const LinkedData& data) {
  for (const PointerCheck& at : check.at) {
    if (auto reason = check_value(at, data)) return reason;
  }
  return std::nullopt;
}

Reason check_length(const ItemCheck& check, const ItemWords& words) {
  if (a2a::text::count_code_points(words.kept) >= check.min_length) return std::nullopt;
  return "expected an abstract of at least " + std::to_string(check.min_length) + " characters";
}

// The second phase: the name of the check that fails, and why; nullopt when all hold.
std::optional<std::pair<std::string, std::string>> failed_check(const ItemCheck& check,
                                                                const ItemOutput& given) {
  if (a2a::text::trimmed(given.abstract, a2a::text::kWhiteSpace).empty())
    return std::pair("abstract", "it is said to be done, and there is no abstract of what was done");
  const LinkedData data(linked_data(given));
  const ItemWords words = words_of(given);
  if (auto reason = check_schema(check, data)) return std::pair("schema", *reason);
  if (auto reason = check_terms(check, words)) return std::pair("must_have", *reason);
  if (auto reason = check_pattern(check, words)) return std::pair("pattern", *reason);
  if (auto reason = check_values(check, data)) return std::pair("at", *reason);
  if (auto reason = check_length(check, words)) return std::pair("min_length", *reason);
  return std::nullopt;
}

}  // namespace

Verdict evaluate(const PlannedItem& planned, const ItemResult& result) {
  Verdict verdict{.item = result.item};
  if (!result.is_done) {
    verdict.check = kNotDone;
    verdict.reason = kNotCompleted;
    if (!result.given.abstract.empty())
      verdict.reason += ": " + a2a::text::shortened(result.given.abstract, 300);
    return verdict;
  }
  verdict.evidence = content_digest(std::string(words_of(result.given).kept) + '\0' + result.given.data);
  auto failed = failed_check(planned.check, result.given);
  verdict.accepted = !failed;
  verdict.check = failed ? failed->first : "accepted";
  if (failed) verdict.reason = a2a::text::shortened(failed->second, 400);
  return verdict;
}

}  // namespace schemagate::agent_context
