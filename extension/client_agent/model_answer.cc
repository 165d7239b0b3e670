#include "extension/client_agent/model_answer.h"

#include <algorithm>
#include <cmath>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "extension/client_agent/utterance.h"
#include "extension/json_schema/render.h"
#include "extension/object_schemas/json_in_text.h"
#include "extension/schema_interaction/free_text.h"

namespace schemagate::client_agent {
namespace {

using a2a::JsonValue;
using a2a::client::Cause;
using a2a::client::failed;
using schema_interaction::kOther;
using std::string_view;

constexpr std::size_t kTokensMax = 1 << 16;
constexpr std::size_t kOtherMax = 16;
constexpr std::size_t kOtherBytesMax = 2 << 10;
constexpr std::size_t kNotesMax = 16;
constexpr std::size_t kQuotedBytesMax = 200;
constexpr double kWithoutTokens = 0.9;
constexpr double kWithoutEvidence = 0.5;

string_view text_of(JsonValue object, string_view member) {
  const auto value = object.find(member);
  return value ? value->string().value_or("") : "";
}

std::optional<JsonValue> first_of(JsonValue object, string_view member) {
  const auto list = object.find(member);
  if (!list || !list->is_array() || list->size() == 0) return std::nullopt;
  return *list->elements().begin();
}

// A string, or an array of parts with a text each.
std::string content_of(JsonValue message) {
  const auto content = message.find("content");
  if (!content) return "";
  if (content->is_string()) return std::string(*content->string());
  std::string text;
  for (JsonValue part : content->elements()) text += text_of(part, "text");
  return text;
}

// Empty when anything does not fit.
std::vector<Token> tokens_of(JsonValue choice, string_view content) {
  const auto probabilities = choice.find("logprobs");
  const auto list = probabilities ? probabilities->find("content") : std::nullopt;
  if (!list || list->size() > kTokensMax) return {};
  std::vector<Token> tokens;
  std::size_t at = 0;
  for (JsonValue entry : list->elements()) {
    const auto token = text_of(entry, "token");
    const auto value = entry.find("logprob");
    const auto log_probability = value ? value->number() : std::nullopt;
    const bool fits = content.substr(std::min(at, content.size())).starts_with(token);
    if (!fits || !log_probability || *log_probability > 0) return {};
    at += token.size();
    tokens.push_back({std::string(token), *log_probability});
  }
  return at == content.size() ? tokens : std::vector<Token>();
}

a2a::client::Outcome<Completion> read_choice(JsonValue choice) {
  const auto reason = text_of(choice, "finish_reason");
  if (reason == "length")
    return failed(Cause::kProtocol, "the model's answer was cut off at its length limit");
  if (reason == "content_filter")
    return failed(Cause::kAgent, "the model's answer was held back by a content filter");
  const auto message = choice.find("message");
  if (!message || !message->is_object()) return failed(Cause::kProtocol, "the model's answer has no message");
  if (const auto refusal = text_of(*message, "refusal"); !refusal.empty())
    return failed(Cause::kAgent, "the model refuses: " + std::string(refusal));
  std::string content = content_of(*message);
  if (content.empty()) return failed(Cause::kProtocol, "the model's answer is empty");
  auto tokens = tokens_of(choice, content);
  return Completion{std::move(content), std::move(tokens)};
}

std::string folded(string_view text) {
  std::string result;
  for (char c : a2a::text::lower_case(text)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) result += c;
    if (blank && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (result.ends_with(' ')) result.pop_back();
  return result;
}

// The end of the object that begins the text; npos when it does not end.
std::size_t object_end(string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string && c == '\\') {
      ++at;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && c == '{') {
      ++depth;
    } else if (!in_string && c == '}' && --depth == 0) {
      return at + 1;
    }
  }
  return string_view::npos;
}

std::optional<JsonValue> object_in(a2a::JsonDocument& document, string_view text) {
  const auto value = document.parse(text, {.bytes_max = text.size()});
  return value && value->is_object() ? std::optional(*value) : std::nullopt;
}

// Turns one answer into a mapping.
class AnswerReader {
 public:
  AnswerReader(const Completion& completion, const NegotiatedSchema& negotiated, const Request& request)
      : completion_(completion), negotiated_(negotiated), sentence_(folded(request.utterance)) {}

  ModelMapping read() {
    const auto answer = find_object(document_, completion_.content);
    if (!answer) return {{}, "expected one JSON object with payload and evidence", false};
    const auto payload = answer->find("payload");
    if (payload && !payload->is_object()) return {{}, "payload: expected an object", false};
    evidence_ = payload ? answer->find("evidence") : std::nullopt;
    const JsonValue values = payload.value_or(*answer);  // models exist that answer with the payload alone
    if (auto problem = check(values); !problem.empty()) return {{}, std::move(problem), false};
    for (const auto& key : negotiated_.schema.keys) {
      const auto value = values.find(key.name);
      if (value && key.name != kOther && value->kind() != a2a::JsonKind::kNull) add(key, *value);
    }
    if (const auto other = values.find(kOther)) add_other(*other);
    for (auto member : values.members()) {
      if (negotiated_.schema.find(member.name) == nullptr && member.name != kOther)
        add_unknown(member.name, member.value);
    }
    return {std::move(mapping_), std::move(missing_)};
  }

