#include "gateway/cli/validate.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "a2a/json/document.h"
#include "a2a/json/pointer.h"
#include "a2a/json/text.h"
#include "extension/json_schema/misspellings.h"
#include "extension/json_schema/validator.h"
#include "gateway/cli/input.h"
#include "gateway/cli/printable.h"
#include "gateway/cli/show.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Failure;
using a2a::client::Outcome;
namespace fs = std::filesystem;

constexpr std::size_t kRegisteredFilesMax = 10'000;
constexpr a2a::JsonLimits kInstanceLimits = {
    .bytes_max = kInputBytesMax, .depth_max = 1'000, .values_max = 1 << 22};

json_schema::Dialect dialect_of(std::string_view draft) {
  if (draft == "2019-09") return json_schema::Dialect::k2019_09;
  return draft == "draft-07" ? json_schema::Dialect::kDraft7 : json_schema::Dialect::k2020_12;
}

// --- registered documents ---

std::unexpected<Failure> unusable(std::string message) {
  return a2a::client::failed(Cause::kArgument, std::move(message));
}

Outcome<std::vector<fs::path>> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json" && entry->is_regular_file()) files.push_back(entry->path());
    if (files.size() > kRegisteredFilesMax)
      return unusable("--register " + folder.string() + ": too many files");
  }
  if (error) return unusable("--register " + folder.string() + ": " + error.message());
  return files;
}

std::string below(std::string base, const fs::path& relative) {
  if (!base.ends_with('/')) base += '/';
  return base + relative.generic_string();
}

Outcome<void> register_documents(const std::string& entry, const Console& console,
                                 json_schema::Documents& documents) {
  auto split = entry.rfind('=');
  if (split == 0 || split == std::string::npos)
    return unusable("--register: expected BASE-URI=FILE-OR-FOLDER");
  std::string base = entry.substr(0, split);
  fs::path path = entry.substr(split + 1);
  std::error_code error;
  bool folder = fs::is_directory(path, error);
  auto files = folder ? json_files(path) : Outcome<std::vector<fs::path>>(std::vector{path});
  if (!files) return std::unexpected(files.error());
  for (const fs::path& file : *files) {
    auto text = read_file(console, file.string());
    if (!text) return std::unexpected(text.error());
    documents.add(folder ? below(base, file.lexically_relative(path)) : base, *std::move(text));
  }
  return {};
}

// --- schema ---

