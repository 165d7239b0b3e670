// What has been decided about an agent's templates, and by whom: kept for people, with the evidence that a
// decision stands on: the cluster, counts, the rule that fired, and a few of the wishes, redacted, for as
// long as the pool keeps any. The last 1,000.
#pragma once

#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "a2a/json/tree.h"
#include "extension/evolution/event.h"
#include "gateway/evolution/evidence.h"

namespace schemagate {

// A value.
class AuditTrail {
 public:
  static constexpr std::size_t kLinesMax = 1'000;

  // Whether this is a decision, or something that leads to one: what every fragment's fate is is not kept.
  static bool is_decision(const evolution::Event& event);
  // `by`: the subject of the person who decided; empty: the rules did. Where the cluster is gone, what an
  // earlier line has of it counts on.
  void add(const evolution::Event& event, std::string_view by, std::optional<Evidence> evidence = {});
  // What a person did that is no event of the engine.
  void add(evolution::Instant at, std::string_view what, std::string_view by, a2a::JsonTree members);
  // Lines that name the client, and its wishes in those that stay.
  void erase(std::string_view client, std::optional<evolution::ClientNumber> number = {});
  // Wishes of before then go. Whether there were any.
  bool forget_wishes_before(evolution::Instant then);

  // The oldest first. "wishes" of a line: [[client's number, when, text], …].
  const std::deque<a2a::JsonTree>& lines() const { return lines_; }
  a2a::JsonTree write() const;
  static AuditTrail read(const a2a::JsonTree& tree);

 private:
  void put(a2a::JsonTree line);
  void add_evidence(a2a::JsonTree& line, std::optional<Evidence> evidence) const;
  template <class Test>
  std::size_t erase_wishes(Test test);

  std::deque<a2a::JsonTree> lines_;
};

}  // namespace schemagate
