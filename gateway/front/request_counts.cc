#include "gateway/front/request_counts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "extension/object_schemas/structured_input.h"
#include "gateway/front/operations.h"

namespace schemagate {
namespace {

// A relay takes less than a millisecond, an agent with a language model seconds.
constexpr std::array kBuckets{
    TimeBucket{5'000, "0.005"},   TimeBucket{25'000, "0.025"},  TimeBucket{100'000, "0.1"},
    TimeBucket{500'000, "0.5"},   TimeBucket{1'000'000, "1"},   TimeBucket{2'500'000, "2.5"},
    TimeBucket{10'000'000, "10"}, TimeBucket{30'000'000, "30"}, TimeBucket{120'000'000, "120"}};
// The columns of times: the buckets, one for what is beyond them, and then:
constexpr std::size_t kTimeSum = kBuckets.size() + 1;
constexpr std::size_t kRequestBytes = kTimeSum + 1;
constexpr std::size_t kResponseBytes = kRequestBytes + 1;
constexpr std::size_t kTimeColumns = kResponseBytes + 1;

// What stands in the target is a name of ours, or counted as none.
std::string_view known_agent(const AgentDirectory& agents, std::string_view named) {
  const FrontedAgent* agent = named.empty() ? nullptr : agents.find(named);
  return agent == nullptr ? std::string_view() : agent->name();
}

std::string_view operation_of(const RequestLine& line) {
  return line.operation == nullptr ? std::string_view() : line.operation->name(a2a::wire::Version::kV1_0);
}

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

}  // namespace

RequestCounts::RequestCounts(const AgentDirectory& agents) : agents_(agents), times_(kTimeColumns) {}

void RequestCounts::count(const CountedExchange& exchange, const RequestLine& line, MonotonicTime now) {
  const std::string_view agent = known_agent(agents_, line.agent);
  const std::string_view operation = operation_of(line);
  const bool is_call = line.operation != nullptr;
  const int status = logged_status(exchange, line);
  std::array<char, 8> digits{};
  const char* const digits_end = std::to_chars(digits.begin(), digits.end(), status).ptr;
  answered_
      .at({agent, operation, is_call ? name(line.binding) : "", is_call ? a2a::wire::name(line.version) : "",
           std::string_view(digits.begin(), digits_end), outcome_name(exchange, line), reason_of(line)})
      .add(0);
  count_input(agent, line);
  if (status == net::kSwitchingProtocols) return;  // a connection, whose messages are requests of their own
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(now - line.began).count();
  const auto microseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(took, 0));
  Series& times = times_.at({agent, operation});
  times.add(bucket_of(microseconds));
  times.add(kTimeSum, microseconds);
  times.add(kRequestBytes, line.body_bytes);
  times.add(kResponseBytes, exchange.body_bytes());
}

void RequestCounts::count_input(std::string_view agent, const RequestLine& line) {
  if (!line.origin->schema.empty())
    inputs_.at({agent, line.origin->schema, "accepted", ""}).add(0);
  else if (line.refusal && line.refusal->reason == object_schemas::kInvalidInput)
    inputs_.at({agent, line.refusal->schema, "refused", line.refusal->keyword}).add(0);
}

void RequestCounts::add_to(RequestSums& sums) const {
  answered_.add_to(sums.answered);
  times_.add_to(sums.times);
  inputs_.add_to(sums.inputs);
}

void write_request_metrics(const RequestSums& sums, MetricsText& text) {
  text.begin("schemagate_requests_total", MetricType::kCounter, "Requests that have ended.");
  text.add_series(sums.answered, {"agent", "method", "binding", "version", "code", "outcome", "reason"}, 0);
  const LabelNames of_times{"agent", "method"};
  text.begin("http_server_request_duration_seconds", MetricType::kHistogram,
             "Time until the answer was written, the last event of a stream included.");
  text.add_times(sums.times, of_times, kBuckets);
  text.begin("schemagate_request_body_bytes_total", MetricType::kCounter, "Bytes of the bodies of requests.");
  text.add_series(sums.times, of_times, kRequestBytes);
  text.begin("schemagate_response_body_bytes_total", MetricType::kCounter,
             "Bytes of the bodies of answers, and of the events of streams.");
  text.add_series(sums.times, of_times, kResponseBytes);
  text.begin(
      "schemagate_structured_inputs_total", MetricType::kCounter,
      "Structured inputs that were checked, by what came of it and the first keyword that refused them.");
  text.add_series(sums.inputs, {"agent", "schema", "verdict", "keyword"}, 0);
}

}  // namespace schemagate