std::string place_text(const std::string& file, std::string_view text, std::size_t offset) {
  auto [line, column] = line_column_at(text, offset);
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

Failure schema_failure(const std::string& file, std::string_view text,
                       const json_schema::SchemaProblem& problem) {
  a2a::JsonDocument document;
  auto root = document.parse(text, kInstanceLimits);
  std::string where = root ? place_text(file, text, offset_of(*root, problem.location)) : file;
  std::string message = where + ": " + problem.message;
  if (!problem.keyword.empty()) message += " (" + problem.keyword + " at #" + problem.location + ")";
  return unusable(std::move(message)).error();
}

struct SchemaText {
  std::string text;
  json_schema::Documents documents;  // that it may refer to
};

Outcome<SchemaText> read_schema(const ValidateOptions& options, const Console& console) {
  SchemaText schema;
  for (const std::string& entry : options.registered) {
    auto added = register_documents(entry, console, schema.documents);
    if (!added) return std::unexpected(added.error());
  }
  auto text = read_file(console, options.schema);
  if (!text) return std::unexpected(text.error());
  schema.text = *std::move(text);
  return schema;
}

json_schema::CompileOptions compile_options(const ValidateOptions& options, const SchemaText& schema) {
  return {.default_dialect = dialect_of(options.draft),
          .assert_format = options.assert_format,
          .assert_content = options.assert_content,
          .documents = &schema.documents};
}

Outcome<json_schema::Validator> compile(const ValidateOptions& options, const SchemaText& schema) {
  auto validator = json_schema::Validator::compile(schema.text, compile_options(options, schema));
  if (!validator) return std::unexpected(schema_failure(options.schema, schema.text, validator.error()));
  return *std::move(validator);
}

// What is odd in a schema that can be used.
std::vector<std::string> warnings_of(const json_schema::Validator& validator, const ValidateOptions& options,
                                     const SchemaText& schema) {
  std::vector<std::string> warnings;
  for (const json_schema::SchemaProblem& problem : validator.warnings())
    warnings.push_back("#" + problem.location + ": " + problem.message +
                       "; nothing that is applied leads there");
  for (const auto& problem : json_schema::find_misspellings(schema.text, compile_options(options, schema)))
    warnings.push_back("#" + problem.location + ": " + problem.message);
  return warnings;
}

// --- instances ---

struct PlacedViolation {
  LineColumn place;
  json_schema::Violation violation;
};

struct FileVerdict {
  std::string file;
  ExitCode code = kDone;
  std::string problem = {};  // kUsage: why the file cannot be used
  std::vector<PlacedViolation> violations = {};
  std::size_t total = 0;
  std::string limit = {};  // that ended the search, if one did
};

FileVerdict unusable_file(std::string file, std::string problem) {
  return {.file = std::move(file), .code = kUsage, .problem = std::move(problem)};
}

FileVerdict validate_file(const json_schema::Validator& validator, const std::string& file,
                          const Console& console) {
  auto text = read_file(console, file);
  if (!text) return unusable_file(file, text.error().error.message);
  a2a::JsonDocument document;
  auto root = document.parse(*text, kInstanceLimits);
  if (!root) return unusable_file(file, file + ": " + root.error().message);
  auto found = validator.explain(*root);
  if (found.verdict == json_schema::Verdict::kLimit)
    return unusable_file(file, file + ": limit reached: " + found.limit);
  FileVerdict verdict{.file = file, .total = found.total, .limit = found.limit};
  if (found.verdict == json_schema::Verdict::kInvalid) verdict.code = kRefused;
  for (auto& violation : found.violations) {
    LineColumn place = line_column_at(*text, offset_of(*root, violation.instance_pointer));
    verdict.violations.push_back({place, std::move(violation)});
  }
  return verdict;
}

void show_verdict(const FileVerdict& verdict, const Console& console) {
  if (verdict.code == kUsage) {
    console.err << printable(verdict.problem) << "\n";
  } else if (verdict.code == kDone) {
    console.out << verdict.file << ": valid\n";
  }
  for (const auto& [place, violation] : verdict.violations) {
    console.out << verdict.file << ":" << place.line << ":" << place.column << ": "
                << printable_line(violation.message) << " (" << violation.keyword << " at "
                << printable_line('#' + violation.instance_pointer) << ")\n";
  }
  if (verdict.total > verdict.violations.size()) {
    console.out << verdict.file << ": " << verdict.total - verdict.violations.size() << " more\n";
  }
  if (!verdict.limit.empty())
    console.out << verdict.file << ": there may be more, limit reached: " << verdict.limit << "\n";
}

void append_number_member(std::string& out, std::string_view name, std::size_t value) {
  a2a::append_raw_member(out, name, std::to_string(value));
}

void append_if_any(std::string& out, std::string_view name, std::string_view value) {
  if (!value.empty()) a2a::append_string_member(out, name, value);
}

// `expected` and `found` are JSON as text, because a long one is cut.
std::string violation_json(const PlacedViolation& placed) {
  std::string text = "{";
  append_number_member(text, "line", placed.place.line);
  append_number_member(text, "column", placed.place.column);
  a2a::append_string_member(text, "instancePointer", placed.violation.instance_pointer);
  a2a::append_string_member(text, "keyword", placed.violation.keyword);
  a2a::append_string_member(text, "schemaLocation", placed.violation.schema_location);
  a2a::append_string_member(text, "message", placed.violation.message);
  append_if_any(text, "expected", placed.violation.expected);
  append_if_any(text, "found", placed.violation.found);
  append_if_any(text, "missing", placed.violation.missing);
  append_if_any(text, "nearest", placed.violation.nearest);
  append_if_any(text, "description", placed.violation.description);
  if (!placed.violation.siblings.empty())
    a2a::append_raw_member(text, "siblings", json_array(placed.violation.siblings));
  return text + "}";
}

std::string verdict_json(const FileVerdict& verdict) {
  std::string text = "{";
  a2a::append_string_member(text, "file", verdict.file);
  if (verdict.code == kUsage) {
    a2a::append_string_member(text, "problem", verdict.problem);
    return text + "}";
  }
  a2a::append_raw_member(text, "valid", verdict.code == kDone ? "true" : "false");
  append_number_member(text, "total", verdict.total);
  append_if_any(text, "limit", verdict.limit);
  a2a::append_member_name(text, "violations");
  text += '[';
  for (const PlacedViolation& placed : verdict.violations)
    text += (text.ends_with('[') ? "" : ",") + violation_json(placed);
  return text + "]}";
}

void print_verdicts(const std::vector<FileVerdict>& verdicts, ExitCode code, const Console& console) {
  std::string text = "{";
  a2a::append_raw_member(text, "valid", code == kDone ? "true" : "false");
  a2a::append_member_name(text, "files");
  text += '[';
  for (const FileVerdict& verdict : verdicts)
    text += (text.ends_with('[') ? "" : ",") + verdict_json(verdict);
  print_json(console, text + "]}");
}

}  // namespace

std::size_t offset_of(a2a::JsonValue root, std::string_view pointer) {
  a2a::JsonValue value = root;
  while (pointer.starts_with('/')) {
    auto next =
        a2a::json_pointer::child(value, a2a::json_pointer::unescaped(a2a::json_pointer::take_token(pointer)));
    if (!next) break;
    value = *next;
  }
  return static_cast<std::size_t>(value.raw().data() - root.document().text().data());
}

ExitCode validate_files(const ValidateOptions& options, const Console& console) {
  auto schema = read_schema(options, console);
  if (!schema) return report(console, options.output, schema.error());
  auto validator = compile(options, *schema);
  if (!validator) return report(console, options.output, validator.error());
  std::vector<FileVerdict> verdicts;
  ExitCode worst = kDone;
  for (const std::string& file : options.files) {
    verdicts.push_back(validate_file(*validator, file, console));
    worst = std::max(worst, verdicts.back().code);
    if (options.output == Output::kText) show_verdict(verdicts.back(), console);
  }
  if (options.output == Output::kJson) print_verdicts(verdicts, worst, console);
  return worst;
}

ExitCode check_schema(const ValidateOptions& options, const Console& console) {
  auto schema = read_schema(options, console);
  if (!schema) return report(console, options.output, schema.error());
  auto validator = compile(options, *schema);
  if (!validator) return report(console, options.output, validator.error());
  const std::vector<std::string> warnings = warnings_of(*validator, options, *schema);
  if (options.output == Output::kJson) {
    std::string text = R"({"valid":true)";
    if (!warnings.empty()) a2a::append_raw_member(text, "warnings", json_array(warnings));
    print_json(console, text + "}");
    return kDone;
  }
  console.out << options.schema << ": can be used\n";
  for (const std::string& warning : warnings) console.out << "warning: " << printable_line(warning) << "\n";
  return kDone;
}

}  // namespace schemagate::cli
