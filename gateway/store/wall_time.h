// The time of day: what survives restarts, and means the same in every process that shares a database.
#pragma once

#include <chrono>

namespace schemagate::store {

using WallTime = std::chrono::system_clock::time_point;

}  // namespace schemagate::store
