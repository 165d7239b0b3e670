// What a result or a stream event holds. Private to a2a/wire.
#pragma once

#include "a2a/wire/reader.h"

namespace a2a::wire {

enum class PayloadKind { kTask, kMessage, kStatusUpdate, kArtifactUpdate };

struct Payload {
  PayloadKind kind;
  Reader reader;  // of the object itself
};

}  // namespace a2a::wire
