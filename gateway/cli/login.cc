#include "gateway/cli/login.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "a2a/text/ascii.h"

namespace schemagate::cli {
namespace {

using a2a::client::Cause;
using a2a::client::Outcome;

void take_variable(std::string& value, const char* name) {
  const char* found = std::getenv(name);
  if (value.empty() && found != nullptr) value = found;
}

}  // namespace

void add_login_options(CLI::App& command, LoginOptions& options) {
  command
      .add_option("--issuer", options.issuer,
                  "Get a token of this OpenID Connect issuer (or SCHEMAGATE_ISSUER)")
      ->type_name("URL");
  command.add_option("--client-id", options.client_id, "Who you are there (or SCHEMAGATE_CLIENT_ID)");
  command
      .add_option("--client-secret-file", options.client_secret_file,
                  "The file with what proves it (or SCHEMAGATE_CLIENT_SECRET)")
      ->type_name("FILE");
  command.add_option("--scope", options.scopes, "Ask for this scope; repeatable")->allow_extra_args(false);
  command.add_option("--audience", options.audience, "Whom the token is to be for");
}

LoginOptions with_environment(LoginOptions options) {
  take_variable(options.issuer, "SCHEMAGATE_ISSUER");
  take_variable(options.client_id, "SCHEMAGATE_CLIENT_ID");
  if (options.client_secret_file.empty()) take_variable(options.client_secret, "SCHEMAGATE_CLIENT_SECRET");
  return options;
}

Outcome<Login> find_login(const LoginOptions& options, const a2a::tls::Files& tls) {
  if (options.issuer.empty()) return failed(Cause::kArgument, "--issuer is missing");
  if (options.client_id.empty()) return failed(Cause::kArgument, "--issuer needs --client-id");
  Login login{.endpoint = {.url = {},
                           .client_id = options.client_id,
                           .client_secret = options.client_secret,
                           .scopes = options.scopes,
                           .audience = options.audience,
                           .tls = tls}};
  if (!options.client_secret_file.empty()) {
    auto secret = read_secret_file("--client-secret-file", options.client_secret_file);
    if (!secret) return std::unexpected(secret.error());
    login.endpoint.client_secret = *std::move(secret);
  }
  auto found = a2a::client::discover_issuer(options.issuer, tls);
  if (!found) return std::unexpected(found.error());
  login.endpoint.url = std::move(found->token_url);
  login.device_url = std::move(found->device_url);
  return login;
}

Outcome<std::string> fetch_own_token(const LoginOptions& options, const a2a::tls::Files& tls) {
  if (options.issuer.empty()) return std::string();
  const auto login = find_login(options, tls);
  if (!login) return std::unexpected(login.error());
  if (login->endpoint.client_secret.empty())
    return failed(Cause::kArgument,
                  "--issuer needs --client-secret-file or SCHEMAGATE_CLIENT_SECRET; people log in with: "
                  "schemagate login");
  auto token = a2a::client::fetch_token(login->endpoint);
  if (!token) return std::unexpected(token.error());
  return std::move(token->text);
}

Outcome<std::string> read_secret_file(const std::string& option, const std::string& path) {
  constexpr std::streamsize kBytesMax = 64 << 10;
  std::ifstream file(path, std::ios::binary);
  std::string text(kBytesMax, '\0');
  file.read(text.data(), kBytesMax);
  text.resize(static_cast<std::size_t>(file.gcount()));
  text = a2a::text::trimmed(text, a2a::text::kWhiteSpace);
  if (text.empty()) return failed(Cause::kArgument, option + ": nothing can be read there");
  return text;
}

}  // namespace schemagate::cli
