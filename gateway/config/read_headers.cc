#include "gateway/config/read_headers.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "gateway/config/file.h"
#include "gateway/config/key_file.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::size_t kHeadersMax = 32;
constexpr std::size_t kValueBytesMax = 8 << 10;
// Those that the gateway writes itself, or that belong to one connection.
constexpr std::array<std::string_view, 12> kOwn{
    "host",        "content-length", "content-type",     "accept",
    "a2a-version", "a2a-extensions", "x-a2a-extensions", "transfer-encoding",
    "expect",      "traceparent",    "tracestate",       "content-encoding"};

bool is_own(std::string_view name) {
  return std::ranges::any_of(
             kOwn, [name](std::string_view own) { return a2a::text::equals_ignore_case(own, name); }) ||
         a2a::http::is_hop_by_hop(name);
}

std::unexpected<a2a::Error> refused(std::string message) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams, std::move(message));
}

// Of the variable, or else of the file.
a2a::Result<std::string> read_outside(ConfigSection& section, const std::string& variable,
                                      const std::string& file, const std::filesystem::path& folder) {
  if (!variable.empty()) {
    const char* found = std::getenv(variable.c_str());
    if (found == nullptr || *found == '\0') return refused("the environment has no " + in_quotes(variable));
    return std::string(found);
  }
  check_access_to(section, "file", folder / file);
  auto text = read_file(folder / file, kValueBytesMax);
  if (!text) return refused(text.error().message);
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  return text;
}

// The first of the three that is there. Errors: what is wrong, without the value.
a2a::Result<std::string> value_of(ConfigSection& header, const std::filesystem::path& folder) {
  std::string value;
  std::string variable;
  std::string file;
  const int given = static_cast<int>(header.read_text("value", value)) +
                    static_cast<int>(header.read_text("env", variable)) +
                    static_cast<int>(header.read_text("file", file));
  if (given != 1) return refused("expected one of value, env and file");
  if (variable.empty() && file.empty()) return value;
  return read_outside(header, variable, file, folder);
}

void read_header(std::string_view name, ConfigSection& header, const std::filesystem::path& folder,
                 a2a::http::Headers& headers) {
  if (const auto problem = header_problem(name); !problem.empty()) header.refuse("", problem);
  std::string prefix;
  header.read_text("prefix", prefix);
  const auto value = value_of(header, folder);
  if (!value) return header.refuse("", value.error().message);
  const std::string whole = prefix + *value;
  if (value->empty() || whole.size() > kValueBytesMax || !a2a::http::is_field_value(whole))
    return header.refuse("",
                         "its value is empty, longer than 8KiB, or has characters that no header may have");
  headers.push_back({std::string(name), whole});
}

void read_client_header(ConfigSection& upstream, const PlacedText& name, AgentConfig& agent) {
  const auto is_same = [&name](const a2a::http::Header& header) {
    return a2a::text::equals_ignore_case(header.name, name.text);
  };
  if (const auto problem = header_problem(name.text); !problem.empty()) {
    const bool is_trace = name.text.starts_with("trace");
    upstream.refuse(name, in_quotes(name.text) + (is_trace ? " is always passed on" : " " + problem));
  } else if (std::ranges::any_of(agent.upstream_headers, is_same)) {
    upstream.refuse(name, in_quotes(name.text) + " has a value of its own in headers");
  } else {
    agent.client_headers.push_back(name.text);
  }
}

}  // namespace

std::string header_problem(std::string_view name) {
  if (!a2a::http::is_token(name)) return "is no name of a header field";
  return is_own(name) ? "is written by the gateway itself" : "";
}

a2a::Result<std::string> secret_of(ConfigSection& section, const std::filesystem::path& folder) {
  std::string variable;
  std::string file;
  const int given = static_cast<int>(section.read_text("env", variable)) +
                    static_cast<int>(section.read_text("file", file));
  if (given != 1) return refused("expected one of env and file");
  return read_outside(section, variable, file, folder);
}

std::string read_secret(ConfigSection& owner, std::string_view name, const std::filesystem::path& folder) {
  std::string secret;
  owner.read_section(name, [&](ConfigSection& section) {
    auto value = secret_of(section, folder);
    if (!value) return section.refuse("", value.error().message);
    if (value->empty() || !a2a::http::is_field_value(*value))
      return section.refuse("", "is empty, or has characters that no header may have");
    secret = *std::move(value);
  });
  return secret;
}

a2a::http::Headers read_fixed_headers(ConfigSection& section, const std::filesystem::path& folder) {
  a2a::http::Headers headers;
  section.read_sections("headers", kHeadersMax, [&](std::string_view name, ConfigSection& header) {
    read_header(name, header, folder, headers);
  });
  return headers;
}

void read_headers(ConfigSection& upstream, const std::filesystem::path& folder, AgentConfig& agent) {
  agent.upstream_headers = read_fixed_headers(upstream, folder);
  const auto names = upstream.read_list("client_headers");
  if (names.size() > kHeadersMax)
    return upstream.refuse("client_headers", "names more than 32 header fields");
  for (const PlacedText& name : names) read_client_header(upstream, name, agent);
}

}  // namespace schemagate