 private:
  // What the schema says against the known, present keys. That a required key is absent is said, but no
  // obstacle.
  std::string check(JsonValue values) {
    std::string payload = "{";
    for (auto member : values.members()) {
      const bool is_known = negotiated_.schema.find(member.name) != nullptr;
      if (is_known && member.value.kind() != a2a::JsonKind::kNull)
        a2a::append_raw_member(payload, member.name, member.value.raw());
    }
    payload += '}';
    const auto& validator = negotiated_.validator;
    if (!validator) return "the template's schema cannot be used";
    a2a::JsonDocument document;
    const auto value = document.parse(payload, {.bytes_max = payload.size()});
    if (!value) return value.error().message;
    json_schema::Report report = validator->explain(*value);
    if (report.verdict == json_schema::Verdict::kValid) return "";
    const bool only_missing =
        report.verdict == json_schema::Verdict::kInvalid && report.total == report.violations.size() &&
        std::ranges::all_of(report.violations, [](const auto& each) { return each.keyword == "required"; });
    std::string problem = json_schema::render_text(report);
    if (only_missing) return missing_ = std::move(problem), "";
    return problem;
  }

  void add(const schema_interaction::Key& key, JsonValue value) {
    const std::string json(value.raw());
    const auto words = evidence_ ? text_of(*evidence_, key.name) : "";
    const bool is_default = key.default_value == json;
    const bool said = is_said(words);
    if (is_default && !said) return;
    const double confidence = probability(value) * (said ? 1 : kWithoutEvidence);
    mapping_.keys.push_back({key.name, json, confidence, said ? std::string(words) : ""});
  }

  double probability(JsonValue value) const {
    if (completion_.tokens.empty()) return kWithoutTokens;
    const auto raw = value.raw();
    const auto begin = static_cast<std::size_t>(raw.data() - completion_.content.data());
    double sum = 0;
    std::size_t at = 0;
    for (const Token& token : completion_.tokens) {
      const bool overlaps = at < begin + raw.size() && at + token.text.size() > begin;
      if (overlaps) sum += token.log_probability;
      at += token.text.size();
    }
    return std::exp(sum);
  }

  void add_other(JsonValue other) {
    if (other.is_string()) add_other_text(*other.string());
    for (JsonValue each : other.elements()) add_other_text(each.string().value_or(""));
  }

  void add_other_text(string_view text) {
    std::string kept = schema_interaction::clean_text(text, kOtherBytesMax);
    if (!kept.empty() && mapping_.other.size() < kOtherMax) mapping_.other.push_back(std::move(kept));
  }

  void add_unknown(string_view name, JsonValue value) {
    const auto text = value.string().value_or("");
    if (is_said(text)) {
      add_other_text(text);
    } else if (mapping_.notes.size() < kNotesMax) {
      mapping_.notes.push_back("dropped " + schema_interaction::clean_text(name, kQuotedBytesMax) +
                               ": the template has no such key");
    }
  }

  bool is_said(string_view words) const {
    const std::string wanted = folded(words);
    return !wanted.empty() && sentence_.contains(wanted);
  }

  const Completion& completion_;
  const NegotiatedSchema& negotiated_;
  const std::string sentence_;  // folded
  a2a::JsonDocument document_;
  std::optional<JsonValue> evidence_;
  Mapping mapping_;
  std::string missing_;
};

}  // namespace

std::optional<JsonValue> find_object(a2a::JsonDocument& document, string_view text) {
  for (const auto& candidate : object_schemas::json_candidates(text)) {
    if (auto found = object_in(document, candidate.json)) return found;
  }
  constexpr int kTriesMax = 16;
  auto at = text.find('{');
  for (int tries = 0; at != string_view::npos && tries < kTriesMax; ++tries) {
    const auto end = object_end(text.substr(at));
    auto found = end == string_view::npos ? std::nullopt : object_in(document, text.substr(at, end));
    if (found) return found;
    at = text.find('{', at + 1);
  }
  return std::nullopt;
}

a2a::client::Outcome<Completion> read_completion(string_view body) {
  a2a::JsonDocument document;
  const auto root = document.parse(body, {.bytes_max = body.size()});
  if (!root) return failed(Cause::kProtocol, "the model's endpoint answered with something else than JSON");
  if (const auto error = root->find("error"); error && error->is_object())
    return failed(Cause::kAgent, "the model's endpoint: " + std::string(text_of(*error, "message")));
  const auto choice = first_of(*root, "choices");
  if (!choice) return failed(Cause::kProtocol, "the model's endpoint gave no answer to choose");
  return read_choice(*choice);
}

ModelMapping read_mapping(const Completion& completion, const NegotiatedSchema& negotiated,
                          const Request& request) {
  return AnswerReader(completion, negotiated, request).read();
}

}  // namespace schemagate::client_agent
