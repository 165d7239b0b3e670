// One option of the configuration: its name, its type and range, the value that it sets, and what a reload
// may do with it. options.h has the table of all of them.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "gateway/config/section.h"

namespace schemagate {

// What a changed option needs to take effect.
enum class Reload {
  kNewWork,  // a reload; requests, streams and tasks that have begun keep the old value
  kRestart,  // a new process: a reload refuses the change
};

// "new work", "restart".
std::string_view name(Reload reload);

// The types of options. Each names a member of `Values`; the default is what a new `Values` has there. Ranges
// include both ends.
namespace option {

template <class Values>
struct Flag {
  bool Values::* member;
};
template <class Values>
struct Count {
  std::size_t Values::* member;
  Range<std::uint64_t> range;
};
template <class Values>
struct Size {
  std::size_t Values::* member;  // bytes
  Range<std::uint64_t> range;
};
// `Unit`: std::chrono::milliseconds or seconds; the value is a whole number of it.
template <class Values, class Unit>
struct Duration {
  Unit Values::* member;
  Range<std::chrono::milliseconds> range;
};
template <class Values>
struct Choice {
  std::string Values::* member;
  std::span<const std::string_view> choices;
};
// An option with a reader of its own (read_*.cc): here stands what the documentation says of it.
struct Special {
  std::string_view by_default;
  std::string_view range{};
};

}  // namespace option

template <class Values>
struct Option {
  std::string_view name;
  std::variant<option::Special, option::Flag<Values>, option::Count<Values>, option::Size<Values>,
               option::Duration<Values, std::chrono::milliseconds>,
               option::Duration<Values, std::chrono::seconds>, option::Choice<Values>>
      type;
  Reload reload;
};

// How each type is read: `out` keeps what it has where the option is absent or wrong.

namespace option {

inline void read(ConfigSection&, std::string_view, const Special&, auto&) {}
template <class Values>
void read(ConfigSection& section, std::string_view name, const Flag<Values>& type, Values& out) {
  section.read_boolean(name, out.*type.member);
}
template <class Values>
void read(ConfigSection& section, std::string_view name, const Count<Values>& type, Values& out) {
  section.read_count(name, out.*type.member, type.range);
}
template <class Values>
void read(ConfigSection& section, std::string_view name, const Size<Values>& type, Values& out) {
  section.read_size(name, out.*type.member, type.range);
}
template <class Values, class Unit>
void read(ConfigSection& section, std::string_view name, const Duration<Values, Unit>& type, Values& out) {
  section.read_duration(name, out.*type.member, type.range);
}
template <class Values>
void read(ConfigSection& section, std::string_view name, const Choice<Values>& type, Values& out) {
  section.read_choice(name, out.*type.member, type.choices);
}

}  // namespace option

// Reads the options of a table that have no reader of their own.
template <class Values, std::size_t N>
void read_options(ConfigSection& section, const std::array<Option<Values>, N>& options, Values& out) {
  for (const Option<Values>& each : options) {
    std::visit([&](const auto& type) { option::read(section, each.name, type, out); }, each.type);
  }
}

}  // namespace schemagate
