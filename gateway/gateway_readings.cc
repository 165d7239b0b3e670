// What the gateway says of itself to whoever watches it.
#include "gateway/admin/metrics_page.h"
#include "gateway/gateway.h"
#include "gateway/store/sqlite_store.h"

namespace schemagate {

std::optional<StoreReadings> Gateway::store_readings() const {
  if (!is_open_) return std::nullopt;
  StoreReadings readings{.tasks = store_->size(), .health = store_->health()};
  if (ledger_ != nullptr) readings.ledger = ledger_->figures();
  if (push_transport_)
    readings.push = {push_transport_->delivered(), push_transport_->failed(), pushes_given_up_};
  return readings;
}

GatewayReadings Gateway::readings() const {
  GatewayReadings readings{.version = parts_.program.version,
                           .commit = parts_.program.commit,
                           .started = started_,
                           .connections = server_->connections(),
                           .streams = {open_streams_.taken(), config_.limits.streams_max},
                           .running_tasks = {running_tasks_.taken(), config_.limits.tasks_max},
                           .memory = {memory_.taken(), config_.limits.memory_bytes_max},
                           .store = store_readings()};
  for (const auto& agent : agents_.all()) {
    const auto snapshot = agent->snapshot();
    readings.agents.push_back({agent->name(), snapshot->published && !snapshot->problem});
  }
  for (const ListenerConfig& listener : config_.listeners) {
    if (!listener.options.tls) continue;
    for (const net::CertificateTerm& term : listener.options.tls->terms())
      readings.certificates.push_back({listener.name, term.file, term.ends});
  }
  return readings;
}

std::string Gateway::metrics() const {
  RequestSums requests;
  for (const auto& core : counts_) core->add_to(requests);
  return write_metrics(readings(), requests, events_);
}

}  // namespace schemagate
