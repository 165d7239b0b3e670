// Some values of keys on trial, for people who say whether they mean what was said (structured-data draft,
// section 6.2.3, alignment): redacted, a few of each key, and each judged once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/json/tree.h"
#include "extension/evolution/instant.h"

namespace schemagate {

struct ValueSample {
  std::string id;  // "s7"
  std::string scenario;
  std::string key;
  std::string client;  // for erasing; never shown
  std::string value;   // JSON, redacted
  std::string other;   // what stood under `other` beside it, redacted
  evolution::Instant at = 0;
};

// A value. Used by one thread at a time.
class ValueSamples {
 public:
  static constexpr std::size_t kOfKeyMax = 20;
  static constexpr std::size_t kAllMax = 1'000;
  static constexpr std::size_t kBytesMax = 200;  // of a value, and of the words beside it

  // Of all values of a key each has the same chance to be kept; what was judged makes room.
  void offer(std::string_view scenario, std::string_view key, std::string_view client, a2a::JsonValue payload,
             evolution::Instant at);
  // The sample, which is there no more then; nullopt: there is none of that id for that key.
  std::optional<ValueSample> take(std::string_view id, std::string_view scenario, std::string_view key);
  void erase(std::string_view client);
  // What belongs to other keys is forgotten, and makes room for those that are on trial now.
  using IsOnTrial = std::function<bool(std::string_view scenario, std::string_view key)>;
  void keep(const IsOnTrial& is_on_trial);

  const std::vector<ValueSample>& all() const { return samples_; }

  // For keeping: an id is given once, over restarts, too. What write() has not written is left out.
  a2a::JsonTree write() const;
  static ValueSamples read(const a2a::JsonTree& tree);

 private:
  std::vector<ValueSample> samples_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> offered_;  // by scenario and key
  std::uint64_t count_ = 0;
};

}  // namespace schemagate
