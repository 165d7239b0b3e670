// An A2A agent that knows nothing of schemas: what the gateway is put in front of. Loopback only.
#include <httplib.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "examples/fight_agent/rpc.h"

namespace fight {
namespace {

struct Options {
  int port = 0;
  Dialect dialect;
  int slow_ms = 5'000;
};

const std::map<std::string, Version> kVersions{{"0.3", Version::kV0_3}, {"1.0", Version::kV1_0}};
const std::map<std::string, Style> kStyles{{"text", Style::kText},      {"data", Style::kData},
                                           {"fenced", Style::kFenced},  {"chunks", Style::kChunks},
                                           {"prose", Style::kProse},    {"message", Style::kMessage},
                                           {"invalid", Style::kInvalid}};

// Writes one stream: the first event at once, the rest when the task has settled or the client has gone.
class StreamWriter {
 public:
  StreamWriter(Dialect dialect, const TaskBoard& board, StreamStart start)
      : dialect_(dialect), board_(board), start_(std::move(start)) {}

  // Called by httplib until it returns false or says done.
  bool write_some(httplib::DataSink& sink) {
    if (!begun_) {
      begun_ = true;
      return write(sink, task_event(dialect_, start_.task));
    }
    const auto now = board_.wait(start_.task.id, std::chrono::milliseconds(200));
    if (now && now->state == State::kWorking) return sink.is_writable();
    if (now) {
      for (auto& event : closing_events(dialect_, *now)) {
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

  const Dialect dialect_;
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

void add_routes(httplib::Server& server, const Options& options, Rpc& rpc, const TaskBoard& board) {
  const Dialect dialect = options.dialect;
  server.Get("/.well-known/agent-card.json",
             [dialect](const httplib::Request& request, httplib::Response& response) {
               const std::string url = "http://" + request.get_header_value("Host") + "/";
               response.set_content(a2a::dump_tree(card(dialect, url), 2), "application/json");
             });
  server.Post("/", [dialect, &rpc, &board](const httplib::Request& request, httplib::Response& response) {
    auto reply = rpc.handle(request.body, request.get_header_value("A2A-Version"));
    if (const auto* answer = std::get_if<a2a::JsonTree>(&reply)) {
      response.set_content(a2a::dump_tree(*answer), "application/json");
      return;
    }
    auto writer = std::make_shared<StreamWriter>(dialect, board, std::get<StreamStart>(std::move(reply)));
    response.set_header("Cache-Control", "no-cache");
    response.set_chunked_content_provider(
        "text/event-stream",
        [writer](std::size_t, httplib::DataSink& sink) { return writer->write_some(sink); });
  });
}

int serve(const Options& options) {
  TaskBoard board{std::chrono::milliseconds(options.slow_ms)};
  Rpc rpc(options.dialect, board);
  httplib::Server server;
  configure(server);
  add_routes(server, options, rpc, board);
  const char* const address = "127.0.0.1";
  const int port = options.port == 0 ? server.bind_to_any_port(address) : options.port;
  if (port < 0 || (options.port != 0 && !server.bind_to_port(address, port))) {
    std::fprintf(stderr, "fight_agent: cannot listen on %s:%d\n", address, options.port);
    return 1;
  }
  std::printf("listening on http://%s:%d\n", address, port);
  std::fflush(stdout);
  return server.listen_after_bind() ? 0 : 1;
}

}  // namespace
}  // namespace fight

int main(int argc, char** argv) {
  fight::Options options;
  CLI::App app("Tells who would win a fight. An A2A agent for trying the gateway; listens on 127.0.0.1.");
  app.add_option("--port", options.port, "0: any free port, printed at start")->check(CLI::Range(0, 65535));
  app.add_option("--version", options.dialect.version, "of A2A")
      ->transform(CLI::CheckedTransformer(fight::kVersions));
  app.add_option("--style", options.dialect.style, "how the outcome is put")
      ->transform(CLI::CheckedTransformer(fight::kStyles));
  app.add_option("--slow-ms", options.slow_ms, "how long a fight takes with a contestant called \"slow\"")
      ->check(CLI::Range(0, 600'000));
  CLI11_PARSE(app, argc, argv);
  return fight::serve(options);
}
