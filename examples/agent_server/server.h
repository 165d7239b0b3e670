// Serves an agent on 127.0.0.1 over JSON-RPC. For trying, not for strangers.
#pragma once

#include <string>

#include "examples/agent_server/agent.h"
#include "examples/agent_server/wire.h"

namespace CLI {
class App;
}

namespace schemagate::agent_server {

struct Options {
  int port = 0;
  Version version = Version::kV1_0;
  bool print_requests = false;  // each as it came, on a line behind "received "
  // PEM files; empty: plain http.
  std::string certificate = {};
  std::string key = {};
  std::string client_ca = {};  // not empty: who calls must show a certificate that leads to it
};

// --port, --version, --print-requests, --cert, --key and --client-ca. `options` must outlive the parsing of
// `app`.
void add_options(CLI::App& app, Options& options);

// Prints "listening on URL" and serves until the process ends. Returns its exit code.
int serve(const Agent& agent, const Options& options);

}  // namespace schemagate::agent_server
