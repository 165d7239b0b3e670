// A gateway whose templates evolve, in front of the agents of the structured-data draft: who calls it, who
// decides in it, and a clock that leaps.
#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/schema_scenarios.h"

namespace schemagate {

// Goes by itself, and leaps when told to.
class LeapingClock final : public Clock {
 public:
  MonotonicTime monotonic() const override { return std::chrono::steady_clock::now(); }
  std::chrono::system_clock::time_point utc() const override {
    return std::chrono::system_clock::now() + std::chrono::hours(hours_);
  }
  void leap(std::chrono::hours time) { hours_ += static_cast<int>(time.count()); }

 private:
  std::atomic<int> hours_ = 0;
};

inline const std::vector<std::string> kClients = {"c1", "c2", "c3", "c4", "c5", "c6", "old"};
inline const std::vector<std::string> kWindowWishes = {"window seat please",   "I'd like a window seat",
                                                       "a seat at the window", "window seats preferred",
                                                       "window seat",          "a window seat on the left"};

inline Json evolving(const ScriptedAgent& agent, const std::string& mode,
                     const Json& settings = Json::object()) {
  Json changes = scenarios(agent);
  std::vector<std::string> callers = kClients;
  callers.emplace_back("admin");
  changes.merge_patch(with_api_keys(callers));
  changes["rules"] = {{"all", Json::object()}};
  changes["admin"] = {{"listen", "127.0.0.1:0"}};
  Json evolution = {{"mode", mode}, {"increment", 10}, {"minimum_age_hours", 0}, {"heat", 50}};
  evolution.merge_patch(settings);
  changes["agents"]["flight"]["evolution"] = evolution;
  changes["agents"]["photo"]["evolution"] = evolution;
  return changes;
}

// The flight agent behind a gateway whose templates evolve.
class Evolving {
 public:
  explicit Evolving(const std::string& mode, const Json& settings = Json::object(),
                    const Json& more = Json::object())
      : gateway_(start(mode, settings, more)) {
    give_task(agent_, completed_task(v1_0(), booking()));
  }

  // The answer's task; an error is null.
  Json book(const std::string& caller, const Json& changes, const Dialect& dialect = v1_0()) const {
    const GatewayClient client(gateway_->port(), dialect, "/flight");
    const std::string id = "m-" + std::to_string(++messages_);
    const Json params = dialect.send_params(payload_message(dialect, flight_with(changes), id));
    return client.call(dialect.send, params, key_of(caller));
  }
  void wish(const std::string& caller, const std::string& words) const { book(caller, {{"other", words}}); }
  // As six clients ask for window seats.
  void wish_for_windows() const {
    for (std::size_t i = 0; i < kWindowWishes.size(); ++i) wish(kClients[i % 6], kWindowWishes[i]);
  }

  HttpMessage get(const std::string& target, const std::string& caller = "c6") const {
    return GatewayClient(gateway_->port(), v1_0(), "/flight").request("GET", target, key_of(caller));
  }
  Json call(const std::string& method, const Json& params, const std::string& caller = "c6",
            const Dialect& dialect = v1_0()) const {
    return GatewayClient(gateway_->port(), dialect, "/flight").call(method, params, key_of(caller));
  }
  Json schema_template() const { return get("/flight/schemaTemplates/flight_booking").json(); }
  Json key(const std::string& name) const {
    const Json shown = schema_template();
    for (const Json& key : shown["keys"]) {
      if (key["key_name"] == name) return key;
    }
    return nullptr;
  }
  std::string new_key() const {
    const Json patches = updates()["patches"];
    return patches.empty() ? "" : patches.back()["new_keys"][0]["key_name"].get<std::string>();
  }
  Json updates(const std::string& caller = "c6") const {
    return call("get_schema_updates", {{"schema_id", "flight_booking_v1"}}, caller)["result"];
  }

  // Everything that was told before is taken into account in what it answers.
  HttpMessage ask(const std::string& what, const std::string& caller = "admin",
                  const Headers& more = {}) const {
    Headers headers = caller.empty() ? Headers{} : key_of(caller);
    headers.insert(headers.end(), more.begin(), more.end());
    return to_operators("GET", what, headers);
  }
  HttpMessage tell(const std::string& what, const Json& body, const std::string& caller = "admin") const {
    Headers headers = caller.empty() ? Headers{} : key_of(caller);
    headers.push_back({"Content-Type", "application/json"});
    return to_operators("POST", what, headers, body.dump());
  }
  Json scenario() const { return ask("status").json()["agents"][0]["scenarios"][0]; }
  void leap_days(int days) {
    ask("status");  // what was said before is of the day before: a client has so many wishes a minute
    clock_.leap(std::chrono::hours(24 * days));
    ask("status");
  }

  void come_from_a_web_page() { is_local_ = false; }
  ScriptedAgent& agent() { return agent_; }
  const std::unique_ptr<Gateway>& gateway() const { return gateway_; }
  // With other members of the configuration from now on, where there are any.
  void restart(const Json& more = Json::object()) {
    more_.merge_patch(more);
    (void)gateway_->drain();
    gateway_.reset();
    gateway_ = start(mode_, settings_, Json(more_));
  }

 private:
  // A request names this machine, as those of web pages do not.
  HttpMessage to_operators(const std::string& method, const std::string& what, const Headers& headers,
                           const std::string& body = {}) const {
    constexpr std::string_view kNamed = "gateway.test";
    std::string text = request_text(method, "/evolution/" + what, headers, body);
    if (is_local_) text.replace(text.find(kNamed), kNamed.size(), "127.0.0.1");
    net::RawSocket socket = net::RawSocket::connect(gateway_->admin_port());
    socket.send(text);
    return HttpReader(socket).read().value_or(HttpMessage{});
  }
  std::unique_ptr<Gateway> start(const std::string& mode, const Json& settings, const Json& more) {
    mode_ = mode;
    settings_ = settings;
    more_ = more;
    Json changes = evolving(agent_, mode, settings);
    changes.merge_patch(more);
    auto gateway = Gateway::start(read_configuration(agent_, changes), {.evolution_clock = &clock_});
    EXPECT_TRUE(gateway) << (gateway ? "" : gateway.error().message);
    const auto ready = (*gateway)->wait_until_ready();
    EXPECT_TRUE(ready) << (ready ? "" : ready.error().message);
    return std::move(*gateway);
  }

  bool is_local_ = true;
  LeapingClock clock_;
  ScriptedAgent agent_;
  std::string mode_;
  Json settings_;
  Json more_;
  std::unique_ptr<Gateway> gateway_;
  mutable std::atomic<int> messages_ = 0;
};

inline Json artifact_of(const Json& answer, const Dialect& dialect = v1_0()) {
  const Json& result = answer["result"];
  return (dialect.is_v1() ? result["task"] : result)["artifacts"][0];
}

inline const std::string kSuggestion = kUri + "/schema_update_suggestion";

}  // namespace schemagate
