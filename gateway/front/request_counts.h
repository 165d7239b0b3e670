// What is counted of requests, for whoever watches the gateway: fed with what the line `request` says.
#pragma once

#include <string>
#include <string_view>

#include "gateway/environment/clock.h"
#include "gateway/front/counted_exchange.h"
#include "gateway/front/request_line.h"
#include "gateway/observe/metrics_text.h"
#include "gateway/observe/series.h"

namespace schemagate {

// Of all cores together.
struct RequestSums {
  SeriesSums ended = {};
  SeriesSums inputs = {};
};

// One per core, which alone counts there; any thread may read meanwhile. No locks. Labels are names of the
// configuration, of schemas and of specifications: nothing that a client has made up.
class RequestCounts {
 public:
  RequestCounts();

  // A request that has ended. `exchange` has the answer, or what there was of it.
  void count(const CountedExchange& exchange, const RequestLine& line, MonotonicTime now);
  void add_to(RequestSums& sums) const;

 private:
  void count_input(std::string_view agent, const RequestLine& line);

  std::string key_;  // of count(), which allocates nothing for what it has seen before
  SeriesTable ended_;
  SeriesTable inputs_;
};

void write_request_metrics(const RequestSums& sums, MetricsText& text);

}  // namespace schemagate
