// An engine that a test plays wishes into. Only for the tests of this folder.
#pragma once

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "a2a/json/document.h"
#include "extension/evolution/engine.h"
#include "extension/evolution/state.h"

namespace schemagate::evolution {

inline constexpr Instant kStart = 1'777'500'000'000;

// Each text by each of three clients that count.
inline std::deque<Fragment> said_by_three(const std::vector<std::string>& texts) {
  std::deque<Fragment> fragments;
  for (ClientNumber client = 1; client <= 3; ++client) {
    for (const std::string& text : texts) {
      Fragment fragment;
      fragment.client = client;
      fragment.counts = true;
      fragment.text = text;
      fragments.push_back(fragment);
    }
  }
  return fragments;
}

struct Played {
  explicit Played(const Settings& settings = {}) : engine(settings) {}

  // Known for long.
  void know(int clients) {
    for (int i = 0; i < clients; ++i) engine.know_client("c" + std::to_string(i), 0);
  }
  void say(const std::string& client, const std::string& text, const std::string& tenant = "") {
    engine.advance(now);
    engine.take_fragment({row++, now, scenario, client, tenant, text});
    collect();
  }
  // The same with the vector that a model has made of it.
  void say_with(const std::string& client, const std::string& text, ModelVector vector) {
    engine.advance(now);
    if (auto taken = engine.take({row++, now, scenario, client, "", text}))
      engine.place(*std::move(taken), std::move(vector));
    collect();
    now += kMinute;
  }
  // Each client says each text, an hour for all of it.
  void wish(int clients, const std::vector<std::string>& texts, int from = 0) {
    for (const std::string& text : texts) {
      for (int i = from; i < from + clients; ++i) {
        say("c" + std::to_string(i), text);
        now += kMinute;
      }
    }
  }
  void payload(const std::string& client, const std::string& json) {
    engine.advance(now);
    a2a::JsonDocument document;
    engine.take_payload({now, scenario, client, document.parse(json).value()});
    engine.deliver(scenario, client);
    collect();
  }
  void pass(Instant time) {
    now += time;
    engine.advance(now);
    collect();
  }
  void collect() {
    for (Event& event : engine.take_events()) events.push_back(std::move(event));
  }

  std::vector<Event> all(std::string_view kind) const {
    std::vector<Event> found;
    std::ranges::copy_if(events, std::back_inserter(found),
                         [kind](const Event& each) { return each.kind == kind; });
    return found;
  }
  std::size_t count(std::string_view kind) const { return all(kind).size(); }
  // Everything that was told but where fragments went.
  std::string published() const {
    std::string text;
    for (const Event& each : events) text += each.kind == "assigned" ? "" : write_event(each) + "\n";
    return text;
  }
  // The only key of the only patch.
  a2a::JsonTree key() const {
    const auto patches = all("patch");
    if (patches.empty()) return {};
    const a2a::JsonTree& patch = patches.back().members["patch"];
    return patch.contains("new_keys") ? patch["new_keys"][0] : patch["modified_keys"][0];
  }

  Engine engine;
  Instant now = kStart;
  std::uint64_t row = 0;
  std::string scenario = "flight_booking";
  std::vector<Event> events;
};

inline const std::vector<std::string>& window_seats() {
  static const std::vector<std::string> texts = {"window seat please", "I'd like a window seat",
                                                 "a seat at the window", "window seats preferred",
                                                 "window seat if possible"};
  return texts;
}

}  // namespace schemagate::evolution
