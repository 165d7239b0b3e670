// A schema template, a NUL byte, a payload. Whatever they are: no crash; a good template has a schema that
// compiles and says the same; a payload that fits still fits when it is finished, and nothing hidden is left
// in its texts.
#include <nlohmann/json.hpp>

#include "a2a/text/hidden_character.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/validator.h"
#include "extension/schema_interaction/payload.h"
#include "extension/schema_interaction/template_reader.h"
#include "extension/schema_interaction/template_schema.h"
#include "property.h"

namespace schemagate {

namespace {

namespace interaction = schema_interaction;
using json_schema::Validator;
using json_schema::Verdict;

void check_both_ways(const interaction::AuthoredTemplate& authored, const a2a::JsonTree& schema) {
  const auto written = interaction::write_template(authored.schema);
  const auto read = interaction::read_template(written);
  fuzz::require(read && interaction::write_template(*read) == written, "a written template reads back");
  const auto tree = interaction::to_template(schema, authored.schema.schema_id, authored.schema.scenario);
  fuzz::require(tree.has_value(), "a template's schema is flat");
  const auto again = interaction::read_authored_template(*tree);
  fuzz::require(again.authored && interaction::to_json_schema(*again.authored) == schema,
                "schemas survive the way back");
}

void check_fragments(const std::vector<std::string>& fragments) {
  for (const std::string& fragment : fragments) {
    for (std::size_t at = 0; at < fragment.size();) {
      const char32_t code = a2a::text::decode(fragment, at);
      fuzz::require(!a2a::text::is_hidden_character(code), "fragments hide nothing");
    }
  }
}

void check_payload(const interaction::AuthoredTemplate& authored, const Validator& validator,
                   std::string_view text) {
  interaction::Catalogue catalogue;
  if (!catalogue.add(authored, false)) return;
  const interaction::Entry& entry = catalogue.entries().front();
  a2a::JsonDocument document;
  const auto payload = document.parse(text);
  if (!payload || !payload->is_object()) return;
  const auto opened = interaction::open_payload(entry, *payload);
  a2a::JsonDocument opened_document;
  const auto data = opened_document.parse(opened.data);
  fuzz::require(data.has_value(), "an opened payload is JSON");
  if (validator.validate(*data) != Verdict::kValid) return;
  const auto finished = interaction::finish_payload(entry, *data, false);
  a2a::JsonDocument finished_document;
  const auto result = finished_document.parse(finished.data);
  fuzz::require(result && validator.validate(*result) == Verdict::kValid, "a finished payload still fits");
  check_fragments(finished.fragments);
  fuzz::require(interaction::quote_fragments(finished.fragments).find('\n') == std::string::npos,
                "a quotation is one line");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const auto separator = std::min(input.find('\0'), input.size());
  const auto tree = a2a::parse_tree(input.substr(0, separator));
  if (!tree) return 0;
  if (auto negotiated = interaction::read_template(*tree); !negotiated)
    fuzz::require(!negotiated.error().message.empty(), "a refusal has a reason");
  const auto reading = interaction::read_authored_template(*tree);
  if (!reading.authored) {
    fuzz::require(!reading.problems.empty(), "a refusal has a reason");
    return 0;
  }
  const auto schema = interaction::to_json_schema(*reading.authored);
  const auto validator = Validator::compile(a2a::dump_tree(schema));
  if (!validator) return 0;  // together the keys may be beyond a limit
  check_both_ways(*reading.authored, schema);
  if (separator < input.size()) check_payload(*reading.authored, *validator, input.substr(separator + 1));
  return 0;
}

}  // namespace schemagate
