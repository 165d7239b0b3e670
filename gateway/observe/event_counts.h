// How often the log has said what an operator should look at.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gateway/observe/log.h"
#include "gateway/observe/series.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Counts lines of level warn and error by the constants in them. Takes a lock for each, as the log does that
// writes them. Safe from any thread.
class EventCounts final : public LogObserver {
 public:
  void on_line(std::string_view level, std::string_view event, const LogFields& fields) override;
  void on_lost(std::size_t lines) override { lost_ += lines; }

  // By event, level, agent, failure.kind, schema and keyword; one column.
  SeriesSums sums() const;
  std::uint64_t lost_lines() const { return lost_; }

 private:
  store::Guarded<SeriesTable> lines_;
  std::atomic<std::uint64_t> lost_ = 0;
};

}  // namespace schemagate
