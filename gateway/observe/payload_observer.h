// Tells whoever embeds the gateway which payloads clients sent, for example to learn which keys a schema
// lacks. Telling never changes or delays the answer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate {

// One payload for a schema template, after it was checked. Borrows from the request: copy what shall outlive
// on_payload().
struct ObservedPayload {
  std::string_view agent;  // its name in the configuration
  std::string_view owner;  // who has sent it
  std::string_view schema_id;
  std::string_view scenario;
  bool accepted = false;
  std::string_view payload;  // JSON as it was checked: without nulls of optional keys and without defaults
  // Accepted: what stood under `other` and says something, cleaned (structured-data draft, section 4.3).
  std::vector<std::string_view> fragments = {};
  std::string_view refusal = {};  // not accepted: why
};

// Called on the core that has the request, on several at once. Must not block and must not throw. A message
// that is sent twice is told twice.
//
//   class Counter final : public PayloadObserver {
//     void on_payload(const ObservedPayload& payload) override { ++(payload.accepted ? accepted : refused); }
//     std::atomic<int> accepted = 0, refused = 0;
//   };
class PayloadObserver {
 public:
  virtual ~PayloadObserver() = default;
  virtual void on_payload(const ObservedPayload& payload) = 0;
};

}  // namespace schemagate
