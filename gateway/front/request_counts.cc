#include "gateway/front/request_counts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "extension/object_schemas/structured_input.h"
#include "gateway/front/operations.h"

namespace schemagate {
namespace {

// A relay takes less than a millisecond, an agent with a language model seconds.
constexpr std::array kBuckets{
    TimeBucket{5'000, "0.005"},   TimeBucket{25'000, "0.025"},  TimeBucket{100'000, "0.1"},
    TimeBucket{500'000, "0.5"},   TimeBucket{1'000'000, "1"},   TimeBucket{2'500'000, "2.5"},
    TimeBucket{10'000'000, "10"}, TimeBucket{30'000'000, "30"}, TimeBucket{120'000'000, "120"}};
// The columns: the buckets, one for what is beyond them, and then:
constexpr std::size_t kTimeSum = kBuckets.size() + 1;
constexpr std::size_t kRequestBytes = kTimeSum + 1;
constexpr std::size_t kResponseBytes = kRequestBytes + 1;
constexpr std::size_t kEnded = kResponseBytes + 1;
constexpr std::size_t kColumns = kEnded + 1;
// The first two labels are those of times and bytes, too.
constexpr std::size_t kLabelsOfTimes = 2;
constexpr std::string_view kOk = "ok";

// What tells requests apart besides texts, without padding.
struct Form {
  const OperationRow* operation;
  Binding binding;
  a2a::wire::Version version;
  std::int32_t status;
  std::int32_t is_ok;
};
static_assert(std::has_unique_object_representations_v<Form>);

// Of the gateway's own refusal, or how the call to the agent failed.
std::string_view reason_of(const RequestLine& line) {
  if (!line.origin->failure_kind.empty()) return line.origin->failure_kind;
  return line.refusal ? std::string_view(line.refusal->reason) : std::string_view();
}

std::size_t bucket_of(std::uint64_t microseconds) {
  const auto bucket = std::ranges::find_if(
      kBuckets, [microseconds](const TimeBucket& each) { return microseconds <= each.microseconds; });
  return static_cast<std::size_t>(bucket - kBuckets.begin());
}

// A few bytes in the place of the labels, whose texts are the same with each request.
void write_key(const Form& form, std::string_view agent, std::string_view reason, std::string& key) {
  const auto bytes = std::bit_cast<std::array<char, sizeof(Form)>>(form);
  key.assign(bytes.data(), bytes.size());
  key += reason;
  key += '\0';
  key += agent;
}

std::vector<std::string> labels_of(const Form& form, std::string_view agent, std::string_view reason) {
  const bool is_call = form.operation != nullptr;
  return {std::string(agent),
          std::string(is_call ? form.operation->name(a2a::wire::Version::kV1_0) : ""),
          std::string(is_call ? name(form.binding) : ""),
          std::string(is_call ? a2a::wire::name(form.version) : ""),
          std::to_string(form.status),
          form.is_ok != 0 ? std::string(kOk) : "error",
          std::string(reason)};
}

SeriesSums by_operation(const SeriesSums& ended) {
  SeriesSums sums;
  for (const auto& [values, numbers] : ended) {
    auto& sum = sums[{values.begin(), values.begin() + kLabelsOfTimes}];
    sum.resize(numbers.size());
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += numbers[i];
  }
  return sums;
}

}  // namespace

RequestCounts::RequestCounts() : ended_(kColumns) {}

void RequestCounts::count(const CountedExchange& exchange, const RequestLine& line, MonotonicTime now) {
  const std::string_view agent = line.is_served ? std::string_view(line.agent) : std::string_view();
  const std::string_view reason = reason_of(line);
  const Form form{.operation = line.operation,
                  .binding = line.binding,
                  .version = line.version,
                  .status = logged_status(exchange, line),
                  .is_ok = outcome_name(exchange, line) == kOk ? 1 : 0};
  write_key(form, agent, reason, key_);
  Series& series = ended_.at(key_, [&] { return labels_of(form, agent, reason); });
  series.add(kEnded);
  count_input(agent, line);
  if (form.status == net::kSwitchingProtocols) return;  // a connection, whose messages are requests, too
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now - line.began).count();
  const auto microseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(took, 0));
  series.add(bucket_of(microseconds));
  series.add(kTimeSum, microseconds);
  series.add(kRequestBytes, line.body_bytes);
  series.add(kResponseBytes, exchange.body_bytes());
}

void RequestCounts::count_input(std::string_view agent, const RequestLine& line) {
  if (!line.origin->schema.empty())
    inputs_.at({agent, line.origin->schema, "accepted", ""}).add(0);
  else if (line.refusal && line.refusal->reason == object_schemas::kInvalidInput)
    inputs_.at({agent, line.refusal->schema, "refused", line.refusal->keyword}).add(0);
}

void RequestCounts::add_to(RequestSums& sums) const {
  ended_.add_to(sums.ended);
  inputs_.add_to(sums.inputs);
}

void write_request_metrics(const RequestSums& sums, MetricsText& text) {
  text.begin("schemagate_requests_total", MetricType::kCounter, "Requests that have ended.");
  text.add_series(sums.ended, {"agent", "method", "binding", "version", "code", "outcome", "reason"}, kEnded);
  const SeriesSums times = by_operation(sums.ended);
  const LabelNames of_times{"agent", "method"};
  text.begin("http_server_request_duration_seconds", MetricType::kHistogram,
             "Time until the answer was written, the last event of a stream included.");
  text.add_times(times, of_times, kBuckets);
  text.begin("schemagate_request_body_bytes_total", MetricType::kCounter, "Bytes of the bodies of requests.");
  text.add_series(times, of_times, kRequestBytes);
  text.begin("schemagate_response_body_bytes_total", MetricType::kCounter,
             "Bytes of the bodies of answers, and of the events of streams.");
  text.add_series(times, of_times, kResponseBytes);
  text.begin(
      "schemagate_structured_inputs_total", MetricType::kCounter,
      "Structured inputs that were checked, by what came of it and the first keyword that refused them.");
  text.add_series(sums.inputs, {"agent", "schema", "verdict", "keyword"}, 0);
}

}  // namespace schemagate
