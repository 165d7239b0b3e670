// An issuer whose key set the test changes, read by a real IssuerKeys.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gateway/access/issuer_keys.h"
#include "tests/unit/gateway/access/token_maker.h"

namespace schemagate::access {

// What a thread of its own will do in a moment; false after ten seconds.
inline bool comes_true(const auto& condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return static_cast<bool>(condition());
}

// Outlives the IssuerKeys that read it.
class ScriptedIssuer {
 public:
  void publish(std::string text) {
    text_.with([&](std::string& kept) { kept = std::move(text); });
  }
  int readings() const { return readings_; }

  IssuerKeysOptions options(std::chrono::milliseconds refresh = std::chrono::hours(1)) {
    return {.issuer = std::string(kIssuer),
            .fetch = [this](const std::stop_token&) -> a2a::Result<std::string> {
              std::string text = text_.with([](const std::string& kept) { return kept; });
              ++readings_;
              if (text.empty()) return a2a::fail(a2a::ErrorCode::kInternal, "not reachable");
              return text;
            },
            .refresh = refresh};
  }

 private:
  store::Guarded<std::string> text_;
  std::atomic<int> readings_ = 0;
};

}  // namespace schemagate::access
