// The name that was probably meant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace schemagate::json_schema {

// The candidate with the fewest characters inserted, dropped, replaced or swapped with their neighbours to
// become `name`; of several the first that begins with the same byte as `name`, else the first. nullopt when
// that takes more than `distance_max`. Names of more than 64 bytes are like no other.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates,
                                             std::size_t distance_max);
// The one that a slip of the pen would turn into `name`: at most a third of its length away, and at least
// one.
std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates);

}  // namespace schemagate::json_schema
