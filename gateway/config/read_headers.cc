#include "gateway/config/read_headers.h"

#include <algorithm>
#include <cstdlib>

#include "a2a/http/field_names.h"
#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "gateway/config/key_file.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::size_t kHeadersMax = 32;

bool is_own(std::string_view name) {
  return a2a::http::is_of_connection(name) || a2a::http::is_of_call(name) ||
         a2a::text::equals_ignore_case(name, "traceparent") ||
         a2a::text::equals_ignore_case(name, "tracestate");
}

// Where a secret is: one of the two.
struct SecretPlace {
  std::string variable = {};
  std::string file = {};
  std::string prefix = {};
};

std::unexpected<a2a::Error> refused(std::string message) {
  return a2a::fail(a2a::ErrorCode::kInvalidParams, std::move(message));
}

a2a::Result<Secret> fixed_secret(std::string value) {
  if (const std::string problem = secret_problem(value); !problem.empty())
    return refused("its value " + problem);
  return Secret(std::move(value));
}

// Of the variable, or else of the file.
a2a::Result<Secret> read_outside(ConfigSection& section, const SecretPlace& place,
                                 const std::filesystem::path& folder) {
  if (place.file.empty()) {
    const char* found = std::getenv(place.variable.c_str());
    if (found == nullptr || *found == '\0')
      return refused("the environment has no " + in_quotes(place.variable));
    return fixed_secret(place.prefix + found);
  }
  check_access_to(section, "file", folder / place.file);
  auto file = SecretFile::read(folder / place.file, place.prefix);
  if (!file) return std::unexpected(std::move(file.error()));
  return Secret(*std::move(file));
}

// The first of the three that is there. Errors: what is wrong, without the value.
a2a::Result<Secret> value_of(ConfigSection& header, const std::filesystem::path& folder) {
  std::string value;
  SecretPlace place;
  header.read_text("prefix", place.prefix);
  const int given = static_cast<int>(header.read_text("value", value)) +
                    static_cast<int>(header.read_text("env", place.variable)) +
                    static_cast<int>(header.read_text("file", place.file));
  if (given != 1) return refused("expected one of value, env and file");
  if (!place.variable.empty() || !place.file.empty()) return read_outside(header, place, folder);
  return fixed_secret(value.empty() ? value : place.prefix + value);
}

void read_header(std::string_view name, ConfigSection& header, const std::filesystem::path& folder,
                 FixedHeaders& headers) {
  if (const auto problem = header_problem(name); !problem.empty()) header.refuse("", problem);
  auto value = value_of(header, folder);
  if (!value) return header.refuse("", value.error().message);
  headers.push_back({std::string(name), *std::move(value)});
}

void read_client_header(ConfigSection& upstream, const PlacedText& name, AgentConfig& agent) {
  const auto is_same = [&name](const FixedHeader& header) {
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

Secret read_secret(ConfigSection& owner, std::string_view name, const std::filesystem::path& folder) {
  Secret secret;
  owner.read_section(name, [&](ConfigSection& section) {
    SecretPlace place;
    const int given = static_cast<int>(section.read_text("env", place.variable)) +
                      static_cast<int>(section.read_text("file", place.file));
    if (given != 1) return section.refuse("", "expected one of env and file");
    auto value = read_outside(section, place, folder);
    if (!value) return section.refuse("", value.error().message);
    secret = *std::move(value);
  });
  return secret;
}

FixedHeaders read_fixed_headers(ConfigSection& section, const std::filesystem::path& folder) {
  FixedHeaders headers;
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
