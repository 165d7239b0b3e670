#include "examples/agent_server/server.h"

#include <httplib.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>

#include "examples/agent_server/rpc.h"

namespace schemagate::agent_server {
namespace {

// Writes one stream: the first event at once, the rest when the task has settled or the client has gone.
class StreamWriter {
 public:
  StreamWriter(Version version, const TaskBoard& board, StreamStart start)
      : version_(version), board_(board), start_(std::move(start)) {}

  // Called by httplib until it returns false or says done.
  bool write_some(httplib::DataSink& sink) {
    if (!begun_) {
      begun_ = true;
      return write(sink, task_event(version_, start_.task));
    }
    const auto now = board_.wait(start_.task.id, std::chrono::milliseconds(200));
    if (now && now->state == State::kWorking) return sink.is_writable();
    if (now) {
      for (auto& event : closing_events(version_, *now)) {
        if (!write(sink, std::move(event))) return false;
      }
    }
    sink.done();
    return true;
  }

 private:
  bool write(httplib::DataSink& sink, a2a::JsonTree event) const {
    const std::string frame = "data: " + a2a::dump_tree(result_frame(start_.id, std::move(event))) + "\n\n";
    return sink.write(frame.data(), frame.size());
  }

  const Version version_;
  const TaskBoard& board_;
  const StreamStart start_;
  bool begun_ = false;
};

// A reused connection that the server closes first can swallow a request, so clients are left to close
// theirs; each open connection holds a thread.
void configure(httplib::Server& server) {
  constexpr int kThreads = 256;
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_tcp_nodelay(true);
  server.set_keep_alive_max_count(1'000'000);
  server.set_keep_alive_timeout(120);
  server.set_payload_max_length(1 << 20);
}

void print(const std::string& body) {
  std::printf("received %s\n", body.c_str());
  std::fflush(stdout);
}

bool is_tls(const Options& options) {
  return !options.certificate.empty();
}

std::string scheme(const Options& options) {
  return is_tls(options) ? "https://" : "http://";
}

// nullptr, with a word about it, for files that cannot be used.
std::unique_ptr<httplib::Server> make_server(const Options& options) {
  if (!is_tls(options)) return std::make_unique<httplib::Server>();
  const char* const client_ca = options.client_ca.empty() ? nullptr : options.client_ca.c_str();
  auto server =
      std::make_unique<httplib::SSLServer>(options.certificate.c_str(), options.key.c_str(), client_ca);
  if (server->is_valid()) return server;
  std::fprintf(stderr, "cannot use %s with %s\n", options.certificate.c_str(), options.key.c_str());
  return nullptr;
}

void add_routes(httplib::Server& server, const Agent& agent, const Options& options, Rpc& rpc,
                const TaskBoard& board) {
  const Version version = options.version;
  server.Get("/.well-known/agent-card.json",
             [version, &agent, &options](const httplib::Request& request, httplib::Response& response) {
               const std::string url = scheme(options) + request.get_header_value("Host") + "/";
               response.set_content(a2a::dump_tree(card(version, agent, url), 2), "application/json");
             });
  server.Post(
      "/", [&options, version, &rpc, &board](const httplib::Request& request, httplib::Response& response) {
        if (options.print_requests) print(request.body);
        auto reply = rpc.handle(request.body, request.get_header_value("A2A-Version"));
        if (const auto* answer = std::get_if<a2a::JsonTree>(&reply)) {
          response.set_content(a2a::dump_tree(*answer), "application/json");
          return;
        }
        auto writer = std::make_shared<StreamWriter>(version, board, std::get<StreamStart>(std::move(reply)));
        response.set_header("Cache-Control", "no-cache");
        response.set_chunked_content_provider(
            "text/event-stream",
            [writer](std::size_t, httplib::DataSink& sink) { return writer->write_some(sink); });
      });
}

}  // namespace

void add_options(CLI::App& app, Options& options) {
  const std::map<std::string, Version> versions{{"0.3", Version::kV0_3}, {"1.0", Version::kV1_0}};
  app.add_option("--port", options.port, "0: any free port, printed at start")->check(CLI::Range(0, 65535));
  app.add_option("--version", options.version, "of A2A")->transform(CLI::CheckedTransformer(versions));
  app.add_flag("--print-requests", options.print_requests, "print every request as it came");
  auto* const certificate = app.add_option("--cert", options.certificate, "PEM file: https instead of http");
  auto* const key = app.add_option("--key", options.key, "PEM file with its key");
  certificate->needs(key);
  key->needs(certificate);
  app.add_option("--client-ca", options.client_ca,
                 "who calls must show a certificate that leads to this PEM file")
      ->needs(certificate);
}

int serve(const Agent& agent, const Options& options) {
  TaskBoard board;
  Rpc rpc(options.version, agent, board);
  const auto server = make_server(options);
  if (server == nullptr) return 1;
  configure(*server);
  add_routes(*server, agent, options, rpc, board);
  const char* const address = "127.0.0.1";
  const int port = options.port == 0 ? server->bind_to_any_port(address) : options.port;
  if (port < 0 || (options.port != 0 && !server->bind_to_port(address, port))) {
    std::fprintf(stderr, "cannot listen on %s:%d\n", address, options.port);
    return 1;
  }
  std::printf("listening on %s%s:%d\n", scheme(options).c_str(), address, port);
  std::fflush(stdout);
  return server->listen_after_bind() ? 0 : 1;
}

}  // namespace schemagate::agent_server
