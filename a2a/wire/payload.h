// What a result or a stream event holds. Private to a2a/wire.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "a2a/wire/reader.h"

namespace schemagate::a2a::wire {

enum class PayloadKind { kTask, kMessage, kStatusUpdate, kArtifactUpdate };

// How the versions tell them apart.
struct PayloadName {
  PayloadKind kind;
  std::string_view v0_3;  // the value of the object's `kind`
  std::string_view v1_0;  // the member of StreamResponse (and SendMessageResponse) that holds the object
};

// In the order of the enumerators.
inline constexpr std::array kPayloadNames = {
    PayloadName{PayloadKind::kTask, "task", "task"}, PayloadName{PayloadKind::kMessage, "message", "message"},
    PayloadName{PayloadKind::kStatusUpdate, "status-update", "statusUpdate"},
    PayloadName{PayloadKind::kArtifactUpdate, "artifact-update", "artifactUpdate"}};

constexpr const PayloadName& name_of(PayloadKind kind) {
  return kPayloadNames[static_cast<std::size_t>(std::to_underlying(kind))];
}

struct Payload {
  PayloadKind kind;
  Reader reader;  // of the object itself
};

}  // namespace schemagate::a2a::wire
