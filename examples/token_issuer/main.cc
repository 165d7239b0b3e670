// An issuer of access tokens for trying the gateway with: OpenID Connect discovery, a key set, OAuth 2.0
// client credentials (RFC 6749 section 4.4), and keys that can be rotated. Listens on 127.0.0.1 by plain http
// and knows its clients from the command line: nothing for strangers.
#include <httplib.h>
#include <openssl/evp.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "examples/token_issuer/signing_keys.h"

namespace schemagate::token_issuer {
namespace {

using a2a::JsonTree;

// Whoever may have a token.
struct Client {
  std::string id;
  std::string secret;
  std::string role;
};

struct Options {
  int port = 0;
  int lifetime_s = 300;  // of a token
  std::string audience = "schemagate";
  std::vector<std::string> clients = {};  // "id:secret:role"
};

std::string before(std::string& rest) {
  const auto colon = rest.find(':');
  std::string first = rest.substr(0, colon);
  rest = colon == rest.npos ? "" : rest.substr(colon + 1);
  return first;
}

std::vector<Client> parse_clients(const std::vector<std::string>& texts) {
  std::vector<Client> clients;
  for (std::string rest : texts) {
    std::string id = before(rest);
    std::string secret = before(rest);
    clients.push_back({std::move(id), std::move(secret), std::move(rest)});
  }
  return clients;
}

std::string basic(const Client& client) {
  const std::string text = client.id + ":" + client.secret;
  std::string encoded(4 * ((text.size() + 2) / 3) + 1, '\0');
  const int bytes =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                      reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  return "Basic " + encoded.substr(0, static_cast<std::size_t>(bytes));
}

// By its Authorization field or by members of the form (RFC 6749 section 2.3.1); nullptr: nobody known.
const Client* authenticate(const std::vector<Client>& clients, const httplib::Request& request) {
  for (const Client& client : clients) {
    if (request.get_header_value("Authorization") == basic(client)) return &client;
    if (request.get_param_value("client_id") == client.id &&
        request.get_param_value("client_secret") == client.secret)
      return &client;
  }
  return nullptr;
}

void answer(httplib::Response& response, const JsonTree& body, int status = 200) {
  response.status = status;
  response.set_header("Cache-Control", "no-store");
  response.set_content(a2a::dump_tree(body), "application/json");
}

void refuse(httplib::Response& response, std::string_view error, int status) {
  answer(response, JsonTree{{"error", error}}, status);
}

std::string url_of(const httplib::Request& request) {
  return "http://" + request.get_header_value("Host");
}

JsonTree configuration(const std::string& issuer) {
  return {{"issuer", issuer},
          {"jwks_uri", issuer + "/keys"},
          {"token_endpoint", issuer + "/token"},
          {"grant_types_supported", JsonTree::array({"client_credentials"})}};
}

JsonTree claims(const Client& client, const Options& options, const std::string& issuer) {
  const auto now =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  return {{"iss", issuer},    {"aud", options.audience},
          {"sub", client.id}, {"roles", JsonTree::array({client.role})},
          {"iat", now},       {"exp", now + options.lifetime_s}};
}

void add_documents(httplib::Server& server, const SigningKeys& keys) {
  server.Get("/.well-known/openid-configuration",
             [](const httplib::Request& request, httplib::Response& response) {
               answer(response, configuration(url_of(request)));
             });
  server.Get("/keys", [&keys](const httplib::Request&, httplib::Response& response) {
    std::printf("keys were read: %s\n", keys.names().c_str());
    std::fflush(stdout);
    response.set_content(keys.key_set(), "application/json");
  });
}

void add_token_endpoint(httplib::Server& server, const Options& options, const std::vector<Client>& clients,
                        const SigningKeys& keys) {
  server.Post("/token", [&](const httplib::Request& request, httplib::Response& response) {
    const Client* client = authenticate(clients, request);
    if (client == nullptr) return refuse(response, "invalid_client", 401);
    if (request.get_param_value("grant_type") != "client_credentials")
      return refuse(response, "unsupported_grant_type", 400);
    answer(response, {{"access_token", keys.sign(claims(*client, options, url_of(request)))},
                      {"token_type", "Bearer"},
                      {"expires_in", options.lifetime_s}});
  });
}

int serve(const Options& options) {
  const std::vector<Client> clients = parse_clients(options.clients);
  SigningKeys keys;
  httplib::Server server;
  server.set_tcp_nodelay(true);
  add_documents(server, keys);
  add_token_endpoint(server, options, clients, keys);
  server.Post("/rotation", [&keys](const httplib::Request&, httplib::Response& response) {
    answer(response, JsonTree{{"done", keys.rotate()}});
  });
  const char* const address = "127.0.0.1";
  const int port = options.port == 0 ? server.bind_to_any_port(address) : options.port;
  if (port < 0 || (options.port != 0 && !server.bind_to_port(address, port))) {
    std::fprintf(stderr, "cannot listen on %s:%d\n", address, options.port);
    return 1;
  }
  std::printf("listening on http://%s:%d\n", address, port);
  std::fflush(stdout);
  return server.listen_after_bind() ? 0 : 1;
}

}  // namespace
}  // namespace schemagate::token_issuer

int main(int argc, char** argv) {
  schemagate::token_issuer::Options options;
  CLI::App app("Issues access tokens, for trying the gateway; listens on 127.0.0.1.");
  app.add_option("--port", options.port, "0: any free port, printed at start")->check(CLI::Range(0, 65535));
  app.add_option("--client", options.clients, "ID:SECRET:ROLE; may be repeated")->required();
  app.add_option("--audience", options.audience, "of its tokens")->capture_default_str();
  app.add_option("--lifetime", options.lifetime_s, "of a token, in seconds")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return schemagate::token_issuer::serve(options);
}
