// What holds for every value that either format decodes:
//   - encoded in the same version, it decodes to the same value;
//   - encoded in the other version, it decodes there, and from then on stays the same.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "a2a/wire/codec.h"
#include "property.h"

namespace schemagate::fuzz {

// An encoder adds a level or two (v1.0's oneof, wrapped data) to what the input's limits allowed.
inline constexpr a2a::JsonLimits kEncodedLimits = {
    .bytes_max = 64 << 20, .depth_max = 200, .values_max = 1 << 22};

// How one kind of value is decoded, encoded and compared.
struct EventCodec {
  static auto decode(a2a::wire::Version version, a2a::JsonValue value) {
    return a2a::wire::decode_stream_event(version, value);
  }
  static std::string encode(a2a::wire::Version version, const a2a::StreamEvent& event) {
    return a2a::wire::encode_stream_event(version, event, true);
  }
};

struct TaskCodec {
  static auto decode(a2a::wire::Version version, a2a::JsonValue value) {
    return a2a::wire::decode_task(version, value);
  }
  static std::string encode(a2a::wire::Version version, const a2a::Task& task) {
    return a2a::wire::encode_task(version, task);
  }
};

// The push config is kept as received and translated when it is written: it is not the same again.
struct SendRequestCodec {
  static auto decode(a2a::wire::Version version, a2a::JsonValue value) {
    auto request = a2a::wire::decode_send_request(version, value);
    if (request) request->configuration.push_notification_config = {};
    return request;
  }
  static std::string encode(a2a::wire::Version version, const a2a::SendRequest& request) {
    return a2a::wire::encode_send_request(version, request);
  }
};

template <class Codec>
auto recoded(a2a::wire::Version version, const auto& value) {
  const std::string text = Codec::encode(version, value);
  a2a::JsonDocument document;
  const auto root = document.parse(text, kEncodedLimits);
  require(root.has_value(), "what is encoded is JSON");
  auto again = Codec::decode(version, *root);
  require(again.has_value(), "what is encoded decodes");
  return *std::move(again);
}

template <class Codec>
void check(a2a::wire::Version version, a2a::JsonValue value) {
  const auto decoded = Codec::decode(version, value);
  if (!decoded) return;
  require(recoded<Codec>(version, *decoded) == *decoded, "the same version gives the same value");
  const auto other =
      version == a2a::wire::Version::kV0_3 ? a2a::wire::Version::kV1_0 : a2a::wire::Version::kV0_3;
  const auto translated = recoded<Codec>(other, *decoded);
  require(recoded<Codec>(other, translated) == translated, "a translated value is stable");
}

inline void check_push_config(a2a::wire::Version version, a2a::JsonValue value) {
  const auto request = a2a::wire::decode_send_request(version, value);
  if (!request) return;
  recoded<SendRequestCodec>(a2a::wire::Version::kV0_3, *request);
  recoded<SendRequestCodec>(a2a::wire::Version::kV1_0, *request);
}

inline void check_codec(a2a::wire::Version version, std::string_view text) {
  a2a::JsonDocument document;
  const auto root = document.parse(text);
  if (!root) return;
  check<EventCodec>(version, *root);
  check<TaskCodec>(version, *root);
  check<SendRequestCodec>(version, *root);
  check_push_config(version, *root);
  (void)a2a::wire::decode_get_task_request(version, *root);
  (void)a2a::wire::decode_task_id_request(version, *root);
}

}  // namespace schemagate::fuzz
