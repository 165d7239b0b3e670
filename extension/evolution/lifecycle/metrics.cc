#include "extension/evolution/lifecycle/metrics.h"

#include <algorithm>
#include <utility>

namespace schemagate::evolution {
namespace {

std::optional<double> share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::optional<double> usage_frequency(const Figures& figures) {
  return share(figures.present, figures.payloads);
}
std::optional<double> receiver_usage_frequency(const Figures& figures) {
  return share(std::min(figures.present, figures.receiver_payloads), figures.receiver_payloads);
}
std::optional<double> semantic_alignment_accuracy(const Figures& figures) {
  return share(figures.aligned, figures.judged);
}
std::optional<double> value_type_correctness(const Figures& figures) {
  return share(figures.typed, figures.received);
}
std::optional<double> client_adoption_rate(const Figures& figures) {
  return share(std::min(figures.adopters, figures.receivers), figures.receivers);
}

void Metrics::on_payload(std::uint64_t client, Seen seen, Instant now) {
  Figures& counts = today(now);
  if (seen.present) ++counts.received;
  if (seen.present && seen.typed) ++counts.typed;
  if (!seen.accepted) return;
  ++counts.payloads;
  clients_.add(client);
  const bool receiver = receivers_.contains(client) || !receivers_.covers(client);
  if (receiver) ++counts.receiver_payloads;
  if (!seen.present) return;
  ++counts.present;
  last_used_ = std::max(last_used_, now);
  if (receiver && seen.typed) adopters_.add(client);
}

void Metrics::on_verdict(bool aligned, Instant now) {
  Figures& counts = today(now);
  ++counts.judged;
  if (aligned) ++counts.aligned;
}

Figures Metrics::figures(std::size_t days, Instant now) const {
  Figures sum;
  const Instant first = now / kDay - static_cast<Instant>(days) + 1;
  for (const Day& each : days_) {
    if (each.day < first) continue;
    sum.payloads += each.counts.payloads;
    sum.receiver_payloads += each.counts.receiver_payloads;
    sum.present += each.counts.present;
    sum.received += each.counts.received;
    sum.typed += each.counts.typed;
    sum.judged += each.counts.judged;
    sum.aligned += each.counts.aligned;
  }
  sum.clients = clients_.count();
  sum.receivers = receivers_.count();
  sum.adopters = adopters_.count();
  return sum;
}

void Metrics::restore(std::deque<Day> days, ClientSample clients, ClientSample receivers,
                      ClientSample adopters, Instant last_used) {
  days_ = std::move(days);
  clients_ = std::move(clients);
  receivers_ = std::move(receivers);
  adopters_ = std::move(adopters);
  last_used_ = last_used;
}

// A clock that goes back counts on the last day that there is.
Figures& Metrics::today(Instant now) {
  const Instant day = now / kDay;
  if (days_.empty() || day > days_.back().day) days_.push_back({day, {}});
  while (days_.size() > kDaysMax) days_.pop_front();
  return days_.back().counts;
}

}  // namespace schemagate::evolution
