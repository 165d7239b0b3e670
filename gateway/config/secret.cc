#include "gateway/config/secret.h"

#include <utility>

#include "a2a/http/grammar.h"
#include "gateway/config/file.h"
#include "gateway/config/text.h"

namespace schemagate {

std::string secret_problem(std::string_view value) {
  if (value.empty()) return "is empty";
  if (value.size() > kSecretBytesMax) return "is longer than 8KiB";
  return a2a::http::is_field_value(value) ? "" : "has characters that no header may have";
}

SecretFile::SecretFile(std::filesystem::path path, std::string prefix)
    : path_(std::move(path)), prefix_(std::move(prefix)), watch_({path_}) {}

a2a::Result<std::shared_ptr<SecretFile>> SecretFile::read(std::filesystem::path path, std::string prefix) {
  std::shared_ptr<SecretFile> secret(new SecretFile(std::move(path), std::move(prefix)));
  auto value = secret->read_value();
  if (!value) return std::unexpected(std::move(value.error()));
  secret->value_.with([&value](std::string& held) { held = *std::move(value); });
  return secret;
}

a2a::Result<std::string> SecretFile::read_value() const {
  auto text = read_file(path_, kSecretBytesMax);
  if (!text) return text;
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  std::string whole = text->empty() ? std::string() : prefix_ + *text;
  if (const std::string problem = secret_problem(whole); !problem.empty())
    return a2a::fail(a2a::ErrorCode::kInvalidParams, in_quotes(path_.string()) + " " + problem);
  return whole;
}

std::string SecretFile::value() const {
  return value_.with([](const std::string& held) { return held; });
}

a2a::Result<bool> SecretFile::renew() {
  if (!watch_.have_changed()) return false;
  auto value = read_value();
  const bool had_failed = std::exchange(has_failed_, !value);
  if (!value) return std::unexpected(std::move(value.error()));
  return value_.with([&](std::string& held) {
    if (held == *value) return had_failed;
    held = *std::move(value);
    return true;
  });
}

void append(const FixedHeaders& headers, a2a::http::Headers& out) {
  for (const FixedHeader& each : headers) out.emplace_back(each.name, each.value.value());
}

}  // namespace schemagate
