// An A2A agent on cpp-httplib that answers as scripted and remembers what it was asked. Loopback, a free
// port.
#pragma once

#include <httplib.h>

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "a2a/wire/version.h"

namespace schemagate {

struct SeenRequest {
  std::string path;
  std::string body;
  httplib::Headers headers;

  std::string header(const std::string& name) const;
};

struct ScriptedAnswer {
  std::string body;
  std::string content_type = "application/json";
  int status = 200;
};

class ScriptedAgent {
 public:
  ScriptedAgent();
  ~ScriptedAgent();
  ScriptedAgent(const ScriptedAgent&) = delete;
  ScriptedAgent& operator=(const ScriptedAgent&) = delete;

  std::string url(const std::string& path = "") const;

  // Serves `body` at `path`.
  void page(const std::string& path, ScriptedAnswer answer);
  // Serves the smallest card of that version at the origin, with the interface at /rpc; `more` is further
  // members, each with a comma in front.
  void card(a2a::wire::Version version, const std::string& more = "");
  // Answers calls of `method` with these in turn, the last one again and again.
  void on(const std::string& method, std::vector<ScriptedAnswer> answers);
  // The same with {"jsonrpc":"2.0","id":1,"result":…}.
  void result(const std::string& method, const std::string& result);
  // The same with an event stream of such results.
  void events(const std::string& method, const std::vector<std::string>& results);

  std::vector<SeenRequest> seen() const;
  SeenRequest last() const { return seen().back(); }

 private:
  void handle(const httplib::Request& request, httplib::Response& response);

  httplib::Server server_;
  int port_ = 0;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, ScriptedAnswer> pages_;
  std::map<std::string, std::vector<ScriptedAnswer>> calls_;
  std::vector<SeenRequest> seen_;
  std::thread thread_;
};

std::string envelope(const std::string& result);

}  // namespace schemagate
