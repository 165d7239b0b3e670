// What becomes of payloads, for whoever wants to learn from it. Never in the way of a request.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate {

// One payload for a schema template, after it was checked. Borrows from the request.
struct PayloadExchange {
  std::string_view agent;
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
class ExchangeObserver {
 public:
  virtual ~ExchangeObserver() = default;
  virtual void on_payload(const PayloadExchange& exchange) = 0;
};

}  // namespace schemagate
