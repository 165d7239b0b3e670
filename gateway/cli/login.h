// Tokens of an authorization server for the command line.
#pragma once

#include <string>
#include <vector>

#include "a2a/client/oauth2.h"

namespace CLI {
class App;
}  // namespace CLI

namespace schemagate::cli {

// Whom an issuer of tokens knows.
struct LoginOptions {
  std::string issuer;  // empty: no token is got
  std::string client_id;
  std::string client_secret;  // never printed
  std::string client_secret_file;
  std::vector<std::string> scopes;
  std::string audience;
};

// --issuer, --client-id, --client-secret-file, --scope and --audience.
void add_login_options(CLI::App& command, LoginOptions& options);

// What the environment has is added where the command line says nothing: SCHEMAGATE_ISSUER,
// SCHEMAGATE_CLIENT_ID, SCHEMAGATE_CLIENT_SECRET.
LoginOptions with_environment(LoginOptions options);

struct Login {
  a2a::client::TokenEndpoint endpoint;
  std::string device_url = {};  // empty: the issuer offers no device flow
};
// Where to log in: the issuer's discovery document says it. Errors: kArgument for a client id or a secret
// that is missing or cannot be read; those of a2a::client::discover_issuer().
a2a::client::Outcome<Login> find_login(const LoginOptions& options, const a2a::tls::Files& tls);

// A token for the client itself, where an issuer is named; an empty text else. Errors: those of find_login()
// and of a2a::client::fetch_token(); kArgument without a secret.
a2a::client::Outcome<std::string> fetch_own_token(const LoginOptions& options, const a2a::tls::Files& tls);

// What a file has, without the white space around it. Errors: kArgument with `option` when there is nothing.
a2a::client::Outcome<std::string> read_secret_file(const std::string& option, const std::string& path);

}  // namespace schemagate::cli
