#include "gateway/admin/metrics_page.h"

#include "gateway/observe/metrics_text.h"

namespace schemagate {
namespace {

double seconds_of(std::chrono::system_clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

void write_program(const GatewayReadings& gateway, MetricsText& text) {
  text.begin("schemagate_build_info", MetricType::kGauge, "What runs; always 1.");
  text.add(1, {{"version", gateway.version}, {"commit", gateway.commit}});
  text.begin("process_start_time_seconds", MetricType::kGauge, "When the gateway was started, in Unix time.");
  text.add(seconds_of(gateway.started));
  text.begin("schemagate_ready", MetricType::kGauge, "1 once the store is loaded and calls are performed.");
  text.add(gateway.store ? 1 : 0);
}

void write_agents(const GatewayReadings& gateway, MetricsText& text) {
  text.begin("schemagate_agent_up", MetricType::kGauge,
             "1 while the card of the agent is known and the last reading of it was well.");
  for (const AgentReading& each : gateway.agents) text.add(each.is_up ? 1 : 0, {{"agent", each.name}});
}

void write_load(const GatewayReadings& gateway, MetricsText& text) {
  text.begin("schemagate_connections", MetricType::kGauge, "Open connections of clients.");
  text.add(gateway.connections);
  text.begin("schemagate_streams", MetricType::kGauge, "Open streams.");
  text.add(gateway.streams.taken);
  text.begin("schemagate_streams_limit", MetricType::kGauge, "Streams that may be open.");
  text.add(gateway.streams.limit);
  text.begin("schemagate_tasks_running", MetricType::kGauge, "Places of running tasks that are taken.");
  text.add(gateway.running_tasks.taken);
  text.begin("schemagate_tasks_running_limit", MetricType::kGauge, "Places of running tasks that there are.");
  text.add(gateway.running_tasks.limit);
  text.begin("schemagate_memory_taken_bytes", MetricType::kGauge,
             "Memory that is taken of what requests and answers share.");
  text.add(gateway.memory.taken);
  text.begin("schemagate_memory_limit_bytes", MetricType::kGauge, "Memory that requests and answers share.");
  text.add(gateway.memory.limit);
}

void write_ledger(const store::LedgerFigures& ledger, MetricsText& text) {
  text.begin("schemagate_ledger_commits_total", MetricType::kCounter, "Flushes of the ledger to the disk.");
  text.add(ledger.commits);
  text.begin("schemagate_ledger_changes_total", MetricType::kCounter, "Changes written with them.");
  text.add(ledger.changes);
}

void write_push(const PushFigures& push, MetricsText& text) {
  text.begin("schemagate_push_deliveries_total", MetricType::kCounter,
             "Attempts to tell a receiver that were answered well or failed, and registrations given up.");
  text.add(push.delivered, {{"outcome", "delivered"}});
  text.add(push.failed, {{"outcome", "failed"}});
  text.add(push.given_up, {{"outcome", "given_up"}});
}

void write_store(const StoreReadings& store, MetricsText& text) {
  text.begin("schemagate_tasks_kept", MetricType::kGauge, "Tasks that are kept, ended ones included.");
  text.add(store.tasks);
  text.begin("schemagate_tasks_unreadable", MetricType::kGauge,
             "Tasks that were asked for and are damaged, up to 1000.");
  text.add(store.health.unreadable_tasks);
  text.begin("schemagate_store_writable", MetricType::kGauge, "0 while tasks cannot be written.");
  text.add(store.health.writing ? 1 : 0);
  if (store.ledger) write_ledger(*store.ledger, text);
  if (store.push) write_push(*store.push, text);
}

void write_certificates(const GatewayReadings& gateway, MetricsText& text) {
  if (gateway.certificates.empty()) return;
  text.begin("schemagate_certificate_expiry_time_seconds", MetricType::kGauge,
             "When clients begin to refuse the certificate of a listener, in Unix time.");
  for (const CertificateReading& each : gateway.certificates)
    text.add(seconds_of(each.ends), {{"listener", each.listener}, {"file", each.file}});
}

void write_log(const EventCounts& events, MetricsText& text) {
  text.begin("schemagate_log_events_total", MetricType::kCounter, "Warnings and errors of the log.");
  text.add_series(events.sums(), {"event", "level", "agent", "failure_kind", "schema", "keyword"}, 0);
  text.begin("schemagate_log_lines_lost_total", MetricType::kCounter, "Lines of the log that nobody read.");
  text.add(events.lost_lines());
}

}  // namespace

std::string write_metrics(const GatewayReadings& gateway, const RequestSums& requests,
                          const EventCounts& events) {
  MetricsText text;
  write_program(gateway, text);
  write_agents(gateway, text);
  write_request_metrics(requests, text);
  write_load(gateway, text);
  if (gateway.store) write_store(*gateway.store, text);
  write_certificates(gateway, text);
  write_log(events, text);
  return text.take();
}

}  // namespace schemagate
