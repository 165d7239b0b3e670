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
  std::string_view agent;   // its name in the configuration
  std::string_view owner;   // who has sent it
  std::string_view client;  // the same of a caller who is authenticated; empty: nobody knows
  std::string_view tenant;  // of that caller; empty: none
  std::string_view schema_id;
  std::string_view scenario;
  bool accepted = false;
  std::string_view payload;  // JSON as it was checked: without nulls of optional keys and without defaults
  // Accepted: what stood under `other` and says something, cleaned (structured-data draft, section 4.3).
  std::vector<std::string_view> fragments = {};
  std::string_view refusal = {};  // not accepted: why
};

// What a client has asked a scenario to be able to do, in its own words (section 3.2, step 6). Borrowed as
// the above.
struct ObservedWish {
  std::string_view agent;
  std::string_view client;
  std::string_view tenant;
  std::string_view scenario;
  std::string_view text;
};

// A client has been told of a key of a scenario's template; without one, of all that it may use.
struct ObservedDelivery {
  std::string_view agent;
  std::string_view client;
  std::string_view scenario;
  std::string_view key = {};
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
  // False: it was not taken.
  virtual bool on_wish(const ObservedWish& /*wish*/) { return false; }
  virtual void on_delivery(const ObservedDelivery& /*delivery*/) {}
};

}  // namespace schemagate
