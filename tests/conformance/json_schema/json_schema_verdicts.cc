// Asked by differential.py: each line of standard input is {"draft":…,"schema":…,"instances":[…]}, each line
// of the answer has a letter per instance: v(alid), i(nvalid) or l(imit), or is a "-" and why the schema
// cannot be used.
#include <iostream>
#include <optional>
#include <string>

#include "a2a/json/document.h"
#include "extension/json_schema/validator.h"

using namespace schemagate;

namespace {

using json_schema::Dialect;
using json_schema::Validator;

Dialect dialect_of(std::string_view draft) {
  if (draft == "2019-09") return Dialect::k2019_09;
  return draft == "draft-07" ? Dialect::kDraft7 : Dialect::k2020_12;
}

char letter(json_schema::Verdict verdict) {
  if (verdict == json_schema::Verdict::kLimit) return 'l';
  return verdict == json_schema::Verdict::kValid ? 'v' : 'i';
}

std::string verdicts(const Validator& validator, a2a::JsonValue instances) {
  std::string letters;
  for (const a2a::JsonValue instance : instances.elements()) letters += letter(validator.validate(instance));
  return letters;
}

std::string answer(a2a::JsonValue question) {
  const auto draft = question.find("draft");
  const auto schema = question.find("schema");
  const auto instances = question.find("instances");
  if (!draft || !schema || !instances) return "- not a question";
  json_schema::CompileOptions options;
  options.default_dialect = dialect_of(draft->string().value_or(""));
  const auto validator = Validator::compile(schema->raw(), options);
  if (!validator) return "- " + validator.error().location + ": " + validator.error().message;
  return verdicts(*validator, *instances);
}

}  // namespace

int main() {
  a2a::JsonDocument document;
  for (std::string line; std::getline(std::cin, line);) {
    const auto question = document.parse(line);
    std::cout << (question ? answer(*question) : "- " + question.error().message) << "\n";
  }
  return 0;
}
