#include "gateway/observe/event_counts.h"

#include <algorithm>

namespace schemagate {
namespace {

std::string_view field_of(const LogFields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &LogFields::value_type::first);
  return found == fields.end() ? std::string_view() : std::string_view(found->second.text());
}

}  // namespace

void EventCounts::on_line(std::string_view level, std::string_view event, const LogFields& fields) {
  const auto of = [&fields](std::string_view name) { return field_of(fields, name); };
  lines_.with([&](SeriesTable& lines) {
    lines.at({event, level, of("agent"), of("failure.kind"), of("schema"), of("keyword")}).add(0);
  });
}

SeriesSums EventCounts::sums() const {
  SeriesSums sums;
  lines_.with([&sums](const SeriesTable& lines) { lines.add_to(sums); });
  return sums;
}

}  // namespace schemagate
