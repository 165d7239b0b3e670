// What has been decided about an agent's templates, and by whom: kept for people, with the counts that a
// decision stands on and without any words of users but those that a patch publishes. The last 1,000.
#pragma once

#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "a2a/json/tree.h"
#include "extension/evolution/event.h"

namespace schemagate {

// A value.
class AuditTrail {
 public:
  static constexpr std::size_t kLinesMax = 1'000;

  // Whether this is a decision, or something that leads to one: what every fragment's fate is is not kept.
  static bool is_decision(const evolution::Event& event);
  // `by`: the subject of the person who decided; empty: the rules did.
  void add(const evolution::Event& event, std::string_view by);
  // What a person did that is no event of the engine.
  void add(evolution::Instant at, std::string_view what, std::string_view by, a2a::JsonTree members);
  // Lines that name the client.
  void erase(std::string_view client);

  // The oldest first.
  const std::deque<a2a::JsonTree>& lines() const { return lines_; }
  a2a::JsonTree write() const;
  static AuditTrail read(const a2a::JsonTree& tree);

 private:
  void put(a2a::JsonTree line);

  std::deque<a2a::JsonTree> lines_;
};

}  // namespace schemagate
